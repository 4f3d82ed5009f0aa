import { expect, test } from 'vitest';
import { toKey } from '../../../src/alerts/alert.ts';
import { alertContents } from '../../../src/alerts/alert-inbox.ts';
import { readState, writeState } from '../../../src/alerts/policy/stored-state.ts';
import { withoutPerson } from '../../../src/contacts/store/erasure-model.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';
import { isStoredNumber, type LocalNumber } from '../../../src/kit/number.ts';
import { DAY, lookupOf, routeTo, World } from './policy/world.ts';

/* Erasing a person from the stored state of a workspace's alerts. */

const [RANU, KAMAL] = ['01712345671', '01712345672'].map(number => number as LocalNumber) as [
  LocalNumber,
  LocalNumber,
];
const keyOf = (number: LocalNumber): string => toKey({ kind: 'number', number });

test('a stored state of several lines is erased in each of them, including posts to a channel, and reads as before', () => {
  const world = new World({ ops: routeTo([keyOf(RANU)]), web: routeTo([keyOf(KAMAL), keyOf(RANU)]) });
  world.lookUp = recipient => lookupOf((JSON.parse(recipient) as { number: string }).number);
  world.call('g', { Secret: 'critical' });
  for (let n = 0; n < 150; n++) world.call(`w${n}`, { Shared: 'critical' }, { hook: 'web' });
  world.mute(DAY, {
    hook: 'web',
    groups: ['none'],
    by: { kind: 'number', number: RANU },
    reason: `asked by ${RANU}`,
  });
  const stored = runToEnd(writeState(world.state));
  expect(stored.split('\n').length).toBeGreaterThan(2);
  const lines = alertContents.unpack(stored);
  const words = alertContents.onlyToldTo(lines, RANU);
  expect(words).toContain('Secret');
  expect(words).not.toContain('Shared');
  const cleared = alertContents.pack(
    withoutPerson({ number: RANU, name: 'Ranu', contact: 'c1', hasNamesake: false, words }, lines),
  );
  expect(alertContents.unpack(cleared)).not.toMatch(/01712345671|"Secret"/);
  const state = runToEnd(readState(cleared));
  expect(state.mutes).toHaveLength(1);
  expect(state.incidents.size).toBe(world.state.incidents.size);
  expect([...state.numbers.keys()].every(isStoredNumber)).toBe(true);
});
