/** Slack and alerting programs nest a dozen levels deep at most. What goes through a value level by level need not end. */
const MAX_DEPTH = 100;

const SURROGATE = /\\u[dD][89a-fA-F]/;
/** What JSON escapes: a surrogate pair, half of one, or anything else, so that the second half of `\\` begins nothing. */
const ESCAPES =
  /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\./gs;

/**
 * The same JSON with U+FFFD for each half of a surrogate pair: whoever cuts a text in the middle of an emoji sends one,
 * and it is no text in UTF-8, so that stores refuse it. Linear time.
 */
export function wellFormedJson(json: string): string {
  const decoded = json.toWellFormed();
  if (!SURROGATE.test(decoded)) return decoded;
  return decoded.replace(ESCAPES, (whole, half?: string) => (half === undefined ? whole : '\\ufffd'));
}

/**
 * What JSON from outside says, every text in it well-formed; undefined when it is no JSON, or nested deeper than
 * anybody means.
 */
export function readJson(json: string): unknown {
  try {
    const value: unknown = JSON.parse(wellFormedJson(json));
    return isDeeper(value, MAX_DEPTH) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(inner => isDeeper(inner, levels - 1));
}
