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
  .transform(url => url.replace(/\/+$/, ''));

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
  /** The carrier answered after all. */
  late(submission: Submission, outcome: Outcome): void;
}

export interface CarrierParts {
  clock: Clock;
  events: CarrierEvents;
}

/** How long a person at a terminal waits for a program to stop. */
const PATIENCE_MS = 5_000;

/** Resolves when all have settled, or when patience ends. */
export async function withinPatience(promises: Iterable<Promise<unknown>>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>(resolve => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([Promise.allSettled(promises), patience]);
  clearTimeout(timer);
}
