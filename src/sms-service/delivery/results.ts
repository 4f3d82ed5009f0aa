import { InputError } from '../input-error.ts';
import { formatCredits } from '../money.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../time.ts';
import {
  afterLateOutcome,
  afterOutcome,
  afterReceipt,
  type Ending,
  type EntryState,
  entryStateOf,
  type Outcome,
  type Submission,
} from './rules.ts';

/** A text's new state. `route`: null if no route had the text. */
export interface Transition {
  logId: number;
  state: EntryState;
  route: string | null;
}

/** The due time of a text that its carrier has in full: only the carrier's answers make it due, or dequeue it. */
export const NOT_BEFORE_ITS_ANSWERS = Number.MAX_SAFE_INTEGER;

const FINAL: readonly EntryState[] = ['delivered', 'failed', 'unknown'];

export type Recorder = ReturnType<typeof createRecorder>;

/** Stores the states of submissions, and updates the state of their text. */
export function createRecorder(
  store: Store,
  { now, onTransition }: { now(): number; onTransition(transition: Transition): void },
) {
  const { submissions } = store;
  let moved: Transition[] = [];

  function move(logId: number, state: EntryState, route: string | null, why: string | null): void {
    const before = store.log.progress(logId);
    const at = now();
    const submitted = state === 'submitted' || state === 'delivered';
    store.log.setProgress(logId, {
      state,
      submittedAt: before.submittedAt ?? (submitted ? at : null),
      endedAt: !FINAL.includes(state) ? null : before.state === state ? before.endedAt : at,
      route,
      reason: submitted ? null : (why ?? before.reason),
    });
    if (before.state === state) return;
    if (state === 'failed') creditBack(logId, at);
    moved.push({ logId, state, route });
  }

  /**
   * Credits a failed text back if the account's terms say so. Happens at most once for each text, because `failed` is
   * final and the ledger allows one such entry for a text.
   */
  function creditBack(logId: number, at: number): void {
    const { accountId, cost } = store.log.get(logId);
    if (!store.accounts.get(accountId).terms.creditBackFailed) return;
    try {
      store.ledger.add(accountId, { kind: 'credit back', amount: cost, at, logId });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      // The balance is at its maximum. The text has failed anyway; an operator has to settle it by hand.
      const about = `${logId}: ${formatCredits(cost)}`;
      store.audit.add({ at, by: null, action: 'credit back impossible', accountId, about });
    }
  }

  return {
    /**
     * Runs `work`, which may call `record` and `fail`, in a transaction. Reports transitions once they are on disk.
     */
    transaction(work: () => void): void {
      moved = [];
      store.transaction(work);
      moved.forEach(onTransition);
    },
    /**
     * Stores new states of a text's submissions. `why`: the reason to store unless the text was submitted or delivered.
     */
    record(logId: number, changed: readonly Submission[], why: string | null): void {
      for (const submission of changed) submissions.put(submission);
      const all = submissions.of(logId);
      if (all.every(({ begunAt }) => begunAt === null)) {
        // No carrier has a part of it, so any route may take it.
        submissions.removeAll(logId);
        move(logId, 'accepted', null, why);
        return;
      }
      move(logId, entryStateOf(all), all[0]?.route ?? null, why);
      if (!all.some(({ state }) => state === 'waiting' || state === 'submitting')) submissions.dequeue(logId);
    },
    /** Marks a text as failed before any route had it. */
    fail(logId: number, why: string): void {
      submissions.removeAll(logId);
      submissions.dequeue(logId);
      move(logId, 'failed', null, why);
    },
  };
}

/** Delay before results are written again after a failure (a full disk). */
const RETRY_AFTER_MS = 1_000;

interface Receipt {
  messageId: string;
  ending: Ending;
  reason: string | null;
}

/**
 * Stores the carriers' answers: all from one turn of the event loop in one transaction, in order of arrival. Outcomes
 * are never dropped. A receipt that can't be written is refused, so that the carrier sends it again.
 */
