import { expect, test } from 'vitest';
import { consider } from '../../../src/alerts/deciding/decide.ts';
import { toStored } from '../../../src/alerts/deciding/stored.ts';
import type { Hook } from '../../../src/alerts/hooks.ts';
import { readMail } from '../../../src/alerts/mail.ts';
import { readPayload } from '../../../src/alerts/payloads/read.ts';
import { planned } from '../../../src/alerts/planning.ts';
import { EMPTY_FEED, letterSchema } from '../../../src/alerts/posts/feed.ts';
import { fold } from '../../../src/alerts/posts/fold.ts';
import { callSchema } from '../../../src/domain/alert.ts';
import type { Steps } from '../../../src/domain/steps.ts';
import { wordingIn } from '../../../src/wording/index.ts';
import { alertmanager } from '../../support/hooks.ts';
import { MINUTE, routeTo, Storm } from './storm.ts';

/* All that grows with what comes may pause after each of it: others have the event loop then (see `createInTurns`). */

/** How often it may pause, and what came of it. */
function pausesOf<T>(work: Steps<T>): { pauses: number; value: T } {
  for (let pauses = 0; ; pauses++) {
    const step = work.next();
    if (step.done) return { pauses, value: step.value };
  }
}
const pauses = (work: Steps<unknown>): number => pausesOf(work).pauses;

const MANY = 1000;
const numbers = (count: number) =>
  Array.from({ length: count }, (_, n) => `017${String(n).padStart(8, '0')}`);
const many = (given: object = {}) =>
  Object.fromEntries(Array.from({ length: MANY }, (_, n) => [`Alert ${n}`, given]));
const lookUp = (recipient: string) => ({ numbers: [recipient], omitted: [], silent: [] });

test('a call is read alert by alert', () => {
  const about = { idempotencyKey: null, callId: 'call' };
  expect(pauses(readPayload(alertmanager('g', many()), about))).toBeGreaterThanOrEqual(MANY);
  const { alerts, ...given } = alertmanager('g', many());
  const grafana = { ...given, orgId: 1, alerts };
  expect(pauses(readPayload(grafana, about))).toBeGreaterThanOrEqual(MANY);
});

test('a mailbox is read letter by letter', () => {
  const letters = Array.from({ length: 100 }, () => JSON.stringify(new Storm({}).call('g', { a: {} })));
  const mail = {
    box: { kind: 'alerts', workspace: 'T1', name: '' },
    version: 0,
    state: '{}',
    letters,
  } as const;
  const schemas = { state: callSchema, letter: callSchema };
  expect(pauses(readMail({ ...mail, letters }, schemas, () => 'id'))).toBe(1 + 100);
});

test('what is new is worked in alert by alert, and what is repeated twice over: it may be a reminder', () => {
  const s = new Storm({ ops: routeTo(['A']) });
  const call = s.call('g', many());
  expect(pauses(consider(s.state, [call], s.routes, s.now))).toBeGreaterThanOrEqual(MANY);
  s.decide(call);
  s.now += 11 * MINUTE;
  expect(pauses(consider(s.state, [call], s.routes, s.now))).toBeGreaterThanOrEqual(2 * MANY);
});

test('who waits for what is worked out alert by alert, and number by number', () => {
  const s = new Storm({ ops: routeTo(numbers(100)) });
  const { decide } = pausesOf(consider(s.state, [s.call('g', many())], s.routes, s.now)).value;
  // Whom each reaches, who is in which crowd, and who was told of each.
  expect(pauses(decide(lookUp, { now: s.now, wall: s.now }))).toBeGreaterThanOrEqual(2 * MANY + 100);
});

test('texts are decided crowd by crowd and put into words one by one', () => {
  const s = new Storm({ ops: routeTo([]) });
  const calls = numbers(300).map((number, n) => s.call(`g${n}`, { [`Alert ${n}`]: {} }, { to: [number] }));
  const { decide } = pausesOf(consider(s.state, calls, s.routes, s.now)).value;
  const decided = pausesOf(decide(lookUp, { now: s.now, wall: s.now }));
  expect(decided.pauses).toBeGreaterThanOrEqual(6 * 300);
  const { texts, state } = decided.value;
  expect(texts).toHaveLength(300);

  const hook = { id: 'ops', name: 'Ops', templates: { firing: null, resolved: null } } as Hook;
  const about = { workspace: 'T1', wordsOf: () => wordingIn('en'), newId: () => 'id', now: 0 };
  expect(pauses(planned(texts, [hook], about))).toBe(300);
  expect(pauses(toStored(state))).toBe(3);
});

test('what a channel is to show is folded page by page', () => {
  const fired = Array.from({ length: MANY }, (_, n) => ({ name: `Alert ${n}`, severity: 'error' }));
  const counts = {
    unrouted: 0,
    overUntold: 0,
    repeated: 0,
    reminded: 0,
    folded: 0,
    leftOut: 0,
    untracked: 0,
  };
  const news = { kind: 'news', fired, resolved: [], ...counts, unreached: [], held: [], texts: [] };
  expect(pauses(fold(EMPTY_FEED, [letterSchema.parse(news)], 0))).toBe(MANY / 100);
});
