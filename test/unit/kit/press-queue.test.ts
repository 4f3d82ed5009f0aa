import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { inboxId } from '../../../src/kit/inbox/model.ts';
import { STOOD_STILL } from '../../../src/kit/inbox/reading.ts';
import type { Problem } from '../../../src/kit/problem.ts';
import { createPresses, type PressAnswer, type StoredPress } from '../../../src/kit/slack/press-queue.ts';
import { createHandling } from '../../../src/kit/stalls/handling.ts';
import { createNewId } from '../../../src/kit/store/ids.ts';
import { openStorage } from '../../../src/wiring/storage.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { settled } from '../../support/settled.ts';

/* What becomes of a stored press, whichever process does it. */

const LEASE_MS = 30_000;
const TURNS = 60;
const SLACK_AWAY: Problem = { kind: 'SLACK_AWAY' };

const pressOf = (idempotencyKey: string, given: Partial<StoredPress> = {}): StoredPress => ({
  ...{ handler: 'pause', workspace: 'T1', userId: 'U1', channel: 'C1', threadTs: null, triggerId: null },
  ...{
    responseUrl: null,
    view: null,
    value: idempotencyKey,
    label: 'Pause',
    idempotencyKey,
    at: 0,
    isPermitted: true,
  },
  ...given,
});

async function staged() {
  const dataDir = mkdtempSync(join(tmpdir(), 'presses-'));
  const clock = createManualClock();
  const log = pino({ level: 'silent' });
  const newId = createNewId(clock.now);
  const storage = await openStorage({ kind: 'sqlite', dataDir }, { time: clock, newId, log });
  const done: string[] = [];
  const told: string[] = [];
  /** A process; `judge` and `carryOut` are what it does with each press. */
  const process = (given: {
    check?: (press: StoredPress) => Promise<Problem | null>;
    handle?: (press: StoredPress) => Promise<PressAnswer>;
    tell?: () => boolean;
    isDead?: () => boolean;
  }) => {
    const { inboxes } = storage;
    const isDead = given.isDead ?? (() => false);
    const presses = createPresses({
      inboxes: {
        ...inboxes,
        lease: async (...asked) => (isDead() ? [] : inboxes.lease(...asked)),
        commit: async (...asked) => !isDead() && inboxes.commit(...asked),
      },
      ...{ clock, log, newId, handling: createHandling() },
      webFor: async () => ({}) as never,
      runFairly: async (_workspace, work) => {
        for (;;) {
          const { done: isDone, value } = work.next();
          if (isDone) return value;
        }
      },
      async respond({ idempotencyKey }, _web, answer) {
        const isTold = given.tell?.() ?? true;
        if (isTold && answer.kind !== 'quiet')
          told.push(`${idempotencyKey}: ${answer.kind === 'refused' ? answer.problem.kind : answer.kind}`);
        return isTold;
      },
    });
    presses.register('pause', {
      check: given.check ?? (async () => null),
      handle:
        given.handle ??
        (async ({ idempotencyKey }) => {
          done.push(idempotencyKey);
          return { kind: 'quiet' };
        }),
    });
    onTestFinished(() => presses.stop());
    return presses;
  };
  onTestFinished(async () => {
    await storage.close();
    rmSync(dataDir, { recursive: true });
  });
  const pass = (ms: number) => clock.advance(ms);
  return { clock, storage, process, done, told, pass, quiet: () => settled(TURNS) };
}

test('the same press, delivered three times, is done once', async () => {
  const stage = await staged();
  const presses = stage.process({});
  for (let times = 0; times < 3; times++) await presses.enqueue(pressOf('one'));
  await expect.poll(() => stage.done).toEqual(['one']);
  await stage.pass(LEASE_MS);
  expect(stage.done).toEqual(['one']);
});

test('what a process left undone, another one does, and only that', async () => {
  const stage = await staged();
  const begun: string[] = [];
  const hangs = Promise.withResolvers<PressAnswer>();
  let isDead = false;
  const first = stage.process({
    isDead: () => isDead,
    handle: async ({ idempotencyKey }) => {
      begun.push(idempotencyKey);
      return hangs.promise;
    },
  });
  await first.enqueue(pressOf('one'));
  await expect.poll(() => begun).toEqual(['one']);
  isDead = true;
  const second = stage.process({});
  second.wake();
  await stage.quiet();
  expect(stage.done, 'it is the first one’s').toEqual([]);
  await stage.pass(LEASE_MS);
  await expect.poll(() => stage.done).toEqual(['one']);
  hangs.resolve({ kind: 'quiet' });
  await stage.pass(LEASE_MS);
  expect(stage.done).toEqual(['one']);
});

test('what was refused stays so, though the process died once it had said so, and they may by now', async () => {
  const stage = await staged();
  let isDead = false;
  const first = stage.process({
    isDead: () => isDead,
    check: async () => ({ kind: 'ADMINS_ONLY', admins: [] }),
    tell() {
      isDead = true;
      return true;
    },
  });
  await first.enqueue(pressOf('one', { isPermitted: false }));
  await expect.poll(() => stage.told).toEqual(['one: ADMINS_ONLY']);
  const second = stage.process({});
  second.wake();
  await stage.quiet();
  await stage.pass(LEASE_MS);
  await expect.poll(() => stage.told).toEqual(['one: ADMINS_ONLY', 'one: ADMINS_ONLY']);
  await stage.pass(LEASE_MS);
  expect(stage.done).toEqual([]);
});

