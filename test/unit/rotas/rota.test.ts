import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localTimeAt } from '../../../src/kit/time-zone.ts';
import { changedTo, rotaOf, withOverride, withoutOverride } from '../../../src/rotas/change.ts';
import { NO_HOLIDAYS, planOf } from '../../../src/rotas/plan.ts';
import {
  isSamePerson,
  NO_SPECIAL_TIMES,
  type Rota,
  type RotaDraft,
  rotaSchema,
} from '../../../src/rotas/rota.ts';
import { onCall as onCallOf, onSince as onSinceOf, stints as stintsOf } from '../../../src/rotas/stints.ts';
import type { Recipient } from '../../../src/texts/recipient.ts';

const HOUR = 3_600_000;
/** Sunday, 22 November 2026, 15:00 in Dhaka. */
const NOW = Date.UTC(2026, 10, 22, 9);

const teammate = (name: string): Recipient => ({ kind: 'teammate', userId: name, label: name });
const nameOf = (recipient: Recipient | null): string | null =>
  recipient?.kind === 'teammate' ? recipient.userId : null;
const draft = (fields: Partial<RotaDraft> = {}): RotaDraft => ({
  name: 'Night',
  people: [teammate('A'), teammate('B'), teammate('C')],
  hours: 24,
  time: '21:00',
  weekday: 0,
  ...NO_SPECIAL_TIMES,
  channel: null,
  texts: true,
  ...fields,
});
const rota = (fields: Partial<RotaDraft> = {}, at = NOW): Rota =>
  rotaOf(draft(fields), { id: 'r', origin: null, createdBy: 'U1' }, NO_HOLIDAYS, at);
const planFor = (rota: Rota) => planOf(rota, 'first', NO_HOLIDAYS);
const onCall = (rota: Rota, at: number) => onCallOf(planFor(rota), at);
const onSince = (rota: Rota, at: number) => onSinceOf(planFor(rota), at);
const stints = (rota: Rota, at: number, most: number) => stintsOf(planFor(rota), at, most);
const changed = (rota: Rota, draft: RotaDraft, at: number) => changedTo(rota, draft, NO_HOLIDAYS, at);
const dhaka = (at: number | null): string | null => (at === null ? null : localTimeAt(at, 'Asia/Dhaka'));
const planned = (rota: Rota, at: number, most: number) =>
  stints(rota, at, most).map(({ person, from }) => [nameOf(person), dhaka(from)]);
const override = (from: number, to: number, name: string | null, id = `${from}`) => ({
  id,
  place: 'first' as const,
  from,
  to,
  by: 'U1',
  person: name === null ? null : teammate(name),
});
const rotaWith = (rota: Rota, ...all: ReturnType<typeof override>[]): Rota =>
  all.reduce((before, next) => withOverride(before, next, NOW) ?? before, rota);

describe('turns', () => {
  test('a day each: the first is on call since the last hand-over', () => {
    expect(planned(rota(), NOW, 4)).toEqual([
      ['A', '2026-11-22T15:00'],
      ['B', '2026-11-22T21:00'],
      ['C', '2026-11-23T21:00'],
      ['A', '2026-11-24T21:00'],
    ]);
    expect(dhaka(onSince(rota(), NOW))).toBe('2026-11-21T21:00');
  });

  test.each([
    [{ hours: 168, weekday: 0, ...NO_SPECIAL_TIMES, time: '09:00' }, '2026-11-29T09:00', '2026-12-06T09:00'],
    [{ hours: 168, weekday: 0, ...NO_SPECIAL_TIMES, time: '18:00' }, '2026-11-22T18:00', '2026-11-29T18:00'],
    [{ hours: 168, weekday: 4, ...NO_SPECIAL_TIMES, time: '10:30' }, '2026-11-26T10:30', '2026-12-03T10:30'],
    [{ hours: 336, weekday: 6, ...NO_SPECIAL_TIMES, time: '09:00' }, '2026-12-05T09:00', '2026-12-19T09:00'],
    [{ hours: 8, time: '06:00' }, '2026-11-22T22:00', '2026-11-23T06:00'],
    [{ hours: 12, time: '20:00' }, '2026-11-22T20:00', '2026-11-23T08:00'],
    [{ hours: 48, time: '00:00' }, '2026-11-24T00:00', '2026-11-26T00:00'],
  ] as const)('with %o hand-overs are at %s and %s', (fields, first, second) => {
    const [, next, afterNext] = planned(rota(fields), NOW, 3);
    expect([next, afterNext]).toEqual([
      ['B', first],
      ['C', second],
    ]);
  });

  test('one person alone is always on call; an empty rota has nobody', () => {
    expect(onCall(rota({ people: [teammate('A')] }), NOW)).toEqual({
      person: teammate('A'),
      until: null,
      next: null,
    });
    expect(onSince(rota({ people: [teammate('A')] }), NOW)).toBeNull();
    expect(onCall(rota({ people: [] }), NOW)).toEqual({ person: null, until: null, next: null });
  });
});

