import type { IncomingMessage } from 'node:http';
import { ERRORS, type ErrorCode, SENT_MESSAGE } from '../decisions.ts';
import { creditsAsNumber } from '../money.ts';
import { mayBeWritten } from '../store/database.ts';
import type { LogEntry } from '../store/texts.ts';
import type { Posted, SendFields } from './form.ts';
import type { Send, SendOutcome } from './send.ts';

/** What goes back over HTTP. */
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

/** A failure in our own shape: `{"success":false,"error":"CODE","message":"…"}`. */
export function errorReply(code: ErrorCode, headers: Record<string, string> = {}): Reply {
  const { status, message } = ERRORS[code];
  const more: Record<string, string> = { ...headers };
  if (code === 'METHOD_NOT_ALLOWED') more.Allow = 'POST';
  return jsonReply(status, { success: false, error: code, message }, more);
}

/** The spec's success object. */
export function successBody({ logId, cost, balance }: LogEntry) {
  return {
    success: true,
    message: SENT_MESSAGE,
    log_id: logId,
    cost: creditsAsNumber(cost),
    balance: creditsAsNumber(balance),
  };
}

/** The answer to a send that was decided; a 429 says when there is room again. */
export function replyTo(outcome: SendOutcome): Reply {
  if (outcome.accepted) return jsonReply(200, successBody(outcome.entry));
  const { code, retryAfterMs } = outcome;
  const seconds = retryAfterMs === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfterMs / 1000)) };
  return errorReply(code, seconds);
}

/** Decides about a well-formed request; a code: the store failed, and that is what its caller may know. */
export type Decide = (fields: SendFields, request: IncomingMessage) => SendOutcome | ErrorCode;

/** Answers a request that was read; null: there is nobody to answer. */
export type Answer = (posted: Posted, request: IncomingMessage) => Reply | null | Promise<Reply | null>;

/** @param onDecided called with the outcome of each request that was a form, and the request */
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

/** Decides, and says so. */
export function createAnswer(decide: Decide): Answer {
  return (posted, request) => {
    if (posted === null) return null;
    const outcome = typeof posted === 'string' ? posted : decide(posted, request);
    return typeof outcome === 'string' ? failure(outcome) : replyTo(outcome);
  };
}

/** The answer to a request that is not a form, or that broke something here. */
export function failure(code: ErrorCode): Reply {
  // Perhaps not all of its body was read.
  return errorReply(code, code === 'MESSAGE_TOO_LONG' ? { Connection: 'close' } : {});
}
