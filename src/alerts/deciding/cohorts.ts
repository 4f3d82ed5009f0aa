import type { PausableWork } from '../../kit/in-turns.ts';
import type { Crowd } from './crowds.ts';

/** Numbers that are in exactly the same crowds, and the items for them: listed on demand, since there may be many. */
export type Cohort<T> = { numbers: string[]; items(): T[] };

/**
 * Splits numbers into cohorts that wait for the same things, so that the work is done once for each cohort: two hundred
 * people who wait for the same five hundred alerts are one cohort.
 */
export function* cohortsOf<T>(items: readonly { crowd: Crowd; item: T }[]): PausableWork<Cohort<T>[]> {
  const byCrowd = [...Map.groupBy(items, ({ crowd }) => crowd)];
  const crowdsOf = new Map<string, number[]>();
  for (const [index, [crowd]] of byCrowd.entries()) {
    for (const number of crowd) {
      const others = crowdsOf.get(number);
      if (others) others.push(index);
      else crowdsOf.set(number, [index]);
    }
    yield;
  }
  const cohorts = new Map<string, Cohort<T>>();
  for (const [number, crowds] of crowdsOf) {
    const key = crowds.join();
    const cohort = cohorts.get(key);
    if (cohort) cohort.numbers.push(number);
    else {
      const items = () => crowds.flatMap(index => byCrowd[index]?.[1].map(({ item }) => item) ?? []);
      cohorts.set(key, { numbers: [number], items });
    }
    yield;
  }
  return [...cohorts.values()];
}
