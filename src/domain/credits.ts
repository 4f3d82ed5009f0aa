/**
 * An amount of SMS credits exactly as the service wrote it: a decimal in text, such as `99.65`. It is shown
 * and stored, never put through binary floating point. The unit is not documented, so none is shown.
 */
export type Credits = string & { readonly __brand: 'Credits' };

const DECIMAL = /^-?\d{1,18}(\.\d{1,12})?$/;

/** Reads an amount as the service may write it (`0.35`, `"0.35"`, `12`); null when it is none. */
export function parseCredits(written: string): Credits | null {
  const trimmed = written.trim();
  return DECIMAL.test(trimmed) ? (trimmed as Credits) : null;
}
