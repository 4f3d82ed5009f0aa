import type { Credits } from '../money.ts';
import type { LedgerDay } from '../store/ledger-pages.ts';

/** How many days the overview shows, today included. */
export const SHOWN_DAYS = 30;
/** At how few days' credits the overview warns. */
const FEW_DAYS = 3;
/** The days before today by whose pace it is judged. */
const PACE_DAYS = 7;

export interface Day {
  day: number;
  texts: number;
  /** What the texts cost; what was credited back is taken off. */
  spent: Credits;
}

/** Each of the days up to today, also those on which nothing was sent. */
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
 * What there is to warn of: `out` when the credits don't pay for one more part, else for about how many whole days
 * they last at the pace of the last week, when that is few; null: nothing.
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
