import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { Problem, ServiceCode } from '../../src/kit/problem.ts';
import type { Gateway } from '../../src/texts/gateway/client.ts';
import type { RequestOutcome } from '../../src/texts/gateway/reply.ts';
import { createDispatcher } from '../../src/texts/sending/dispatcher.ts';
import type { LinkedKeys } from '../../src/workspace/linked-keys.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { ASK, broadcastsOn, rowOf } from './storage/broadcast-rig.ts';
import { HOOK, KEY, Rig, WORKSPACE } from './storage/rig.ts';
import { sqlite } from './storage/sqlite.ts';

/* Between the claim and the first byte, the dispatcher checks again everything that may have changed. */

const SENT: RequestOutcome = { kind: 'sent', logId: '7', cost: null, balance: null };
const UNREACHABLE: RequestOutcome = { kind: 'not_sent', why: 'unreachable', cause: 'ECONNREFUSED' };
const LATE: RequestOutcome = { kind: 'not_sent', why: 'late', cause: 'the claim is too old' };

const OPEN = () => ({ apiKey: 'sk_1', fingerprint: KEY });

/** A dispatcher on a real store; the test plays the network and the workspace's key. */
async function stage(parts: {
  open?: () => Awaited<ReturnType<LinkedKeys['open']>>;
  /** Runs before the gateway checks whether the request may leave. */
  connecting?: () => Promise<void>;
  answer?: RequestOutcome;
  /** True if the number is on the do-not-text list. */
  isMarked?: () => boolean;
  /** When promotional texts may no longer go. */
  closesAt?: () => number | Problem | null;
}) {
  const { open = OPEN, answer = SENT, isMarked = () => false } = parts;
  const rig = await Rig.on(sqlite);
  const clock = createManualClock(rig.now);
  const usedKeys: string[] = [];
  const gateway: Pick<Gateway, 'send'> = {
    async send({ apiKey }, mayLeave) {
      await parts.connecting?.();
      if (!mayLeave()) return LATE;
      usedKeys.push(apiKey);
      return answer;
    },
  };
  const keys: Pick<LinkedKeys, 'open' | 'linked'> = {
    open: async () => open(),
    async linked() {
      const key = open();
      return typeof key === 'string' ? null : { ...key, linkedBy: 'U1', linkedAt: 0 };
    },
  };
  const dispatcher = createDispatcher({
    claims: rig.storage.claims,
    queue: rig.storage.queue,
    keys: keys as LinkedKeys,
    doNotText: {
      of: async (_workspace, numbers) =>
        new Map(isMarked() ? numbers.map(number => [number, { at: 0, by: null }]) : []),
    },
    closesAt: async () => parts.closesAt?.() ?? null,
    gateway: gateway as Gateway,
    clock,
    wall: clock.wall,
    log: pino({ level: 'silent' }),
    reporter: { hasRoom: () => true, startNow: () => undefined, wake: () => undefined },
    waited: () => undefined,
    counted: () => undefined,
    settled: () => undefined,
  });
  onTestFinished(() => dispatcher.stop());
  const states = async () =>
    (await rig.outbox.history(WORKSPACE, null, 9)).map(({ state, fingerprint }) => [state, fingerprint]);
  return { rig, clock, dispatcher, usedKeys, states };
}

test('an unexpected failure of a request doesn’t hold up its key: while the service is unavailable, the next text still tries', async () => {
  let tried = 0;
  const { rig, clock, dispatcher, usedKeys } = await stage({
    async connecting() {
      tried += 1;
      if (tried === 4) throw new Error('a bug');
    },
    answer: { kind: 'uncertain', why: 'timeout', cause: null },
  });
  await rig.queue({ count: 3 });
  dispatcher.wake();
  await expect.poll(() => usedKeys).toHaveLength(3);
  for (const all of [4, 5]) {
    await rig.queueOne();
    dispatcher.wake();
    await expect
      .poll(async () => {
        await clock.advance(2000);
        return tried;
      })
      .toBe(all);
  }
  expect(usedKeys).toHaveLength(4);
});

test.each([
  ['5 s', 5000, 1],
  ['longer', 5001, 2],
])('a request that couldn’t begin because of %s', async (_, ms, tries) => {
  const waits = [ms, 0];
  let tried = 0;
  const { rig, clock, dispatcher, usedKeys, states } = await stage({
    async connecting() {
      const wait = waits[tried++] ?? 0;
      if (wait > 0) await new Promise<void>(resolve => clock.after(wait, resolve));
    },
  });
  await rig.queueOne();
  dispatcher.wake();
  await expect.poll(() => tried).toBe(1);
  await clock.advance(ms);
  // Another process may think that the second claim was abandoned, so it is released and claimed again.
  expect([tried, usedKeys]).toEqual([tries, ['sk_1']]);
  expect(await states()).toEqual([['sent', KEY]]);
});

