import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rotaOf, withOverride } from '../../../src/rotas/change.ts';
import { NO_HOLIDAYS, planOf } from '../../../src/rotas/plan.ts';
import {
  isSamePerson,
  MAX_OVERRIDES,
  NO_SPECIAL_TIMES,
  PLACES,
  type Rota,
  teammate,
} from '../../../src/rotas/rota.ts';
import { isOnCallFor, onCall } from '../../../src/rotas/stints.ts';
import {
  comingTurns,
  type Swap,
  swapProblem,
  takerOf,
  turnKeyOf,
  turnOfKey,
  turnsOf,
  waitsFor,
  withEnd,
  withRefusal,
  withSwap,
} from '../../../src/rotas/swap.ts';

const HOUR = 3_600_000;
/** Sunday, 22 November 2026, 15:00 in Dhaka. */
const NOW = Date.UTC(2026, 10, 22, 9);

const rotaFor = (people: readonly string[], second: readonly string[] = [], hours = 24): Rota =>
  rotaOf(
    {
      ...NO_SPECIAL_TIMES,
      name: 'Servers',
      people: people.map(teammate),
      second: second.length > 0 ? { people: second.map(teammate) } : null,
      hours,
      time: '21:00',
      weekday: 0,
      channel: null,
      texts: false,
    },
    { id: 'r', origin: null, createdBy: 'U1' },
    NO_HOLIDAYS,
    NOW,
  );
const first = { place: 'first' as const };
const swapOf = (rota: Rota, by: string, candidates: string[], returning?: string): Swap => {
  const turnOf = (userId: string) => {
    const [turn] = turnsOf(rota, NO_HOLIDAYS, userId, NOW);
    return turn ? { place: turn.place, from: turn.from, to: turn.to } : { ...first, from: 0, to: 0 };
  };
  return {
    rota: { id: 'r', name: 'Servers' },
    by,
    candidates,
    turn: turnOf(by),
    inReturn: returning === undefined ? null : turnOf(returning),
    refusals: [],
    end: null,
  };
};
const moved = (rota: Rota, swap: Swap, candidate: string, at = NOW) =>
  withSwap(rota, NO_HOLIDAYS, { id: 's1', request: swap, candidate, at });

describe('turns that can be swapped', () => {
  test('are the person’s coming ones, in either place, soonest first; the current one has begun', () => {
    const rota = rotaFor(['A', 'B'], ['B', 'C', 'A']);
    const mine = turnsOf(rota, NO_HOLIDAYS, 'A', NOW);
    expect(mine).toHaveLength(8);
    expect(mine.map(({ from }) => from)).toEqual(mine.map(({ from }) => from).toSorted((a, b) => a - b));
    expect(new Set(mine.map(({ place }) => place))).toEqual(new Set(PLACES));
    for (const { place, from, to } of mine) {
      expect(from).toBeGreaterThan(NOW);
      expect(isOnCallFor(planOf(rota, place, NO_HOLIDAYS), teammate('A'), { from, to })).toBe(true);
      expect(turnOfKey(turnKeyOf({ place, from, to }))).toEqual({ place, from, to });
    }
  });

  test('somebody alone has none, because nothing ends theirs; nor has somebody outside', () => {
    expect(turnsOf(rotaFor(['A']), NO_HOLIDAYS, 'A', NOW)).toEqual([]);
    expect(turnsOf(rotaFor(['A', 'B']), NO_HOLIDAYS, 'X', NOW)).toEqual([]);
    expect(comingTurns(rotaFor([]), NO_HOLIDAYS, NOW, { isMeant: () => true, most: 5 })).toEqual([]);
  });
});

