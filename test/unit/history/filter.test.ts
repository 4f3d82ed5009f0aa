import { expect, test } from 'vitest';
import {
  ALL_OF_MINE,
  actorOf,
  type LogFilter,
  matcherOf,
  sourceOf,
  stateOf,
} from '../../../src/history/filter.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';

const NUMBER = '01712345678' as LocalNumber;
const OWN = { number: NUMBER, shown: 'Ranu Begum 017••••5678', message: 'Come at noon, room 5' };
const OTHERS = { ...OWN, message: null };

test.each<[string, boolean, boolean]>([
  ['ranu', true, true],
  ['beg', true, true],
  ['NOON', true, false],
  ['5678', true, true],
  ['৫৬৭৮', true, true],
  ['45678', true, true],
  ['+880 1712-345678', true, true],
  ['1234', false, false],
  ['5', true, true],
  ['রানু', true, true],
  ['রহিম', false, false],
  ['kamal', false, false],
])('“%s” is found in one’s own: %s, in others’: %s', (typed, inOwn, inForeign) => {
  const fits = matcherOf(typed, false);
  expect([fits?.(OWN), fits?.(OTHERS)]).toEqual([inOwn, inForeign]);
});

test('whoever sees masked numbers finds out no digit more by searching', () => {
  const fits = (typed: string): unknown => matcherOf(typed, true)?.(OTHERS);
  expect([fits('5678'), fits('99995678'), fits('5679'), fits('12345')]).toEqual([true, true, false, false]);
});

test('nothing typed fits everything', () => {
  expect([matcherOf('', false), matcherOf('  ', true)]).toEqual([null, null]);
});

test.each<[Partial<LogFilter>, string | null]>([
  [{}, 'U1'],
  [{ person: 'U2' }, 'U1'],
  [{ mine: false }, null],
  [{ mine: false, person: 'U2' }, 'U2'],
  [{ mine: false, source: 'hook' }, 'hook'],
  [{ mine: false, source: 'broadcast' }, null],
])('%j reads the texts of %s', (filter, actor) => {
  expect(actorOf({ ...ALL_OF_MINE, ...filter }, 'U1')).toBe(actor);
});

test('a text has one source and one state', () => {
  expect(sourceOf({ actor: 'U1', isOfBroadcast: true })).toBe('broadcast');
  expect(['U1', 'workflow', 'hook', 'rota'].map(actor => sourceOf({ actor, isOfBroadcast: false }))).toEqual([
    'people',
    'workflow',
    'hook',
    'rota',
  ]);
  expect(stateOf({ state: 'sent', byWord: { by: 'U1', at: 0 } })).toBe('by_word');
  expect((['queued', 'sending', 'sent'] as const).map(state => stateOf({ state, byWord: null }))).toEqual([
    'waiting',
    'waiting',
    'sent',
  ]);
});
