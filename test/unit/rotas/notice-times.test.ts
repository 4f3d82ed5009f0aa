import { expect, test } from 'vitest';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';
import { localTimeAt } from '../../../src/kit/time-zone.ts';
import { rotaOf } from '../../../src/rotas/change.ts';
import {
  isLate,
  lastTimes,
  type NoticeKind,
  nextTime,
  noticedTurns,
} from '../../../src/rotas/notice-times.ts';
import { NO_HOLIDAYS } from '../../../src/rotas/plan.ts';
import { NO_SPECIAL_TIMES, type Rota, type RotaDraft, teammate } from '../../../src/rotas/rota.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const dhaka = (at: number): string => localTimeAt(at, 'Asia/Dhaka');
/** A moment in Dhaka in November 2026. */
const on = (day: number, hour: number, minute = 0): number => Date.UTC(2026, 10, day, hour - 6, minute);

test('notices go out each evening at 18:00, and on Mondays at 08:00', () => {
  const last = (at: number) => lastTimes(at).map(({ at: due }) => dhaka(due));
  expect(last(on(22, 17, 59))).toEqual(['2026-11-21T18:00', '2026-11-16T08:00']);
  expect(last(on(22, 18))).toEqual(['2026-11-22T18:00', '2026-11-16T08:00']);
  expect(last(on(23, 7, 59))).toEqual(['2026-11-22T18:00', '2026-11-16T08:00']);
  expect(last(on(23, 8))).toEqual(['2026-11-22T18:00', '2026-11-23T08:00']);
  for (let at = on(16, 0); at < on(30, 0); at += 37 * MINUTE) {
    const next = nextTime(at);
    expect(next).toBeGreaterThan(at);
    expect(lastTimes(next).some(({ at: due }) => due === next)).toBe(true);
    expect(lastTimes(next - 1)).toEqual(lastTimes(at));
  }
});

test.each<[NoticeKind, number]>([
  ['evening', 1],
  ['monday', 12],
])('of the %s, a notice is late after %i hours, so that no text wakes anybody', (kind, hours) => {
  const time = lastTimes(on(23, 19)).find(candidate => candidate.kind === kind);
  if (!time) throw new Error('There is no such time');
  expect(isLate(time, time.at + hours * HOUR - 1)).toBe(false);
  expect(isLate(time, time.at + hours * HOUR)).toBe(true);
  expect(Number(dhaka(time.at + hours * HOUR - 1).slice(11, 13))).toBeLessThan(20);
});

const rota = (name: string, fields: Partial<RotaDraft> = {}): Rota =>
  rotaOf(
    {
      ...NO_SPECIAL_TIMES,
      name,
      people: ['A', 'B'].map(teammate),
      hours: 24,
      time: '21:00',
      weekday: 0,
      channel: null,
      texts: false,
      ...fields,
    },
    { id: name, origin: null, createdBy: 'U1' },
    NO_HOLIDAYS,
    on(22, 15),
  );
const noticed = (rotas: Rota[], kind: NoticeKind, at: number) =>
  [...runToEnd(noticedTurns(rotas, NO_HOLIDAYS, { kind, at }))].map(([userId, turns]) => [
    userId,
    turns.map(({ rota: name, place, from }) => `${name} ${place} ${dhaka(from).slice(8)}`),
  ]);

test('in the evening people hear of turns that begin tomorrow, of all rotas and in either place', () => {
  const rotas = [
    rota('Days'),
    rota('Nights', { time: '00:00', second: { people: [teammate('C'), teammate('B')] } }),
  ];
  expect(noticed(rotas, 'evening', on(22, 18))).toEqual([
    ['A', ['Days first 23T21:00']],
    ['B', ['Nights first 23T00:00', 'Nights second 23T00:00']],
  ]);
  // Whoever stays on, and turns from midnight after tomorrow on, don't count.
  expect(noticed([rota('Alone', { people: [teammate('A')] })], 'evening', on(22, 18))).toEqual([]);
});

test('on Monday people hear of what they have until Sunday night', () => {
  expect(noticed([rota('Days', { hours: 48 })], 'monday', on(23, 8))).toEqual([
    ['A', ['Days first 23T08:00', 'Days first 25T21:00', 'Days first 29T21:00']],
    ['B', ['Days first 23T21:00', 'Days first 27T21:00']],
  ]);
});
