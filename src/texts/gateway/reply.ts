import { z } from 'zod';
import { type Credits, parseCredits } from '../../kit/credits.ts';
import { readJson } from '../../kit/json.ts';
import { SERVICE_CODES, type ServiceCode } from '../../kit/problem.ts';
import type { UncertainReason } from '../text.ts';

/** The outcome of one request to the SMS service: always exactly one of these. */
export type RequestOutcome =
  /** The service said `success: true`. Missing or garbled fields are null. */
  | { kind: 'sent'; logId: string | null; cost: Credits | null; balance: Credits | null }
  /** The service refused. `proven`: the body had the code; otherwise it is inferred from the HTTP status. */
  | {
      kind: 'refused';
      code: ServiceCode | null;
      status: number;
      proven: boolean;
      retryAfterMs: number | null;
    }
  /** No byte of the request left. `late`: we cancelled it just before. */
  | { kind: 'not_sent'; why: 'unreachable' | 'late'; cause: unknown }
  /** Bytes left, and no reliable answer came. */
  | { kind: 'uncertain'; why: UncertainReason; cause: unknown };

/** Numbers stay as written: 12.50 stays 12.50, and large ones lose no precision. */
const written = z.union([z.string(), z.number()]).transform(String);
const sentSchema = z.object({
  log_id: written
    .pipe(z.string().regex(/^\s*\d{1,20}\s*$/))
    .nullish()
    .catch(null),
  cost: written.nullish().catch(null),
  balance: written.nullish().catch(null),
});

/**
 * Classifies a complete reply of the SMS service.
 *
 * The documentation (sections 4 and 7) gives statuses and codes, but not the shape of an error body, so we look for the code
 * where such services put it. Only the body can report success: after a 200 that can't be read, a redirect or any 5xx, we
 * don't know whether the text went out.
 *
 * @param retryAfter the `Retry-After` header, if there was one
 * @param now the time of day, for a `Retry-After` that is a date
 */
export function classifyReply(
  status: number,
  body: string,
  retryAfter: string | undefined,
  now: number,
): RequestOutcome {
  if (status >= 300 && status < 400) return uncertain('redirect', status);
  if (status >= 500 || status < 200 || status === 408) return uncertain('status', status);
  const object = findObject(body);
  const refused = (code: ServiceCode | null, proven: boolean): RequestOutcome => ({
    kind: 'refused',
    code,
    status,
    proven,
    retryAfterMs: retryAfterMs(retryAfter, now),
  });
  const code = object && findCode(object);
  if (status >= 400) {
    if (status === 429) return refused('RATE_LIMITED', code === 'RATE_LIMITED');
    if (code) return refused(code, true);
    // The status says no, but the body says yes.
    if (object && isTrue(object.success)) return uncertain('unreadable', status);
    return refused(object ? codeOfStatus(status) : null, false);
  }
  const success = object?.success;
  if (object && isTrue(success)) return sent(object);
  if (object && isFalse(success)) return refused(code, code !== null);
  if (code) return refused(code, true);
  return uncertain('unreadable', status);
}

function sent(object: Record<string, unknown>): RequestOutcome {
  const { log_id, cost, balance } = sentSchema.parse(object);
  const credits = (value: string | null | undefined): Credits | null =>
    value == null ? null : parseCredits(value);
  return { kind: 'sent', logId: log_id?.trim() ?? null, cost: credits(cost), balance: credits(balance) };
}

function uncertain(why: 'redirect' | 'status' | 'unreadable', status: number): RequestOutcome {
  return { kind: 'uncertain', why, cause: `HTTP ${status}` };
}

const isTrue = (value: unknown): boolean =>
  value === true || value === 1 || value === '1' || value === 'true';
const isFalse = (value: unknown): boolean =>
  value === false || value === 0 || value === '0' || value === 'false';

/**
 * The first JSON object in a reply, because PHP may print around it; null if there is none. A truncated object ends the
 * search, because anything inside it isn't the reply.
 */
function findObject(body: string): Record<string, unknown> | null {
  let start = body.search(OPENING);
  while (start >= 0) {
    const end = endOfObject(body, start);
    if (end < 0) return null;
    const value = parseJson(body.slice(start, end));
    if (value !== null) return value;
    const next = body.slice(end).search(OPENING);
    start = next < 0 ? -1 : end + next;
  }
  return null;
}

/** The start of a JSON object; the braces of a style sheet, or of `{closure}` in a warning, differ. */
const OPENING = /\{\s*["}]/;

/** The index after the brace that closes the one at `start`; -1 if none does. */
function endOfObject(body: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < body.length; at++) {
    const character = body[at];
    if (quoted && character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === '{') depth += 1;
    else if (!quoted && character === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return -1;
}

/** Parses JSON, with numbers as written, because binary floats would change amounts. Null unless it is an object. */
function parseJson(text: string): Record<string, unknown> | null {
  const value = readJson(text, (_key, inner, context) =>
    typeof inner === 'number' ? (context?.source ?? inner) : inner,
  );
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** The documented code in the usual places of the body; null if there is none, or only a sentence with several. */
function findCode(object: Record<string, unknown>): ServiceCode | null {
  const error = object.error;
  const nested = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {};
  const places = [
    object.code,
    error,
    nested.code,
    object.error_code,
    object.status,
    object.message,
    nested.message,
  ];
  for (const place of places) {
    const code = typeof place === 'string' ? asCode(place) : null;
    if (code) return code;
  }
  for (const place of [object.message, error, nested.message]) {
    const named = typeof place === 'string' ? SERVICE_CODES.filter(code => place.includes(code)) : [];
    if (named.length === 1) return named[0] ?? null;
  }
  return null;
}

function asCode(value: string): ServiceCode | null {
  return SERVICE_CODES.find(code => code === value.trim().toUpperCase()) ?? null;
}

/** The code of a status that can have only one (documentation, section 7); null for other statuses. */
function codeOfStatus(status: number): ServiceCode | null {
  if (status === 402) return 'INSUFFICIENT_CREDITS';
  if (status === 403) return 'ACCOUNT_SUSPENDED';
  return null;
}

/** `Retry-After` in milliseconds from now, at most an hour; null if absent or nonsense. */
function retryAfterMs(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const seconds = /^\s*\d{1,9}\s*$/.test(header);
  // A date contains words; `Date.parse` would make one of "-5" too.
  const ms = seconds ? Number(header) * 1000 : /[a-z]/i.test(header) ? Date.parse(header) - now : Number.NaN;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : null;
}
