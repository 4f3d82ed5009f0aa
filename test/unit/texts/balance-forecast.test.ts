import { describe, expect, test } from 'vitest';
import type { Credits } from '../../../src/kit/credits.ts';
import { dayOf, timeOn } from '../../../src/kit/day.ts';
import { balanceForecast, type DayCost, type Forecast } from '../../../src/texts/balance-forecast.ts';

/** A Sunday at noon. */
const AT = timeOn(dayOf(Date.UTC(2026, 10, 29)), '12:00');
const TODAY = dayOf(AT);

/** Costs in credits, by how many days ago. */
const costs = (...all: [daysAgo: number, credits: number][]): DayCost[] =>
  all.map(([daysAgo, credits]) => ({ day: TODAY - daysAgo, millionths: credits * 1_000_000 }));
const lasts = (days: number): Forecast => ({ kind: 'lasts', days });
const unknown = (why: 'balance' | 'unused' | 'young'): Forecast => ({ kind: 'unknown', why });
/** Ten credits on each working day, Sunday to Thursday, of the last weeks. */
const WORKING_DAYS = costs(...[3, 4, 5, 6, 7, 10, 11, 12, 13, 14].map(ago => [ago, 10] as [number, number]));

describe('about how many days a balance lasts', () => {
  test.each<[string, string | null, DayCost[], Forecast]>([
    ['an unknown balance', null, WORKING_DAYS, unknown('balance')],
    ['never used', '100', [], unknown('unused')],
    ['days that cost nothing', '100', costs([1, 0], [2, 0]), unknown('unused')],
    ['not used for a month', '100', costs([28, 10], [29, 10]), unknown('unused')],
    ['the first day', '100', costs([0, 30]), unknown('young')],
    ['a single day last week', '100', costs([6, 30]), unknown('young')],
    ['two days: 20 credits in one and a half', '100', costs([1, 10], [0, 10]), lasts(7)],
    ['working days: 70 credits in eleven and a half with weekends', '70', WORKING_DAYS, lasts(11)],
    ['today’s broadcast counts at once', '100', costs([2, 1], [1, 1], [0, 98]), lasts(2)],
    [
      'the last seven days with use, not those before',
      '35',
      costs(...[0, 1, 2, 3, 4, 5, 6].map(ago => [ago, 5] as [number, number]), [7, 5000]),
      lasts(6),
    ],
    ['use long ago isn’t this pace', '10', costs([30, 5000], [1, 5], [0, 5]), lasts(1)],
    ['nothing is left', '0', WORKING_DAYS, lasts(0)],
    ['more was used than there was', '-3.50', WORKING_DAYS, lasts(0)],
    ['less than a day', '3', costs([1, 10], [0, 10]), lasts(0)],
    ['very much', '3000000', costs([9, 1], [0, 1]), lasts(14_250_000)],
    ['days from the future, after a clock was set back', '100', costs([-1, 50], [-2, 50]), unknown('unused')],
  ])('%s', (_name, balance, days, forecast) => {
    expect(balanceForecast(balance as Credits | null, days, AT)).toEqual(forecast);
  });

  test('the order of the days is irrelevant', () => {
    expect(balanceForecast('70' as Credits, WORKING_DAYS.toReversed(), AT)).toEqual(lasts(11));
  });
});
