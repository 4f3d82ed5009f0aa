import { expect, test } from 'vitest';
import { HOUR, MINUTE, read, routeTo, STEPS, World } from './world.ts';

/* The state is from a backup: who was texted since, who acknowledged, and whether it still fires, nobody knows. */

test('nobody is texted about what fired in the backup: its channel is told, and the next call begins anew', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: STEPS } as never), db: routeTo(['B']) });
  expect(read(w.call('g', { Disk: 'critical' }))).not.toEqual([]);
  w.call('db', { Down: 'critical' }, { hook: 'db' });
  w.pass(MINUTE);
  w.texts.length = 0;
  w.do({ kind: 'restored' });
  w.pass(3 * HOUR);
  expect(read(w.texts), 'no step is repeated').toEqual([]);
  expect(w.counted('restored')).toBe(2);
  expect(w.times('restored')).toBe(2);
  expect(read(w.call('g', { Disk: 'critical' })), 'it still fires').not.toEqual([]);
});
