import { expect, test } from 'vitest';
import { FORMS, firstHints } from '../../../src/demo/hints.ts';
import { COMPOSE_VIEW } from '../../../src/texts/slack/ids.ts';

type Did = Parameters<NonNullable<ReturnType<typeof firstHints>[number]['done']>>[0][number];

/** A first visit: what the SMS service knows, and the steps that are still to be done. */
function visit(fromNothing: boolean) {
  const known = { keysMade: 0, keyUsed: false, texts: 0 };
  const hints = firstHints(
    {
      keysMade: () => known.keysMade,
      keyUsed: () => known.keyUsed,
      texts: () => Array.from({ length: known.texts }, () => ({}) as never),
    },
    () => fromNothing,
  );
  const left = (...did: Did[]) =>
    hints.filter(hint => (hint.if?.() ?? true) && !hint.done?.(did)).map(({ id }) => id);
  return { known, left };
}

const wrote = (text: string): Did => ({ name: 'write', text, callbackId: '' });
const submitted = (callbackId: string): Did => ({ name: 'submit', text: '', callbackId });
const hello = wrote('/sms 01712345678 hello');

test('the first step is a text, which is done once the service has one', () => {
  const { known, left } = visit(false);
  const all = ['send', 'people', 'form', 'trouble'];
  expect(left()).toEqual(all);
  expect(left(hello), 'no text came').toEqual(all);
  known.texts = 1;
  expect(left(), 'somebody tries the service with curl').toEqual(all);
  expect(left(hello)).toEqual(['people', 'form', 'trouble']);
  expect(left(hello, wrote('/sms Servers the disk is full'))).toEqual(['form', 'trouble']);
});

test('from nothing, the steps begin with a key and follow what somebody does on the page, not requests from elsewhere', () => {
  const { known, left } = visit(true);
  expect(left()).toEqual(['key', 'link', 'send', 'form', 'trouble']);
  // Somebody tries the service with curl.
  Object.assign(known, { keyUsed: true, texts: 2 });
  expect(left()).toEqual(['key', 'link', 'send', 'form', 'trouble']);
  const link = submitted(FORMS.link);
  expect(left(wrote('/sms link'), link)).toEqual(['send', 'form', 'trouble']);
  expect(left(link, hello)).toEqual(['form', 'trouble']);
  expect(left(link, hello, submitted(FORMS.compose))).toEqual(['trouble']);
});

test('a key that the service refuses is not linked, and nothing is sent without a text', () => {
  const { left } = visit(true);
  expect(left(submitted(FORMS.link), hello)).toEqual(['key', 'link', 'send', 'form', 'trouble']);
});

test('the forms are called what the app calls them', () => {
  expect(FORMS).toEqual({ link: 'link_key', compose: COMPOSE_VIEW });
});
