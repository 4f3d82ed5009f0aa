import pino from 'pino';
import { expect, test } from 'vitest';
import type { LeasedInbox } from '../../../src/kit/inbox/model.ts';
import { createInboxWorker } from '../../../src/kit/inbox/worker.ts';
import { createHandling } from '../../../src/kit/stalls/handling.ts';
import { createManualClock } from '../../support/manual-clock.ts';

test('other work gets the event loop between inboxes that are due at once', async () => {
  const seen: string[] = [];
  const boxes = ['one', 'two', 'three'];
  const due: LeasedInbox[] = boxes.map(name => ({
    address: { kind: 'alerts', workspace: 'T1', name },
    version: 0,
    state: null,
    events: [],
    eventIds: [],
    isSuspect: false,
    refused: [],
  }));
  const worker = createInboxWorker({
    inboxes: {
      lease: async (_kind: string, _now: number, _until: number, limit: number) => due.splice(0, limit),
      nextDue: async () => (due.length > 0 ? 0 : null),
    } as never,
    kind: 'alerts',
    leaseMs: 1000,
    byTimeOfDay: false,
    work: async ({ address }) => void seen.push(address.name),
    failure: '',
    handling: createHandling(),
    clock: createManualClock(),
    log: pino({ level: 'silent' }),
  });
  const everybodyElse = (): void => {
    seen.push('others');
    if (!seen.includes('three')) setImmediate(everybodyElse);
  };
  setImmediate(everybodyElse);
  worker.wake();
  await expect.poll(() => seen.includes('three')).toBe(true);
  await worker.stop();
  expect(seen.join(' ')).toMatch(/one( others)+ two( others)+ three/);
});

test('work that outlasts its lease isn’t started a second time', async () => {
  const clock = createManualClock();
  const begun: string[] = [];
  const leased = (name: string): LeasedInbox => ({
    address: { kind: 'alerts', workspace: 'T1', name },
    version: 0,
    state: null,
    events: [],
    eventIds: [],
    isSuspect: false,
    refused: [],
  });
  /** The first lease ends at once. */
  const due = [leased('slow'), leased('slow'), leased('other')];
  const slow = Promise.withResolvers<void>();
  const worker = createInboxWorker({
    inboxes: {
      lease: async () => due.splice(0, 1),
      nextDue: async () => (due.length > 0 ? clock.now() : null),
    } as never,
    kind: 'alerts',
    leaseMs: 1000,
    byTimeOfDay: false,
    work({ address }) {
      begun.push(address.name);
      return address.name === 'slow' ? slow.promise : Promise.resolve();
    },
    failure: '',
    handling: createHandling(),
    clock,
    log: pino({ level: 'silent' }),
  });
  worker.wake();
  await expect.poll(() => begun.join()).toBe('slow,other');
  slow.resolve();
  await expect.poll(() => due.length).toBe(0);
  due.push(leased('slow'));
  worker.wake();
  await expect.poll(() => begun.join()).toBe('slow,other,slow');
  await worker.stop();
});
