import { ERRORS, type ErrorCode, SENT_MESSAGE } from '../decisions.ts';
import { creditsAsNumber, formatCredits } from '../money.ts';
import type { LogEntry } from '../store/log.ts';

/** What goes back over HTTP. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';

export function jsonReply(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'Content-Type': JSON_TYPE, ...headers }, body: JSON.stringify(value) };
}

/** A failure in our own shape: `{"success":false,"error":"CODE","message":"…"}`. */
export function errorReply(code: ErrorCode, headers: Record<string, string> = {}): Reply {
  const { status, message } = ERRORS[code];
  return jsonReply(status, { success: false, error: code, message }, headers);
}

/** The spec's success object, its numbers as JSON numbers or (a fault) as strings. */
export function successBody(entry: LogEntry, numbers: 'numbers' | 'strings' = 'numbers') {
  const asStrings = numbers === 'strings';
  return {
    success: true,
    message: SENT_MESSAGE,
    log_id: asStrings ? String(entry.logId) : entry.logId,
    cost: asStrings ? formatCredits(entry.cost) : creditsAsNumber(entry.cost),
    balance: asStrings ? formatCredits(entry.balance) : creditsAsNumber(entry.balance),
  };
}
