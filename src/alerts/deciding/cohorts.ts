import type { PausableWork } from '../../domain/in-turns.ts';
import type { Crowd } from './crowds.ts';

/** Numbers that are in exactly the same crowds, and what those crowds are for: listed when asked, it may be much. */
export type Cohort<T> = { numbers: string[]; items(): T[] };

/**
 * Parts numbers by what is for them. What follows from that is worked out once for a cohort: two hundred people who wait
 * for the same five hundred alerts are one.
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
