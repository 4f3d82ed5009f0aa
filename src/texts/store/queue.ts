import { type Credits, isLess } from '../../kit/credits.ts';
import type { Problem } from '../../kit/problem.ts';
import { eachPage, type Range, type Store, type Tx } from '../../kit/store/store.ts';
import type { Intent } from '../intent.ts';
import { UNTOLD_MS } from '../pace.ts';
import { MAX_RECIPIENTS } from '../recipient.ts';
import { findIntent, putIntent, textsOf } from './intent-records.ts';
import { KEYS, loadKey, releaseHold, unusedKey, waitToTell, wakeKeys } from './key.ts';
import { INTENTS, reportId, TEXTS, type TextRecord, toText } from './model.ts';
import { readOrQuarantine, TEXT_KIND } from './quarantine.ts';
import { asCancelled, asRefused } from './settle.ts';
import { addReport, changeText, reportOutcome, reportWaiting, type StepDeps } from './text-changes.ts';
import { loadWorkspace, WORKSPACES } from './usage.ts';

/** How long after a warning about a low balance readers are warned again, if it stays low. */
export const WARN_AGAIN_MS = 24 * 3_600_000;

/** Larger steps would occupy the store for too long. */
const STEP = 200;

/** What happens to texts while they wait, and to the keys they wait for. */
export function createQueue(store: Store, deps: StepDeps) {
  const listed = (tx: Tx, range: Range, now: number): TextRecord[] =>
    readOrQuarantine(tx, TEXT_KIND, range, { ...deps, now });

  /** Ends waiting texts without sending them. */
  function endAll(
    tx: Tx,
    texts: readonly TextRecord[],
    end: (text: TextRecord) => TextRecord,
    now: number,
  ): void {
    for (const text of texts) {
      if (text.state === 'queued') changeText(tx, text, end(text), { ...deps, now });
    }
    // Bulk that no longer waits gives its share of the minute back.
    wakeKeys(tx, new Set(texts.map(({ fingerprint }) => fingerprint)), now);
  }

  /** Does something with all texts that wait in a list, some in each step; returns with which it was done, as they were. */
  async function eachWaiting(
    range: { index: string; to?: number },
    now: number,
    does: (tx: Tx, texts: TextRecord[]) => TextRecord[],
  ): Promise<TextRecord[]> {
    const done: TextRecord[] = [];
    await eachPage(store, range, STEP, async entries => {
      const some = await store.transaction(tx => {
        const found = { entries, index: range.index };
        const texts = readOrQuarantine(tx, TEXT_KIND, found, { ...deps, now });
        const waiting = texts.filter(({ state }) => state === 'queued');
        return does(tx, waiting);
      });
      for (const text of some) done.push(text);
    });
    return done;
  }

  /** A broadcast waits until somebody says that it goes on, instead of losing the texts that wait. */
  const pauseBroadcasts = (workspace: string, now: number): Promise<void> =>
    store.transaction(tx => {
      const paused = deps.broadcastHooks.pause(tx, workspace, now);
      for (const intent of tx.readable(INTENTS, paused)) reportOutcome(tx, intent, { ...deps, now });
    });

  return {
    /**
     * Cancels all texts of an intent that are waiting, and those being sent now if they come back unsent; returns how many are cancelled at
     * once. For intents whose texts are reported together.
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

    /** `too_late`: it was no longer waiting. `unknown`: there is no such text in this workspace. */
    cancel: (workspace: string, textId: string, now: number) =>
      store.transaction(tx => {
        const text = tx.get(TEXTS, textId);
        if (text?.workspace !== workspace) return 'unknown';
        if (text.state !== 'queued') return 'too_late';
        endAll(tx, [text], one => asCancelled(one, now), now);
        return 'cancelled';
      }),

    /** Refuses texts that have waited too long; returns these, as they were. */
    expire: (now: number) =>
      store.transaction(tx => {
        const texts = listed(tx, { index: TEXTS.index('expiry'), to: now, limit: STEP }, now);
        endAll(tx, texts, text => asRefused(text, { kind: 'EXPIRED' }, now), now);
        return texts.map(toText);
      }),

    /**
     * Refuses everything that has been waiting in a workspace since `now` or longer; returns these texts, as they were. Broadcasts pause
     * instead, and their texts stay. If there are many, this takes several steps. Called after the workspace's key was deleted: afterwards nothing deleted can be read from the
     * store's files.
     */
    async refuseWaiting(workspace: string, problem: Problem, now: number) {
      await pauseBroadcasts(workspace, now);
      const before = { index: TEXTS.index('waiting', workspace), to: now };
      const done = await eachWaiting(before, now, (tx, texts) => {
        const ends = texts.filter(({ parked }) => parked !== true);
        endAll(tx, ends, text => asRefused(text, problem, now), now);
        return ends;
      });
      await store.purge(); // A key or token has just been deleted.
      return done.map(toText);
    },

    /** From now on the workspace's waiting texts go out with another key. If there are many, this takes several steps. */
    async moveWaiting(workspace: string, fingerprint: string, now: number) {
      await eachWaiting({ index: TEXTS.index('waiting', workspace) }, now, (tx, texts) => {
        const others = texts.filter(text => text.fingerprint !== fingerprint);
        for (const text of others) tx.put(TEXTS, { ...text, fingerprint });
        const keys = others.map(text => text.fingerprint);
        if (keys.length > 0) wakeKeys(tx, new Set([fingerprint, ...keys]), now);
        return others;
      });
    },

    /** Releases a held key: it sends one request at a time, until the service accepts a text. */
    releaseHold: (fingerprint: string, now: number) =>
      store.transaction(tx => {
        tx.put(KEYS, releaseHold(loadKey(tx, fingerprint, now), now));
      }),

    /** Makes a waiting report for each person's text that can't go now, unless they were already told. */
    reportWaiting: (now: number) =>
      store.transaction(tx => {
        const texts = listed(tx, { index: TEXTS.index('unreported'), limit: STEP }, now);
        const keys = tx.readable(KEYS, [...new Set(texts.map(({ fingerprint }) => fingerprint))]);
        const byId = new Map(keys.map(key => [key.id, key]));
        let told = 0;
        for (const text of texts) {
          const key = byId.get(text.fingerprint) ?? unusedKey(text.fingerprint);
          const waiting = waitToTell(text, key, now + store.claimsPausedMs(), now);
          if (!waiting) continue;
          tx.put(TEXTS, { ...text, waitReported: true });
          told += 1;
          reportWaiting(tx, text, waiting, { ...deps, now });
        }
        return told;
      }),

    /**
     * When claiming, expiring or telling next has something to do (`at` null: not before something new comes), and whether
     * anybody's text waits without their having been told.
     */
    nextDue: () =>
      store.read(tx => {
        const [ready, expiry, untold] = tx.firsts([
          KEYS.index('due'),
          TEXTS.index('expiry'),
          TEXTS.index('unreported'),
        ]);
        const due = [ready?.score, expiry?.score, untold && untold.score + UNTOLD_MS].filter(
          at => at != null,
        );
        const at = due.length === 0 ? null : Math.max(Math.min(...due), store.claimsPausedUntil());
        return { at, untold: untold != null };
      }),

    /**
     * If the key's balance is below `below`, makes a balance_low report for each reader; for the same workspace, not again until
     * the balance was higher or a day has passed. Returns whether it did. For the intent of a text just sent.
     */
    warnLow: (
      { id, workspace }: Pick<Intent, 'id' | 'workspace'>,
      { fingerprint, below, readers }: { fingerprint: string; below: Credits; readers: string[] },
      now: number,
    ) =>
      store.transaction(tx => {
        const { balance } = loadKey(tx, fingerprint, now);
        if (balance == null) return false;
        const own = loadWorkspace(tx, workspace);
        const { warnedAt } = own;
        if (!isLess(balance, below)) {
          if (warnedAt !== null) tx.put(WORKSPACES, { ...own, warnedAt: null });
          return false;
        }
        if (warnedAt !== null && warnedAt > now - WARN_AGAIN_MS) return false;
        tx.put(WORKSPACES, { ...own, warnedAt: now });
        for (const reader of readers)
          addReport(tx, { id: reportId(deps.newId(), id), kind: 'balance_low', intentId: id, reader }, now);
        return true;
      }),
  };
}

export type Queue = ReturnType<typeof createQueue>;
