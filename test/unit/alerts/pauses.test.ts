import pino from 'pino';
import { expect, test } from 'vitest';
import { toKey } from '../../../src/alerts/alert.ts';
import type { Hook } from '../../../src/alerts/hooks.ts';
import { createIntake } from '../../../src/alerts/intake.ts';
import { readCall } from '../../../src/alerts/payloads/read.ts';
import { EMPTY_FEED, fold } from '../../../src/alerts/posts/feed.ts';
import type { FeedEvent } from '../../../src/alerts/posts/news.ts';
import { createLookUp } from '../../../src/alerts/recipient-lookup.ts';
import { createAlertWorker } from '../../../src/alerts/worker.ts';
import { wordingIn } from '../../../src/features.ts';
import type { CooperativeTask, FairScheduler } from '../../../src/kit/fair-scheduler.ts';
import type { InboxCommit, LeasedInbox } from '../../../src/kit/inbox/model.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { createHandling } from '../../../src/kit/stalls/handling.ts';
import type { Intent } from '../../../src/texts/intent.ts';
import { alertmanager } from '../../support/hooks.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { World } from './policy/world.ts';

/*
 * Work that grows with its input yields after each item, so that other work gets the event loop (see
 * `createFairScheduler`).
 */

/** Runs the work; returns how often it yielded, and its result. */
function pausesOf<T>(work: CooperativeTask<T>): { pauses: number; value: T } {
  for (let pauses = 0; ; pauses++) {
    const step = work.next();
    if (step.done) return { pauses, value: step.value };
  }
}
const pauses = (work: CooperativeTask<unknown>): number => pausesOf(work).pauses;

const MANY = 1000;
const HOOK = {
  id: 'ops',
  name: 'Ops',
  templates: { firing: null, resolved: null },
  severities: [],
  recipients: [],
  policy: null,
  escalation: null,
  routes: [],
  routed: new Map(),
  revokedAt: null,
} as unknown as Hook;
const numbers = (count: number) =>
  Array.from({ length: count }, (_, n) => `017${String(n).padStart(8, '0')}`);
const many = (fields: object = {}) =>
  Object.fromEntries(Array.from({ length: MANY }, (_, n) => [`Alert ${n}`, fields]));

test('a call is read in slices of one alert', () => {
  const about = { idempotencyKey: null, callId: 'call' };
  expect(pauses(readCall([alertmanager('g', many())], about))).toBeGreaterThanOrEqual(MANY);
  const { alerts, ...fields } = alertmanager('g', many());
  const grafana = { ...fields, orgId: 1, alerts };
  expect(pauses(readCall([grafana], about))).toBeGreaterThanOrEqual(MANY);
});

/** Runs everything at once, and counts how often each task could have paused. */
function counting() {
  const counts: number[] = [];
  const runFairly: FairScheduler = async (_workspace, work) => {
    const { pauses, value } = pausesOf(work);
    counts.push(pauses);
    return value;
  };
  return { counts, runFairly };
}

test('a call is stored in slices of one alert', async () => {
  const { counts, runFairly } = counting();
  const inboxes = { put: async () => ({ kind: 'added', id: 'call' }) } as never;
  const clock = createManualClock();
  const take = createIntake({
    inboxes,
    runFairly,
    clock,
    newId: () => 'call',
    lookUp: async () => new Map(),
    stored: () => undefined,
  });
  await take('T1', HOOK, { values: [alertmanager('g', many())], idempotencyKey: null });
  // Reading, comparing and placing each alert; then storing each.
  expect(counts).toEqual([3 * MANY + 3, MANY]);
});

test('each part of a decision yields: recipient by recipient, also when storing', async () => {
  const { counts, runFairly } = counting();
  const named = (n: number) => toKey({ kind: 'teammate', userId: `U${n}`, label: `U${n}` });
  const to = numbers(200).map(number => toKey({ kind: 'number', number: number as LocalNumber }));
  to.push(...Array.from({ length: 1200 }, (_, n) => named(n)));
  const call = { ...new World({}).callOf('g', { a: 'critical' }, { to }), hook: HOOK.id };
  const address = { kind: 'alerts', workspace: 'T1', name: '' } as const;
  const due = [
    {
      address,
      version: 0,
      state: null,
      events: [JSON.stringify(call)],
      eventIds: ['call'],
      isSuspect: false,
      refused: [],
    },
  ];
  const committed = Promise.withResolvers<InboxCommit<Intent>>();
  const turns: (number | 'others')[] = [];
  const everybodyElse = (): void => {
    turns.push('others');
    if (counts.length < 6) setImmediate(everybodyElse);
  };
  const worker = createAlertWorker({
    inboxes: {
      lease: async () => due.splice(0),
      nextDue: async () => null,
      commit: async (_leased: LeasedInbox, next: InboxCommit<Intent>) => {
        committed.resolve(next);
        return true;
      },
    } as never,
    history: { costPerPart: async () => null },
    deliveries: { cancel: async () => undefined } as never,
    blockOf: async () => null,
    holidays: { days: async () => new Map() },
    onCallRotas: async () => [],
    hooks: {
      remembered: async () =>
        [{ ...HOOK, recipients: [], severities: [], quiet: null, template: null }] as never,
    },
    templates: { shared: async () => null },
    links: { isPossible: () => false, sample: () => '' },
    lookUp: createLookUp({
      async findEach(_workspace, all) {
        turns.push(all.length);
        return all.map(recipient => ({
          numbers: [],
          omitted: [],
          unavailable: [recipient],
          retryAt: 0,
          tooMany: null,
        }));
      },
      callings: { all: async () => new Map() },
      teammates: { numbers: async () => new Map() },
      settings: { of: async () => ({}) } as never,
      runFairly,
    }),
    languages: { of: async () => 'en' },
    handling: createHandling(),
    words: { in: wordingIn },
    runFairly,
    clock: createManualClock(),
    log: pino({ level: 'silent' }),
    newId: () => 'id',
    decided: () => undefined,
  });
  setImmediate(everybodyElse);
  worker.wake();
  expect((await committed.promise).intents.map(intent => intent.to.length)).toEqual([200]);
  await worker.stop();
  // Reading, deciding, known people, look-ups, how people are called, recipients, words, and storing.
  const isSeveral = expect.toSatisfy((count: number) => count > 4);
  expect(counts).toEqual([expect.any(Number), isSeveral, 1400, 1200, 1400, isSeveral, 1, 2]);
  expect(turns.join(' ')).toMatch(/500( others)+ 500( others)+ 200\b/);
});

test('a channel’s feed is folded event by event', () => {
  const outcome: FeedEvent = { kind: 'outcome', intent: 'i' };
  expect(pauses(fold(EMPTY_FEED, Array<FeedEvent>(MANY).fill(outcome), 0))).toBeGreaterThanOrEqual(MANY);
});
