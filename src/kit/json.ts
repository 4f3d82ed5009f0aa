import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Slack and alerting programs nest a dozen levels at most. The limit protects the stack of code that walks a value. */
const MAX_DEPTH = 100;

const SURROGATE = /\\u[dD][89a-fA-F]/;
/** An escape in JSON: a surrogate pair, half of a pair, or any other, so that the second sign of `\\` doesn't start an escape. */
const ESCAPES =
  /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\./gs;

/**
 * Replaces each half of a surrogate pair by U+FFFD. Programs that cut a text in the middle of an emoji send such halves,
 * which aren't valid UTF-8, so stores refuse them. Linear time.
 */
export function wellFormedJson(json: string): string {
  const decoded = json.toWellFormed();
  if (!SURROGATE.test(decoded)) return decoded;
  return decoded.replace(ESCAPES, (whole, half?: string) => (half === undefined ? whole : '\\ufffd'));
}

/** The second argument of `JSON.parse`, with the source text of numbers. */
type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

/**
 * Parses JSON from outside, with every text well-formed. Undefined if it isn't JSON, or is nested deeper than any real
 * payload.
 */
export function readJson(json: string, reviver?: Reviver): unknown {
  try {
    const value: unknown = JSON.parse(wellFormedJson(json), reviver);
    return isDeeper(value, MAX_DEPTH) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Equal for values with the same JSON. */
export const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url');

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(inner => isDeeper(inner, levels - 1));
}

/** The cap for counts. It keeps their sums within the safe integers. */
const MAX_COUNT = 1_000_000_000;

/** A count from outside or from the store: a whole number, capped. */
export const countSchema = z
  .number()
  .min(0)
  .transform(count => Math.min(MAX_COUNT, Math.floor(count)));

export function addCounts(one: number, other: number): number {
  return Math.min(MAX_COUNT, one + other);
}
