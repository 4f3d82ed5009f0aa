import type { WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';
import { wordingIn } from '../../../src/features.ts';
import { payloadOf } from '../../../src/kit/slack/payloads.ts';
import { createGuard, createInFlight } from '../../../src/kit/slack/receiver.ts';
import { StorageError } from '../../../src/kit/store/errors.ts';
import { createLog } from '../../../src/log.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const SLACK_WAITS_MS = 3000;
const UNSURE = expect.stringContaining('couldn’t confirm');
const NOT_DONE = expect.stringContaining('nothing was sent or changed');

const where = { team: { id: 'T1' }, user: { id: 'U1', team_id: 'T1' }, trigger_id: '1' };
const command = { command: '/sms', team_id: 'T1', user_id: 'U1', trigger_id: '1' };
const button = { type: 'block_actions', ...where, response_url: 'https://hooks.slack.com/1' };
const viewWith = (...types: string[]) => ({
  id: 'V1',
  type: 'modal',
  title: { text: 'A form' },
  blocks: types.map((type, index) => ({ type, block_id: `${type} ${index}` })),
});
const submission = (...types: string[]) => ({ type: 'view_submission', ...where, view: viewWith(...types) });

/** A guard, with its acks and messages. */
function createRig(client: WebClient | null = null) {
  const clock = createManualClock();
  const acks: unknown[] = [];
  const responses: unknown[] = [];
  const log = createLog({ level: 'silent', stream: { write: () => undefined }, secrets: [] });
  const guard = createGuard({
    services: {
      clock,
      time: clock,
      log,
      words: { of: async () => wordingIn('en'), cached: () => wordingIn('en'), in: wordingIn },
      poster: {
        async respond(...args: unknown[]) {
          responses.push(args);
          return { kind: 'ok' };
        },
        async post(...args: unknown[]) {
          responses.push(args);
          return { kind: 'ok' };
        },
      } as never,
    },
    clientOf: () => client,
    inFlight: createInFlight(clock),
  });
  const take = (
    body: Record<string, unknown>,
    handle: (ack: (answer?: unknown) => Promise<void>) => Promise<void>,
  ) =>
    guard({ body, ack: async (answer: unknown) => void acks.push(answer) }, payloadOf(body), event =>
      handle(answer => event.ack(answer as never)),
    );
  return { clock, acks, responses, take };
}

const hangs = () => new Promise<void>(() => undefined);

test.each([
  ['a command', command, { response_type: 'ephemeral', text: UNSURE }, 0],
  ['a button of a message', button, undefined, 1],
  [
    'a form, under its last field',
    submission('input', 'section', 'input', 'actions'),
    { response_action: 'errors', errors: { 'input 2': UNSURE } },
    0,
  ],
  [
    'a form without fields',
    submission('section'),
    {
      response_action: 'update',
      view: expect.objectContaining({
        blocks: [expect.objectContaining({ text: expect.objectContaining({ text: UNSURE }) })],
      }),
    },
    0,
  ],
  ['options', { type: 'block_suggestion', ...where }, { options: [] }, 0],
])('a late listener is answered for: %s', async (_, body, ack, messages) => {
  const { clock, acks, responses, take } = createRig();
  const handling = take(body, hangs);
  await clock.advance(SLACK_WAITS_MS - 1);
  await handling;
  expect(acks).toEqual([ack]);
  expect(responses).toHaveLength(messages);
});

test('a late answer is dropped, and so is a late failure', async () => {
  const { clock, acks, responses, take } = createRig();
  const gate = Promise.withResolvers<void>();
  const handling = take(command, async ack => {
    await gate.promise;
    await ack('late');
    throw new Error('and then');
  });
  await clock.advance(SLACK_WAITS_MS);
  await handling;
  gate.resolve();
  await clock.advance(0);
  expect([acks.length, responses]).toEqual([1, []]);
});

test('an event is not acked when it takes too long or fails: Slack delivers it again', async () => {
  const { clock, acks, take } = createRig();
  const event = { type: 'event_callback', team_id: 'T1', event: { type: 'function_executed' } };
  const late = expect(take(event, hangs)).rejects.toThrow('not handled in time');
  await clock.advance(SLACK_WAITS_MS);
  await late;
  await expect(take(event, () => Promise.reject(new StorageError('away')))).rejects.toThrow('away');
  expect(acks).toEqual([]);
});

test.each([
  ['the store was away', new StorageError('away'), NOT_DONE],
  ['the store did not answer', new StorageError('late', { unsure: true }), UNSURE],
  ['anything else', new Error('a bug'), expect.stringContaining('Something went wrong')],
])('a failure before the ack is reported in the ack: %s', async (_, error, text) => {
  const { acks, take } = createRig();
  await take(command, () => Promise.reject(error));
  expect(acks).toEqual([{ response_type: 'ephemeral', text }]);
});

test('a failure after the ack is reported after it, without claiming that nothing was done', async () => {
  const { acks, responses, take } = createRig();
  await take(button, async ack => {
    await ack();
    throw new StorageError('away');
  });
  expect(acks).toEqual([undefined]);
  expect(responses).toEqual([['https://hooks.slack.com/1', 'ephemeral', { text: UNSURE }]]);
});

test('where the app can’t report a failure, Slack does', async () => {
  const { acks, take } = createRig();
  const shortcut = { type: 'shortcut', ...where };
  await expect(take(shortcut, () => Promise.reject(new StorageError('away')))).rejects.toThrow();
  expect(acks).toEqual([]);
});
