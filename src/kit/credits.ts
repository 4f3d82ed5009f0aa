/**
 * An amount of SMS credits as the service wrote it: a decimal in text, such as `99.65`. It is shown and stored unchanged;
 * calculations are in whole millionths.
 */
export type Credits = string & { readonly __brand: 'Credits' };

const DECIMAL = /^-?\d{1,18}(\.\d{1,6})?$/;
const NUMBER = /^-?\d{1,30}(\.\d{1,30})?(e[+-]?\d{1,3})?$/i;
const GROUPED = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/;
/** The most decimals of a real amount. A service that subtracts binary floats writes more: 99.30000000000001. */
const DIGITS = 6;

/** Reads an amount as the service may write it (`0.35`, `"0.35"`, `12`, `"1,234.50"`); null if it isn't one. */
export function parseCredits(written: string): Credits | null {
  const trimmed = written.trim();
  const plain = GROUPED.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed;
  if (DECIMAL.test(plain)) return plain as Credits;
  const value = NUMBER.test(plain) ? Number(plain) : Number.NaN;
  if (!(Math.abs(value) < 1e15)) return null;
  return value.toFixed(DIGITS).replace(/(?:\.0+|(?<![.0])0+)$/, '') as Credits;
}

/** Pads an amount to at least two decimals: `24.3` becomes `24.30`, and `12` becomes `12.00`. */
export function withDecimals(amount: string): string {
  const [whole, fraction = ''] = amount.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

/** The cost of an earlier text. */
export type Price = { cost: Credits; parts: number };

/** Estimates the cost of `parts` parts at the last price per part, rounded up to a millionth. */
export function expectedCost(lastPrice: Price, parts: number): Credits {
  const [cost, count] = [millionths(lastPrice.cost) * BigInt(parts), BigInt(lastPrice.parts)];
  return fromMillionths(cost / count + (cost % count > 0n ? 1n : 0n));
}

export function addCredits(one: Credits, other: Credits): Credits {
  return fromMillionths(millionths(one) + millionths(other));
}

const MILLION = 10n ** BigInt(DIGITS);

function millionths(amount: Credits): bigint {
  const [whole = '', fraction = ''] = amount.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(DIGITS, '0'));
  return amount.startsWith('-') ? -value : value;
}

/** More than any text costs. The cap keeps a day's sums exact, whatever the service writes. */
const MAX_MILLIONTHS = 1e12;

/** An amount in millionths, for sums: at most `MAX_MILLIONTHS`; a negative amount counts as 0. */
export function toMillionths(amount: Credits): number {
  const value = millionths(amount);
  return Number(value < 0n ? 0n : value > BigInt(MAX_MILLIONTHS) ? BigInt(MAX_MILLIONTHS) : value);
}

/** The sum of two amounts in millionths, capped where it would no longer be exact. */
export function addMillionths(one: number, other: number): number {
  return Math.min(Number.MAX_SAFE_INTEGER, one + other);
}

export function ofMillionths(value: number): Credits {
  return fromMillionths(BigInt(value));
}

export function isLess(amount: Credits, than: Credits): boolean {
  return millionths(amount) < millionths(than);
}

/** Writes an amount with at least two decimals if it has any: `0.70`, `12`. */
function fromMillionths(value: bigint): Credits {
  const size = value < 0n ? -value : value;
  const fraction = String(size % MILLION)
    .padStart(DIGITS, '0')
    .replace(/(?<!0)0+$/, '');
  const shown = fraction === '' ? '' : `.${fraction.padEnd(2, '0')}`;
  return `${value < 0n ? '-' : ''}${size / MILLION}${shown}` as Credits;
}
