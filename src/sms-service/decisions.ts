/**
 * Every decision that the interface document leaves open, and the numbers that it fixes. docs/sms-service.md gives
 * the reasons; change both together.
 */

/** The path of the only operation. Unknown paths answer 404, other methods on this path 405. */
export const SEND_PATH = '/api/send-sms.php';

/** Section 8 of the spec, which doesn't name the unit. We count Unicode code points. */
export const MAX_MESSAGE_CHARACTERS = 1600;

/** Counts code points: an emoji is one, and so is each part of a conjunct. */
export function countCharacters(message: string): number {
  let count = 0;
  for (const _ of message) count++;
  return count;
}

/** Section 8 of the spec: 60 requests a minute for each API key, in any 60 seconds. */
export const RATE_LIMIT = 60;
export const RATE_WINDOW_MS = 60_000;

/** Credits for one part of a message; a message of three parts costs three times as much. */
export const DEFAULT_PRICE_PER_PART = '0.35';

/**
 * The largest request body. A larger body is answered MESSAGE_TOO_LONG: 1,600 characters of four bytes each are only
 * 19,200 bytes when percent-encoded.
 */
export const MAX_BODY_BYTES = 64 * 1024;

/** We read a larger body up to this size, so that the sender gets an answer and not a reset connection. */
export const MAX_DISCARDED_BYTES = 4 * 1024 * 1024;

/**
 * A Bangladesh mobile number: 01, a digit from 3 to 9, eight more digits; or the same with the country code, as 8801…
 * or +8801…. Spaces around it are ignored, because `+` posted unencoded becomes a space. Any other character makes it
 * invalid.
 */
const VALID_NUMBER = /^(?:\+?88)?(01[3-9][0-9]{8})$/;

/** The eleven local digits of a valid number, as the log keeps them; null for an invalid one. */
export function localNumber(input: string): string | null {
  return VALID_NUMBER.exec(input.trim())?.[1] ?? null;
}

/** The eight codes of section 7 of the spec, each with its status and our sentence. */
export const SPEC_ERRORS = {
  MISSING_API_KEY: { status: 401, message: 'The api_key parameter is missing.' },
  INVALID_API_KEY: { status: 401, message: 'The API key is wrong or has been revoked.' },
  ACCOUNT_SUSPENDED: { status: 403, message: 'The account is suspended.' },
  MISSING_PARAMETERS: { status: 400, message: 'The number or the message is missing.' },
  INVALID_NUMBER: { status: 400, message: 'The number is not a valid Bangladesh mobile number.' },
  MESSAGE_TOO_LONG: { status: 400, message: 'The message is longer than 1600 characters.' },
  INSUFFICIENT_CREDITS: { status: 402, message: 'The account does not have enough SMS credits.' },
  RATE_LIMITED: { status: 429, message: 'More than 60 requests a minute with the same API key.' },
} as const;

/** Our own codes, for requests that aren't the spec's operation and for our failures. */
export const OTHER_ERRORS = {
  BAD_REQUEST: { status: 400, message: 'The request is not valid HTTP.' },
  MALFORMED_BODY: {
    status: 400,
    message: 'The body is not a valid form in UTF-8, or it gives one of the fields twice.',
  },
  NOT_FOUND: { status: 404, message: `There is nothing here: the only operation is POST ${SEND_PATH}.` },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Only POST is allowed here.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'The body must be application/x-www-form-urlencoded, without a content encoding.',
  },
  HEADERS_TOO_LARGE: { status: 431, message: 'The request headers are too large.' },
  INTERNAL_ERROR: { status: 500, message: 'The service failed. Nothing was sent and nothing was charged.' },
  UNCONFIRMED: {
    status: 500,
    message: 'The service failed. The text may have been charged, and may be sent.',
  },
} as const;

export type SpecErrorCode = keyof typeof SPEC_ERRORS;
export type ErrorCode = SpecErrorCode | keyof typeof OTHER_ERRORS;

export const ERRORS: Record<ErrorCode, { status: number; message: string }> = {
  ...SPEC_ERRORS,
  ...OTHER_ERRORS,
};

export const SENT_MESSAGE = 'SMS sent';

/*
 * The order of checks, in accept/form.ts (the first line) and accept/send.ts (the rest):
 *
 *   404, 405, 415, a body over 64 KiB (MESSAGE_TOO_LONG), malformed body ·
 *   MISSING_API_KEY · INVALID_API_KEY · ACCOUNT_SUSPENDED · RATE_LIMITED ·
 *   MISSING_PARAMETERS · INVALID_NUMBER · MESSAGE_TOO_LONG · INSUFFICIENT_CREDITS
 *
 * The rate limit counts every request with a known, unrevoked key that is not itself answered RATE_LIMITED:
 * refused ones count, a suspended account's too. A parameter that is present but empty is missing. A request without a
 * body and without its type is a form without fields.
 */