test('one person’s presses are done in their order, and nobody waits for somebody else’s', async () => {
  const stage = await staged();
  const slow = Promise.withResolvers<void>();
  const presses = stage.process({
    async handle({ idempotencyKey }) {
      if (idempotencyKey === 'slow') await slow.promise;
      stage.done.push(idempotencyKey);
      return { kind: 'quiet' };
    },
  });
  await presses.enqueue(pressOf('slow'));
  await presses.enqueue(pressOf('next'));
  await presses.enqueue(pressOf('other', { userId: 'U2' }));
  await expect.poll(() => stage.done).toEqual(['other']);
  slow.resolve();
  await expect.poll(() => stage.done).toEqual(['other', 'slow', 'next']);
});

test('while Slack leaves us waiting for who somebody is, they are told so at once, and it is done in the end', async () => {
  const stage = await staged();
  let judged = 0;
  const { promise: silence } = Promise.withResolvers<null>();
  const presses = stage.process({
    check: async () => {
      judged += 1;
      return judged === 1 ? silence : null;
    },
  });
  await presses.enqueue(pressOf('slow', { at: stage.clock.now(), isPermitted: false }));
  await expect.poll(() => judged).toBe(1);
  await stage.pass(3000);
  await expect.poll(() => stage.told).toEqual(['slow: PRESS_WAITS']);
  await stage.pass(5000);
  await expect.poll(() => stage.done).toEqual(['slow']);
});

test('one that can’t be judged waits, one that was judged doesn’t; a mistake of ours is told and ends it', async () => {
  const stage = await staged();
  const presses = stage.process({
    check: async () => SLACK_AWAY,
    async handle({ idempotencyKey }) {
      if (idempotencyKey === 'broken') throw new TypeError('a mistake');
      stage.done.push(idempotencyKey);
      return { kind: 'quiet' };
    },
  });
  const at = stage.clock.now();
  await presses.enqueue(pressOf('waits', { at, isPermitted: false }));
  await presses.enqueue(pressOf('broken', { at }));
  await presses.enqueue(pressOf('judged', { at }));
  await expect.poll(() => stage.done).toEqual(['judged']);
  expect(stage.told).toEqual(['waits: PRESS_WAITS', 'broken: UNEXPECTED']);
  await stage.pass(16 * 60_000);
  await expect.poll(() => stage.told.at(-1)).toBe('waits: PRESS_NOT_DONE');
  expect(stage.told).toHaveLength(3);
  expect(stage.done).toEqual(['judged']);
});

test('it is told once Slack takes it, and not done again for that', async () => {
  const stage = await staged();
  let isAway = true;
  const presses = stage.process({
    async handle({ idempotencyKey }) {
      stage.done.push(idempotencyKey);
      return { kind: 'message', message: { text: 'Done.' } };
    },
    tell: () => !isAway,
  });
  await presses.enqueue(pressOf('one', { at: stage.clock.now() }));
  await expect.poll(() => stage.done).toEqual(['one']);
  await stage.pass(60 * 60_000);
  expect(stage.told).toEqual([]);
  isAway = false;
  await stage.pass(60_000);
  await expect.poll(() => stage.told).toEqual(['one: message']);
  await stage.pass(60_000);
  expect([stage.done, stage.told]).toEqual([['one'], ['one: message']]);
});

test('one at which the app stood still twice is not done; whoever pressed is told, and an operator finds it', async () => {
  const stage = await staged();
  const { storage, clock, done, told } = stage;
  let isDead = true;
  const presses = stage.process({ isDead: () => isDead });
  await presses.enqueue(pressOf('one'));
  for (const death of ['first', 'second']) {
    const [leased] = await storage.inboxes.lease('presses', clock.now(), clock.now() + LEASE_MS, 1);
    const { address, eventIds } = leased ?? { address: undefined, eventIds: [] };
    if (!address) throw new Error('It is not there');
    await storage.stalls.note(
      { kind: 'inbox', of: inboxId(address), workspace: address.workspace, parts: eventIds },
      death,
    );
    await stage.pass(LEASE_MS);
    // In between, it is seen that the rest is innocent.
    if (death === 'second') continue;
    const [rest] = await storage.inboxes.lease('presses', clock.now(), clock.now() + LEASE_MS, 1);
    if (!rest) throw new Error('Nothing is left');
    expect(rest.events).toEqual([]);
    await storage.inboxes.commit(
      rest,
      { state: '[]', dueAt: null, intents: [], events: [], unreadable: [] },
      clock.now(),
    );
  }
  isDead = false;
  presses.wake();
  await expect.poll(() => told).toEqual(['one: PRESS_STALLED']);
  expect(done).toEqual([]);
  expect(await storage.quarantine.list()).toMatchObject([{ kind: 'event', why: STOOD_STILL }]);
});
