/*
 * Credits are exact: a bigint of ten-thousandths of a credit, read from and written as decimal text. No calculation
 * uses binary floating point; `creditsAsNumber` is only for writing JSON.
 */

/** An amount in ten-thousandths of a credit. */
export type Credits = bigint;

const DECIMALS = 4;
const SCALE = 10n ** BigInt(DECIMALS);
const DECIMAL = /^(\d+)(?:\.(\d{1,4}))?$/;

/**
 * The largest amount: 99,999,999,999.9999. Fifteen digits are the most that survive in a reader that takes JSON
 * numbers for doubles.
 */
export const MAX_CREDITS: Credits = 10n ** 15n - 1n;

/**
 * Reads `12`, `0.35` or `99.6500`. Returns null for a sign, an exponent, a fifth decimal or more than the maximum.
 */
export function parseCredits(input: string): Credits | null {
  const [, whole, fraction = ''] = DECIMAL.exec(input) ?? [];
  if (whole === undefined || input.length > 40) return null;
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
 * A double keeps any fifteen decimal digits, so JSON shows exactly the digits of `formatCredits`; a property test
 * checks it.
 */
export function creditsAsNumber(amount: Credits): number {
  return Number(formatCredits(amount));
}
