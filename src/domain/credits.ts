/**
 * An amount of SMS credits as the service wrote it: a decimal in text, such as `99.65`. It is shown and stored,
 * never calculated with. The unit is not documented, so none is shown.
 */
export type Credits = string & { readonly __brand: 'Credits' };

const DECIMAL = /^-?\d{1,18}(\.\d{1,6})?$/;
const NUMBER = /^-?\d{1,30}(\.\d{1,30})?(e[+-]?\d{1,3})?$/i;
const GROUPED = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/;
/** A service that subtracts binary floats writes 99.30000000000001; nobody's credits have so many digits. */
const DIGITS = 6;

/** Reads an amount as the service may write it (`0.35`, `"0.35"`, `12`, `"1,234.50"`); null when it is none. */
export function parseCredits(written: string): Credits | null {
  const trimmed = written.trim();
  const plain = GROUPED.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed;
  if (DECIMAL.test(plain)) return plain as Credits;
  const value = NUMBER.test(plain) ? Number(plain) : Number.NaN;
  if (!(Math.abs(value) < 1e15)) return null;
  return value.toFixed(DIGITS).replace(/\.?0+$/, '') as Credits;
}
