import type { Clock } from '../kit/clock.ts';
import { type Credits, expectedCost, type Price, toMillionths } from '../kit/credits.ts';
import { dayOf, endOfDay } from '../kit/day.ts';
import type { Problem } from '../kit/problem.ts';
import { fitting, type Limits, overLimit, type Usage } from '../texts/limits.ts';
import type { History } from '../texts/store/history.ts';
import type { StopLinks } from '../texts/text-links.ts';
import type { LinkedKeys } from '../workspace/linked-keys.ts';
import { nextMorning, throughHours } from '../workspace/promotional-hours.ts';
import { type BroadcastSize, waitingOf } from './broadcast.ts';
import { bulkDurationMs, bulkTextsIn } from './bulk-pace.ts';
import type { BroadcastPolicy, Judgement } from './policy.ts';
import { failure } from './problem.ts';
import type { Broadcast } from './store/model.ts';
import type { Broadcasts } from './store/store.ts';

/** Broadcasts that one person begins within this time count together; and how many of the workspace's are looked at. */
const TOGETHER_MS = 3_600_000;
const LATELY = 100;

/** What a broadcast will come to, as far as anybody can know before. */
export type Estimate = {
  broadcast: Broadcast;
  /** From what the last texts cost; null: nobody knows yet. */
  cost: Credits | null;
  /** After the last send, and how old that is; null: not known. */
  balance: { amount: Credits; ageMs: number } | null;
  /** How many texts the balance is enough for; null: for all, or not known. */
  affordable: number | null;
  /** How many texts of the same key wait before it. */
  ahead: number;
  /**
   * How long it will take at the key's pace, with what waits before it, and when it would end (time of day); null: on another
   * day, because of the limits for one.
   */
  durationMs: number;
  endsAt: number | null;
  /** Promotional: when it may begin (time of day); null: at once. And when it has to pause for the night first. */
  beginsAt: number | null;
  pausesAt: number | null;
  /** What has to wait for another day because of the limits for one; null: nothing, as far as we know. */
  dayRoom: DayRoom | null;
  /** Why it can't be started as it is: too large, too expensive, nobody to text … */
  problem: Problem | null;
} & Omit<Judgement, 'problem'>;

/** Works out what a broadcast will come to; null: there is none. */
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

  /** How many texts of a workspace's key wait: those in its queue, and rows that are still to become texts. */
  async function waiting(workspace: string, except: string, fingerprint: string): Promise<number> {
    const [{ texts }, all] = await Promise.all([history.waiting(workspace, fingerprint), broadcasts.going()]);
    const others = all.filter(
      one => one.workspace === workspace && one.id !== except && one.state === 'running',
    );
    const rows = others.map(({ size, counts }) => waitingOf({ rows: size.rows, counts }) - counts.open);
    return rows.reduce((sum, count) => sum + Math.max(0, count), texts);
  }

  /** How many texts its author began within an hour without anybody's approval: split in two, it takes the same approval. */
  async function begunLately({ workspace, id, request }: Broadcast): Promise<number> {
    const all = await broadcasts.of(workspace, LATELY);
    const since = clock.now() - TOGETHER_MS;
    const theirs = all.filter(
      one =>
        one.id !== id &&
        one.request.by === request.by &&
        !one.approval &&
        one.startedAt !== null &&
        one.startedAt > since,
    );
    return theirs.reduce((sum, { size }) => sum + size.texts, 0);
  }

  /** Whoever looks at it isn't whom its links are for. */
  const shownSize = (size: BroadcastSize): BroadcastSize => ({
    ...size,
    longest: size.longest && stopLinks.shown(size.longest),
    samples: size.samples.map(one => ({ ...one, message: stopLinks.shown(one.message) })),
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
    const [last, ahead, lately] = await Promise.all([
      key && history.balance(key.fingerprint),
      key ? waiting(workspace, id, key.fingerprint) : 0,
      begunLately(stored),
    ]);
    const judged = await check(workspace, { request, size, lately }, past);
    const cost = past && expectedCost(past, size.parts);
    const durationMs = bulkDurationMs(ahead + size.texts);
    const wall = clock.wall();
    const through = judged.hours
      ? throughHours(judged.hours, wall, durationMs)
      : { beginsAt: null, pausesAt: null, endsAt: wall + durationMs };
    const used = (who: string | null) => history.usage(workspace, who, wall);
    const room =
      judged.limits && size.texts > 0
        ? dayRoom(
            judged.limits,
            { person: await used(request.by), workspace: await used(null) },
            past,
            size,
            {
              ...{ wall, ahead, beginsAt: through.beginsAt, pausesAt: through.pausesAt },
            },
          )
        : null;
    const nobody: Problem | null = size.texts === 0 ? failure('BROADCAST_EMPTY') : null;
    const unlinked: Problem | null = key ? null : { kind: 'NO_KEY', admin: false };
    return {
      broadcast,
      cost,
      balance: last && { amount: last.balance, ageMs: clock.now() - last.at },
      affordable: cost !== null && last ? affordable(last.balance, cost, size.texts) : null,
      ahead,
      durationMs,
      ...through,
      ...(room && { endsAt: null, pausesAt: null }),
      dayRoom: room,
      ...judged,
      problem: nobody ?? unlinked ?? judged.problem,
    };
  };
}

/** For how many of these texts a balance is enough, if they cost `cost` together; null: for all. */
export function affordable(balance: Credits, cost: Credits, texts: number): number | null {
  const [has, needs] = [BigInt(toMillionths(balance)), BigInt(toMillionths(cost))];
  return has >= needs ? null : Number((has * BigInt(texts)) / needs);
}

/** A day's limit leaves no room for some of a broadcast's texts. */
export type DayRoom = {
  of: 'person' | 'workspace';
  /** How many texts there is room for on the day it begins, and whether that is today. */
  room: number;
  isToday: boolean;
  /** The limit is in credits, so that nobody knows exactly. */
  isEstimate: boolean;
  /** How many have to wait until the next morning (a time of day), and whether some of those wait longer. */
  waits: number;
  goesOnAt: number;
  isLonger: boolean;
};

const NOTHING: Usage = { texts: 0, millionths: 0, open: 0 };

/**
 * What the limits of the day on which a broadcast begins will hold back, by the same rule that holds it back then. Null:
 * nothing, or nobody knows yet what a text costs.
 *
 * @param today what was used of the limits so far today
 * @param plan how it goes without them; `wall`: the time of day now
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
    fitting(texts, partsOf, wanted => overLimit(limits, wanted, used, past, start));
  const ends = Math.min(plan.pausesAt ?? endOfDay(start), endOfDay(start));
  const byPace = Math.max(0, bulkTextsIn(ends - start) - plan.ahead);
  const fresh = { person: NOTHING, workspace: NOTHING };
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
