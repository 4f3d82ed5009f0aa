import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { ReceiverEvent } from '@slack/bolt';
import { NO_BODY, type ReadBody } from '../http/body.ts';
import type { SparingLog } from '../http/rate-limit.ts';
import { readJson } from '../json.ts';
import { MAX_REQUEST_AGE_S } from './limits.ts';
import type { TakeEvent } from './receiver.ts';

export const EVENTS_PATH = '/slack/events';

/** The limit of a body: more than Slack ever sends (a modal's state is the largest), and small enough to hold in memory. */
const MAX_BODY_BYTES = 1024 * 1024;
/** The time limit for reading a body. Slack gives up long before. */
const BODY_MS = 10_000;

const FORM = 'application/x-www-form-urlencoded';
/** The limit of a certificate check: more than Slack sends for one. */
const MAX_SSL_CHECK_BYTES = 1024;

/**
 * Reads, checks, passes on and answers Slack's payloads over HTTP. Bolt's own receiver would do the same, but its
 * signature check costs more than all of this, and a payload of `null` makes it end the process.
 */
export function createSlackHttp(deps: {
  signingSecret: string;
  readBody: ReadBody;
  take: TakeEvent;
  logSparingly: SparingLog;
}): RequestListener {
  const { take } = deps;
  const readSigned = createSignedReader({ ...deps, maxBytes: MAX_BODY_BYTES, mayBeUnsigned: isSslCheck });
  return async (request, response) => {
    const { headers } = request;
    const raw = await readSigned(request, response);
    if (raw === null) return;
    const body = payloadOf(headers['content-type'], raw);
    if (!body) return answer(response, 400);
    if (body.type === 'url_verification') return ackWith(response, { challenge: body.challenge });
    try {
      const outcome = await take({
        body,
        ack: async message => ackWith(response, message),
        ...retryOf(headers),
      });
      if (outcome === 'refused') return answer(response, 400);
      if (!response.headersSent) answer(response, 400); // No listener acked it.
    } catch {
      // The receiver logged it.
      if (!response.headersSent) answer(response, 500);
    }
  };
}

/** The body of a request that Slack signed; null if it isn't one, which is answered. */
export type ReadSigned = (request: IncomingMessage, response: ServerResponse) => Promise<Buffer | null>;

/** @param deps.mayBeUnsigned recognizes requests that are answered 200 without looking at their signature */
export function createSignedReader(deps: {
  signingSecret: string;
  maxBytes: number;
  readBody: ReadBody;
  mayBeUnsigned?: (contentType: string | undefined, raw: Buffer) => boolean;
  logSparingly: SparingLog;
}): ReadSigned {
  const { maxBytes, readBody, mayBeUnsigned, logSparingly } = deps;
  const isSigned = createSignatureCheck(deps.signingSecret);
  return async (request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST', 'content-type': 'text/plain' }).end('Only POST\n');
      return null;
    }
    const { headers } = request;
    const raw = await readBody(request, { limit: maxBytes, ms: BODY_MS });
    if (typeof raw === 'string') {
      response.writeHead(NO_BODY[raw].status, NO_BODY[raw].headers).end();
      return null;
    }
    if (mayBeUnsigned?.(headers['content-type'], raw)) {
      answer(response, 200);
      return null;
    }
    if (isSigned(headers, raw, Date.now())) return raw;
    logSparingly('warn', {}, 'refused a request without a valid, current Slack signature');
    answer(response, 401);
    return null;
  };
}

/** Slack checks an address's certificate with a small form, which may be unsigned and has no effect. */
function isSslCheck(contentType: string | undefined, raw: Buffer): boolean {
  if (contentType !== FORM || raw.length > MAX_SSL_CHECK_BYTES || !raw.includes('ssl_check')) return false;
  return parse(raw.toString()).ssl_check === '1';
}

/** The JSON of a body or of a form's `payload` field, or otherwise the form's fields; null if it isn't an object. */
function payloadOf(contentType: string | undefined, raw: Buffer): ReceiverEvent['body'] | null {
  const text = raw.toString();
  const fields = contentType === FORM ? parse(text) : null;
  if (fields && typeof fields.payload !== 'string') return fields;
  const value = readJson(String(fields?.payload ?? text));
  return typeof value === 'object' ? value : null;
}

/** Slack's headers on a redelivery. */
function retryOf(headers: IncomingHttpHeaders): Pick<ReceiverEvent, 'retryNum' | 'retryReason'> {
  const { 'x-slack-retry-num': count, 'x-slack-retry-reason': reason } = headers;
  return {
    ...(count === undefined ? {} : { retryNum: Number(count) }),
    ...(reason === undefined ? {} : { retryReason: String(reason) }),
  };
}

/** @param message nothing, a text, or JSON */
function ackWith(response: ServerResponse, message: unknown): void {
  if (response.headersSent) throw new Error('A request from Slack was acked twice');
  if (!message) answer(response, 200);
  else if (typeof message === 'string') response.writeHead(200).end(message);
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message));
}

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

const VERSION = 'v0';

/**
 * Checks that a request has a valid and fresh Slack signature. Bolt's own check has the same result, but creates and
 * compares keyed hashes in ways that take longer than everything else in accepting a command.
 *
 * @returns a function of a request's headers and body, and of the time in epoch milliseconds
 */
export function createSignatureCheck(signingSecret: string) {
  const key = createSecretKey(Buffer.from(signingSecret));
  return (headers: IncomingHttpHeaders, body: Buffer, now: number): boolean => {
    const signature = headers['x-slack-signature'];
    const timestamp = headers['x-slack-request-timestamp'];
    if (typeof signature !== 'string' || typeof timestamp !== 'string') return false;
    if (!/^[0-9]{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > MAX_REQUEST_AGE_S)
      return false;
    const hash = createHmac('sha256', key).update(`${VERSION}:${timestamp}:`).update(body).digest('hex');
    const [actual, expected] = [Buffer.from(signature), Buffer.from(`${VERSION}=${hash}`)];
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  };
}
