import { Mistake } from '../mistake.ts';
import type { Store } from '../store/index.ts';
import { type EntryState, entryStateOf, type Submission } from './states.ts';

/** A text that changed state, and its route; null if it failed before it had one. */
export interface Transition {
  logId: number;
  state: EntryState;
  route: string | null;
}

/** Records what became of submissions and what follows for their text. */
export interface Recorder {
  /** Runs `work` in a transaction, the place for the other two; which texts moved is told once that is on disk. */
  transaction(work: () => void): void;
  /** Stores the new states of these submissions of a text. `why` is kept unless everything went well. */
  record(logId: number, submissions: readonly Submission[], why: string | null): void;
  /** The text failed before any route had it. */
  fail(logId: number, why: string): void;
}

const FINAL: readonly EntryState[] = ['delivered', 'failed', 'unknown'];

export function createRecorder(
  store: Pick<Store, 'accounts' | 'ledger' | 'log' | 'submissions' | 'transaction'>,
  { now, onTransition }: { now(): number; onTransition(transition: Transition): void },
): Recorder {
  const { submissions } = store;
  let moved: Transition[] = [];

  function move(logId: number, state: EntryState, route: string | null, why: string | null): void {
    const before = submissions.progress(logId);
    const at = now();
    const submitted = state === 'submitted' || state === 'delivered';
    submissions.setProgress(logId, {
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
   * Happens once for each text: nothing leads out of `failed`, and the ledger has at most one such entry for a text.
   */
  function creditBack(logId: number, at: number): void {
    const { accountId, cost } = store.log.get(logId);
    if (!store.accounts.get(accountId).terms.creditBackFailed) return;
    try {
      store.ledger.add(accountId, { kind: 'credit back', amount: cost, at, logId });
    } catch (error) {
      // The balance is at its maximum. Still record that the text failed.
      if (!(error instanceof Mistake)) throw error;
    }
  }

  return {
    transaction(work) {
      moved = [];
      store.transaction(work);
      moved.forEach(onTransition);
    },
    record(logId, changed, why) {
      for (const submission of changed) submissions.put(submission);
      const all = submissions.of(logId);
      if (all.every(({ begunAt }) => begunAt === null)) {
        // No part of it is with a carrier, so any route may take it.
        submissions.removeAll(logId);
        move(logId, 'accepted', null, why);
        return;
      }
      move(logId, entryStateOf(all), all[0]?.route ?? null, why);
      if (!all.some(({ state }) => state === 'waiting' || state === 'submitting')) submissions.dequeue(logId);
    },
    fail(logId, why) {
      submissions.removeAll(logId);
      submissions.dequeue(logId);
      move(logId, 'failed', null, why);
    },
  };
}
