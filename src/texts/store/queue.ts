import { type Credits, isLess } from '../../kit/credits.ts';
import type { Problem } from '../../kit/problem.ts';
import { eachPage, type Range, type Store, type Tx } from '../../kit/store/store.ts';
import type { Intent } from '../intent.ts';
import { REPORT_WAIT_AFTER_MS } from '../pace.ts';
import { MAX_RECIPIENTS } from '../recipient.ts';
import { findIntent, putIntent, textsOf } from './intent-records.ts';
import { KEYS, loadKey, releaseHold, unusedKey, waitToReport, wakeKeys } from './key.ts';
import { INTENTS, reportId, TEXTS, type TextRecord, toText } from './model.ts';
import { readOrQuarantine, TEXT_KIND } from './quarantine.ts';
import { asCancelled, asRefused } from './settle.ts';
import { withWait } from './story-events.ts';
import { addReport, changeText, reportOutcome, reportWaiting, type StepDeps } from './text-changes.ts';
import { loadWorkspace, WORKSPACES } from './usage.ts';

/** While the balance stays low, readers are warned once in this time. */
export const WARN_AGAIN_MS = 24 * 3_600_000;

/** More in one transaction would occupy the store for too long. */
const MAX_TEXTS_PER_STEP = 200;

/** Cancels, expires, refuses and moves waiting texts, releases held keys, and reports waits and low balances. */
export function createQueue(store: Store, deps: StepDeps) {
  const listedTexts = (tx: Tx, range: Range, now: number): TextRecord[] =>
    readOrQuarantine(tx, TEXT_KIND, range, { ...deps, now });

  function endAll(
    tx: Tx,
    texts: readonly TextRecord[],
    end: (text: TextRecord) => TextRecord,
    now: number,
  ): void {
    for (const text of texts) {
      if (text.state === 'queued') changeText(tx, text, end(text), { ...deps, now });
    }
    // When bulk texts no longer wait, their share of the minute is free.
    wakeKeys(tx, new Set(texts.map(({ fingerprint }) => fingerprint)), now);
  }

  /** Handles all waiting texts of an index, some in each transaction. Returns the handled texts as they were before. */
  async function eachWaiting(
    range: { index: string; to?: number },
    now: number,
    does: (tx: Tx, texts: TextRecord[]) => TextRecord[],
  ): Promise<TextRecord[]> {
    const affected: TextRecord[] = [];
    await eachPage(store, range, MAX_TEXTS_PER_STEP, async entries => {
      const some = await store.transaction(tx => {
        const waitingEntries = { entries, index: range.index };
        const texts = readOrQuarantine(tx, TEXT_KIND, waitingEntries, { ...deps, now });
        const waiting = texts.filter(({ state }) => state === 'queued');
        return does(tx, waiting);
      });
      for (const text of some) affected.push(text);
    });
    return affected;
  }

  /** Broadcasts pause until resumed by a person, so that they keep their waiting texts. */
  const pauseBroadcasts = (workspace: string, now: number): Promise<void> =>
    store.transaction(tx => {
      const paused = deps.broadcastHooks.pause(tx, workspace, now);
      for (const intent of tx.readable(INTENTS, paused)) reportOutcome(tx, intent, { ...deps, now });
    });

  return {
    /**
     * Cancels an intent's waiting texts, and those being sent if they come back unsent. Returns how many were waiting. For
     * intents with a shared report.
     */
    cancelAll: (workspace: string, intentId: string, now: number) =>
      store.transaction(tx => {
        const intent = findIntent(tx, intentId);
        if (intent?.workspace === workspace && intent.state === 'planned')
          putIntent(tx, { ...intent, problem: { kind: 'CANCELLED' } });
        const texts = textsOf(tx, intentId, MAX_RECIPIENTS).records;
        const waiting = texts.filter(text => text.workspace === workspace && text.state === 'queued');
        endAll(tx, waiting, text => asCancelled(text, now), now);
        return waiting.length;
      }),

    /**
     * `too_late`: the text was no longer waiting. `unknown`: this workspace has no such text.
     *
     * @param isTold the caller tells the sender, so that no report does
     */
    cancel: (workspace: string, textId: string, now: number, isTold = false) =>
      store.transaction(tx => {
        const text = tx.get(TEXTS, textId);
        if (text?.workspace !== workspace) return 'unknown';
        if (text.state !== 'queued') return 'too_late';
        endAll(tx, [text], record => asCancelled(record, now), now);
        const cancelled = isTold ? tx.get(TEXTS, textId) : null;
        if (cancelled) tx.put(TEXTS, { ...cancelled, report: undefined });
        return 'cancelled';
      }),

    /** Refuses texts that have waited too long; returns them as they were before. */
    expire: (now: number) =>
      store.transaction(tx => {
        const texts = listedTexts(
          tx,
          { index: TEXTS.index('expiry'), to: now, limit: MAX_TEXTS_PER_STEP },
          now,
        );
        endAll(tx, texts, text => asRefused(text, { kind: 'EXPIRED' }, now), now);
        return texts.map(toText);
      }),

    /**
     * Refuses all texts of a workspace that have been waiting since `now` or longer, in several transactions; returns them
     * as they were before. Broadcasts pause instead and keep theirs. Called after the workspace's key was deleted; purges,
     * so that the store's files don't hold the key either.
     */
    async refuseWaiting(workspace: string, problem: Problem, now: number) {
      await pauseBroadcasts(workspace, now);
      const before = { index: TEXTS.index('waiting', workspace), to: now };
      const done = await eachWaiting(before, now, (tx, texts) => {
        const ends = texts.filter(({ parked }) => parked !== true);
        endAll(tx, ends, text => asRefused(text, problem, now), now);
        return ends;
      });
      await store.purge();
      return done.map(toText);
    },

    /** Moves the workspace's waiting texts to another key, in several transactions. */
    async moveWaiting(workspace: string, fingerprint: string, now: number) {
      await eachWaiting({ index: TEXTS.index('waiting', workspace) }, now, (tx, texts) => {
        const toMove = texts.filter(text => text.fingerprint !== fingerprint);
        for (const text of toMove) tx.put(TEXTS, { ...text, fingerprint });
        const keys = toMove.map(text => text.fingerprint);
        if (keys.length > 0) wakeKeys(tx, new Set([fingerprint, ...keys]), now);
        return toMove;
      });
    },

    /** Releases a held key, which is then on trial. */
    releaseHold: (fingerprint: string, now: number) =>
      store.transaction(tx => {
        tx.put(KEYS, releaseHold(loadKey(tx, fingerprint, now), now));
      }),

    /** Reports to people why their texts wait, once for each text. Returns how many reports. */
    reportWaiting: (now: number) =>
      store.transaction(tx => {
        const texts = listedTexts(tx, { index: TEXTS.index('unreported'), limit: MAX_TEXTS_PER_STEP }, now);
        const keys = tx.readable(KEYS, [...new Set(texts.map(({ fingerprint }) => fingerprint))]);
        const byId = new Map(keys.map(key => [key.id, key]));
        let reported = 0;
        for (const text of texts) {
          const key = byId.get(text.fingerprint) ?? unusedKey(text.fingerprint);
          const waiting = waitToReport(text, key, now + store.claimsPausedMs(), now);
          if (!waiting) continue;
          tx.put(TEXTS, { ...text, waitReported: true, story: withWait(text.story, waiting.why, now) });
          reported += 1;
          reportWaiting(tx, text, waiting, { ...deps, now });
        }
        return reported;
      }),

    /**
     * `at`: when a key is due, a text expires or a wait has to be reported next; null until something new arrives.
     * `unreported`: true if a text waits without a report.
     */
    nextDue: () =>
      store.read(tx => {
        const [dueKey, expiry, unreported] = tx.firsts([
          KEYS.index('due'),
          TEXTS.index('expiry'),
          TEXTS.index('unreported'),
        ]);
        const due = [
          dueKey?.score,
          expiry?.score,
          unreported && unreported.score + REPORT_WAIT_AFTER_MS,
        ].filter(at => at != null);
        const at = due.length === 0 ? null : Math.max(Math.min(...due), store.claimsPausedUntil());
        return { at, unreported: unreported != null };
      }),

    /**
     * Reports a balance below `below` to each reader, at most once a day until the balance is higher again. Returns true if
     * it did. The first argument is the intent of a text that was just sent.
     */
    warnLow: (
      { id, workspace }: Pick<Intent, 'id' | 'workspace'>,
      { fingerprint, below, readers }: { fingerprint: string; below: Credits; readers: string[] },
      now: number,
    ) =>
      store.transaction(tx => {
        const { balance } = loadKey(tx, fingerprint, now);
        if (balance == null) return false;
        const record = loadWorkspace(tx, workspace);
        const { warnedAt } = record;
        if (!isLess(balance, below)) {
          if (warnedAt !== null) tx.put(WORKSPACES, { ...record, warnedAt: null });
          return false;
        }
        if (warnedAt !== null && warnedAt > now - WARN_AGAIN_MS) return false;
        tx.put(WORKSPACES, { ...record, warnedAt: now });
        for (const reader of readers)
          addReport(tx, { id: reportId(deps.newId(), id), kind: 'balance_low', intentId: id, reader }, now);
        return true;
      }),
  };
}

export type Queue = ReturnType<typeof createQueue>;
