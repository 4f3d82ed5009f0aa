import type { Clock } from '../kit/clock.ts';
import { type Credits, expectedCost, type Price, toMillionths } from '../kit/credits.ts';
import { dayOf, endOfDay } from '../kit/day.ts';
import type { Problem } from '../kit/problem.ts';
import { balanceOf } from '../texts/draft.ts';
import { fitting, type Limits, NO_USE, overLimit, type Usage } from '../texts/limits.ts';
import type { History } from '../texts/store/history.ts';
import type { StopLinks } from '../texts/text-links.ts';
import type { LinkedKeys } from '../workspace/linked-keys.ts';
import { nextMorning, throughHours } from '../workspace/promotional-hours.ts';
import { type BroadcastSize, waitingOf } from './broadcast.ts';
import { bulkDurationMs, bulkTextsIn } from './bulk-pace.ts';
import type { BroadcastPolicy, PolicyResult } from './policy.ts';
import { failure } from './problem.ts';
import type { Broadcast } from './store/model.ts';
import type { Broadcasts } from './store/store.ts';

/** One author's broadcasts within this time count together for approval, if they are among the workspace's latest. */
const APPROVAL_WINDOW_MS = 3_600_000;
const MAX_RECENT = 100;

/** The expected course of a broadcast, as far as it can be known before it starts. */
export type Estimate = {
  broadcast: Broadcast;
  /** Calculated from the price of the last texts; null if unknown. */
  cost: Credits | null;
  /** The balance after the last text, and its age; null if unknown. */
  balance: { amount: Credits; ageMs: number } | null;
  /** The number of texts that the balance is enough for; null if it is enough for all, or unknown. */
  affordable: number | null;
  /** The number of texts of the same key that wait before this broadcast. */
  ahead: number;
  /**
   * The time that the broadcast takes at the key's pace, with the texts before it. `endsAt`: when it ends (time of
   * day); null if limits for the day carry it over to another day.
   */
  durationMs: number;
  endsAt: number | null;
  /**
   * For promotional texts, as times of day. `beginsAt`: when they may begin; null if at once. `pausesAt`: when the
   * broadcast first pauses for the night; null if it ends before.
   */
  beginsAt: number | null;
  pausesAt: number | null;
  /** The texts that wait for another day because of the day's limits; null if none do, as far as known. */
  dayRoom: DayRoom | null;
  /** Why the broadcast can't start: too large, too expensive, no recipients … */
  problem: Problem | null;
} & Omit<PolicyResult, 'problem'>;

/** Estimates a broadcast; null if it doesn't exist. */
export type MakeReview = (workspace: string, id: string) => Promise<Estimate | null>;

