import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HolidayNames } from '../../../src/holidays/holiday.ts';
import { dayOf } from '../../../src/kit/day.ts';
import { changedTo, rotaOf, withOverride } from '../../../src/rotas/change.ts';
import { checkRota, type HandOverState, LATE_MS } from '../../../src/rotas/hand-overs.ts';
import { NO_HOLIDAYS, planOf } from '../../../src/rotas/plan.ts';
import { NO_SPECIAL_TIMES, type Rota } from '../../../src/rotas/rota.ts';
import { onCall, onSince } from '../../../src/rotas/stints.ts';
import type { Recipient } from '../../../src/texts/recipient.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2026, 10, 22, 9);
const teammate = (name: string): Recipient => ({ kind: 'teammate', userId: name, label: name });
const DRAFT = {
  name: 'Night',
  people: ['A', 'B', 'C'].map(teammate),
  hours: 6 as const,
  time: '21:00',
  weekday: 0,
  ...NO_SPECIAL_TIMES,
  channel: 'C1',
  texts: true,
};
const rota = (): Rota => rotaOf(DRAFT, { id: 'r', origin: null, createdBy: 'U1' }, NO_HOLIDAYS, NOW);

/** The names announced by these checks, each of which continues from the last state. */
function saidAt(looks: readonly { rota: Rota; at: number }[]): (string | null)[] {
  let state: HandOverState | null = null;
  return looks.map(({ rota: current, at }) => {
    const look = checkRota(current, NO_HOLIDAYS, state, at);
    state = look.state;
    return look.handOvers[0]?.name ?? null;
  });
}

const passing = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 60 });

test('with checks within the hour, each hand-over is announced once, whenever they run', () => {
  fc.assert(
    fc.property(passing, minutes => {
      let at = NOW;
      const looks = [{ rota: rota(), at }];
      for (const more of minutes) {
        at += more * MINUTE;
        looks.push({ rota: rota(), at });
      }
      const names = saidAt(looks).filter(name => name !== null);
      expect(names).toHaveLength(Math.floor((at - onSinceOf(NOW)) / (6 * HOUR)));
      expect(new Set(names).size).toBe(names.length);
    }),
  );
});

test('however the clock is set, no hand-over is announced twice, or an hour late', () => {
  const jumping = fc.array(fc.integer({ min: -3000, max: 3000 }), { maxLength: 20 });
  fc.assert(
    fc.property(jumping, jumps => {
      const looks = [{ rota: rota(), at: NOW }];
      for (const more of jumps) looks.push({ rota: rota(), at: (looks.at(-1)?.at ?? NOW) + more * MINUTE });
      const announced = saidAt(looks);
      const names = announced.filter(name => name !== null);
      expect(new Set(names).size).toBe(names.length);
      for (const [index, name] of announced.entries())
        if (name !== null) expect((looks[index]?.at ?? 0) - Number(name.split(' ')[0])).toBeLessThan(LATE_MS);
    }),
  );
});

test('a person on call because of a change to the rota comes on then, however long ago their shift began', () => {
  const at = NOW + 2 * HOUR;
  const [a, b] = [
    onCall(planOf(rota(), 'first', NO_HOLIDAYS), at).person,
    onCall(planOf(rota(), 'first', NO_HOLIDAYS), at).next,
  ];
  expect([a, b]).toEqual([teammate('A'), teammate('B')]);
  const without = changedTo(rota(), { ...DRAFT, people: [teammate('B'), teammate('C')] }, NO_HOLIDAYS, at);
  const [, announced] = saidAt([
    { rota: rota(), at },
    { rota: without, at: at + MINUTE },
  ]);
  expect(Number(announced?.split(' ')[0])).toBe(at);
  const standsIn = withOverride(
    rota(),
    { id: 'o', place: 'first', person: teammate('B'), from: NOW, to: at + HOUR, by: 'U1' },
    at,
  );
  const [, stood, same] = saidAt([
    { rota: rota(), at },
    { rota: standsIn ?? rota(), at: at + MINUTE },
    { rota: { ...(standsIn ?? rota()), changedAt: at + 2 * MINUTE }, at: at + 2 * MINUTE },
  ]);
  expect([Number(stood?.split(' ')[0]), same]).toEqual([at, null]);
});

test('a person on call because of a change to the holidays comes on when a check notices it', () => {
  const withHolidays: Rota = { ...rota(), holidays: { people: [teammate('H')] } };
  const today: HolidayNames = new Map([[dayOf(NOW), 'Strike']]);
  const before = checkRota(withHolidays, NO_HOLIDAYS, null, NOW + MINUTE);
  const later = NOW + 5 * MINUTE;
  const after = checkRota(withHolidays, today, before.state, later);
  expect(after.onCallNow.first.person).toEqual(teammate('H'));
  expect(after.handOvers.map(({ at }) => at)).toEqual([later]);
  expect(checkRota(withHolidays, today, after.state, later + MINUTE).handOvers).toEqual([]);
});

const onSinceOf = (at: number): number => onSince(planOf(rota(), 'first', NO_HOLIDAYS), at) ?? 0;
