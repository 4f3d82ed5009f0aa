import { type Credits, ofMillionths } from '../kit/credits.ts';
import { waitingOf, wentOf } from './broadcast.ts';
import { bulkDurationMs } from './estimate.ts';
import type { Broadcast } from './store/model.ts';

/** What people are told of a broadcast while it goes and after. */
export type Figures = {
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

export function figuresOf({ size, counts, state }: Pick<Broadcast, 'size' | 'counts' | 'state'>): Figures {
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
