/*
 * Credits are exact: a bigint of ten-thousandths of a credit, read from and written as decimal text. We never calculate
 * with binary floating point; `creditsAsNumber` is only for the last step, writing JSON.
 */

/** An amount in ten-thousandths of a credit. */
export type Credits = bigint;

const DECIMALS = 4;
const SCALE = 10n ** BigInt(DECIMALS);
const WRITTEN = /^(\d+)(?:\.(\d{1,4}))?$/;

/**
 * The largest amount: 99,999,999,999.9999. It has fifteen digits, the most that survive in a reader that takes JSON
 * numbers for doubles.
 */
export const MAX_CREDITS: Credits = 10n ** 15n - 1n;

/** Reads `12`, `0.35` or `99.6500`; null for a sign, an exponent, a fifth decimal or more than the maximum. */
export function parseCredits(written: string): Credits | null {
  const [, whole, fraction = ''] = WRITTEN.exec(written) ?? [];
  if (whole === undefined || written.length > 40) return null;
  const amount = BigInt(whole) * SCALE + BigInt(fraction.padEnd(DECIMALS, '0'));
  return amount <= MAX_CREDITS ? amount : null;
}

/** Writes an amount as its shortest decimal: `99.65`, `100`, `0.0001`, `-0.35`. */
export function formatCredits(amount: Credits): string {
  if (amount < 0n) return `-${formatCredits(-amount)}`;
  const fraction = (amount % SCALE)
    .toString()
    .padStart(DECIMALS, '0')
    .replace(/(?<!0)0+$/, '');
  const whole = (amount / SCALE).toString();
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/**
 * The number that JSON writes with exactly the digits of `formatCredits`. A double keeps any fifteen decimal digits, so
 * this is true of every amount up to the largest; a property test checks it.
 */
export function creditsAsNumber(amount: Credits): number {
  return Number(formatCredits(amount));
}