export function createResults({
  store,
  recorder,
  clock,
  knowsAgain,
  onWritten,
  onError,
}: {
  store: Pick<Store, 'submissions' | 'earlyReceipts'>;
  recorder: Recorder;
  clock: Clock;
  knowsAgain(submission: Submission): boolean;
  onWritten(): void;
  onError(error: unknown): void;
}) {
  const { submissions, earlyReceipts } = store;
  /** Answers since the last write. If writing fails, those with `refused` are refused and the others kept. */
  let pending: { write(): void; written?(): void; refused?(error: unknown): void }[] = [];
  let scheduled = false;
  let closed = false;
  let cancelTimer = () => {};

  const current = ({ logId, nth }: Submission) => submissions.of(logId).find(it => it.nth === nth);

  function writeOutcome(begun: Submission, outcome: Outcome): void {
    const { logId, route } = begun;
    const submission = current(begun);
    if (submission?.state !== 'submitting' || submission.idempotencyKey !== begun.idempotencyKey) return;
    const {
      submission: after,
      refused,
      why,
      retryAfterMs,
    } = afterOutcome(submission, outcome, knowsAgain(submission));
    recordAnswered(after, why);
    const waiting = submissions.waiting(logId);
    if (waiting === null) return;
    const refusedBy = refused ? [...waiting.refusedBy, route] : waiting.refusedBy;
    const isWaiting =
      waiting.submissions.length === 0 || waiting.submissions.some(({ state }) => state === 'waiting');
    submissions.postpone(logId, isWaiting ? clock.now() + retryAfterMs : NOT_BEFORE_ITS_ANSWERS, refusedBy);
  }

  function writeLateOutcome(begun: Submission, outcome: Outcome): void {
    const submission = current(begun);
    const after =
      submission?.idempotencyKey === begun.idempotencyKey ? afterLateOutcome(submission, outcome) : null;
    if (after === null) return;
    recordAnswered(after, 'why' in outcome ? outcome.why : null);
  }

  /** Stores the carrier's answer. If its receipt arrived earlier, applies the receipt. */
  function recordAnswered(submission: Submission, why: string | null): void {
    const { logId, state, route, messageId } = submission;
    const early = state === 'taken' && messageId !== null ? earlyReceipts.take(route, messageId) : null;
    const after = early && afterReceipt(submission, early.ending);
    if (after) recorder.record(logId, [after], early.reason);
    else recorder.record(logId, [submission], why);
  }

  function writeReceipt(route: string, { messageId, ending, reason }: Receipt): void {
    const submission = submissions.byMessageId(route, messageId);
    if (submission === null) {
      earlyReceipts.keep(route, messageId, { ending, reason }, clock.now());
      return;
    }
    const after = afterReceipt(submission, ending);
    if (after !== null) recorder.record(submission.logId, [after], reason);
  }

  function flush(): void {
    scheduled = false;
    if (pending.length === 0) return;
    const batch = pending;
    pending = [];
    try {
      recorder.transaction(() => {
        for (const { write } of batch) write();
      });
    } catch (error) {
      pending = [...batch.filter(it => it.refused === undefined), ...pending];
      for (const { refused } of batch) refused?.(error);
      onError(error);
      scheduled = true;
      if (!closed) cancelTimer = clock.after(RETRY_AFTER_MS, flush);
      return;
    }
    for (const { written } of batch) written?.();
    onWritten();
  }

  function add(item: (typeof pending)[number]): void {
    pending.push(item);
    if (scheduled) return;
    scheduled = true;
    setImmediate(flush);
  }

  return {
    /** Stores a carrier's outcome for a submission. */
    outcome: (submission: Submission, outcome: Outcome) =>
      add({ write: () => writeOutcome(submission, outcome) }),
    /** Stores a carrier's outcome for a submission that we had given up on. */
    late: (submission: Submission, outcome: Outcome) =>
      add({ write: () => writeLateOutcome(submission, outcome) }),
    /** Stores a receipt. Resolves once it is on disk; rejects if it can't be written. */
    receipt: (route: string, receipt: Receipt) =>
      new Promise<void>((written, refused) => {
        add({ write: () => writeReceipt(route, receipt), written, refused });
      }),
    /** Tries once more to write everything collected so far. */
    close(): void {
      closed = true;
      cancelTimer();
      flush();
    },
  };
}
