import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Outcome, Submission } from '../delivery/rules.ts';
import {
  type Carrier,
  type CarrierDeps,
  createAvailability,
  type Outgoing,
  settledOrTimeout,
} from './carrier.ts';

/** The result of a request. `unanswered`: the carrier may have received it. `not-sent`: nothing was written. */
export type Posted =
  | { kind: 'answered'; status: number; body: string }
  | { kind: 'unanswered'; why: string }
  | { kind: 'not-sent'; why: string };

const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Posts once, on its own connection. Writes nothing before the connection is up, so that an earlier failure means that
 * nothing has left. Doesn't follow redirects.
 *
 * @param answerMs time limit for the whole request
 * @param stop aborts the request
 */
function post(
  url: string,
  { type, body, answerMs, stop }: { type: string; body: string; answerMs: number; stop: AbortSignal },
): Promise<Posted> {
  return new Promise(resolve => {
    let hasLeft = false;
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
      resolve({ kind: hasLeft ? 'unanswered' : 'not-sent', why });
    };
    request.on('error', fail);
    request.on('socket', socket => {
      socket.once(url.startsWith('https:') ? 'secureConnect' : 'connect', () => {
        hasLeft = true;
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
  const messages: Record<string, string> = {
    ECONNREFUSED: 'The connection was refused',
    ECONNRESET: 'The connection was reset',
    ENOTFOUND: 'There is no such host',
    ETIMEDOUT: 'The connection timed out',
  };
  return messages[code ?? ''] ?? message;
}

/** The carrier's answer, before its effect on the route is decided. */
export type CarrierAnswer =
  | { kind: 'taken'; messageId: string | null }
  /** The carrier doesn't take this text, but may take others. */
  | { kind: 'text-refused'; why: string }
  /** The carrier takes no text: the route's settings or its credit are wrong. */
  | { kind: 'route-refused'; why: string }
  | { kind: 'throttled'; why: string }
  /** The answer doesn't show whether the carrier took the text. */
  | { kind: 'unclear'; why: string };

/** The differences between carriers with an HTTP API. */
export interface HttpApi {
  kind: string;
  url: string;
  /** The most characters (code points) in a text; null if unlimited. */
  maxCharacters: number | null;
  form(outgoing: Outgoing): { type: string; body: string };
  read(status: number, body: string): CarrierAnswer;
  knowsAgain(submission: Submission, now: number): boolean;
}

/** A carrier with an HTTP API: each text is one request, and the carrier joins the parts. */
export function createHttpCarrier(
  api: HttpApi,
  { name, window, answerSeconds }: { name: string; window: number; answerSeconds: number },
  { clock, events }: CarrierDeps,
): Carrier {
  const availability = createAvailability({ clock, changed: events.changed }, window);
  const { health, room, underway, markFailing, throttled } = availability;
  const stop = new AbortController();

  async function submit(outgoing: Outgoing): Promise<Outcome> {
    const request = { ...api.form(outgoing), answerMs: answerSeconds * 1000, stop: stop.signal };
    const posted = await post(api.url, request);
    if (posted.kind !== 'answered') {
      markFailing(posted.why);
      return { kind: posted.kind === 'not-sent' ? 'not-now' : 'unanswered', why: posted.why };
    }
    const answer = api.read(posted.status, posted.body);
    switch (answer.kind) {
      case 'taken':
        return answer;
      case 'text-refused':
        return { kind: 'refused', why: answer.why };
      case 'throttled':
        throttled();
        return { kind: 'not-now', why: answer.why };
      case 'route-refused':
        markFailing(answer.why);
        return { kind: 'not-now', why: answer.why };
      case 'unclear':
        markFailing(answer.why);
        return { kind: 'unanswered', why: answer.why };
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
      await settledOrTimeout(underway);
      stop.abort();
      await Promise.allSettled(underway);
    },
  };
}

/** The meanings of a carrier's error codes that say that nothing was sent. */
export interface Codes {
  /** The carrier takes no text until the operator acts. */
  route: Record<number, string>;
  /** The carrier doesn't take this text. */
  text: Record<number, string>;
}

/** Finds the meaning of an error code in an answer; `unclear` for an unknown code. */
export function carrierAnswerOf(
  carrier: string,
  code: number,
  status: number,
  { route, text }: Codes,
): CarrierAnswer {
  if (Number.isNaN(code)) return { kind: 'unclear', why: `${carrier} answered ${status}` };
  if (route[code] !== undefined) return { kind: 'route-refused', why: `${carrier} ${code}: ${route[code]}` };
  if (text[code] !== undefined) return { kind: 'text-refused', why: `${carrier} ${code}: ${text[code]}` };
  return { kind: 'unclear', why: `${carrier} ${code}` };
}

/** Reads a code, as a number or digits. NaN for anything else, because an empty code is not 0. */
export function codeOf(value: unknown): number {
  const digits = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

/** Real answers nest a few levels. Deeper ones could make recursive code run out of stack. */
const MAX_DEPTH = 100;

/** Parses an answer; null if it isn't a JSON object, or is nested deeper than any real answer. */
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