test('a yes moves exactly the turns of the request, once, whoever swaps', () => {
  const person = fc.constantFrom('A', 'B', 'C', 'D');
  fc.assert(
    fc.property(person, person, fc.boolean(), fc.constantFrom(6, 24, 168), (by, taker, isBack, hours) => {
      fc.pre(by !== taker);
      const rota = rotaFor(['A', 'B', 'C', 'D'], [], hours);
      const swap = swapOf(rota, by, [taker], isBack ? taker : undefined);
      const after = moved(rota, swap, taker);
      if (typeof after === 'string') throw new Error(after);
      expect(takerOf(after, 's1')).toBe(taker);
      const within = ({ from, to }: { from: number; to: number }, at: number) => from <= at && at < to;
      for (let at = NOW; at < NOW + 10 * hours * HOUR; at += (hours * HOUR) / 4) {
        const before = onCall(planOf(rota, 'first', NO_HOLIDAYS), at).person;
        const expected = within(swap.turn, at)
          ? teammate(taker)
          : swap.inReturn && within(swap.inReturn, at)
            ? teammate(by)
            : before;
        expect(isSamePerson(onCall(planOf(after, 'first', NO_HOLIDAYS), at).person, expected)).toBe(true);
      }
    }),
  );
});

test('a yes is judged again: the turn is still theirs, hasn’t begun, and whoever takes it is in the rota', () => {
  const rota = rotaFor(['A', 'B', 'C']);
  const swap = swapOf(rota, 'B', ['C', 'X'], 'C');
  const problemIn = (changed: Rota, candidate = 'C', at = NOW) =>
    swapProblem(changed, NO_HOLIDAYS, swap, candidate, at);
  expect(problemIn(rota)).toBeNull();
  expect(problemIn(rota, 'X')).toBe('not_in_rota');
  expect(problemIn(rota, 'C', swap.turn.from)).toBe('begun');
  const covered = (turn: { from: number; to: number }) =>
    withOverride(rota, { ...turn, ...first, id: 'o', person: teammate('A'), by: 'U1' }, NOW) ?? rota;
  expect(problemIn(covered({ from: swap.turn.to - HOUR, to: swap.turn.to }))).toBe('not_theirs');
  expect(problemIn(covered(swap.inReturn ?? swap.turn))).toBe('return_not_theirs');
  // Somebody else took the turn of another request first.
  expect(problemIn(moved(rota, { ...swap, inReturn: null }, 'A') as Rota)).toBe('not_theirs');
});

test('without room for both stand-ins neither turn moves', () => {
  const full = Array.from({ length: MAX_OVERRIDES - 1 }).reduce<Rota>(
    (rota, _entry, index) =>
      withOverride(
        rota,
        {
          ...first,
          id: `${index}`,
          from: NOW + 2000 * HOUR + index,
          to: NOW + 2001 * HOUR + index,
          person: null,
          by: 'U1',
        },
        NOW,
      ) ?? rota,
    rotaFor(['A', 'B', 'C']),
  );
  expect(moved(full, swapOf(full, 'B', ['C'], 'C'), 'C')).toBe('too_many');
  expect(typeof moved(full, swapOf(full, 'B', ['C']), 'C')).toBe('object');
});

test('each candidate refuses once, the last refusal ends it, and what has ended stays as it is', () => {
  const swap = swapOf(rotaFor(['A', 'B', 'C']), 'B', ['A', 'C']);
  const once = withRefusal(swap, { by: 'A', why: 'no' });
  expect([waitsFor(once, 'A'), waitsFor(once, 'C'), waitsFor(once, 'X')]).toEqual([false, true, false]);
  expect(withRefusal(once, { by: 'A', why: 'no' })).toBe(once);
  expect(withRefusal(once, { by: 'X', why: 'no' })).toBe(once);
  const over = withRefusal(once, { by: 'C', why: 'left' });
  expect(over.end).toEqual({ kind: 'refused' });
  expect(withEnd(over, { kind: 'withdrawn' })).toBe(over);
  expect(withRefusal(withEnd(swap, { kind: 'withdrawn' }), { by: 'A', why: 'no' }).refusals).toEqual([]);
});
