import type { PausableWork } from '../../kit/in-turns.ts';
import type { Act, Beat, Call } from '../alert.ts';
import { admit } from './admit.ts';
import type { Pricing } from './allowance.ts';
import { assign, type Lookup } from './assign.ts';
import { keepFacts } from './budget.ts';
import { type CalledOff, callOff, toCallOff } from './call-off.ts';
import { createCrowds } from './crowds.ts';
import { escalate, nextStepAt } from './escalate.ts';
import { nextLookAt } from './heartbeat.ts';
import { createIncidents } from './incidents.ts';
import { lapse, nextLapseAt } from './lapse.ts';
import { hear } from './listening.ts';
import { createNewsDesk, type News } from './news.ts';
import { release } from './release.ts';
import { type ExpiredText, renew } from './renew.ts';
import type { Route } from './route.ts';
import { reportIncidents } from './standing.ts';
import { type AlertState, copyOf, crowdsIn, prune } from './state.ts';
import type { AlertText, OneText } from './text.ts';

export type Decision = {
  state: AlertState;
  /** At most one to each number. */
  texts: AlertText[];
  /** For each hook that has any. */
  news: News[];
  /** When to decide again even if no call comes in; null: only when a call does. */
  dueAt: number | null;
};

/** What happened since the last decision. */
export type Happened = {
  /** Oldest first. */
  events: readonly (Call | Act)[];
  /** Intents of which no text went out, as far as that is news. */
  failed?: ReadonlySet<string>;
  /** Texts that waited too long, as far as that is news. */
  expired?: readonly ExpiredText[];
  /** Calls to heartbeats, oldest first. */
  beats?: readonly Beat[];
  /** Whether whoever decides has looked at this workspace before, and nothing failed since. */
  isSure?: boolean;
};

/** Events that were added to the state. */
export type Considered = {
  /** Whom this decision asks about, by their keys; nobody if there is nothing new. */
  recipients: ReadonlySet<string>;
  /** Intents that nobody needs to hear of any more: what still waits of them is to be cancelled before deciding. */
  callOff: readonly string[];
  /**
   * @param at the time now, and the time of day for quiet hours
   * @param pricing what texts cost; without it, nothing is known
   * @param calledOff what was cancelled of `callOff`: nothing, unless it is given
   */
  decide(
    lookUp: (recipient: string) => Lookup,
    at: { now: number; wall: number },
    calledOff?: CalledOff,
    pricing?: Pricing<OneText>,
  ): PausableWork<Decision>;
};

/**
 * What follows from calls, acts, or time passing: the whole policy for alerts in pure functions. Given the same state, events,
 * answers and times, every process makes the same decision.
 *
 * @param routes the hooks that exist; alerts of any other hook are dropped
 */
export function* consider(
  before: AlertState,
  { events, failed = new Set(), expired = [], beats = [], isSure = true }: Happened,
  routes: ReadonlyMap<string, Route>,
  now: number,
): PausableWork<Considered> {
  const state = copyOf(before);
  const crowds = createCrowds(crowdsIn(state));
  const desk = createNewsDesk();
  const incidents = createIncidents(state);
  const about = { crowds, desk, incidents, now };
  const heard = hear(state, beats, routes, { ...about, isSure });
  yield* admit(state, [...events, ...heard], routes, about);
  renew(state, expired, about);
  yield* escalate(state, routes, failed, about);
  return {
    recipients: new Set([...new Set(state.alerts.map(({ asked }) => asked))].flat()),
    callOff: toCallOff(state, incidents.noted()),
    *decide(lookUp, { now, wall }, calledOff = new Map(), pricing = { partsOf: () => 1, past: null }) {
      const current = { crowds, desk, incidents, now };
      callOff(state, calledOff, crowds);
      const askAgain = yield* assign(state, lookUp, { ...current, routes });
      const { texts, dueAt } = yield* release(state, routes, { ...current, pricing, wall });
      for (const { hooks } of texts) for (const hook of hooks) desk.of(hook);
      lapse(state, current);
      yield* reportIncidents(state, routes, { desk, incidents });
      prune(state, now);
      yield;
      keepFacts(state);
      const due = [askAgain, dueAt, nextStepAt(state), nextLookAt(state.watch), nextLapseAt(state)].filter(
        at => at !== null,
      );
      return { state, texts, news: desk.all(), dueAt: due.length > 0 ? Math.min(...due) : null };
    },
  };
}
