import pino from 'pino';
import { expect, test } from 'vitest';
import { createMailWorker } from '../../../src/alerts/mail-worker.ts';
import type { Mail } from '../../../src/storage/ports.ts';
import { createManualClock } from '../../support/manual-clock.ts';

test('between the mailboxes that are due at once, everybody else has the event loop', async () => {
  const seen: string[] = [];
  const boxes = ['one', 'two', 'three'];
  const due: Mail[] = boxes.map(name => ({
    box: { kind: 'alerts', workspace: 'T1', name },
    version: 0,
    state: null,
    letters: [],
  }));
  const worker = createMailWorker({
    mailboxes: { lease: async () => due.splice(0), nextDue: async () => null } as never,
    kind: 'alerts',
    leaseMs: 1000,
    byTimeOfDay: false,
    work: async ({ box }) => void seen.push(box.name),
    failure: '',
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
