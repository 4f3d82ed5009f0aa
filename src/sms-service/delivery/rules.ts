/*
 * How far a text is, derived from what became of its submissions to the carrier. Pure.
 *
 *   entry:       accepted → submitted → delivered | failed | unknown
 *   submission:  waiting → submitting → taken → delivered | failed | unknown
 *
 * A *submission* is one message for a carrier: a part of a text, or the whole text if the carrier takes long ones. It
 * is *doubtful* once bytes of it left and no answer came: then it may be submitted again only to a carrier that
 * recognises repeats.
 */

/** How far an accepted text is. With no route it stays `accepted`. */
export const entryStates = ['accepted', 'submitted', 'delivered', 'failed', 'unknown'] as const;
export type EntryState = (typeof entryStates)[number];

export type SubmissionState = 'waiting' | 'submitting' | 'taken' | 'delivered' | 'failed' | 'unknown';

export interface Submission {
  logId: number;
  /** Which of the text's messages it is, from 1. */
  nth: number;
  /** The name of the route that has it. */
  route: string;
  /** Twenty random letters and digits, for carriers that recognise a repeat by the sender's own name for it. */
  idempotencyKey: string;
  state: SubmissionState;
  /** When its first bytes may have left; null: none have. */
  begunAt: number | null;
  doubtful: boolean;
  /** The carrier's id for it, as its receipts write it. */
  messageId: string | null;
}

/** A text in the form that a carrier gets. */
export interface OutgoingText {
  logId: number;
  /** Eleven local digits. */
  number: string;
  message: string;
}

/** A text that is at least partly waiting. */
export interface Waiting {
  text: OutgoingText;
  /** When it was accepted, in milliseconds since the epoch. */
  acceptedAt: number;
  /** The routes that won't take it. */
  refusedBy: readonly string[];
  submissions: readonly Submission[];
}

/** The carrier's response to a submission. */
export type Outcome =
  /** It has the message, under this id; null: it has it and gives no id. */
  | { kind: 'taken'; messageId: string | null }
  /** It doesn't take this text, and never will. */
  | { kind: 'refused'; why: string }
  /** It definitely doesn't have it, and may take it later: the route decides how long to leave the carrier alone. */
  | { kind: 'not-now'; why: string }
  /** Bytes left, and no trustworthy answer came. */
  | { kind: 'unanswered'; why: string };

/** The final state in a carrier's receipt. */
export type Ending = 'delivered' | 'failed' | 'unknown';

/** If one part is missing, the text did not arrive; if one part is unknown, so is the text. */
export function entryStateOf(submissions: readonly Pick<Submission, 'state'>[]): EntryState {
  const some = (...states: SubmissionState[]) => submissions.some(({ state }) => states.includes(state));
  if (some('failed')) return 'failed';
  if (some('unknown')) return 'unknown';
  if (submissions.length === 0 || some('waiting', 'submitting')) return 'accepted';
  return submissions.every(({ state }) => state === 'delivered') ? 'delivered' : 'submitted';
}

/** What an outcome changes about a submission; `refused`: its route won't take the text at all. */
export interface AfterOutcome {
  submission: Submission;
  refused: boolean;
  why: string | null;
  /** When to retry, if it waits. */
  retryAfterMs: number;
}

/** @param repeatable whether the carrier recognises the submission, so that it can't take it twice */
export function afterOutcome(submission: Submission, outcome: Outcome, repeatable: boolean): AfterOutcome {
  const now = (change: Partial<Submission>, why: string | null, rest: Partial<AfterOutcome> = {}) => ({
    submission: { ...submission, ...change },
    refused: false,
    why,
    retryAfterMs: 0,
    ...rest,
  });
  const untouched = { state: 'waiting', begunAt: null } as const;
  switch (outcome.kind) {
    case 'taken':
      return now({ state: 'taken', messageId: outcome.messageId }, null);
    case 'refused':
      // A repeated submission may have been taken the first time.
      if (submission.doubtful) return now({ state: 'unknown' }, outcome.why);
      return now(untouched, outcome.why, { refused: true });
    case 'not-now':
      return now(submission.doubtful ? { state: 'waiting' } : untouched, outcome.why);
    case 'unanswered':
      return repeatable
        ? now({ state: 'waiting', doubtful: true }, outcome.why, { retryAfterMs: REPEAT_AFTER_MS })
        : now({ state: 'unknown', doubtful: true }, outcome.why);
  }
}

/** How long we leave a carrier alone that didn't answer before we submit the same again. */
const REPEAT_AFTER_MS = 5_000;

/**
 * What a late answer changes about a submission that we had given up on; null: nothing. If it was submitted only once,
 * it hasn't been taken.
 */
export function afterLateOutcome(submission: Submission, outcome: Outcome): Submission | null {
  if (submission.state !== 'unknown') return null;
  if (outcome.kind === 'taken') return { ...submission, state: 'taken', messageId: outcome.messageId };
  return outcome.kind === 'unanswered' ? null : { ...submission, state: 'failed' };
}

/** What a receipt changes about a submission; null: nothing. Delivered and failed are final. */
export function afterReceipt(submission: Submission, ending: Ending): Submission | null {
  const open = submission.state === 'taken' || submission.state === 'unknown';
  if (!open || submission.state === ending) return null;
  return { ...submission, state: ending };
}

/** What a restart changes about a submission whose process died while it was submitting. */
export function afterCrash(submission: Submission, repeatable: boolean): Submission {
  return { ...submission, doubtful: true, state: repeatable ? 'waiting' : 'unknown' };
}
