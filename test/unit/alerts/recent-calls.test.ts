import fc from 'fast-check';
import pino from 'pino';
import { expect, test } from 'vitest';
import {
  createHookCalls,
  type HookCall,
  type HookCallsSeen,
  mergeCalls,
  NO_CALLS,
} from '../../../src/alerts/recent-calls.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const HOOK = { workspace: 'T1', hookId: 'T1-ops' };
const CALL: Omit<HookCall, 'at'> = {
  sender: 'alertmanager',
  status: 202,
  as: 'accepted',
  alerts: 4,
  field: null,
  seen: [],
  refusal: null,
  understood: [],
  excerpt: null,
};
const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;

/** Calls in a store in memory; `away` makes it unreachable. */
function noted() {
  const clock = createManualClock();
  let stored: unknown;
  let writes = 0;
  const store = { away: false };
  const reach = () => {
    if (store.away) throw new Error('The store is away');
  };
  const calls = createHookCalls({
    documents: {
      async get(_workspace, _key, schema) {
        reach();
        return stored === undefined ? undefined : schema.parse(stored);
      },
    },
    revisions: {
      async update(_workspace, _key, schema, change) {
        reach();
        writes += 1;
        const after = change(stored === undefined ? undefined : schema.parse(stored));
        stored = JSON.parse(JSON.stringify(after));
        return after;
      },
    },
    clock,
    log: pino({ level: 'silent' }),
  });
  const damage = (value: unknown) => {
    stored = value;
  };
  return { clock, calls, store, writes: () => writes, damage };
}

test('keeps the ten newest, newest first, in whichever order they are merged', () => {
  const some = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 15 });
  fc.assert(
    fc.property(some, some, (first, second) => {
      const of = (times: number[]): HookCallsSeen => ({
        ...NO_CALLS,
        calls: times.map(at => ({ ...CALL, at })),
      });
      const times = mergeCalls(of(first), of(second)).calls.map(({ at }) => at);
      expect(times).toEqual([...first, ...second].toSorted((a, b) => b - a).slice(0, 10));
    }),
  );
});

test('a storm costs a write every five seconds, and its end none', async () => {
  const { clock, calls, writes } = noted();
  for (let second = 0; second < 20; second++) {
    for (let n = 0; n < 100; n++) calls.note(HOOK, { ...CALL, alerts: n });
    await clock.advance(SECOND);
  }
  await clock.advance(DAY);
  expect(writes()).toBeLessThanOrEqual(4);
  expect((await calls.of('T1', 'T1-ops')).calls.map(({ alerts }) => alerts)).toHaveLength(10);
});

test('refused calls are only counted, so they displace no other call; the count starts over after a quiet day', async () => {
  const { clock, calls } = noted();
  calls.note(HOOK, CALL);
  for (let n = 0; n < 500; n++) calls.noteRefused(HOOK);
  await clock.advance(10 * SECOND);
  for (let n = 0; n < 500; n++) calls.noteRefused(HOOK);
  const last = clock.now();
  expect(await calls.of('T1', 'T1-ops')).toMatchObject({ calls: [CALL], refused: { count: 1000, last } });
  await clock.advance(2 * DAY);
  calls.noteRefused(HOOK);
  expect((await calls.of('T1', 'T1-ops')).refused?.count).toBe(1);
});

test('while the store is away, new calls wait, as many as would be stored', async () => {
  const { clock, calls, store } = noted();
  store.away = true;
  for (let n = 0; n < 30; n++) calls.note(HOOK, { ...CALL, alerts: n });
  await clock.advance(20 * SECOND);
  await expect(calls.of('T1', 'T1-ops')).rejects.toThrow('away');
  store.away = false;
  await clock.advance(5 * SECOND);
  expect((await calls.of('T1', 'T1-ops')).calls).toHaveLength(10);
});

test('collected calls are written when the app stops', async () => {
  const { calls, writes } = noted();
  calls.note(HOOK, CALL);
  await calls.stop();
  expect(writes()).toBe(1);
});

test('an unreadable document counts as none, and is replaced', async () => {
  const { calls, damage } = noted();
  damage({ calls: 'of another version' });
  expect(await calls.of('T1', 'T1-ops')).toEqual(NO_CALLS);
  calls.note(HOOK, CALL);
  expect((await calls.of('T1', 'T1-ops')).calls).toHaveLength(1);
});

test('erasing a person removes what calls said, and keeps how they were answered', async () => {
  const { calls } = noted();
  const alert = {
    name: 'DiskFull',
    place: 'Ranu’s PC',
    labels: {},
    state: 'firing',
    texted: 'people',
  } as const;
  const understood = [alert];
  calls.note(HOOK, { ...CALL, understood, excerpt: 'DiskFull on Ranu’s PC' });
  await calls.forgetWords('T1', ['T1-never-called', HOOK.hookId]);
  const { calls: remaining } = await calls.of('T1', HOOK.hookId);
  expect(remaining).toMatchObject([{ as: 'accepted', understood: [], excerpt: null }]);
});
