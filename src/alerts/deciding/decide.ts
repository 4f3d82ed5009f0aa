import type { Call } from '../../domain/alert.ts';
import type { PausableWork } from '../../domain/in-turns.ts';
import { admit } from './admit.ts';
import { assign, type Lookup } from './assign.ts';
import { keepFacts } from './budget.ts';
import { createCrowds } from './crowds.ts';
import { createNewsDesk, type News } from './news.ts';
import { release } from './release.ts';
import type { Route } from './route.ts';
import { type AlertState, copyOf, crowdsIn, prune } from './state.ts';
import type { AlertText } from './text.ts';

export type Decision = {
  state: AlertState;
  /** At most one to each number. */
  texts: AlertText[];
  /** For each hook that has any. */
  news: News[];
  /** When to decide again even if no call comes in; null: only when a call does. */
  dueAt: number | null;
};

/** Calls that were added to the state. */
export type Considered = {
  /** Whom this decision asks about, by their keys; nobody if the calls bring nothing new. */
  recipients: ReadonlySet<string>;
  /** @param at the time now, and the time of day for quiet hours */
  decide(lookUp: (recipient: string) => Lookup, at: { now: number; wall: number }): PausableWork<Decision>;
};

/**
 * What follows from calls, or from time passing: the whole policy for storms in pure functions. Given the same state,
 * calls, answers and times, every process makes the same decision.
 *
 * @param routes the hooks that exist; alerts of any other hook are dropped
 */
export function* consider(
  before: AlertState,
  calls: readonly Call[],
  routes: ReadonlyMap<string, Route>,
  now: number,
): PausableWork<Considered> {
  const state = copyOf(before);
  const crowds = createCrowds(crowdsIn(state));
  const desk = createNewsDesk();
  yield* admit(state, calls, routes, { crowds, desk, now });
  return {
    recipients: new Set([...new Set(state.alerts.map(({ asked }) => asked))].flat()),
    *decide(lookUp, { now, wall }) {
      const askAgain = yield* assign(state, lookUp, { crowds, desk, now });
      const { texts, dueAt } = yield* release(state, routes, { crowds, desk, now, wall });
      for (const { hooks } of texts) for (const hook of hooks) desk.of(hook);
      prune(state, now);
      yield;
      keepFacts(state);
      return { state, texts, news: desk.all(), dueAt: earlier(askAgain, dueAt) };
    },
  };
}

function earlier(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
