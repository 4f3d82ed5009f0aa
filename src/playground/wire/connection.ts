import type { JsonObject } from '../json.ts';

export type DeliveryKind = 'slash_commands' | 'interactive' | 'events_api';

export interface Delivery {
  kind: DeliveryKind;
  payload: JsonObject;
  /** Set if the event was delivered before: the number and the reason of this retry. */
  retry?: { attempt: number; reason: string };
}

/** A request as it went over the wire. Sending it again changes no byte of the payload. */
export interface SentRequest {
  /** `http:` for a signed request, `ws:` for an envelope on a socket. */
  url: string;
  headers: Record<string, string>;
  body: string;
  operation: string;
}

/** The app's answer. `problem`: Slack's error for a failed dispatch. */
export interface Reply {
  /** An ack on a socket counts as 200. Zero if no answer came. */
  status: number;
  headers: Record<string, string>;
  /** The payload of an ack, as the equivalent HTTP body. */
  body: string;
  json: unknown;
  problem?: 'operation_timeout' | 'dispatch_failed';
  elapsedMs: number;
  request: SentRequest;
}

/** Slack's connection to the app, over HTTP or sockets. */
export interface AppConnection {
  /** True if a delivery can reach the app now. */
  reachable(): boolean;
  deliver(delivery: Delivery): Promise<Reply>;
  /** Sends the same request again, as a network may; on a socket in a new envelope. */
  redeliver(sent: SentRequest): Promise<Reply>;
  close(): Promise<void>;
}

/** An event on its way to the app, with every attempt so far. */
export interface EventDelivery {
  eventId: string;
  payload: JsonObject;
  /** The answers, oldest first; grows while Slack retries. */
  attempts: Reply[];
  /** The end of the last attempt, in milliseconds since 1970. */
  lastAt: number;
  /** Settles once the app has acked, or Slack stops trying. */
  finished: Promise<void>;
}
