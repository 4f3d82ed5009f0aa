import type { Credits } from '../money.ts';
import type { LedgerDay } from '../store/ledger-pages.ts';

/** How many days the overview shows, including today. */
export const SHOWN_DAYS = 30;
/** The overview warns if the credits last for fewer days than this. */
const FEW_DAYS = 3;
/** How many days before today determine the pace. */
const PACE_DAYS = 7;

export interface Day {
  day: number;
  texts: number;
  /** What the texts cost, minus what was credited back. */
  spent: Credits;
}

/** Every day up to today, including days on which nothing was sent. */
export function daysUpTo(today: number, sums: readonly LedgerDay[]): Day[] {
  return Array.from({ length: SHOWN_DAYS }, (_, at) => {
    const day = today - SHOWN_DAYS + 1 + at;
    const ofDay = sums.filter(it => it.day === day && (it.kind === 'send' || it.kind === 'credit back'));
    return {
      day,
      texts: ofDay.find(({ kind }) => kind === 'send')?.entries ?? 0,
      spent: -ofDay.reduce((sum, { amount }) => sum + amount, 0n),
    };
  });
}

/**
 * What to warn about: `out` if the credits don't pay for another part; otherwise, if they are running low, about how
 * many whole days they last at last week's pace; null: nothing.
 */
export function lowCredit(
  balance: Credits,
  pricePerPart: Credits,
  days: readonly Day[],
): 'out' | number | null {
  if (balance < pricePerPart) return 'out';
  const week = days.slice(-PACE_DAYS - 1, -1).reduce((sum, { spent }) => sum + spent, 0n);
  if (week <= 0n) return null;
  const left = Number((balance * BigInt(PACE_DAYS)) / week);
  return left < FEW_DAYS ? left : null;
}