test('a request doesn’t begin after its machine was paused for longer, because another process may have called its text uncertain', async () => {
  const pauses = [5001, 0];
  const { rig, clock, dispatcher, usedKeys } = await stage({
    // The pause shows only in the time of day.
    connecting: async () => clock.step(pauses.shift() ?? 0),
  });
  await rig.queueOne();
  dispatcher.wake();
  await expect.poll(() => usedKeys).toEqual(['sk_1']);
  expect(pauses, 'it was claimed a second time').toEqual([]);
});

test('a key that is linked after the claim: the text goes out with the new key, in the same priority, and never with the wrong one', async () => {
  const OTHER = 'key-2';
  const { rig, clock, dispatcher, usedKeys, states } = await stage({
    open: () => ({ apiKey: 'sk_2', fingerprint: OTHER }),
  });
  await rig.queueOne({ key: KEY });
  dispatcher.wake();
  await clock.advance(1000);
  expect(usedKeys).toEqual(['sk_2']);
  expect(await states()).toEqual([['sent', OTHER]]);
});

const HOLDING: RequestOutcome = {
  kind: 'refused',
  code: 'INSUFFICIENT_CREDITS',
  status: 402,
  proven: true,
  retryAfterMs: null,
};

test.each([
  ['none', 'refused', KEY, { kind: 'UNLINKED' }],
  [{ apiKey: 'sk_2', fingerprint: 'key-2' }, 'queued', 'key-2', null],
] as const)(
  'a key that is refused and is %s by then: no text waits for it',
  async (then, state, key, problem) => {
    let now: Awaited<ReturnType<LinkedKeys['open']>> = OPEN();
    const { rig, clock, dispatcher, states } = await stage({
      open: () => now,
      answer: HOLDING,
      async connecting() {
        now = then;
      },
    });
    const { id } = await rig.queueOne();
    dispatcher.wake();
    await expect.poll(states).toEqual([[state, key]]);
    expect((await rig.outbox.text(WORKSPACE, id))?.problem).toEqual(problem);
    await dispatcher.stop();
    await clock.advance(0);
  },
);

test.each(['none', 'unreadable'] as const)(
  'a key that is %s after the claim: the text is refused, and no request leaves',
  async open => {
    const { rig, clock, dispatcher, usedKeys, states } = await stage({ open: () => open });
    await rig.queueOne();
    dispatcher.wake();
    await clock.advance(1000);
    expect(usedKeys).toEqual([]);
    expect(await states()).toEqual([['refused', KEY]]);
  },
);

const refusal = (code: ServiceCode, proven: boolean): RequestOutcome => {
  return { kind: 'refused', code, status: 403, proven, retryAfterMs: null };
};

test.each([
  ['its code in the body: it waits, with what is behind it', true, 1, ['queued', 'queued']],
  ['a bare status: only that text is refused', false, 2, ['refused', 'refused']],
])('a refusal of the key by %s', async (_, proven, requests, expected) => {
  const { rig, clock, dispatcher, usedKeys, states } = await stage({
    answer: refusal('ACCOUNT_SUSPENDED', proven),
  });
  await rig.queueOne();
  dispatcher.wake();
  await clock.advance(1000);
  await rig.queueOne();
  dispatcher.wake();
  await clock.advance(1000);
  expect(usedKeys).toHaveLength(requests);
  expect((await states()).map(([state]) => state).sort()).toEqual(expected);
});

test.each([
  ['the service has counted it', refusal('RATE_LIMITED', true), { counted: true, why: 'RATE_LIMITED' }],
  ['none of it left', UNREACHABLE, { counted: false, why: 'UNREACHABLE' }],
])('a request that is repeated later keeps or frees its slot: %s', async (_, answer, how) => {
  const { rig, clock, dispatcher, states } = await stage({ answer });
  const { release } = rig.storage.claims;
  const released: unknown[] = [];
  rig.storage.claims.release = async (...args) => {
    released.push(args[1]);
    return release(...args);
  };
  await rig.queueOne();
  dispatcher.wake();
  await expect.poll(() => released.length).toBe(1);
  await clock.advance(0);
  expect(released).toMatchObject([how]);
  expect(await states()).toEqual([['queued', KEY]]);
});

