import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Outcome, Submission } from '../delivery/rules.ts';
import {
  type Carrier,
  type CarrierParts,
  createAvailability,
  type Outgoing,
  withinPatience,
} from './carrier.ts';

/** What became of a request: answered; no answer, but bytes left; or no bytes left. */
export type Posted =
  | { kind: 'answered'; status: number; body: string }
  | { kind: 'unanswered'; why: string }
  | { kind: 'not-sent'; why: string };

/** How much of an answer is read at most. */
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Posts once, on its own connection, and writes nothing before the connection is up: if it fails before that, nothing
 * has left. Doesn't follow redirects.
 *
 * @param answerMs how long all of it may take
 * @param stop aborts it
 */
function post(
  url: string,
  { type, body, answerMs, stop }: { type: string; body: string; answerMs: number; stop: AbortSignal },
): Promise<Posted> {
  return new Promise(resolve => {
    let left = false;
    const request = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: false,
      headers: {
        'Content-Type': type,
        'Content-Length': Buffer.byteLength(body),
        Accept: 'application/json',
      },
      signal: AbortSignal.any([AbortSignal.timeout(answerMs), stop]),
    });
    const fail = (error: NodeJS.ErrnoException) => {
      const why =
        error.name === 'AbortError' || error.name === 'TimeoutError' ? 'No answer in time' : wordsOf(error);
      resolve({ kind: left ? 'unanswered' : 'not-sent', why });
    };
    request.on('error', fail);
    request.on('socket', socket => {
      socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
        left = true;
        request.end(body);
      });
    });
    request.on('response', response => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('error', fail);
      response.on('data', (chunk: string) => {
        answer += chunk;
        if (answer.length > MAX_ANSWER_BYTES) request.destroy(new Error('The answer is too long'));
      });
      response.on('end', () => resolve({ kind: 'answered', status: response.statusCode ?? 0, body: answer }));
      response.on('close', () => fail(new Error('The answer broke off')));
    });
  });
}

function wordsOf({ code, message }: NodeJS.ErrnoException): string {
  const known: Record<string, string> = {
    ECONNREFUSED: 'The connection was refused',
    ECONNRESET: 'The connection was reset',
    ENOTFOUND: 'There is no such host',
    ETIMEDOUT: 'The connection timed out',
  };
  return known[code ?? ''] ?? message;
}

/** What a carrier's answer says, before we know what it means for the route. */
export type CarrierAnswer =
  | { kind: 'taken'; messageId: string | null }
  /** The carrier doesn't take this text, but may take others. */
  | { kind: 'text-refused'; why: string }
  /** The carrier takes no text at all: the route's settings or its credit are wrong. */
  | { kind: 'route-refused'; why: string }
  | { kind: 'throttled'; why: string }
  /** Nothing trustworthy. */
  | { kind: 'unclear'; why: string };

/** All that tells one carrier with an HTTP API from another. */
export interface HttpApi {
  kind: string;
  url: string;
  /** The most characters (code points) in a text; null: any number. */
  maxCharacters: number | null;
  form(outgoing: Outgoing): { type: string; body: string };
  read(status: number, body: string): CarrierAnswer;
  knowsAgain(submission: Submission, now: number): boolean;
}

/** A carrier with an HTTP API: each text is one request, and the carrier joins the parts. */
export function createHttpCarrier(
  api: HttpApi,
  { name, window, answerSeconds }: { name: string; window: number; answerSeconds: number },
  { clock, events }: CarrierParts,
): Carrier {
  const availability = createAvailability({ clock, changed: events.changed }, window);
  const { health, room, underway, ill, throttled } = availability;
  const stop = new AbortController();

  async function submit(outgoing: Outgoing): Promise<Outcome> {
    const how = { ...api.form(outgoing), answerMs: answerSeconds * 1000, stop: stop.signal };
    const posted = await post(api.url, how);
    if (posted.kind !== 'answered') {
      ill(posted.why);
      return { kind: posted.kind === 'not-sent' ? 'not-now' : 'unanswered', why: posted.why };
    }
    const verdict = api.read(posted.status, posted.body);
    switch (verdict.kind) {
      case 'taken':
        return verdict;
      case 'text-refused':
        return { kind: 'refused', why: verdict.why };
      case 'throttled':
        throttled();
        return { kind: 'not-now', why: verdict.why };
      case 'route-refused':
        ill(verdict.why);
        return { kind: 'not-now', why: verdict.why };
      case 'unclear':
        ill(verdict.why);
        return { kind: 'unanswered', why: verdict.why };
    }
  }

  return {
    name,
    kind: api.kind,
    health,
    room,
    plan({ message }) {
      const { maxCharacters } = api;
      if (maxCharacters === null || [...message].length <= maxCharacters) return { messages: 1 };
      return { refuses: `The carrier takes at most ${maxCharacters} characters` };
    },
    submit: outgoing => availability.during(() => submit(outgoing)),
    knowsAgain: api.knowsAgain,
    async close() {
      await withinPatience(underway);
      stop.abort();
      await Promise.allSettled(underway);
    },
  };
}

/** What a carrier's codes mean that say that nothing was sent. */
export interface Codes {
  /** Nothing is sent at all until somebody acts. */
  route: Record<number, string>;
  /** This text isn't sent. */
  text: Record<number, string>;
}

/** What an answer says whose code isn't one of success. */
export function carrierAnswerOf(
  who: string,
  code: number,
  status: number,
  { route, text }: Codes,
): CarrierAnswer {
  if (Number.isNaN(code)) return { kind: 'unclear', why: `${who} answered ${status}` };
  if (route[code] !== undefined) return { kind: 'route-refused', why: `${who} ${code}: ${route[code]}` };
  if (text[code] !== undefined) return { kind: 'text-refused', why: `${who} ${code}: ${text[code]}` };
  return { kind: 'unclear', why: `${who} ${code}` };
}

/** A code in an answer, a number or its digits; NaN for anything else, since an empty code is not 0. */
export function codeOf(value: unknown): number {
  const written = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return /^\d+$/.test(written) ? Number(written) : Number.NaN;
}

/** Carriers nest a few levels. */
const MAX_DEPTH = 100;

/** The JSON object in an answer; null if there is none, or it is nested deeper than any real answer. */
export function jsonObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && !isDeeper(value, MAX_DEPTH) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some(inner => isDeeper(inner, levels - 1));
}
