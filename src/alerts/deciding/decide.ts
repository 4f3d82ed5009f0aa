import type { Call } from '../../domain/alert.ts';
import { admit } from './admit.ts';
import { assign, type Lookup } from './assign.ts';
import { createNewsDesk, type News } from './news.ts';
import { type Release, release } from './release.ts';
import type { Route } from './route.ts';
import { copyOf, prune, type State } from './state.ts';

export type Around = {
  now: number;
  /** The time of day at that moment, for quiet hours. */
  wall: number;
  /** The hooks that are; what is of another one is let go. */
  routes: ReadonlyMap<string, Route>;
  lookUp: (recipient: string) => Lookup;
};

export type Decision = {
  state: State;
  /** At most one to each number. */
  texts: Release[];
  /** Of each hook that has any. */
  news: News[];
  /** When to decide again without a call; null: when one comes. */
  dueAt: number | null;
};

/**
 * What follows from calls, or from time that went by: the whole policy of storms in one pure function. Given the same
 * state, calls and moment, it decides the same, whichever process asks.
 */
export function decide(before: State, calls: readonly Call[], around: Around): Decision {
  const { now, wall, routes, lookUp } = around;
  const state = copyOf(before);
  const desk = createNewsDesk();
  admit(state, calls, routes, desk, now);
  const askAgain = assign(state, lookUp, desk, now);
  const { texts, held, dueAt } = release(state, routes, { now, wall });
  for (const { hooks } of texts) for (const hook of hooks) desk.of(hook);
  for (const [hook, waiting] of held) desk.of(hook).held = waiting;
  prune(state, now);
  return { state, texts, news: desk.all(), dueAt: earlier(askAgain, dueAt) };
}

function earlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

/** Whom a decision will ask about: the worker looks them up before it decides. */
export function recipientsOf(
  state: State,
  calls: readonly Call[],
  routes: ReadonlyMap<string, Route>,
): Set<string> {
  const waiting = state.audiences.map(({ recipient }) => recipient);
  const called = calls.flatMap(call => [
    ...(call.to ?? []),
    ...Object.values(routes.get(call.hook)?.textsTo ?? {}).flat(),
  ]);
  return new Set([...waiting, ...called]);
}