export function createReview(deps: {
  broadcasts: Pick<Broadcasts, 'one' | 'of' | 'going'>;
  history: Pick<History, 'costPerPart' | 'balance' | 'waiting' | 'usage'>;
  keys: Pick<LinkedKeys, 'linked'>;
  check: BroadcastPolicy;
  stopLinks: Pick<StopLinks, 'shown'>;
  clock: Clock;
}): MakeReview {
  const { broadcasts, history, keys, check, stopLinks, clock } = deps;

  /** The number of waiting texts of a workspace's key: those in its queue, and rows of other running broadcasts. */
  async function waiting(workspace: string, except: string, fingerprint: string): Promise<number> {
    const [{ texts }, all] = await Promise.all([history.waiting(workspace, fingerprint), broadcasts.going()]);
    const running = all.filter(
      broadcast =>
        broadcast.workspace === workspace && broadcast.id !== except && broadcast.state === 'running',
    );
    const rows = running.map(({ size, counts }) => waitingOf({ rows: size.rows, counts }) - counts.open);
    return rows.reduce((sum, count) => sum + Math.max(0, count), texts);
  }

  /**
   * The number of texts of the author's other broadcasts that started within an hour without approval. A broadcast
   * split in two needs the same approval.
   */
  async function recentlyStarted({ workspace, id, request }: Broadcast): Promise<number> {
    const all = await broadcasts.of(workspace, MAX_RECENT);
    const since = clock.now() - APPROVAL_WINDOW_MS;
    const theirs = all.filter(
      broadcast =>
        broadcast.id !== id &&
        broadcast.request.by === request.by &&
        !broadcast.approval &&
        broadcast.startedAt !== null &&
        broadcast.startedAt > since,
    );
    return theirs.reduce((sum, { size }) => sum + size.texts, 0);
  }

  /** The reviewer must not get working links: masks the recipients' own. */
  const shownSize = (size: BroadcastSize): BroadcastSize => ({
    ...size,
    longest: size.longest && stopLinks.shown(size.longest),
    samples: size.samples.map(sample => ({ ...sample, message: stopLinks.shown(sample.message) })),
  });

  return async (workspace, id) => {
    const [stored, past, key] = await Promise.all([
      broadcasts.one(workspace, id),
      history.costPerPart(workspace),
      keys.linked(workspace),
    ]);
    if (!stored) return null;
    const broadcast = { ...stored, size: shownSize(stored.size) };
    const { request, size } = broadcast;
    const [balance, ahead, lately] = await Promise.all([
      balanceOf({ history, clock }, key),
      key ? waiting(workspace, id, key.fingerprint) : 0,
      recentlyStarted(stored),
    ]);
    const result = await check(workspace, { request, size, lately }, past);
    const cost = past && expectedCost(past, size.parts);
    const durationMs = bulkDurationMs(ahead + size.texts);
    const wall = clock.wall();
    // A schedule's run that is approved before its time begins then.
    const starts = Math.max(wall, stored.startsAt ?? 0);
    const course = result.hours
      ? throughHours(result.hours, starts, durationMs)
      : { beginsAt: null, pausesAt: null, endsAt: starts + durationMs };
    const used = (userId: string | null) => history.usage(workspace, userId, wall);
    const room =
      result.limits && size.texts > 0
        ? dayRoom(
            result.limits,
            { person: await used(request.by), workspace: await used(null) },
            past,
            size,
            { wall, ahead, beginsAt: course.beginsAt, pausesAt: course.pausesAt },
          )
        : null;
    const nobody: Problem | null = size.texts === 0 ? failure('BROADCAST_EMPTY') : null;
    const unlinked: Problem | null = key ? null : { kind: 'NO_KEY', admin: false };
    return {
      broadcast,
      cost,
      balance,
      affordable: cost !== null && balance ? affordable(balance.amount, cost, size.texts) : null,
      ahead,
      durationMs,
      ...course,
      ...(room && { endsAt: null, pausesAt: null }),
      dayRoom: room,
      ...result,
      problem: nobody ?? unlinked ?? result.problem,
    };
  };
}

/** The number of texts that a balance is enough for, if all cost `cost` together; null if it is enough for all. */
export function affordable(balance: Credits, cost: Credits, texts: number): number | null {
  const [has, needs] = [BigInt(toMillionths(balance)), BigInt(toMillionths(cost))];
  return has >= needs ? null : Number((has * BigInt(texts)) / needs);
}

/** The day's limits leave no room for some of a broadcast's texts. */
export type DayRoom = {
  of: 'person' | 'workspace';
  /** The number of texts that fit on the broadcast's first day. `isToday`: that day is today. */
  room: number;
  isToday: boolean;
  /** The limit is in credits, so the number is an estimate. */
  isEstimate: boolean;
  /** The number of texts that wait until the next morning (`goesOnAt`, a time of day). `isLonger`: some wait longer. */
  waits: number;
  goesOnAt: number;
  isLonger: boolean;
};

/**
 * The texts that the limits of a broadcast's first day hold back, by the same rule as when rows become texts. Null if
 * there are none, or if the price of a text is needed and unknown.
 *
 * @param today the usage so far today
 * @param plan the course without limits; `wall`: the current time of day
 */
export function dayRoom(
  limits: Limits,
  today: { person: Usage; workspace: Usage },
  past: Price | null,
  size: { texts: number; parts: number },
  plan: { wall: number; ahead: number; beginsAt: number | null; pausesAt: number | null },
): DayRoom | null {
  const start = plan.beginsAt ?? plan.wall;
  const isToday = dayOf(start) === dayOf(plan.wall);
  const partsOf = (first: number): number => Math.ceil((size.parts * first) / size.texts);
  const room = (texts: number, used: typeof today) =>
    fitting(texts, partsOf, sum => overLimit(limits, sum, used, past, start));
  const ends = Math.min(plan.pausesAt ?? endOfDay(start), endOfDay(start));
  const byPace = Math.max(0, bulkTextsIn(ends - start) - plan.ahead);
  const fresh = { person: NO_USE, workspace: NO_USE };
  const { texts, over } = room(Math.min(size.texts, byPace), isToday ? today : fresh);
  if (over?.kind !== 'CAP_REACHED' || over.of === 'workflows') return null;
  const waits = size.texts - texts;
  return {
    of: over.of,
    room: texts,
    isToday,
    isEstimate: over.unit === 'credits',
    waits,
    goesOnAt: nextMorning(start),
    isLonger: room(waits, fresh).over !== null,
  };
}
