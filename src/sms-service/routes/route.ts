import type { Clock } from '../clock.ts';
import type { Ending, Outcome, OutgoingText, Submission } from '../delivery/states.ts';

/** Whether a route works: since when not (milliseconds since the epoch), and why, in words for the operator. */
export type Health = { healthy: true } | { healthy: false; since: number; why: string };

/** One message for the carrier. */
export interface Outgoing extends OutgoingText {
  submission: Submission;
  /** How many messages the text is in all. */
  of: number;
}

/** A way to a carrier. It keeps nothing on disk: what has to be remembered, the dispatcher writes down. */
export interface Route {
  name: string;
  kind: string;
  health(): Health;
  /** How many messages may be begun now; 0 also while it pauses or is down. */
  room(): number;
  /** In how many messages it carries a text, or why it can't carry it. */
  plan(text: OutgoingText): { messages: number } | { refuses: string };
  /**
   * Hands a message to the carrier, once. Never rejects. What is answered after `unanswered` goes to `late`.
   */
  submit(outgoing: Outgoing): Promise<Outcome>;
  /** Whether the carrier knows this submission again if it gets it at `now`, and won't send it twice. */
  knowsAgain(submission: Submission, now: number): boolean;
  /** Waits for the answers that are under way, for as long as a person at a terminal would, and leaves. */
  close(): Promise<void>;
}

/** What a route tells. */
export interface RouteEvents {
  /** There may be room where there was none, or a route came up or went down. */
  changed(): void;
  /** The carrier says what became of a message; resolves once that is on the disk. */
  receipt(receipt: { messageId: string; ending: Ending; reason: string | null }): Promise<void>;
  /** The carrier answered after all. */
  late(submission: Submission, outcome: Outcome): void;
}

export interface RouteParts {
  clock: Clock;
  events: RouteEvents;
}
