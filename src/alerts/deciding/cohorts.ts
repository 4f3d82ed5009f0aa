import type { Crowd } from './crowds.ts';

/** Numbers that are in exactly the same crowds, and what those crowds are for. */
export type Cohort<T> = { numbers: string[]; items: T[] };

/**
 * Parts numbers by what is for them. What follows from that is worked out once for a cohort: two hundred people who wait
 * for the same five hundred alerts are one.
 */
export function cohortsOf<T>(items: readonly { crowd: Crowd; item: T }[]): Cohort<T>[] {
  const byCrowd = [...Map.groupBy(items, ({ crowd }) => crowd)];
  const crowdsOf = new Map<string, number[]>();
  for (const [index, [crowd]] of byCrowd.entries()) {
    for (const number of crowd) {
      const others = crowdsOf.get(number);
      if (others) others.push(index);
      else crowdsOf.set(number, [index]);
    }
  }
  const cohorts = Map.groupBy(crowdsOf, ([, crowds]) => crowds.join());
  return [...cohorts.values()].map(same => ({
    numbers: same.map(([number]) => number),
    items: (same[0]?.[1] ?? []).flatMap(index => byCrowd[index]?.[1].map(({ item }) => item) ?? []),
  }));
}
