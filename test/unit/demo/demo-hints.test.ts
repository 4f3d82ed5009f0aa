import { expect, test } from 'vitest';
import { FORMS, firstHints } from '../../../src/demo/hints.ts';
import { COMPOSE_VIEW } from '../../../src/texts/slack/ids.ts';

type Did = Parameters<NonNullable<ReturnType<typeof firstHints>[number]['done']>>[0][number];

/** A first visit: what the SMS service knows, and the steps that are still to be done. */
function visit() {
  const known = { keysMade: 0, keyUsed: false, texts: 0 };
  const hints = firstHints({
    keysMade: () => known.keysMade,
    keyUsed: () => known.keyUsed,
    texts: () => Array.from({ length: known.texts }, () => ({}) as never),
  });
  const left = (...did: Did[]) => hints.filter(hint => !hint.done?.(did)).map(({ id }) => id);
  return { known, left };
}

const wrote = (text: string): Did => ({ name: 'write', text, callbackId: '' });
const submitted = (callbackId: string): Did => ({ name: 'submit', text: '', callbackId });

test('the steps follow what somebody does on the page, not requests from elsewhere', () => {
  const { known, left } = visit();
  expect(left()).toEqual(['key', 'link', 'send', 'form', 'trouble']);
  // Somebody tries the service with curl.
  Object.assign(known, { keyUsed: true, texts: 2 });
  expect(left()).toEqual(['key', 'link', 'send', 'form', 'trouble']);
  const link = submitted(FORMS.link);
  expect(left(wrote('/sms link'), link)).toEqual(['send', 'form', 'trouble']);
  const send = wrote('/sms 01712345678 hello');
  expect(left(link, send)).toEqual(['form', 'trouble']);
  expect(left(link, send, submitted(FORMS.compose))).toEqual(['trouble']);
});

test('a key that the service refuses is not linked, and nothing is sent without a text', () => {
  const { left } = visit();
  expect(left(submitted(FORMS.link), wrote('/sms 01712345678 hello'))).toEqual([
    'key',
    'link',
    'send',
    'form',
    'trouble',
  ]);
});

test('the forms are called what the app calls them', () => {
  expect(FORMS).toEqual({ link: 'link_key', compose: COMPOSE_VIEW });
});
