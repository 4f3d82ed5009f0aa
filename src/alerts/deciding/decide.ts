import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import type { Act, Beat, Call } from '../alert.ts';
import { admit } from './admit.ts';
import type { Pricing } from './allowance.ts';
import { assign, type Lookup } from './assign.ts';
import { keepFacts } from './budget.ts';
import { createCrowds } from './crowds.ts';
import { escalate, lapse, nextLapseAt, nextStepAt } from './escalate.ts';
import { type Fates, leaveOutUnheard, relatedTo, renew, toCallOff, toldOfEnded } from './fates.ts';
import { nextLookAt } from './heartbeat.ts';
import { createIncidents } from './incidents.ts';
import { hear } from './listening.ts';
import { createNewsDesk, type News } from './news.ts';
import { release } from './release.ts';
import type { Route } from './route.ts';
import { reportIncidents } from './standing.ts';
import { type AlertState, copyOf, crowdsIn, earliest, prune } from './state.ts';
import type { AlertText, OneText } from './texting.ts';

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
  /** Intents some or all of whose texts didn't go out, as far as that is news. */
  unsent?: ReadonlySet<string>;
  /** What became of them, and of the others about the same incidents. */
  fates?: Fates;
  /** Calls to heartbeats, oldest first. */
  beats?: readonly Beat[];
  /** Ids of what couldn't be read, and the hook that it names, if it names one: otherwise nobody knows which it was about. */
  unreadable?: readonly { id: string; about: string | null }[];
  /** Whether whoever decides has looked at this workspace before, and nothing failed since. */
  isSure?: boolean;
};

/** Events that were added to the state. */
export type Considered = {
  /** Whom this decision asks about, by their keys; nobody if there is nothing new. */
  recipients: ReadonlySet<string>;
  /** Intents that nobody needs to hear of any more: what still waits of them is to be cancelled before deciding. */
  callOff: readonly string[];
  /** Intents that decide who hears what is over; what became of them is asked after those were cancelled. */
  related: readonly string[];
  /**
   * @param at the time now, and the time of day for quiet hours
   * @param fates of the intents `related`; without them, everybody heard
   * @param pricing what texts cost; without it, nothing is known
   */
  decide(
    lookUp: (recipient: string) => Lookup,
    at: { now: number; wall: number },
    fates?: Fates,
    pricing?: Pricing<OneText>,
  ): CooperativeTask<Decision>;
};

/**
 * What follows from calls, acts, or time passing: the whole policy for alerts in pure functions. Given the same state, events,
 * answers and times, every process makes the same decision.
 *
 * @param routes the hooks that exist; alerts of any other hook are dropped
 */
export function* consider(
  before: AlertState,
  {
    events,
    unsent = new Set(),
    fates: known = new Map(),
    beats = [],
    unreadable = [],
    isSure = true,
  }: Happened,
  routes: ReadonlyMap<string, Route>,
  now: number,
): CooperativeTask<Considered> {
  const state = copyOf(before);
  const crowds = createCrowds(crowdsIn(state));
  const desk = createNewsDesk();
  const incidents = createIncidents(state);
  const about = { crowds, desk, incidents, now };
  for (const { id, about: hook } of unreadable)
    for (const one of hook !== null && routes.has(hook) ? [hook] : routes.keys())
      desk.of(one).unreadable.push(id);
  const args = hear(state, beats, routes, { ...about, isSure });
  yield* admit(state, [...events, ...args], routes, about);
  renew(state, unsent, known, about);
  yield* escalate(state, routes, known, about);
  const callOff = toCallOff(state, incidents.noted());
  return {
    recipients: new Set([...new Set(state.alerts.map(({ asked }) => asked))].flat()),
    callOff,
    related: [...new Set([...relatedTo(state, callOff), ...toldOfEnded(state, incidents)])],
    *decide(lookUp, { now, wall }, fates = new Map(), pricing = { partsOf: () => 1, past: null }) {
      const current = { crowds, desk, incidents, now };
      leaveOutUnheard(state, fates, current);
      const askAgain = yield* assign(state, lookUp, { ...current, routes });
      const { texts, dueAt } = yield* release(state, routes, { ...current, pricing, wall });
      for (const { hooks } of texts) for (const hook of hooks) desk.of(hook);
      lapse(state, current);
      yield* reportIncidents(state, routes, { desk, incidents });
      prune(state, now);
      yield;
      keepFacts(state);
      const due = [askAgain, dueAt, nextStepAt(state), nextLookAt(state.watch), nextLapseAt(state)];
      return { state, texts, news: desk.all(), dueAt: earliest(due) };
    },
  };
}
