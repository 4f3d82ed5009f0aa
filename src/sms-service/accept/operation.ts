import type { IncomingMessage } from 'node:http';
import { ERRORS, type ErrorCode, SENT_MESSAGE } from '../decisions.ts';
import { creditsAsNumber } from '../money.ts';
import { mayBeWritten } from '../store/database.ts';
import type { LogEntry } from '../store/texts.ts';
import type { Posted, SendFields } from './form.ts';
import type { Send, SendOutcome } from './send.ts';

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';

export function jsonReply(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  const body = JSON.stringify(value);
  const length = String(Buffer.byteLength(body));
  return { status, headers: { 'Content-Type': JSON_TYPE, 'Content-Length': length, ...headers }, body };
}

/** An error in our own shape: `{"success":false,"error":"CODE","message":"…"}`. */
export function errorReply(code: ErrorCode, headers: Record<string, string> = {}): Reply {
  const { status, message } = ERRORS[code];
  const allHeaders: Record<string, string> = { ...headers };
  if (code === 'METHOD_NOT_ALLOWED') allHeaders.Allow = 'POST';
  return jsonReply(status, { success: false, error: code, message }, allHeaders);
}

export function successBody({ logId, cost, balance }: LogEntry) {
  return {
    success: true,
    message: SENT_MESSAGE,
    log_id: logId,
    cost: creditsAsNumber(cost),
    balance: creditsAsNumber(balance),
  };
}

/** The reply to a send. A 429 says when the next send is allowed. */
export function replyTo(outcome: SendOutcome): Reply {
  if (outcome.accepted) return jsonReply(200, successBody(outcome.entry));
  const { code, retryAfterMs } = outcome;
  const seconds = retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) };
  return errorReply(code, seconds);
}

/** Accepts or refuses a well-formed request. Returns only an error code if the store failed. */
export type Decide = (fields: SendFields, request: IncomingMessage) => SendOutcome | ErrorCode;

/** Answers a request; null if the caller has disconnected. */
export type Answer = (posted: Posted, request: IncomingMessage) => Reply | null | Promise<Reply | null>;

/** @param onDecided called with the outcome of each well-formed request */
export function createDecide({
  send,
  onDecided,
  onInternalError,
}: {
  send: Send;
  onDecided(fields: SendFields, outcome: SendOutcome, request: IncomingMessage): void;
  onInternalError(error: unknown): void;
}): Decide {
  return (fields, request) => {
    try {
      const outcome = send(fields);
      onDecided(fields, outcome, request);
      return outcome;
    } catch (error) {
      onInternalError(error);
      return mayBeWritten(error) ? 'UNCONFIRMED' : 'INTERNAL_ERROR';
    }
  };
}

export function createAnswer(decide: Decide): Answer {
  return (posted, request) => {
    if (posted === null) return null;
    const outcome = typeof posted === 'string' ? posted : decide(posted, request);
    return typeof outcome === 'string' ? failure(outcome) : replyTo(outcome);
  };
}

/** The reply to a request that is malformed, or that failed on our side. */
export function failure(code: ErrorCode): Reply {
  // We may have stopped reading before the end of the body.
  return errorReply(code, code === 'MESSAGE_TOO_LONG' ? { Connection: 'close' } : {});
}
