/*
 * How far a text is, by what became of what was handed to the carrier. Pure.
 *
 *   entry:       accepted → submitted → delivered | failed | unknown
 *   submission:  waiting → submitting → taken → delivered | failed | unknown
 *
 * A *submission* is one message for a carrier: a part of a text, or all of it where the carrier takes long texts. It is
 * *doubtful* once bytes of it left and no answer came: then only a carrier that knows it again may be given it again.
 */

/** How far an accepted text is. With no route it stays `accepted`. */
export const entryStates = ['accepted', 'submitted', 'delivered', 'failed', 'unknown'] as const;
export type EntryState = (typeof entryStates)[number];

export type SubmissionState = 'waiting' | 'submitting' | 'taken' | 'delivered' | 'failed' | 'unknown';

export interface Submission {
  logId: number;
  /** Which of the text's messages, from 1. */
  nth: number;
  /** The name of the route that has it. */
  route: string;
  /** Twenty random letters and digits, for carriers that know a message again by the sender's own name for it. */
  identity: string;
  state: SubmissionState;
  /** When its first bytes may have left; null before. */
  begunAt: number | null;
  doubtful: boolean;
  /** The carrier's name for it, as its receipts write it. */
  messageId: string | null;
}

/** A text as a carrier gets it. */
export interface OutgoingText {
  logId: number;
  /** Eleven local digits. */
  number: string;
  message: string;
}

/** A text of which something waits. */
export interface Waiting {
  text: OutgoingText;
  /** When it was accepted, in milliseconds since the epoch. */
  acceptedAt: number;
  /** The routes that will not take it. */
  refusedBy: readonly string[];
  submissions: readonly Submission[];
}

/** What a carrier made of a submission. */
export type Outcome =
  /** It has it, under this id; null: it has it and names none. */
  | { kind: 'taken'; messageId: string | null }
  /** It doesn't take this text, and never will. */
  | { kind: 'refused'; why: string }
  /** It surely doesn't have it, and may take it another time: how long it is left alone is its route's matter. */
  | { kind: 'not-now'; why: string }
  /** Bytes left, and no answer that can be believed came. */
  | { kind: 'unanswered'; why: string };

/** What a carrier's receipt says in the end. */
export type Ending = 'delivered' | 'failed' | 'unknown';

/** A text that lacks one part did not arrive; one part that nobody knows of makes the text one. */
export function entryStateOf(submissions: readonly Pick<Submission, 'state'>[]): EntryState {
  const some = (...states: SubmissionState[]) => submissions.some(({ state }) => states.includes(state));
  if (some('failed')) return 'failed';
  if (some('unknown')) return 'unknown';
  if (submissions.length === 0 || some('waiting', 'submitting')) return 'accepted';
  return submissions.every(({ state }) => state === 'delivered') ? 'delivered' : 'submitted';
}

/** What an outcome makes of a submission; `refused` says that its route will not take the text at all. */
export interface AfterOutcome {
  submission: Submission;
  refused: boolean;
  why: string | null;
  /** When it may be tried again, if it waits. */
  retryAfterMs: number;
}

/** @param repeatable whether the carrier knows the submission again, so that it can't take it twice */
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
      // A repeated one may have been taken the first time.
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

/** How long a carrier that gave no answer is left alone before it is given the same again. */
const REPEAT_AFTER_MS = 5_000;

/** What an answer makes of a submission that was given up; null: nothing. One that was given once only is not taken now. */
export function afterLateOutcome(submission: Submission, outcome: Outcome): Submission | null {
  if (submission.state !== 'unknown') return null;
  if (outcome.kind === 'taken') return { ...submission, state: 'taken', messageId: outcome.messageId };
  return outcome.kind === 'unanswered' ? null : { ...submission, state: 'failed' };
}

/** What a receipt makes of a submission; null: nothing. What is delivered or failed stays so. */
export function afterReceipt(submission: Submission, ending: Ending): Submission | null {
  const open = submission.state === 'taken' || submission.state === 'unknown';
  if (!open || submission.state === ending) return null;
  return { ...submission, state: ending };
}

/** What a start makes of a submission whose process ended while it was submitting. */
export function afterCrash(submission: Submission, repeatable: boolean): Submission {
  return { ...submission, doubtful: true, state: repeatable ? 'waiting' : 'unknown' };
}
