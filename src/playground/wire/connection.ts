import type { JsonObject } from '../json.ts';

export type DeliveryKind = 'slash_commands' | 'interactive' | 'events_api';

export interface Delivery {
  kind: DeliveryKind;
  payload: JsonObject;
  /** For an event that was delivered before: which retry this is, and why. */
  retry?: { attempt: number; reason: string };
}

/** What went over the wire; sending it again changes no byte of the payload. */
export interface SentRequest {
  /** `http:` for a signed request, `ws:` for an envelope on a socket. */
  url: string;
  headers: Record<string, string>;
  body: string;
  what: string;
}

/** What came back from the app. `problem` is Slack's name for a failed dispatch. */
export interface Reply {
  /** An ack on a socket counts as 200. Zero: no answer came. */
  status: number;
  headers: Record<string, string>;
  /** The payload of an ack, as the equivalent HTTP body. */
  body: string;
  json: unknown;
  problem?: 'operation_timeout' | 'dispatch_failed';
  elapsedMs: number;
  request: SentRequest;
}

/** How Slack reaches the app, by either way. */
export interface AppConnection {
  /** Whether anything can be delivered now. */
  reachable(): boolean;
  deliver(delivery: Delivery): Promise<Reply>;
  /** The very same request again, as a network may do; on a socket, in a new envelope. */
  redeliver(sent: SentRequest): Promise<Reply>;
  close(): Promise<void>;
}

/** One event on its way to the app, with every attempt so far. */
export interface EventDelivery {
  eventId: string;
  payload: JsonObject;
  /** The answers, oldest first; grows while Slack retries. */
  attempts: Reply[];
  /** When the last attempt ended. */
  lastAt: number;
  /** Settles when the app acked, or when Slack stops trying. */
  finished: Promise<void>;
}
