import { expect, test } from 'vitest';
import { FORMS, firstHints } from '../../../src/demo/hints.ts';
import { COMPOSE_VIEW } from '../../../src/texts/slack/ids.ts';

type VisitorAction = Parameters<NonNullable<ReturnType<typeof firstHints>[number]['done']>>[0][number];

/** A first visit: the SMS service's state, and the open steps. */
function visit(fromNothing: boolean) {
  const visitor = { keysMade: 0, keyUsed: false, texts: 0 };
  const hints = firstHints(
    {
      keysMade: () => visitor.keysMade,
      keyUsed: () => visitor.keyUsed,
      texts: () => Array.from({ length: visitor.texts }, () => ({}) as never),
    },
    () => fromNothing,
  );
  const remaining = (...did: VisitorAction[]) =>
    hints.filter(hint => (hint.if?.() ?? true) && !hint.done?.(did)).map(({ id }) => id);
  return { visitor, remaining };
}

const wrote = (text: string): VisitorAction => ({ name: 'write', text, callbackId: '' });
const submitted = (callbackId: string): VisitorAction => ({ name: 'submit', text: '', callbackId });
const hello = wrote('/sms 01712345678 hello');

test('the first step is a text, which is done once the service has one', () => {
  const { visitor, remaining } = visit(false);
  const all = ['send', 'people', 'form', 'trouble'];
  expect(remaining()).toEqual(all);
  expect(remaining(hello), 'no text came').toEqual(all);
  visitor.texts = 1;
  expect(remaining(), 'the visitor tries the service with curl').toEqual(all);
  expect(remaining(hello)).toEqual(['people', 'form', 'trouble']);
  expect(remaining(hello, wrote('/sms Servers the disk is full'))).toEqual(['form', 'trouble']);
});

test('from nothing, the steps begin with a key and follow the visitor’s actions on the page, not other requests', () => {
  const { visitor, remaining } = visit(true);
  expect(remaining()).toEqual(['key', 'link', 'send', 'form', 'trouble']);
  // A visitor tries the service with curl.
  Object.assign(visitor, { keyUsed: true, texts: 2 });
  expect(remaining()).toEqual(['key', 'link', 'send', 'form', 'trouble']);
  const link = submitted(FORMS.link);
  expect(remaining(wrote('/sms link'), link)).toEqual(['send', 'form', 'trouble']);
  expect(remaining(link, hello)).toEqual(['form', 'trouble']);
  expect(remaining(link, hello, submitted(FORMS.compose))).toEqual(['trouble']);
});

test('a refused key is not linked, and nothing is sent without a text', () => {
  const { remaining } = visit(true);
  expect(remaining(submitted(FORMS.link), hello)).toEqual(['key', 'link', 'send', 'form', 'trouble']);
});

test('the forms have the app’s names', () => {
  expect(FORMS).toEqual({ link: 'link_key', compose: COMPOSE_VIEW });
});