describe('overrides', () => {
  const ten = NOW + 7 * HOUR;

  test('a stand-in takes part of a shift, and is followed by the person whose turn it is then', () => {
    expect(planned(rotaWith(rota(), override(ten, ten + 2 * HOUR, 'C')), NOW, 4)).toEqual([
      ['A', '2026-11-22T15:00'],
      ['B', '2026-11-22T21:00'],
      ['C', '2026-11-22T22:00'],
      ['B', '2026-11-23T00:00'],
    ]);
  });

  test('a holiday has nobody on call, which is a value', () => {
    const holiday = rotaWith(rota(), override(NOW, ten, null));
    expect(onCall(holiday, NOW)).toEqual({ person: null, until: ten, next: teammate('B') });
  });

  test('of two that overlap the later one counts, until it is removed', () => {
    const both = rotaWith(rota(), override(NOW, ten, 'B', 'one'), override(NOW + HOUR, ten, 'C', 'two'));
    expect(nameOf(onCall(both, NOW).person)).toBe('B');
    expect(nameOf(onCall(both, NOW + HOUR).person)).toBe('C');
    expect(nameOf(onCall(withoutOverride(both, 'two', NOW), NOW + HOUR).person)).toBe('B');
  });

  test('past ones are dropped when another is added, a repeated one is one, and there is a limit', () => {
    let full = rota();
    for (let n = 0; n < 30; n++) full = withOverride(full, override(NOW + n, ten, 'C'), NOW) ?? full;
    expect(withOverride(full, override(NOW + 29, ten, 'C'), NOW)?.overrides).toHaveLength(30);
    expect(withOverride(full, override(NOW + 30, ten, 'C'), NOW)).toBeNull();
    expect(withOverride(full, override(ten, ten + HOUR, 'C', 'later'), ten)?.overrides).toHaveLength(1);
  });
});

describe('a change', () => {
  const later = NOW + 20 * HOUR; // B's turn.

  test('keeps the current turn and its end, and continues in the new order', () => {
    const grown = changed(
      rota(),
      draft({ people: [teammate('A'), teammate('D'), teammate('B'), teammate('C')] }),
      later,
    );
    expect(planned(grown, later, 3).map(([name]) => name)).toEqual(['B', 'C', 'A']);
    expect(onCall(grown, later).until).toBe(onCall(rota(), later).until);
    const shrunk = changed(rota(), draft({ people: [teammate('B'), teammate('C')] }), later);
    expect(planned(shrunk, later, 3).map(([name]) => name)).toEqual(['B', 'C', 'B']);
  });

  test('that removes the current person lets the next one come on at once', () => {
    const without = changed(rota(), draft({ people: [teammate('A'), teammate('C')] }), later);
    expect(planned(without, later, 3).map(([name]) => name)).toEqual(['C', 'A', 'C']);
    expect(onCall(without, later).until).toBe(onCall(rota(), later).until);
  });

  test('of the hand-over leaves the person on call until the next one by the new rule', () => {
    const moved = changed(rota(), draft({ time: '09:00' }), later);
    expect(planned(moved, later, 2)).toEqual([
      ['B', '2026-11-23T11:00'],
      ['C', '2026-11-24T09:00'],
    ]);
  });
});

