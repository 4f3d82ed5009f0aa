import { type Credits, ofMillionths, toMillionths } from '../kit/credits.ts';
import type { Problem } from '../kit/problem.ts';
import { type Wording, wordLeftOut } from '../kit/words/wording.ts';
import { PACE } from '../texts/pace.ts';
import type { Text } from '../texts/text.ts';
import { waitingOf, wentOf } from './broadcast.ts';
import type { Broadcast, RowFilter, RowOutcome } from './store/model.ts';
import type { Broadcasts } from './store/store.ts';

/** What people are told of a broadcast while it goes and after. */
export type ProgressFigures = {
  /** Everybody who gets a text, or was to: all but those left out. */
  texts: number;
  sent: number;
  refused: number;
  uncertain: number;
  /** Also those that are being sent. */
  waiting: number;
  cancelled: number;
  leftOut: number;
  /** How many were sent, or are being sent, or may have been. */
  went: number;
  /** How many of a hundred are decided and weren't cancelled: 100 only when all are. */
  percent: number;
  /** What the service charged, and for how many sent texts it named no cost. */
  credits: Credits;
  costless: number;
  /** How long the rest takes at the key's pace, if nothing else is sent. */
  leftMs: number;
  /** Nothing more becomes of it by itself. */
  isOver: boolean;
};

export function figuresOf({
  size,
  counts,
  state,
}: Pick<Broadcast, 'size' | 'counts' | 'state'>): ProgressFigures {
  const { leftOut, sent, refused, uncertain, cancelled, open, millionths, costless } = counts;
  const texts = size.rows - leftOut;
  const waiting = state === 'ended' ? open : waitingOf({ rows: size.rows, counts });
  return {
    ...{ texts, sent, refused, uncertain, waiting, cancelled, leftOut, costless },
    went: wentOf(counts),
    percent: texts === 0 ? 100 : Math.floor((100 * (texts - waiting - cancelled)) / texts),
    credits: ofMillionths(millionths),
    leftMs: bulkDurationMs(waiting),
    isOver: state === 'dropped' || (state === 'ended' && open === 0),
  };
}

/** How many texts in bulk a key sends before the first of its slots is free again. */
const MINUTE = PACE.minuteSlots - PACE.reservedForAlerts;

/**
 * How long a key takes for so many texts in bulk, from the first to the last, if nothing else comes: one a second, and no
 * more in a minute than are left for bulk. In milliseconds.
 */
export function bulkDurationMs(texts: number): number {
  if (texts <= 0) return 0;
  const before = texts - 1;
  return Math.floor(before / MINUTE) * PACE.slotMs + (before % MINUTE) * PACE.bulkGapMs;
}

/** How many texts in bulk a key sends in so long: see `bulkDurationMs`. */
export function bulkTextsIn(ms: number): number {
  if (ms < 0) return 0;
  const [minutes, rest] = [Math.floor(ms / PACE.slotMs), ms % PACE.slotMs];
  return minutes * MINUTE + Math.min(MINUTE, Math.floor(rest / PACE.bulkGapMs) + 1);
}

/** For how many of these texts a balance is enough, if they cost `cost` together; null: for all. */
export function affordable(balance: Credits, cost: Credits, texts: number): number | null {
  const [has, needs] = [BigInt(toMillionths(balance)), BigInt(toMillionths(cost))];
  return has >= needs ? null : Number((has * BigInt(texts)) / needs);
}

/** How many rows are read at a time. */
const TOGETHER = 200;

/** All rows of a broadcast, as they are when they are read, some at a time. */
export async function* eachRow(
  { rows }: Pick<Broadcasts, 'rows'>,
  workspace: string,
  id: string,
  filter: RowFilter,
): AsyncGenerator<RowOutcome[]> {
  for (let from: number | null = 0; from !== null; ) {
    const page: { rows: RowOutcome[]; next: number | null } = await rows(workspace, id, {
      filter,
      from,
      limit: TOGETHER,
    });
    yield page.rows;
    from = page.next;
  }
}

/** Why a row of a broadcast got no text, or why nobody knows: a clause. Null: there is nothing to say. */
export function wordRow(
  words: Wording,
  row: {
    text: Pick<Text, 'state' | 'problem' | 'uncertain'> | null;
    problem: Problem | null;
    isSentAgain: boolean;
  },
): string | null {
  const { text, problem, isSentAgain } = row;
  if (text === null) return problem && wordLeftOut(words, problem);
  if (isSentAgain) return words.progress.details.sentAgain;
  if (text.state === 'uncertain') return words.uncertainBecause[text.uncertain ?? 'interrupted'];
  if (text.state !== 'refused') return null;
  return text.problem ? wordLeftOut(words, text.problem) : words.state.refused;
}
