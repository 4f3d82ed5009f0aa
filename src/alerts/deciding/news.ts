import type { Severity } from '../../domain/alert.ts';
import { addCounts } from '../../domain/count.ts';
import type { Problem } from '../../domain/problem.ts';

/** Texts that wait for a number, and for so many others in the same way: how many alerts, until when, and why. */
export type Held = { number: string; others: number; alerts: number; until: number; why: 'pace' | 'quiet' };

/** Alerts that reach nobody by text: who was meant, how many, and why. `problem` null: Slack did not say in time. */
export type Unreached = { recipient: string; alerts: number; problem: Problem | null };

/** What a decision has to say of one hook, in Slack: with numbers, so that nothing is left out in silence. */
export type News = {
  hook: string;
  fired: { name: string; severity: Severity }[];
  resolved: string[];
  /** Fired alerts whose severity the hook does not text. */
  unrouted: number;
  /** Alerts that were over before a text told of them. */
  overUntold: number;
  /** Still firing, said again, and no reminder of it goes. */
  repeated: number;
  /** Still firing, and a reminder goes (or waits). */
  reminded: number;
  /** Told so shortly before that firing anew is no text of its own. */
  folded: number;
  /** Not in the call, by the sender's own limit. */
  leftOut: number;
  /** Beyond the number of alerts that are followed. */
  untracked: number;
  unreached: Unreached[];
  /** Recipients that are not named there any more. */
  moreUnreached: number;
  /** Ids of what could not be read, as it was set aside. */
  unreadable: string[];
  /** All that waits now, not only what this decision added. */
  held: Held[];
  /** Numbers that wait, and are not in there any more. */
  moreHeld: number;
};

/** So many waits and so many recipients have a line; those beyond are counted. */
const MAX_HELD = 20;
const MAX_UNREACHED = 500;

export function noNews(hook: string): News {
  return {
    hook,
    fired: [],
    resolved: [],
    unrouted: 0,
    overUntold: 0,
    repeated: 0,
    reminded: 0,
    folded: 0,
    leftOut: 0,
    untracked: 0,
    unreached: [],
    moreUnreached: 0,
    unreadable: [],
    held: [],
    moreHeld: 0,
  };
}

export function addHeld(news: Pick<News, 'held' | 'moreHeld'>, held: Held): void {
  if (news.held.length < MAX_HELD) news.held.push(held);
  else news.moreHeld += 1 + held.others;
}

/** One recipient is one line, however many alerts do not reach it for the same reason. */
export function addUnreached(news: Pick<News, 'unreached' | 'moreUnreached'>, one: Unreached): void {
  const isSame = ({ recipient, problem }: Unreached): boolean =>
    recipient === one.recipient && JSON.stringify(problem) === JSON.stringify(one.problem);
  const same = news.unreached.find(isSame);
  if (same) same.alerts = addCounts(same.alerts, one.alerts);
  else if (news.unreached.length < MAX_UNREACHED) news.unreached.push({ ...one });
  else news.moreUnreached += 1;
}

/** The news of each hook, made when first asked for. */
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
