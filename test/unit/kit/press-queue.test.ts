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

/* Stored presses, handled by any process. */

const LEASE_MS = 30_000;
const TURNS = 60;
const SLACK_AWAY: Problem = { kind: 'SLACK_AWAY' };

const pressOf = (idempotencyKey: string, fields: Partial<StoredPress> = {}): StoredPress => ({
  handler: 'pause',
  workspace: 'T1',
  userId: 'U1',
  channel: 'C1',
  threadTs: null,
  triggerId: null,
  responseUrl: null,
  view: null,
  value: idempotencyKey,
  label: 'Pause',
  idempotencyKey,
  at: 0,
  isPermitted: true,
  ...fields,
});

async function staged() {
  const dataDir = mkdtempSync(join(tmpdir(), 'presses-'));
  const clock = createManualClock();
  const log = pino({ level: 'silent' });
  const newId = createNewId(clock.now);
  const storage = await openStorage({ kind: 'sqlite', dataDir }, { time: clock, newId, log });
  const done: string[] = [];
  const notices: string[] = [];
  /** A process; `check` and `handle` are called for each press. */
  const process = (options: {
    check?: (press: StoredPress) => Promise<Problem | null>;
    handle?: (press: StoredPress) => Promise<PressAnswer>;
    tell?: () => boolean;
    isDead?: () => boolean;
  }) => {
    const { inboxes } = storage;
    const isDead = options.isDead ?? (() => false);
    const presses = createPresses({
      inboxes: {
        ...inboxes,
        lease: async (...args) => (isDead() ? [] : inboxes.lease(...args)),
        commit: async (...args) => !isDead() && inboxes.commit(...args),
      },
      clock,
      log,
      newId,
      handling: createHandling(),
      webFor: async () => ({}) as never,
      runFairly: async (_workspace, work) => {
        for (;;) {
          const { done: isDone, value } = work.next();
          if (isDone) return value;
        }
      },
      async respond({ idempotencyKey }, _web, answer) {
        const isTold = options.tell?.() ?? true;
        if (isTold && answer.kind !== 'quiet')
          notices.push(`${idempotencyKey}: ${answer.kind === 'refused' ? answer.problem.kind : answer.kind}`);
        return isTold;
      },
    });
    presses.register('pause', {
      check: options.check ?? (async () => null),
      handle:
        options.handle ??
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
  return { clock, storage, process, done, notices, pass, quiet: () => settled(TURNS) };
}

test('the same press, delivered three times, is done once', async () => {
  const stage = await staged();
  const presses = stage.process({});
  for (let times = 0; times < 3; times++) await presses.enqueue(pressOf('one'));
  await expect.poll(() => stage.done).toEqual(['one']);
  await stage.pass(LEASE_MS);
  expect(stage.done).toEqual(['one']);
});

test('another process does what a dead one left undone, and only that', async () => {
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
  expect(stage.done, 'the first process has it').toEqual([]);
  await stage.pass(LEASE_MS);
  await expect.poll(() => stage.done).toEqual(['one']);
  hangs.resolve({ kind: 'quiet' });
  await stage.pass(LEASE_MS);
  expect(stage.done).toEqual(['one']);
});

test('a refused press stays refused, even if the process died after reporting it and the person may do it now', async () => {
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
  await expect.poll(() => stage.notices).toEqual(['one: ADMINS_ONLY']);
  const second = stage.process({});
  second.wake();
  await stage.quiet();
  await stage.pass(LEASE_MS);
  await expect.poll(() => stage.notices).toEqual(['one: ADMINS_ONLY', 'one: ADMINS_ONLY']);
  await stage.pass(LEASE_MS);
  expect(stage.done).toEqual([]);
});

test('one person’s presses are handled in order, and nobody waits for another person’s', async () => {
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

test('while Slack doesn’t say who a person is, they are told so at once, and the press is handled later', async () => {
  const stage = await staged();
  let checks = 0;
  const { promise: silence } = Promise.withResolvers<null>();
  const presses = stage.process({
    check: async () => {
      checks += 1;
      return checks === 1 ? silence : null;
    },
  });
  await presses.enqueue(pressOf('slow', { at: stage.clock.now(), isPermitted: false }));
  await expect.poll(() => checks).toBe(1);
  await stage.pass(3000);
  await expect.poll(() => stage.notices).toEqual(['slow: PRESS_WAITS']);
  await stage.pass(5000);
  await expect.poll(() => stage.done).toEqual(['slow']);
});

test('an unchecked press waits while a checked one doesn’t; a bug of ours is reported and ends the press', async () => {
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
  expect(stage.notices).toEqual(['waits: PRESS_WAITS', 'broken: UNEXPECTED']);
  await stage.pass(16 * 60_000);
  await expect.poll(() => stage.notices.at(-1)).toBe('waits: PRESS_NOT_DONE');
  expect(stage.notices).toHaveLength(3);
  expect(stage.done).toEqual(['judged']);
});

test('its result is reported once Slack accepts the report, and it isn’t handled again for that', async () => {
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
  expect(stage.notices).toEqual([]);
  isAway = false;
  await stage.pass(60_000);
  await expect.poll(() => stage.notices).toEqual(['one: message']);
  await stage.pass(60_000);
  expect([stage.done, stage.notices]).toEqual([['one'], ['one: message']]);
});

test('a press that stalled the app twice is not handled; its person is told, and an operator finds it', async () => {
  const stage = await staged();
  const { storage, clock, done, notices } = stage;
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
    // In between, a process clears the other presses of blame.
    if (death === 'second') continue;
    const [nextLease] = await storage.inboxes.lease('presses', clock.now(), clock.now() + LEASE_MS, 1);
    if (!nextLease) throw new Error('Nothing is left');
    expect(nextLease.events).toEqual([]);
    await storage.inboxes.commit(
      nextLease,
      { state: '[]', dueAt: null, intents: [], events: [], unreadable: [] },
      clock.now(),
    );
  }
  isDead = false;
  presses.wake();
  await expect.poll(() => notices).toEqual(['one: PRESS_STALLED']);
  expect(done).toEqual([]);
  expect(await storage.quarantine.list()).toMatchObject([{ kind: 'event', why: STOOD_STILL }]);
});
