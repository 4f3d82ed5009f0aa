import { z } from 'zod';
import type { Ending, Outcome, OutgoingText, Submission } from '../delivery/rules.ts';
import type { Clock } from '../time.ts';

/* Settings that all kinds of carriers share. docs/sms-service-operating.md shows each kind. */

/**
 * Names the route in logs, metrics, the dashboard and the database, where it identifies the route's texts after a
 * restart.
 */
export const routeName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,30}$/, 'a route’s name has small letters, digits and hyphens');

/** Requests carry passwords and keys, so https is required except on this machine. */
const httpsUrl = z
  .url({ protocol: /^https?$/ })
  .refine(url => {
    const { protocol, hostname } = new URL(url);
    return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  }, 'the address has to begin with https://')
  .transform(url => url.replace(/(?<!\/)\/+$/, ''));

/** Settings of every carrier with an HTTP API. `url`: its usual address. */
export const httpSettings = (url: string) => ({
  name: routeName,
  url: httpsUrl.default(url),
  /** The number of texts that the carrier gets at once. */
  window: z.int().min(1).max(100).default(4),
  answerSeconds: z.int().min(1).max(120).default(30),
});

/*
 * A *carrier* takes texts from us to phones. A *route* is a carrier as the operator configured it: an entry of the
 * routes file, with a name, settings, and its place in the order of preference.
 */

/** `since`: milliseconds since the epoch. `why`: a sentence for the operator. */
export type Health = { healthy: true } | { healthy: false; since: number; why: string };

export interface Outgoing extends OutgoingText {
  submission: Submission;
  /** The number of messages in the text. */
  of: number;
}

/** A connection to a carrier. It stores nothing on disk; the dispatcher does. */
export interface Carrier {
  name: string;
  kind: string;
  health(): Health;
  /** The number of messages that may begin now; 0 also while it pauses or is down. */
  room(): number;
  /** The number of messages that a text needs, or why the carrier can't take it. */
  plan(text: OutgoingText): { messages: number } | { refuses: string };
  /** Submits a message once. Never rejects. An answer that comes after `unanswered` goes to `late`. */
  submit(outgoing: Outgoing): Promise<Outcome>;
  /** True if the carrier would recognise this submission as a repeat at `now`, and not send it twice. */
  knowsAgain(submission: Submission, now: number): boolean;
  /** Waits for outstanding answers for a few seconds, and disconnects. */
  close(): Promise<void>;
}

export interface CarrierEvents {
  /** The route may have room now, came up or went down. */
  changed(): void;
  /** The carrier's receipt for a message; resolves once it is on disk. */
  receipt(receipt: { messageId: string; ending: Ending; reason: string | null }): Promise<void>;
  /** The carrier sent an unreadable receipt. `description` is safe to log. */
  unread(description: string): void;
  /** An answer after `unanswered`. */
  late(submission: Submission, outcome: Outcome): void;
}

export interface CarrierDeps {
  clock: Clock;
  events: CarrierEvents;
}

/** Time limit for `close`, because an operator waits for the program to stop. */
const CLOSE_TIMEOUT_MS = 5_000;

/** Resolves when all have settled, or after `CLOSE_TIMEOUT_MS`. */
export async function settledOrTimeout(promises: Iterable<Promise<unknown>>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>(resolve => {
    timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  });
  await Promise.race([Promise.allSettled(promises), timeout]);
  clearTimeout(timer);
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 60_000;

/**
 * Limits the messages of a route in progress: its window while it works; none while the carrier asks us to slow down;
 * one at a time, with growing pauses, while it fails.
 */
export function createAvailability({ clock, changed }: { clock: Clock; changed(): void }, window: number) {
  let begun = 0;
  const underway = new Set<Promise<unknown>>();
  let health: Health = { healthy: true };
  let pausedUntil = 0;
  let nextPauseMs = FIRST_PAUSE_MS;
  let timesThrottled = 0;

  function pause(): void {
    // Answers to messages that left together cause one pause.
    if (clock.now() < pausedUntil) return;
    const pauseMs = nextPauseMs;
    nextPauseMs = Math.min(nextPauseMs * 2, MAX_PAUSE_MS);
    pausedUntil = clock.now() + pauseMs;
    clock.after(pauseMs, changed);
  }

  function markHealthy(endsPause = true): void {
    const hasChanged = !health.healthy || (endsPause && pausedUntil > clock.now());
    health = { healthy: true };
    if (endsPause) {
      pausedUntil = 0;
      nextPauseMs = FIRST_PAUSE_MS;
    }
    if (hasChanged) changed();
  }

  return {
    health: () => health,
    room(): number {
      if (clock.now() < pausedUntil) return 0;
      return Math.max(0, (health.healthy ? window : 1) - begun);
    },
    underway: underway as ReadonlySet<Promise<unknown>>,
    /**
     * Counts `work`, which submits a text, as in progress. A taken or refused text shows that the route works, but
     * doesn't end a pause that the carrier asked for after `work` began.
     */
    during(work: () => Promise<Outcome>): Promise<Outcome> {
      begun++;
      const before = timesThrottled;
      const answered = work().then(outcome => {
        if (outcome.kind === 'taken' || outcome.kind === 'refused') markHealthy(timesThrottled === before);
        return outcome;
      });
      const ended = answered.finally(() => {
        begun--;
        underway.delete(ended);
        changed();
      });
      underway.add(ended);
      return ended;
    },
    /** Ends a failure: the carrier accepts texts again. Also ends a pause, unless `endsPause` is false. */
    markHealthy,
    throttled(): void {
      timesThrottled++;
      pause();
    },
    /** Marks the route as failing: with `for-good` until `markHealthy` is called, otherwise until the next attempt. */
    markFailing(why: string, howLong?: 'for-good'): void {
      health = { healthy: false, since: health.healthy ? clock.now() : health.since, why };
      if (howLong === 'for-good') {
        pausedUntil = Number.POSITIVE_INFINITY;
        changed();
      } else pause();
    },
  };
}
