/*
 * A text's state, derived from the states of its submissions. Pure.
 *
 *   entry:       accepted → submitted → delivered | failed | unknown
 *   submission:  waiting → submitting → taken → delivered | failed | unknown
 *
 * A *submission* is one message for a carrier: a part of a text, or the whole text if the carrier takes long ones. It
 * is *doubtful* once bytes of it left without an answer: it may be submitted again only if the carrier recognises
 * repeats.
 */

/** Without a route, a text stays `accepted`. */
export const entryStates = ['accepted', 'submitted', 'delivered', 'failed', 'unknown'] as const;
export type EntryState = (typeof entryStates)[number];

export type SubmissionState = 'waiting' | 'submitting' | 'taken' | 'delivered' | 'failed' | 'unknown';

export interface Submission {
  logId: number;
  /** Its place among the text's messages, from 1. */
  nth: number;
  route: string;
  /** Twenty random letters and digits. Some carriers recognise a repeat by them. */
  idempotencyKey: string;
  state: SubmissionState;
  /** The time at which its first bytes may have left; null if none have. */
  begunAt: number | null;
  doubtful: boolean;
  /** The carrier's id, as receipts spell it. */
  messageId: string | null;
}

export interface OutgoingText {
  logId: number;
  /** Eleven local digits. */
  number: string;
  message: string;
}

/** A text that is at least partly waiting. */
export interface Waiting {
  text: OutgoingText;
  /** Milliseconds since the epoch. */
  acceptedAt: number;
  /** The routes that won't take the text. */
  refusedBy: readonly string[];
  submissions: readonly Submission[];
}

export type Outcome =
  /** The carrier has the message. `messageId`: null if it gives no id. */
  | { kind: 'taken'; messageId: string | null }
  /** The carrier will never take this text. */
  | { kind: 'refused'; why: string }
  /** The carrier doesn't have the message, and may take it later. The route decides when. */
  | { kind: 'not-now'; why: string }
  /** Bytes left, and no trustworthy answer came. */
  | { kind: 'unanswered'; why: string };

/** The final state in a receipt. */
export type Ending = 'delivered' | 'failed' | 'unknown';

/** One failed part makes the text failed; otherwise one unknown part makes it unknown. */
export function entryStateOf(submissions: readonly Pick<Submission, 'state'>[]): EntryState {
  const some = (...states: SubmissionState[]) => submissions.some(({ state }) => states.includes(state));
  if (some('failed')) return 'failed';
  if (some('unknown')) return 'unknown';
  if (submissions.length === 0 || some('waiting', 'submitting')) return 'accepted';
  return submissions.every(({ state }) => state === 'delivered') ? 'delivered' : 'submitted';
}

/** `refused`: the route won't take the text at all. */
export interface AfterOutcome {
  submission: Submission;
  refused: boolean;
  why: string | null;
  /** Delay before the next attempt, if the submission waits. */
  retryAfterMs: number;
}

/** @param repeatable true if the carrier recognises a repeat, so that it can't take the submission twice */
export function afterOutcome(submission: Submission, outcome: Outcome, repeatable: boolean): AfterOutcome {
  const after = (change: Partial<Submission>, why: string | null, more: Partial<AfterOutcome> = {}) => ({
    submission: { ...submission, ...change },
    refused: false,
    why,
    retryAfterMs: 0,
    ...more,
  });
  const untouched = { state: 'waiting', begunAt: null } as const;
  switch (outcome.kind) {
    case 'taken':
      return after({ state: 'taken', messageId: outcome.messageId }, null);
    case 'refused':
      // The carrier may have taken the first attempt.
      if (submission.doubtful) return after({ state: 'unknown' }, outcome.why);
      return after(untouched, outcome.why, { refused: true });
    case 'not-now':
      return after(submission.doubtful ? { state: 'waiting' } : untouched, outcome.why);
    case 'unanswered':
      return repeatable
        ? after({ state: 'waiting', doubtful: true }, outcome.why, { retryAfterMs: REPEAT_AFTER_MS })
        : after({ state: 'unknown', doubtful: true }, outcome.why);
  }
}

/** Delay before the same message is submitted again to a carrier that didn't answer. */
const REPEAT_AFTER_MS = 5_000;

/**
 * Applies a late answer to a submission that we had given up on; null if nothing changes. A negative answer makes it
 * failed, because it was submitted only once.
 */
export function afterLateOutcome(submission: Submission, outcome: Outcome): Submission | null {
  if (submission.state !== 'unknown') return null;
  if (outcome.kind === 'taken') return { ...submission, state: 'taken', messageId: outcome.messageId };
  return outcome.kind === 'unanswered' ? null : { ...submission, state: 'failed' };
}

/** Applies a receipt; null if nothing changes. Delivered and failed are final. */
export function afterReceipt(submission: Submission, ending: Ending): Submission | null {
  const open = submission.state === 'taken' || submission.state === 'unknown';
  if (!open || submission.state === ending) return null;
  return { ...submission, state: ending };
}

/** Applies a restart to a submission whose process died while submitting it. */
export function afterCrash(submission: Submission, repeatable: boolean): Submission {
  return { ...submission, doubtful: true, state: repeatable ? 'waiting' : 'unknown' };
}
