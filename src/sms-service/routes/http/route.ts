import type { Outcome, OutgoingText, Submission } from '../../delivery/states.ts';
import { type Availability, createAvailability } from '../availability.ts';
import type { Outgoing, Route, RouteParts } from '../route.ts';
import { withinPatience } from '../within.ts';
import { type Posted, post } from './post.ts';

/** What a carrier's answer says, before we know what it means for the route. */
export type Verdict =
  | { kind: 'taken'; messageId: string | null }
  /** The carrier doesn't take this text, but may take others. */
  | { kind: 'text-refused'; why: string }
  /** The carrier takes no text at all: the route's settings or its credit are wrong. */
  | { kind: 'route-refused'; why: string }
  | { kind: 'throttled'; why: string }
  /** Nothing trustworthy. */
  | { kind: 'unclear'; why: string };

/** A carrier with an HTTP API. */
export interface HttpCarrier {
  kind: string;
  url: string;
  /** The most characters (code points) in a text; null: any number. */
  maxCharacters: number | null;
  form(outgoing: Outgoing): { type: string; body: string };
  read(status: number, body: string): Verdict;
  knowsAgain(submission: Submission, now: number): boolean;
}

/** A route over HTTP: each text is one request, and the carrier joins the parts. */
export function createHttpRoute(
  carrier: HttpCarrier,
  { name, window, answerMs }: { name: string; window: number; answerMs: number },
  { clock, events }: RouteParts,
): Route {
  const availability = createAvailability({ clock, changed: events.changed }, window);
  const stop = new AbortController();

  async function submit(outgoing: Outgoing): Promise<Outcome> {
    const posted = await post(carrier.url, { ...carrier.form(outgoing), answerMs, stop: stop.signal });
    return outcomeOf(posted, carrier, availability);
  }

  return {
    name,
    kind: carrier.kind,
    health: availability.health,
    room: availability.room,
    plan: text => planOf(text, carrier.maxCharacters),
    submit: outgoing => availability.during(() => submit(outgoing)),
    knowsAgain: carrier.knowsAgain,
    async close() {
      await withinPatience(availability.underway);
      stop.abort();
      await Promise.allSettled(availability.underway);
    },
  };
}

function planOf({ message }: OutgoingText, maxCharacters: number | null): ReturnType<Route['plan']> {
  if (maxCharacters === null || [...message].length <= maxCharacters) return { messages: 1 };
  return { refuses: `The carrier takes at most ${maxCharacters} characters` };
}

function outcomeOf(
  posted: Posted,
  { read }: Pick<HttpCarrier, 'read'>,
  { ill, throttled }: Availability,
): Outcome {
  if (posted.kind !== 'answered') {
    ill(posted.why);
    return { kind: posted.kind === 'not-sent' ? 'not-now' : 'unanswered', why: posted.why };
  }
  const verdict = read(posted.status, posted.body);
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

/** A code in an answer, a number or its digits; NaN for anything else, since an empty code is not 0. */
export function codeOf(value: unknown): number {
  const written = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return /^\d+$/.test(written) ? Number(written) : Number.NaN;
}

/** The JSON object in an answer; null if there is none. */
export function jsonObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
