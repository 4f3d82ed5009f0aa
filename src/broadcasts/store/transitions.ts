import { addMillionths, toMillionths } from '../../kit/credits.ts';
import { type HoldingCode, holdingCodeOf, type Problem } from '../../kit/problem.ts';
import type { StandingPost } from '../../kit/slack/standing-post.ts';
import type { TextRecord } from '../../texts/store/model.ts';
import { countOf } from '../../texts/tally.ts';
import type { TextState } from '../../texts/text.ts';
import { type BroadcastCounts, type PauseReason, waitingOf } from '../broadcast.ts';
import { type BroadcastRecord, isActive } from './model.ts';

/* Pure changes of a broadcast while its rows become texts, and the rules for pausing it. */

/** The number of last texts that are remembered, and of refused or uncertain ones that pause the broadcast. */
const MAX_RECENT = 100;
const MAX_REFUSED_OF_RECENT = 10;
const MAX_REFUSED_IN_A_ROW = 10;
const MAX_UNCERTAIN_IN_A_ROW = 5;
/** A broadcast pauses if the SMS service hasn't been reached for this long. */
const UNREACHABLE_MS = 5 * 60_000;

const LETTERS: Partial<Record<TextState, string>> = { sent: 's', refused: 'r', uncertain: 'u' };

const WHY_HELD: Record<HoldingCode, PauseReason> = {
  INSUFFICIENT_CREDITS: 'credits',
  ACCOUNT_SUSPENDED: 'suspended',
  MISSING_API_KEY: 'key',
  INVALID_API_KEY: 'key',
};

/** The broadcast after a change of one of its texts. A late answer moves the text from one count to another. */
export function afterTextChange(
  broadcast: BroadcastRecord,
  before: TextRecord,
  after: TextRecord,
): BroadcastRecord {
  const [from, to] = [countOf(before), countOf(after)];
  if (from === to) return broadcast;
  const counts = withText({ ...broadcast.counts, [from]: broadcast.counts[from] - 1 }, after);
  const letter = from === 'open' ? (LETTERS[after.state] ?? '') : '';
  return {
    ...broadcast,
    counts,
    recent: (broadcast.recent + letter).slice(-MAX_RECENT),
    unreachableSince: wasReached(after) ? null : broadcast.unreachableSince,
  };
}

/** The counts with one more text. */
export function withText(counts: BroadcastCounts, text: TextRecord): BroadcastCounts {
  const to = countOf(text);
  const { cost } = text;
  const more = { ...counts, [to]: counts[to] + 1 };
  if (to !== 'sent') return more;
  if (cost === undefined) return { ...more, costless: more.costless + 1 };
  return { ...more, millionths: addMillionths(more.millionths, toMillionths(cost)) };
}

/** Returns true if the end of a text shows that the SMS service was reached, even without an answer. */
function wasReached({ state, problem }: TextRecord): boolean {
  return state === 'sent' || state === 'uncertain' || problem?.kind === 'SERVICE_REFUSED';
}

/** The broadcast after a request that didn't reach the SMS service. */
export function asUnreachable(broadcast: BroadcastRecord, now: number): BroadcastRecord {
  return broadcast.unreachableSince === null ? { ...broadcast, unreachableSince: now } : broadcast;
}

/**
 * Why a running broadcast has to pause; null if it continues. It also pauses at a day's limit (`whyPauseAtLimit`),
 * outside its hours (`pauseForHours` in ../policy.ts), and without a key (../feeder.ts).
 *
 * @param last the text that has just ended, if any
 * @param held why its key is held; null if it isn't
 */
export function whyPause(
  broadcast: BroadcastRecord,
  last: Pick<TextRecord, 'state' | 'problem'> | null,
  now: number,
  held: HoldingCode | null = null,
): PauseReason | null {
  if (broadcast.state !== 'running') return null;
  if (held) return WHY_HELD[held];
  // A person who resumed it has looked at everything that happened before.
  if (broadcast.changedAt > now) return null;
  const { recent, unreachableSince, creditLimit, counts } = broadcast;
  const problem = last?.state === 'refused' ? last.problem : null;
  const code = problem && holdingCodeOf(problem);
  if (code) return WHY_HELD[code];
  if (problem?.kind === 'UNLINKED') return 'unlinked';
  if (problem?.kind === 'KEY_UNREADABLE') return 'key';
  if (creditLimit !== null && counts.millionths >= creditLimit) return 'limit';
  if (recent.endsWith('r'.repeat(MAX_REFUSED_IN_A_ROW))) return 'refusals';
  if (recent.length === MAX_RECENT && recent.replaceAll(/[^r]/g, '').length >= MAX_REFUSED_OF_RECENT)
    return 'many_refusals';
  if (recent.endsWith('u'.repeat(MAX_UNCERTAIN_IN_A_ROW))) return 'uncertain';
  if (unreachableSince !== null && now - unreachableSince >= UNREACHABLE_MS) return 'unreachable';
  return null;
}