test('once it stops, no new request begins, and texts claimed meanwhile are requeued', async () => {
  const connect = Promise.withResolvers<void>();
  const { rig, dispatcher, usedKeys, states } = await stage({ connecting: () => connect.promise });
  // Texts of several keys would all be requested at once; of one key, the next is claimed when this one ends.
  await rig.storage.queue.releaseHold(KEY, rig.now);
  await rig.queue({ count: 2 });
  const { settle } = rig.storage.claims;
  let stopped: Promise<void> | null = null;
  rig.storage.claims.settle = async (claim, settlement, now, how) => {
    const settled = settle(claim, settlement, now, how);
    stopped = dispatcher.stop();
    return settled;
  };
  dispatcher.wake();
  connect.resolve();
  await expect.poll(() => stopped).not.toBeNull();
  await stopped;
  expect(usedKeys).toHaveLength(1);
  expect((await states()).map(([state]) => state).sort()).toEqual(['queued', 'sent']);
});

test('a text that waited while its machine slept has expired by the time of day, and isn’t sent', async () => {
  const { rig, clock, dispatcher, usedKeys } = await stage({});
  const text = await rig.queueOne({ patienceMs: 15 * 60_000 });
  clock.step(16 * 60_000);
  dispatcher.wake();
  await expect.poll(() => rig.state(text)).toMatchObject({ state: 'refused', problem: { kind: 'EXPIRED' } });
  expect(usedKeys).toEqual([]);
});

test('the service’s answer is recorded, however often recording fails', async () => {
  const { rig, clock, dispatcher, usedKeys, states } = await stage({});
  const { settle } = rig.storage.claims;
  let failures = 3;
  rig.storage.claims.settle = async (...args) => {
    failures -= 1;
    if (failures >= 0) throw new Error('The store is away');
    return settle(...args);
  };
  await rig.queueOne();
  dispatcher.wake();
  await expect.poll(() => usedKeys.length).toBe(1);
  await clock.advance(5000);
  expect([usedKeys.length, await states()]).toEqual([1, [['sent', KEY]]]);
});

test('people who stopped texts while theirs waited get none, except an alert if an admin lets alerts through', async () => {
  const { rig, clock, dispatcher, usedKeys } = await stage({ isMarked: () => true });
  const [waiting] = await rig.queue();
  const { id } = await rig.added({ source: HOOK });
  await rig.outbox.plan(id, rig.plan([rig.planned({ ignoreDoNotText: true })]), rig.now);
  dispatcher.wake();
  await expect.poll(async () => (await rig.outbox.counts()).sent).toBe(1);
  expect(usedKeys).toEqual(['sk_1']);
  expect(await rig.state(waiting as never)).toMatchObject({
    state: 'refused',
    problem: { kind: 'NEVER_TEXT', number: expect.stringContaining('••••') },
  });
  await clock.advance(0);
});

test.each([
  ['of a broadcast waits for the morning', null, 'queued'],
  ['that somebody sent again is refused', { kind: 'OUT_OF_HOURS', from: '09:00', to: '21:00' }, 'refused'],
] as const)(
  'a promotional text isn’t sent if its hours end while it connects: one %s',
  async (_, over, state) => {
    let isOver = false;
    let tried = 0;
    const { rig, clock, dispatcher, usedKeys, states } = await stage({
      closesAt: () => (isOver ? over : clock.wall() + 500),
      async connecting() {
        tried += 1;
        await new Promise<void>(resolve => clock.after(500, resolve));
      },
    });
    const { broadcasts } = rig.storage;
    const [at, wall] = [rig.now, rig.now];
    const request = { ...ASK, kind: 'promotional' as const };
    await broadcasts.open({
      id: 'b1',
      workspace: WORKSPACE,
      request,
      repeatOf: null,
      schedule: null,
      at,
      wall,
    });
    await broadcasts.addRows('b1', [rowOf(1)]);
    await broadcasts.gathered('b1');
    await broadcasts.start(WORKSPACE, 'b1', { by: 'U1', now: rig.now });
    await broadcastsOn(rig).feed();
    dispatcher.wake();
    await expect.poll(() => tried).toBe(1);
    isOver = true;
    await clock.advance(500);
    await clock.advance(5000);
    expect([tried, usedKeys]).toEqual([1, []]);
    expect(await states()).toEqual([[state, KEY]]);
  },
);
