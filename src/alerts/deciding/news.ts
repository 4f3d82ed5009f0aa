import type { Responder, Severity } from '../../domain/alert.ts';
import { addCounts } from '../../domain/count.ts';
import type { Problem } from '../../domain/problem.ts';
import type { NameTally } from './tally.ts';

/**
 * Why a text waits. `together`: it goes with what else is critical within some seconds; `daily`: its hook has texted as much as
 * it may today.
 */
export const HOLD_REASONS = ['pace', 'together', 'quiet', 'daily'] as const;
type HoldReason = (typeof HOLD_REASONS)[number];

/** Texts waiting for one number, and for `others` in the same way: how many alerts, until when, and why. */
export type Held = { number: string; others: number; alerts: number; until: number; why: HoldReason };

/** Alerts that nobody gets as a text: who was meant, how many, and why. `problem` null: Slack didn't answer in time. */
export type Unreached = { recipient: string; alerts: number; problem: Problem | null };

/** The step whose turn it is, from 1 and over all rounds, of how many, and when the next one is due. */
export type StepStanding = { turn: number; of: number; dueAt: number | null };

/** Who did something about incidents, when they first did, and about how many. */
export type Deed = { by: Responder; at: number; incidents: number };

/** How everything that one post shows stands. */
export type PostNews = {
  post: number;
  /** Incidents that aren't over. */
  open: number;
  /** Those of them that nobody has taken. */
  untaken: number;
  /** The alerts that fire. */
  firing: NameTally;
  taken: Deed[];
  resolvedHere: Deed[];
  /** The step that is on and when the next one is due: of the incident whose next one is due first. */
  step: StepStanding | null;
  /** Incidents that have gone through all steps, and nobody took them. */
  unanswered: number;
};

/** What a decision reports about one hook in Slack: with counts, so that nothing is left out silently. */
export type News = {
  hook: string;
  /** `post`: the one that shows its incident. */
  fired: { name: string; called: string; severity: Severity; post: number | null }[];
  resolved: { name: string; called: string; post: number | null }[];
  /** Nothing can come of them any more, though nobody said that they are over. */
  lapsed: { name: string; called: string; severity: Severity; post: number }[];
  /** The posts that show them. */
  posts: PostNews[];
  /** Fired alerts whose severity this hook doesn't text. */
  unrouted: number;
  /** Steps of an escalation that had nobody in them, so that it was the next one's turn at once. */
  emptySteps: number;
  /** 1 if the hook has now texted as much as it may today. */
  limitReached: number;
  /** Alerts that were over before we texted them. */
  overUntold: number;
  /** Still firing and repeated, but we send no reminder. */
  repeated: number;
  /** Still firing, and a reminder goes out (or waits). */
  reminded: number;
  /** Firing again so soon after a text that it gets no text of its own. */
  folded: number;
  /** Somebody tried whether texts arrive. */
  tried: number;
  /** Missing from the call because of the sender's own limit. */
  leftOut: number;
  /** Beyond the number of alerts that we follow. */
  untracked: number;
  unreached: Unreached[];
  /** Recipients beyond those that `unreached` names. */
  moreUnreached: number;
  /** Ids of what we couldn't read and set aside. */
  unreadable: string[];
  /** Of a heartbeat whose call was due then: nobody could call us. */
  unwatched: { from: number; until: number }[];
  /** Everything that waits now, not just what this decision added. */
  held: Held[];
  /** Waiting numbers beyond those in `held`. */
  moreHeld: number;
};

/** How many waits and how many recipients get a line; the rest are only counted. */
const MAX_HELD = 20;
const MAX_UNREACHED = 500;

export function noNews(hook: string): News {
  return {
    hook,
    fired: [],
    resolved: [],
    lapsed: [],
    posts: [],
    unrouted: 0,
    emptySteps: 0,
    limitReached: 0,
    overUntold: 0,
    repeated: 0,
    reminded: 0,
    folded: 0,
    tried: 0,
    leftOut: 0,
    untracked: 0,
    unreached: [],
    moreUnreached: 0,
    unreadable: [],
    unwatched: [],
    held: [],
    moreHeld: 0,
  };
}

export function addHeld(news: Pick<News, 'held' | 'moreHeld'>, held: Held): void {
  if (news.held.length < MAX_HELD) news.held.push(held);
  else news.moreHeld += 1 + held.others;
}

/** One entry for each recipient, however many alerts don't reach it for the same reason; at most `limit`. */
export function addUnreached(
  news: Pick<News, 'unreached' | 'moreUnreached'>,
  one: Unreached,
  limit = MAX_UNREACHED,
): void {
  const isSame = ({ recipient, problem }: Unreached): boolean =>
    recipient === one.recipient && JSON.stringify(problem) === JSON.stringify(one.problem);
  const same = news.unreached.find(isSame);
  if (same) same.alerts = addCounts(same.alerts, one.alerts);
  else if (news.unreached.length < limit) news.unreached.push({ ...one });
  else news.moreUnreached += 1;
}

/** The news of each hook, created on first use. */
export type NewsDesk = { of(hook: string): News; all(): News[] };

export function createNewsDesk(): NewsDesk {
  const byHook = new Map<string, News>();
  return {
    of(hook) {
      const news = byHook.get(hook) ?? noNews(hook);
      byHook.set(hook, news);
      return news;
    },
    all: () => [...byHook.values()],
  };
}
