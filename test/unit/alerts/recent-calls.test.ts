import fc from 'fast-check';
import pino from 'pino';
import { expect, test } from 'vitest';
import {
  callsDocument,
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
  const stored = new Map<string, unknown>();
  let writes = 0;
  const store = { away: false };
  const reach = () => {
    if (store.away) throw new Error('The store is away');
  };
  const calls = createHookCalls({
    documents: {
      async get(_workspace, key, schema) {
        reach();
        return stored.has(key) ? schema.parse(stored.get(key)) : undefined;
      },
    },
    revisions: {
      async update(_workspace, key, schema, change) {
        reach();
        writes += 1;
        const after = change(stored.has(key) ? schema.parse(stored.get(key)) : undefined);
        stored.set(key, JSON.parse(JSON.stringify(after)));
        return after;
      },
    },
    clock,
    log: pino({ level: 'silent' }),
  });
  const damage = (value: unknown) => {
    stored.set(callsDocument(HOOK.hookId), value);
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
  expect(writes(), 'and one of what the first call proves').toBeLessThanOrEqual(4 + 1);
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
  expect(writes()).toBe(2);
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

test('what calls have proven outlives them, and is written once for each thing; a test by the button proves nothing', async () => {
  const { clock, calls, writes } = noted();
  const alert = (state: 'firing' | 'resolved' | 'test', texted: 'people' | 'nobody'): typeof CALL => ({
    ...CALL,
    understood: [{ name: 'Disk', place: '', state, labels: {}, texted }],
  });
  const use = () => calls.use('T1', 'T1-ops');
  calls.noteTest(HOOK, alert('test', 'people'));
  expect(await use()).toBeNull();
  const start = clock.now();
  calls.note(HOOK, alert('resolved', 'people'));
  expect(await use()).toEqual({ calledAt: start, alertAt: null, textedAt: null });
  await clock.advance(SECOND);
  calls.note(HOOK, alert('firing', 'nobody'));
  expect(await use()).toEqual({ calledAt: start, alertAt: start + SECOND, textedAt: null });
  // More calls in one write than are listed: the one that texts isn't lost among them.
  calls.note(HOOK, alert('firing', 'people'));
  for (let n = 0; n < 20; n++) calls.note(HOOK, alert('firing', 'nobody'));
  expect((await use())?.textedAt).toBe(start + SECOND);
  const before = writes();
  calls.note(HOOK, alert('firing', 'people'));
  await clock.advance(30 * DAY);
  expect(writes(), 'only of the call itself').toBe(before + 1);
  expect((await use())?.calledAt).toBe(start);
});
