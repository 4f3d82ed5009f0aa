import { type Credits, ofMillionths } from '../kit/credits.ts';
import type { TextFigures } from '../texts/tally.ts';
import { waitingOf, wentOf } from './broadcast.ts';
import { bulkDurationMs } from './bulk-pace.ts';
import type { Broadcast } from './store/model.ts';

/** The progress of a broadcast as people read it. `waiting`: also texts that are being sent. */
export type ProgressFigures = TextFigures & {
  /** Texts that were sent, may have been sent, or are queued or being sent. */
  went: number;
  /** The share of texts that have ended and weren't cancelled, in percent: 100 only when all have. */
  percent: number;
  /** The cost that the service charged. */
  credits: Credits;
  /** Sent texts for which the service gave no cost. */
  costless: number;
  /** The time that the remaining texts take at the key's pace if nothing else is sent. */
  leftMs: number;
  /** The broadcast was dropped, or has ended and none of its texts is open. */
  isOver: boolean;
};

export function figuresOf({
  size,
  counts,
  state,
}: Pick<Broadcast, 'size' | 'counts' | 'state'>): ProgressFigures {
  const { leftOut, sent, byWord, refused, uncertain, cancelled, open, millionths, costless } = counts;
  const texts = size.rows - leftOut;
  const waiting = state === 'ended' ? open : waitingOf({ rows: size.rows, counts });
  return {
    texts,
    sent,
    byWord,
    refused,
    uncertain,
    waiting,
    cancelled,
    leftOut,
    costless,
    went: wentOf(counts),
    percent: texts === 0 ? 100 : Math.floor((100 * (texts - waiting - cancelled)) / texts),
    credits: ofMillionths(millionths),
    leftMs: bulkDurationMs(waiting),
    isOver: state === 'dropped' || (state === 'ended' && open === 0),
  };
}