describe('in any rota', () => {
  const people: fc.Arbitrary<string[]> = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D'), {
    maxLength: 4,
  });
  const hour = fc.integer({ min: -200, max: 400 });
  const overrides = fc.array(
    fc.record({
      from: hour,
      hours: fc.integer({ min: 1, max: 90 }),
      name: fc.option(fc.constantFrom('A', 'B', 'X')),
    }),
    { maxLength: 5 },
  );
  const rotas = fc
    .record({
      people,
      hours: fc.oneof(fc.constantFrom(6, 8, 12, 24, 48, 72, 168, 336), fc.integer({ min: 1, max: 1344 })),
      time: fc.constantFrom('00:00', '09:00', '21:00'),
      weekday: fc.integer({ min: 0, max: 6 }),
      overrides,
    })
    .map(({ people: names, overrides: all, ...rest }) =>
      rotaSchema.parse({
        ...rota({ ...rest, people: names.map(teammate) }),
        overrides: all.map(({ from, hours, name }, index) =>
          override(NOW + from * HOUR, NOW + (from + hours) * HOUR, name, `${index}`),
        ),
      }),
    );

  test('stints follow each other without a person twice in a row, and agree with who is on call every hour', () => {
    fc.assert(
      fc.property(rotas, hour, (rota, after) => {
        const at = NOW + after * HOUR;
        const all = stints(rota, at, 6);
        expect(all[0]?.from).toBe(at);
        for (const [index, { person, from, until }] of all.entries()) {
          const next = all[index + 1];
          if (next) {
            expect(next.from).toBe(until);
            expect(isSamePerson(next.person, person)).toBe(false);
          }
          const end = Math.min(until ?? Number.POSITIVE_INFINITY, from + 800 * HOUR);
          for (let moment = from; moment < end; moment += HOUR) {
            const last = rota.overrides.findLast(
              indexedAt => indexedAt.from <= moment && moment < indexedAt.to,
            );
            const shifts = Math.floor((moment - rota.turns.people.at) / (rota.hours * HOUR));
            const count = rota.people.length;
            const turn =
              count === 0
                ? null
                : rota.people[(((rota.turns.people.index + shifts) % count) + count) % count];
            expect(nameOf(onCall(rota, moment).person)).toBe(nameOf(last ? last.person : (turn ?? null)));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  test('the person on call came on when another person was on until then', () => {
    fc.assert(
      fc.property(rotas, hour, (rota, after) => {
        const at = NOW + after * HOUR;
        const since = onSince(rota, at);
        const { person } = onCall(rota, at);
        if (since === null) return;
        expect(isSamePerson(onCall(rota, since - 1).person, person)).toBe(false);
        for (let moment = since; moment <= at; moment += HOUR)
          expect(isSamePerson(onCall(rota, moment).person, person)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('changing other people changes nobody’s turn who stays, now or later, while people take turns', () => {
    fc.assert(
      fc.property(rotas, people, hour, (rota, names, after) => {
        const at = NOW + after * HOUR;
        const plain = { ...rota, overrides: [] };
        const before = onCall(plain, at);
        const changedRota = changed(plain, { ...plain, people: names.map(teammate) }, at);
        const now = onCall(changedRota, at);
        const stays =
          before.person !== null && names.some(name => isSamePerson(teammate(name), before.person));
        if (stays) expect(isSamePerson(now.person, before.person)).toBe(true);
        if (names.length > 1 && before.until !== null) expect(now.until).toBe(before.until);
        const round = stints(changedRota, at, names.length).map(({ person }) => nameOf(person));
        const first = names.indexOf(round[0] ?? '');
        expect(round).toEqual(
          [...names.slice(first), ...names.slice(0, Math.max(first, 0))].slice(0, round.length),
        );
      }),
      { numRuns: 200 },
    );
  });
});
