import type { CooperativeTask } from '../../kit/fair-scheduler.ts';

/** A set of numbers, or of recipients by their keys. Equal crowds are the same array, in the same order. */
export type Crowd = readonly string[];

export const NOBODY: Crowd = [];

/** Combines crowds. The result for two crowds is remembered, since many alerts share the same ones. */
export type Crowds = {
  of(members: readonly string[]): Crowd;
  union(one: Crowd, other: Crowd): Crowd;
  without(one: Crowd, other: Crowd): Crowd;
  common(one: Crowd, other: Crowd): Crowd;
};

/** @param known existing crowds: a crowd that equals one of them becomes that one */
export function createCrowds(known: Iterable<Crowd>): Crowds {
  const all = new Map<string, Crowd>([['', NOBODY]]);
  for (const crowd of known) all.set(keyOf(crowd), crowd);

  /** `members` must be sorted, without duplicates. */
  function sole(members: string[]): Crowd {
    const key = keyOf(members);
    const crowd = all.get(key) ?? members;
    all.set(key, crowd);
    return crowd;
  }

  const made = new WeakMap<readonly string[], Crowd>();
  const members = new WeakMap<Crowd, ReadonlySet<string>>();
  /** Made once: each of many small crowds is compared with everybody who was texted. */
  const membersOf = (crowd: Crowd): ReadonlySet<string> => {
    const its = members.get(crowd) ?? new Set(crowd);
    members.set(crowd, its);
    return its;
  };
  return {
    of(members) {
      const crowd = made.get(members) ?? sole([...new Set(members)].sort());
      made.set(members, crowd);
      return crowd;
    },
    union: remembering((one, other) => sole([...new Set([...one, ...other])].sort())),
    without: remembering((one, other) => sole(one.filter(member => !membersOf(other).has(member)))),
    common: remembering((one, other) => sole(one.filter(member => membersOf(other).has(member)))),
  };
}

function remembering(make: (one: Crowd, other: Crowd) => Crowd): (one: Crowd, other: Crowd) => Crowd {
  const made = new WeakMap<Crowd, WeakMap<Crowd, Crowd>>();
  return (one, other) => {
    const with_ = made.get(one) ?? new WeakMap<Crowd, Crowd>();
    made.set(one, with_);
    const crowd = with_.get(other) ?? make(one, other);
    with_.set(other, crowd);
    return crowd;
  };
}

/** Numbers and keys never contain a line break. */
const keyOf = (members: Crowd): string => members.join('\n');

/** Numbers that are in exactly the same crowds, and the items for them: listed on demand, since there may be many. */
export type Cohort<T> = { numbers: string[]; items(): T[] };

/**
 * Splits numbers into cohorts that wait for the same things, so that the work is done once for each cohort: two hundred
 * people who wait for the same five hundred alerts are one cohort.
 */
export function* cohortsOf<T>(items: readonly { crowd: Crowd; item: T }[]): CooperativeTask<Cohort<T>[]> {
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
