import { ErrorCode } from '@slack/web-api';
import { expect, test } from 'vitest';
import { updateModal } from '../../../src/kit/slack/modals.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/** A modal that takes the first update but whose answer to it is lost. */
function createModal() {
  const modal = { hash: 'opened', shows: 'one moment', updates: 0 };
  const update = async ({ hash = modal.hash, view }: { hash?: string; view: string }) => {
    if (hash !== modal.hash)
      throw Object.assign(new Error(), { code: ErrorCode.PlatformError, data: { error: 'hash_conflict' } });
    modal.updates += 1;
    Object.assign(modal, { hash: `update ${modal.updates}`, shows: view });
    if (modal.updates === 1) throw new TypeError('fetch failed');
  };
  return { modal, client: { views: { update } } as never };
}

test('an earlier view whose update went unanswered doesn’t replace a later one', async () => {
  const { modal, client } = createModal();
  const clock = createManualClock();
  const log = { warn: () => undefined } as never;
  const shown = updateModal({ clock, log }, client, 'V1', 'the form' as never, 'opened');
  await clock.advance(0);
  expect(modal.shows).toBe('the form');
  Object.assign(modal, { hash: 'submitted', shows: 'it is being saved' });
  await clock.advance(5000);
  expect(await shown).toBe(true);
  expect(modal.shows).toBe('it is being saved');
});
