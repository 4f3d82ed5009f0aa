import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock.ts';
import { type ErrorCode, SEND_PATH } from '../decisions.ts';
import { type Answer, answerTo, insteadOfAccepting } from '../faults/answer.ts';
import type { Fault, Moment } from '../faults/fault.ts';
import type { Send, SendFields, SendOutcome } from '../sending.ts';
import { mayBeWritten } from '../store/database.ts';
import type { LogEntry } from '../store/log.ts';
import { readBody } from './body.ts';
import { parseForm } from './form.ts';
import type { Journal, SeenRequest } from './journal.ts';
import { errorReply } from './replies.ts';

const FORM = 'application/x-www-form-urlencoded';

export interface OperationParts {
  send: Send;
  clock: Clock;
  /** Whether a 429 says when there is room again. */
  retryAfter: boolean;
  faults: { take(apiKey: string | null): Fault[] };
  journal: Pick<Journal, 'add' | 'decide'>;
  onAccepted(entry: LogEntry): void;
  /** Called with the outcome of each request that was a form, and where it came from. */
  onDecided(fields: SendFields, outcome: SendOutcome, request: IncomingMessage): void;
  onInternalError(error: unknown): void;
}

/** Waits, on the service's clock; never resolves if the service closes meanwhile. */
export type Wait = (ms: number) => Promise<void>;

/**
 * Handles one request: reads all of it, notes it in the journal, and finds the answer. Null if the caller left before
 * its end. `seen` records what became of it; whoever writes the answer fills in the status.
 */
export type Operation = (
  request: IncomingMessage,
  wait: Wait,
) => Promise<{ answer: Answer; seen: SeenRequest } | null>;

export function createOperation(parts: OperationParts): Operation {
  return async (request, wait) => {
    const seen = firstSight(request, parts.clock.now());
    const body = await readBody(request);
    const fields = body === 'aborted' ? null : formOf(request, seen, body);
    if (fields !== null && typeof fields === 'object') {
      seen.number = fields.number;
      seen.message = fields.message;
      seen.apiKeyPresent = Boolean(fields.apiKey);
    }
    parts.journal.add(seen);
    if (fields !== null && typeof fields === 'object') {
      return { answer: await sendAnswer(parts, { request, fields, seen }, wait), seen };
    }
    parts.journal.decide();
    return fields === null ? null : { answer: failure(fields, seen), seen };
  };
}

function firstSight(request: IncomingMessage, at: number): SeenRequest {
  const [path = ''] = (request.url ?? '').split('?');
  const nothingYet = { number: null, message: null, apiKeyId: null, status: null, code: null, logId: null };
  return { at, method: request.method ?? '', path, apiKeyPresent: false, ...nothingYet };
}

/** The posted form, or the code for what is wrong with the request, checked in the documented order. */
function formOf(
  { headers }: IncomingMessage,
  { path, method }: SeenRequest,
  body: Buffer | 'too-large',
): SendFields | ErrorCode {
  if (path !== SEND_PATH) return 'NOT_FOUND';
  if (method !== 'POST') return 'METHOD_NOT_ALLOWED';
  const [type = ''] = (headers['content-type'] ?? (body.length === 0 ? FORM : '')).split(';');
  const encoding = headers['content-encoding'] ?? 'identity';
  if (type.trim().toLowerCase() !== FORM || encoding !== 'identity') {
    return 'UNSUPPORTED_MEDIA_TYPE';
  }
  if (body === 'too-large') return 'MESSAGE_TOO_LONG';
  return parseForm(body) ?? 'MALFORMED_BODY';
}

/** Answers a well-formed request: late, with a fault, or as it should. */
async function sendAnswer(
  parts: OperationParts,
  { request, fields, seen }: { request: IncomingMessage; fields: SendFields; seen: SeenRequest },
  wait: Wait,
): Promise<Answer> {
  const faults = parts.faults.take(fields.apiKey);
  await slowness(faults, 'before', wait);
  const instead = insteadOfAccepting(faults);
  const outcome = instead ?? attempt(parts, fields);
  if (typeof outcome === 'object' && 'accepted' in outcome) {
    noteOutcome(parts, seen, outcome);
    parts.onDecided(fields, outcome, request);
  }
  parts.journal.decide();
  if (typeof outcome === 'string') return failure(outcome, seen);
  if ('kind' in outcome) return outcome;
  await slowness(faults, 'after', wait);
  return answerTo(outcome, faults, parts.retryAfter);
}

function noteOutcome(parts: OperationParts, seen: SeenRequest, outcome: SendOutcome): void {
  if (outcome.accepted) {
    seen.apiKeyId = outcome.entry.apiKeyId;
    seen.logId = outcome.entry.logId;
    parts.onAccepted(outcome.entry);
  } else {
    seen.apiKeyId = outcome.apiKeyId;
    seen.code = outcome.code;
  }
}

/** If the store fails, the code that says what its caller knows of it. */
function attempt({ send, onInternalError }: OperationParts, fields: SendFields): SendOutcome | ErrorCode {
  try {
    return send(fields);
  } catch (error) {
    onInternalError(error);
    return mayBeWritten(error) ? 'UNCONFIRMED' : 'INTERNAL_ERROR';
  }
}

async function slowness(faults: readonly Fault[], when: Moment, wait: Wait): Promise<void> {
  for (const it of faults) if (it.kind === 'slow' && it.when === when) await wait(it.ms);
}

function failure(code: ErrorCode, seen: SeenRequest): Answer {
  seen.code = code;
  const headers: Record<string, string> = {};
  if (code === 'METHOD_NOT_ALLOWED') headers.Allow = 'POST';
  // Perhaps not all of its body was read.
  if (code === 'MESSAGE_TOO_LONG') headers.Connection = 'close';
  return { kind: 'reply', reply: errorReply(code, headers) };
}
