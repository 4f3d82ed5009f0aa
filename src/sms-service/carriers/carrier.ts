import { z } from 'zod';
import type { Ending, Outcome, OutgoingText, Submission } from '../delivery/rules.ts';
import type { Clock } from '../time.ts';

/* What the settings of every kind of carrier have in common. docs/sms-service-operating.md shows each kind. */

/** The route's name in logs, metrics and the dashboard; after a restart, it identifies which texts the route has. */
export const routeName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,30}$/, 'a route’s name has small letters, digits and hyphens');

/** It carries passwords and keys, so it must be https, except on this machine. */
const httpsUrl = z
  .url({ protocol: /^https?$/ })
  .refine(url => {
    const { protocol, hostname } = new URL(url);
    return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  }, 'the address has to begin with https://')
  .transform(url => url.replace(/(?<!\/)\/+$/, ''));

/** The settings that every carrier with an HTTP API has; `url` is its usual address. */
export const httpSettings = (url: string) => ({
  name: routeName,
  url: httpsUrl.default(url),
  /** How many texts it gets at once. */
  window: z.int().min(1).max(100).default(4),
  answerSeconds: z.int().min(1).max(120).default(30),
});

/*
 * A *carrier* takes texts from us to phones. A *route* is one that the operator set up: an entry of the routes file,
 * with a name, settings, and its place in the order of preference.
 */

/** Whether a route works; if not, since when (milliseconds since the epoch) and why, in words for the operator. */
export type Health = { healthy: true } | { healthy: false; since: number; why: string };

/** One message for the carrier. */
export interface Outgoing extends OutgoingText {
  submission: Submission;
  /** How many messages the text has in all. */
  of: number;
}

/** A way to a carrier. It keeps nothing on disk: the dispatcher records what must be remembered. */
export interface Carrier {
  /** The route's name in the routes file. */
  name: string;
  kind: string;
  health(): Health;
  /** How many messages may begin now; 0 also while it pauses or is down. */
  room(): number;
  /** How many messages it needs for a text, or why it can't carry it. */
  plan(text: OutgoingText): { messages: number } | { refuses: string };
  /** Hands a message to the carrier, once. Never rejects. An answer that comes after `unanswered` goes to `late`. */
  submit(outgoing: Outgoing): Promise<Outcome>;
  /** Whether the carrier would recognise this submission if it got it again at `now`, and not send it twice. */
  knowsAgain(submission: Submission, now: number): boolean;
  /** Waits for outstanding answers, for as long as a person at a terminal would, and disconnects. */
  close(): Promise<void>;
}

/** What a carrier reports. */
export interface CarrierEvents {
  /** There may be room now, or the route came up or went down. */
  changed(): void;
  /** The carrier says what became of a message; resolves once that is on disk. */
  receipt(receipt: { messageId: string; ending: Ending; reason: string | null }): Promise<void>;
  /** The carrier sent a receipt that can't be understood; `what` is safe to log. */
  unread(what: string): void;
  /** The carrier answered after all. */
  late(submission: Submission, outcome: Outcome): void;
}

export interface CarrierParts {
  clock: Clock;
  events: CarrierEvents;
}

/** How long a person at a terminal waits for a program to stop. */
const CLOSE_TIMEOUT_MS = 5_000;

/** Resolves when all have settled, or when patience ends. */
export async function withinPatience(promises: Iterable<Promise<unknown>>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>(resolve => {
    timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
  });
  await Promise.race([Promise.allSettled(promises), patience]);
  clearTimeout(timer);
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * How much a route may have in progress: its window while it works; nothing while the carrier asks us to slow down; one
 * message at a time, with longer and longer pauses, while nothing works.
 */
export function createAvailability({ clock, changed }: { clock: Clock; changed(): void }, window: number) {
  let begun = 0;
  const underway = new Set<Promise<unknown>>();
  let health: Health = { healthy: true };
  let pausedUntil = 0;
  let nextPauseMs = FIRST_PAUSE_MS;
  let timesThrottled = 0;

  function pause(): void {
    // Answers to messages that left together ask for one pause together.
    if (clock.now() < pausedUntil) return;
    const pauseMs = nextPauseMs;
    nextPauseMs = Math.min(nextPauseMs * 2, LONGEST_PAUSE_MS);
    pausedUntil = clock.now() + pauseMs;
    clock.after(pauseMs, changed);
  }

  function well(endsPause = true): void {
    const news = !health.healthy || (endsPause && pausedUntil > clock.now());
    health = { healthy: true };
    if (endsPause) {
      pausedUntil = 0;
      nextPauseMs = FIRST_PAUSE_MS;
    }
    if (news) changed();
  }

  return {
    health: () => health,
    room(): number {
      if (clock.now() < pausedUntil) return 0;
      return Math.max(0, (health.healthy ? window : 1) - begun);
    },
    /** Everything in progress now. */
    underway: underway as ReadonlySet<Promise<unknown>>,
    /**
     * Runs `work`, which hands a text to the carrier, and counts it as in progress. If the carrier answers to the text,
     * the route works; but an answer to what began before the carrier asked us to slow down doesn't take that back.
     */
    during(work: () => Promise<Outcome>): Promise<Outcome> {
      begun++;
      const before = timesThrottled;
      const answered = work().then(outcome => {
        if (outcome.kind === 'taken' || outcome.kind === 'refused') well(timesThrottled === before);
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
    /** The carrier says that it would take something. */
    well,
    /** The carrier asks us to slow down. */
    throttled(): void {
      timesThrottled++;
      pause();
    },
    /** Nothing can be sent this way: with `for-good` until `well` is called, otherwise until an attempt after a while. */
    ill(why: string, howLong?: 'for-good'): void {
      health = { healthy: false, since: health.healthy ? clock.now() : health.since, why };
      if (howLong === 'for-good') {
        pausedUntil = Number.POSITIVE_INFINITY;
        changed();
      } else pause();
    },
  };
}