/**
 * A text that is being sent may still reveal the price. After this time all have ended, and uncertain ones never have
 * a cost.
 */
const UNJUDGED_MS = 5 * 60_000;

/** True if no text is open and the service gave no cost for some, so a limit in credits can't be checked. */
const isCostless = ({ counts }: BroadcastRecord): boolean => counts.open === 0 && counts.costless > 0;

/** Why a broadcast pauses if the day's limits allow none of its next texts; null if it waits. */
export function whyPauseAtLimit(broadcast: BroadcastRecord, over: Problem, now: number): PauseReason | null {
  // A pause would also hold back the texts that the day has room for.
  if (broadcast.counts.open > 0) return null;
  if (over.kind !== 'CAP_UNJUDGED') return 'day';
  return isCostless(broadcast) || broadcast.changedAt <= now - UNJUDGED_MS ? 'limit' : null;
}

/** Returns true if every row has an outcome, so that the broadcast is over. */
export function isDecided(broadcast: BroadcastRecord): boolean {
  return isActive(broadcast) && waitingOf({ rows: broadcast.size.rows, counts: broadcast.counts }) <= 0;
}

export function asPaused(
  broadcast: BroadcastRecord,
  why: PauseReason,
  { by, now, until }: { by: string | null; now: number; until?: number | undefined },
): BroadcastRecord {
  const pause = { why, by, at: now, until: until ?? null, post: null };
  return { ...broadcast, state: 'paused', pause, changedAt: now };
}

/**
 * The broadcast, running. Refused and uncertain texts count from zero: a person has looked at the broadcast, or the
 * reason for its pause is over.
 */
export function asResumed(broadcast: BroadcastRecord, now: number): BroadcastRecord {
  return { ...withoutPause(broadcast), state: 'running', recent: '', unreachableSince: null, changedAt: now };
}

/** The broadcast that never starts. `reason`: why it was rejected. */
export const asDropped = (
  broadcast: BroadcastRecord,
  why: NonNullable<BroadcastRecord['dropped']>,
  { by, now, reason = null }: { by: string | null; now: number; reason?: string | null },
): BroadcastRecord => ({
  ...broadcast,
  state: 'dropped',
  dropped: why,
  endedAt: now,
  endedBy: by,
  approval: broadcast.approval && { ...broadcast.approval, reason },
});

export function asEnded(broadcast: BroadcastRecord, now: number, by: string | null = null): BroadcastRecord {
  return { ...withoutPause(broadcast), state: 'ended', endedAt: now, endedBy: by, changedAt: now };
}

/** The broadcast without its pause. `pauseNotice`: the notice of the pause, which must change, too. */
const withoutPause = (broadcast: BroadcastRecord): BroadcastRecord => ({
  ...broadcast,
  pause: null,
  pauseNotice: broadcast.pause?.post ?? broadcast.pauseNotice,
});

/** Cancels the rows without a text and ends the broadcast. */
export function asEndedEarly(broadcast: BroadcastRecord, by: string | null, now: number): BroadcastRecord {
  const unfed = waitingOf({ rows: broadcast.size.rows, counts: broadcast.counts }) - broadcast.counts.open;
  const counts = { ...broadcast.counts, cancelled: broadcast.counts.cancelled + unfed };
  return asEnded({ ...broadcast, counts }, now, by);
}

/** The broadcast after one of its waiting texts was quarantined, which counts as refused, or became readable again. */
export function withUnreadable(broadcast: BroadcastRecord, isQuarantined: boolean): BroadcastRecord {
  const more = isQuarantined ? 1 : -1;
  const counts = {
    ...broadcast.counts,
    open: broadcast.counts.open - more,
    refused: broadcast.counts.refused + more,
  };
  return { ...broadcast, counts };
}

/**
 * The broadcast with the posted notice of a pause, or with the summary. If the pause is over meanwhile, its notice
 * must change.
 */
export function withPost(
  broadcast: BroadcastRecord,
  kind: 'pause' | 'summary',
  post: StandingPost,
): BroadcastRecord {
  if (kind === 'summary') return { ...broadcast, summary: post };
  return broadcast.pause
    ? { ...broadcast, pause: { ...broadcast.pause, post } }
    : { ...broadcast, pauseNotice: post };
}
