import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { wordingIn } from '../../../src/features.ts';
import type { Form, SaveResult } from '../../../src/kit/slack/form.ts';
import { formListeners } from '../../../src/kit/slack/form-submission.ts';
import { noticeModal } from '../../../src/kit/slack/modals.ts';
import type { RegisteredHandler } from '../../../src/kit/slack/press-queue.ts';
import type { Services } from '../../../src/kit/slack/services.ts';
import { StorageError } from '../../../src/kit/store/errors.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const view = { id: 'V2', type: 'modal', hash: 'h', rootId: 'V1', form: 'Slow', callback: 'slow' } as const;
const parentList = { list: 'below', place: '' };
const metadata = { subject: null, baseVersion: '', warnedVersion: null, parentList, resetCount: 0 };
const draft = { name: 'a', town: 'b' };
const press = {
  handler: 'slow',
  workspace: 'T1',
  userId: 'U1',
  channel: 'U1',
  threadTs: null,
  triggerId: null,
  responseUrl: null,
  view: { ...view, metadata: '' },
  value: JSON.stringify({ metadata, draft, origin: 'V2' }),
  label: 'Slow',
  idempotencyKey: 'V2 h',
  at: 0,
  isPermitted: true,
};
const field = {
  blocks: (id: string) => ({ type: 'divider', block_id: id }) as const,
  read: () => ({ value: '' }),
};

/**
 * Submits a form on top of an unreadable list. `shown`: the views that Slack is asked to show after the ack.
 */
async function submitted(saved: SaveResult) {
  const handlers: RegisteredHandler[] = [];
  const shown: string[] = [];
  const away = new StorageError('Away for a moment');
  let reads = 0;
  const services = {
    presses: { register: (_: string, handler: RegisteredHandler) => handlers.push(handler) },
    words: {
      async of() {
        reads += 1;
        if (reads > 1) throw away;
        return wordingIn('en');
      },
    },
    lists: new Map([['below', () => Promise.reject(away)]]),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    clock: createManualClock(),
  } as unknown as Services;
  const form: Form<{ subject: null; current: null; draft: typeof draft }> = {
    id: 'slow',
    openers: {},
    subject: z.null(),
    permission: async () => null,
    requiresLiveFacts: false,
    command: null,
    title: () => 'Slow',
    submit: () => 'Go',
    load: async () => ({ current: null }),
    draft: () => draft,
    fields: () => ({ name: field, town: field }),
    save: async () => saved,
  };
  formListeners(services, form);
  const update = async ({ view: next }: { view: unknown }) => void shown.push(JSON.stringify(next));
  const result = await handlers[0]?.handle(press, { views: { update } } as never);
  await result?.after?.();
  await endOfTurn();
  return { result, shown };
}

const working = noticeModal('Slow', 'Close', 'Working');

test('a late failure is reported even while the store is away', async () => {
  const later = () => Promise.reject(new StorageError('Away for a moment'));
  const { shown } = await submitted({ view: working, later });
  expect(shown).toEqual([expect.stringContaining('Something went wrong on our side')]);
});

test('the result of a save stays although the list below can’t be updated', async () => {
  const done = noticeModal('Slow', 'Close', 'Done');
  const { shown } = await submitted({ view: working, later: async () => ({ view: done }) });
  expect(shown).toEqual([expect.stringContaining('Done')]);
});

test('a wrong field is reported even if the form can’t be shown', async () => {
  const { result } = await submitted({ retry: 'No such town.', field: 'town' });
  expect(result).toMatchObject({ kind: 'shown', fallbackText: 'No such town.' });
});
