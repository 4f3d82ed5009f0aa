import type { Clock } from '../clock.ts';
import type { Ending, Outcome, OutgoingText, Submission } from '../delivery/states.ts';

/** Whether a route works; if not, since when (milliseconds since the epoch) and why, in words for the operator. */
export type Health = { healthy: true } | { healthy: false; since: number; why: string };

/** One message for the carrier. */
export interface Outgoing extends OutgoingText {
  submission: Submission;
  /** How many messages the text has in all. */
  of: number;
}

/** A way to a carrier. It keeps nothing on disk: the dispatcher records what must be remembered. */
export interface Route {
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

/** What a route reports. */
export interface RouteEvents {
  /** There may be room now, or the route came up or went down. */
  changed(): void;
  /** The carrier says what became of a message; resolves once that is on disk. */
  receipt(receipt: { messageId: string; ending: Ending; reason: string | null }): Promise<void>;
  /** The carrier answered after all. */
  late(submission: Submission, outcome: Outcome): void;
}

export interface RouteParts {
  clock: Clock;
  events: RouteEvents;
}
