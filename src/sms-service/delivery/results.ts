import type { Clock } from '../clock.ts';
import type { Store } from '../store/index.ts';
import { NOT_BEFORE_ITS_ANSWERS } from './claims.ts';
import type { Recorder } from './recorder.ts';
import {
  afterLateOutcome,
  afterOutcome,
  afterReceipt,
  type Ending,
  type Outcome,
  type Submission,
} from './states.ts';

/** How long until we retry writing results that failed to be written (a full disk). */
const TRY_AGAIN_MS = 1_000;

interface Receipt {
  messageId: string;
  ending: Ending;
  reason: string | null;
}

/**
 * Records what carriers say: everything from one turn of the event loop in one transaction, in the order it came.
 * Outcomes are never dropped; a receipt that can't be written is refused, so that the carrier sends it again.
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
  let outcomes: (() => void)[] = [];
  let receipts: { write(): void; written(): void; failed(error: unknown): void }[] = [];
  let scheduled = false;
  let closed = false;
  let callOff = () => {};

  const current = ({ logId, nth }: Submission) => submissions.of(logId).find(it => it.nth === nth);

  function writeOutcome(begun: Submission, outcome: Outcome): void {
    const { logId, route } = begun;
    const submission = current(begun);
    if (submission?.state !== 'submitting' || submission.identity !== begun.identity) return;
    const {
      submission: after,
      refused,
      why,
      retryAfterMs,
    } = afterOutcome(submission, outcome, knowsAgain(submission));
    recorder.record(logId, [afterEarlyReceipt(after)], why);
    const waiting = submissions.waiting(logId);
    if (waiting === null) return;
    const refusedBy = refused ? [...waiting.refusedBy, route] : waiting.refusedBy;
    const left =
      waiting.submissions.length === 0 || waiting.submissions.some(({ state }) => state === 'waiting');
    submissions.postpone(logId, left ? clock.now() + retryAfterMs : NOT_BEFORE_ITS_ANSWERS, refusedBy);
  }

  function afterEarlyReceipt(submission: Submission): Submission {
    if (submission.state !== 'taken' || submission.messageId === null) return submission;
    const early = earlyReceipts.take(submission.route, submission.messageId);
    return early === null ? submission : (afterReceipt(submission, early.ending) ?? submission);
  }

  function writeReceipt(route: string, { messageId, ending, reason }: Receipt): void {
    const submission = submissions.named(route, messageId);
    if (submission === null) {
      earlyReceipts.keep(route, messageId, { ending, reason }, clock.now());
      return;
    }
    const after = afterReceipt(submission, ending);
    if (after !== null) recorder.record(submission.logId, [after], reason);
  }

  function flush(): void {
    scheduled = false;
    if (outcomes.length + receipts.length === 0) return;
    const [someOutcomes, someReceipts] = [outcomes, receipts];
    [outcomes, receipts] = [[], []];
    try {
      recorder.transaction(() => {
        for (const write of someOutcomes) write();
        for (const { write } of someReceipts) write();
      });
    } catch (error) {
      outcomes = [...someOutcomes, ...outcomes];
      for (const { failed } of someReceipts) failed(error);
      onError(error);
      scheduled = true;
      if (!closed) callOff = clock.after(TRY_AGAIN_MS, flush);
      return;
    }
    for (const { written } of someReceipts) written();
    onWritten();
  }

  /** However much comes in one turn of the event loop, or while the disk is full, is written together. */
  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(flush);
  }

  return {
    /** A carrier's outcome for a submission. */
    outcome(submission: Submission, outcome: Outcome): void {
      outcomes.push(() => writeOutcome(submission, outcome));
      schedule();
    },
    /** Its outcome for a submission that we had given up on. */
    late(submission: Submission, outcome: Outcome): void {
      outcomes.push(() => {
        const given = current(submission);
        const after = given?.identity === submission.identity ? afterLateOutcome(given, outcome) : null;
        if (after === null) return;
        recorder.record(after.logId, [afterEarlyReceipt(after)], 'why' in outcome ? outcome.why : null);
      });
      schedule();
    },
    /** A carrier's receipt; resolves once it is on disk, rejects if it can't be written. */
    receipt(route: string, receipt: Receipt): Promise<void> {
      return new Promise((written, failed) => {
        receipts.push({ write: () => writeReceipt(route, receipt), written, failed });
        schedule();
      });
    },
    /** Writes everything collected so far, once. */
    close(): void {
      closed = true;
      callOff();
      flush();
    },
  };
}
