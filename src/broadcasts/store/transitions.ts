import { addMillionths, toMillionths } from '../../kit/credits.ts';
import { type HoldingCode, holdingCodeOf } from '../../kit/problem.ts';
import type { StandingPost } from '../../kit/slack/standing-post.ts';
import type { TextRecord } from '../../texts/store/model.ts';
import type { TextState } from '../../texts/text.ts';
import { type BroadcastCounts, type PauseReason, waitingOf } from '../broadcast.ts';
import { type BroadcastRecord, isActive } from './model.ts';

/* What becomes of a broadcast while its rows become texts. */

/** How many of the last texts are remembered; how many of them refused are too many, and how many in a row. */
const RECENT = 100;
const REFUSED_OF_RECENT = 10;
const REFUSED_IN_A_ROW = 10;
const UNCERTAIN_IN_A_ROW = 5;
/** A broadcast pauses when the SMS service hasn't been reached for this long. */
const UNREACHABLE_MS = 5 * 60_000;

const COUNTED: Record<TextState, Exclude<keyof BroadcastCounts, 'leftOut' | 'millionths' | 'costless'>> = {
  queued: 'open',
  sending: 'open',
  sent: 'sent',
  refused: 'refused',
  uncertain: 'uncertain',
  cancelled: 'cancelled',
};
const LETTERS: Partial<Record<TextState, string>> = { sent: 's', refused: 'r', uncertain: 'u' };

const WHY_HELD: Record<HoldingCode, PauseReason> = {
  INSUFFICIENT_CREDITS: 'credits',
  ACCOUNT_SUSPENDED: 'suspended',
  MISSING_API_KEY: 'key',
  INVALID_API_KEY: 'key',
};

/** Why broadcasts pause when their key is held. */
export const whyHeld = (held: HoldingCode): PauseReason => WHY_HELD[held];

/** The broadcast when one of its texts has changed. A late answer moves a text from one count to the other. */
export function tallied(one: BroadcastRecord, before: TextRecord, after: TextRecord): BroadcastRecord {
  const [from, to] = [COUNTED[before.state], COUNTED[after.state]];
  if (from === to) return one;
  const counts = counted({ ...one.counts, [from]: one.counts[from] - 1 }, after);
  const letter = from === 'open' ? (LETTERS[after.state] ?? '') : '';
  return {
    ...one,
    counts,
    recent: (one.recent + letter).slice(-RECENT),
    unreachableSince: wasReached(after) ? null : one.unreachableSince,
  };
}

/** The counts with one text more. */
export function counted(counts: BroadcastCounts, { state, cost }: TextRecord): BroadcastCounts {
  const to = COUNTED[state];
  const more = { ...counts, [to]: counts[to] + 1 };
  if (state !== 'sent') return more;
  if (cost === undefined) return { ...more, costless: more.costless + 1 };
  return { ...more, millionths: addMillionths(more.millionths, toMillionths(cost)) };
}

/** Whether the end of a text shows that the SMS service was reached, even if it didn't answer. */
function wasReached({ state, problem }: TextRecord): boolean {
  return state === 'sent' || state === 'uncertain' || problem?.kind === 'SERVICE_REFUSED';
}

/** A request didn't reach the SMS service. */
export function unreached(one: BroadcastRecord, now: number): BroadcastRecord {
  return one.unreachableSince === null ? { ...one, unreachableSince: now } : one;
}

/**
 * Why a running broadcast has to pause; null: it goes on.
 *
 * @param last the text that ended just now, if any
 */
export function whyPause(
  one: BroadcastRecord,
  last: Pick<TextRecord, 'state' | 'problem'> | null,
  now: number,
): PauseReason | null {
  // What happened before somebody said that it goes on has been looked at.
  if (one.state !== 'running' || one.changedAt > now) return null;
  const { recent, unreachableSince, creditLimit, counts } = one;
  const problem = last?.state === 'refused' ? last.problem : null;
  const code = problem && holdingCodeOf(problem);
  if (code) return WHY_HELD[code];
  if (problem?.kind === 'UNLINKED') return 'unlinked';
  if (problem?.kind === 'KEY_UNREADABLE') return 'key';
  if (creditLimit !== null && counts.millionths >= creditLimit) return 'limit';
  if (recent.endsWith('r'.repeat(REFUSED_IN_A_ROW))) return 'refusals';
  if (recent.length === RECENT && recent.replaceAll(/[^r]/g, '').length >= REFUSED_OF_RECENT)
    return 'many_refusals';
  if (recent.endsWith('u'.repeat(UNCERTAIN_IN_A_ROW))) return 'uncertain';
  if (unreachableSince !== null && now - unreachableSince >= UNREACHABLE_MS) return 'unreachable';
  return null;
}

/** Whether each of its rows is sent, refused, uncertain, left out or cancelled, so that it is over. */
export function isDecided(one: BroadcastRecord): boolean {
  return isActive(one) && waitingOf({ rows: one.size.rows, counts: one.counts }) <= 0;
}

export function paused(
  one: BroadcastRecord,
  why: PauseReason,
  { by, now, until }: { by: string | null; now: number; until?: number | undefined },
): BroadcastRecord {
  const pause = { why, by, at: now, until: until ?? null, post: null };
  return { ...one, state: 'paused', pause, changedAt: now };
}

/** What went wrong before was looked at: it starts to count anew. */
export function resumed(one: BroadcastRecord, now: number): BroadcastRecord {
  return { ...unpaused(one), state: 'running', recent: '', unreachableSince: null, changedAt: now };
}

export function ended(one: BroadcastRecord, now: number, by: string | null = null): BroadcastRecord {
  return { ...unpaused(one), state: 'ended', endedAt: now, endedBy: by, changedAt: now };
}

/** Its author's notice of the pause has to be changed, too. */
const unpaused = (one: BroadcastRecord): BroadcastRecord => ({
  ...one,
  pause: null,
  pauseNotice: one.pause?.post ?? one.pauseNotice,
});

/** Nothing that waits becomes or stays a text: what has no text yet is cancelled. */
export function cancelledRest(one: BroadcastRecord, by: string | null, now: number): BroadcastRecord {
  const rest = waitingOf({ rows: one.size.rows, counts: one.counts }) - one.counts.open;
  const counts = { ...one.counts, cancelled: one.counts.cancelled + rest };
  return ended({ ...one, counts }, now, by);
}

/** One of its waiting texts can't be read: it was quarantined, or gets another turn. */
export function withUnreadable(one: BroadcastRecord, isQuarantined: boolean): BroadcastRecord {
  const more = isQuarantined ? 1 : -1;
  const counts = { ...one.counts, open: one.counts.open - more, refused: one.counts.refused + more };
  return { ...one, counts };
}

/** The notice of a pause or the summary was posted. If the pause is over meanwhile, its notice has to be changed. */
export function withPost(
  one: BroadcastRecord,
  kind: 'pause' | 'summary',
  post: StandingPost,
): BroadcastRecord {
  if (kind === 'summary') return { ...one, summary: post };
  return one.pause ? { ...one, pause: { ...one.pause, post } } : { ...one, pauseNotice: post };
}
