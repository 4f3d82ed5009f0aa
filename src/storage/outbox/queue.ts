import { isLess } from '../../domain/credits.ts';
import { UNTOLD_MS } from '../../domain/pace.ts';
import { MAX_RECIPIENTS } from '../../domain/recipient.ts';
import { type Queue, WARN_AGAIN_MS } from '../ports.ts';
import { all, type Range } from '../records.ts';
import { cancelled, refused } from '../rules/ending.ts';
import { releaseHold } from '../rules/hold.ts';
import { waitToTell } from '../rules/waiting.ts';
import type { Store } from '../store.ts';
import { INTENTS } from '../tables/intent.ts';
import { KEY_LISTS, KEYS, unusedKey } from '../tables/key.ts';
import { reportId } from '../tables/report.ts';
import { TEXT_LISTS, TEXTS, type TextRecord } from '../tables/text.ts';
import { WORKSPACES } from '../tables/usage.ts';
import type { Transaction } from '../transaction.ts';
import { listedOrAside } from './aside.ts';
import { pauseFor, runningIn } from './broadcast-tally.ts';
import { readyAll } from './keys.ts';
import { eachPage } from './paging.ts';
import { addReport, changeText, tellOutcome, tellWaiting } from './telling.ts';

/** Larger steps would occupy the store for too long. */
const STEP = 200;

/** What happens to texts while they wait. */
export function createQueue(store: Store, newId: () => string): Queue {
  const listed = (tx: Transaction, range: Range, now: number): TextRecord[] =>
    listedOrAside<TextRecord>(tx, 'text', range, { newId, now });

  /** Ends waiting texts without sending them. */
  function endAll(
    tx: Transaction,
    texts: readonly TextRecord[],
    end: (text: TextRecord) => TextRecord,
    now: number,
  ): void {
    for (const text of texts) {
      if (text.state === 'queued') changeText(tx, text, end(text), { newId, now });
    }
    // Bulk that no longer waits gives its share of the minute back.
    readyAll(tx, new Set(texts.map(({ fingerprint }) => fingerprint)), now);
  }

  /** Does something with all texts that wait in a list, some in each step; returns with which it was done, as they were. */
  async function eachWaiting(
    range: { list: string; to?: number },
    now: number,
    does: (tx: Transaction, texts: TextRecord[]) => TextRecord[],
  ): Promise<TextRecord[]> {
    const done: TextRecord[] = [];
    await eachPage(store, range, STEP, async ids => {
      const some = await store.change(tx => {
        const found = { ids, list: range.list };
        const texts = listedOrAside<TextRecord>(tx, 'text', found, { newId, now });
        const waiting = texts.filter(({ state }) => state === 'queued');
        return does(tx, waiting);
      });
      for (const text of some) done.push(text);
    });
    return done;
  }

  /** A broadcast waits until somebody says that it goes on, instead of losing the texts that wait. */
  const pauseBroadcasts = (workspace: string, now: number): Promise<void> =>
    store.change(tx => {
      for (const one of runningIn(tx, workspace)) {
        pauseFor(tx, one, 'unlinked', now);
        const [intent] = tx.readable(INTENTS, [one.id]);
        if (intent) tellOutcome(tx, intent, { newId, now });
      }
    });

  return {
    cancelAll: (workspace, intentId, now) =>
      store.change(tx => {
        const texts = tx.listed(TEXTS, { list: TEXT_LISTS.ofIntent(intentId), limit: MAX_RECIPIENTS });
        const [intent] = tx.readable(INTENTS, [intentId]);
        if (intent?.workspace === workspace && intent.state === 'planned')
          tx.put(INTENTS, { ...intent, problem: { kind: 'CANCELLED' } });
        const waiting = texts.filter(text => text.workspace === workspace && text.state === 'queued');
        endAll(tx, waiting, text => cancelled(text, now), now);
        return waiting.length;
      }),

    cancel: (workspace, textId, now) =>
      store.change(tx => {
        const text = tx.get(TEXTS, textId);
        if (text?.workspace !== workspace) return 'unknown';
        if (text.state !== 'queued') return 'too_late';
        endAll(tx, [text], one => cancelled(one, now), now);
        return 'cancelled';
      }),

    expire: now =>
      store.change(tx => {
        const texts = listed(tx, { list: TEXT_LISTS.expiry, to: now, limit: STEP }, now);
        endAll(tx, texts, text => refused(text, { kind: 'EXPIRED' }, now), now);
        return texts;
      }),

    async refuseWaiting(workspace, problem, now) {
      await pauseBroadcasts(workspace, now);
      const before = { list: TEXT_LISTS.waiting(workspace), to: now };
      const done = await eachWaiting(before, now, (tx, texts) => {
        const ends = texts.filter(({ parked }) => parked !== true);
        endAll(tx, ends, text => refused(text, problem, now), now);
        return ends;
      });
      await store.purge(); // A key or token has just been deleted.
      return done;
    },

    async moveWaiting(workspace, fingerprint, now) {
      await eachWaiting({ list: TEXT_LISTS.waiting(workspace) }, now, (tx, texts) => {
        const others = texts.filter(text => text.fingerprint !== fingerprint);
        for (const text of others) tx.put(TEXTS, { ...text, fingerprint });
        const keys = others.map(text => text.fingerprint);
        if (keys.length > 0) readyAll(tx, new Set([fingerprint, ...keys]), now);
        return others;
      });
    },

    releaseHold: (fingerprint, now) =>
      store.change(tx => {
        tx.put(KEYS, releaseHold(tx.get(KEYS, fingerprint) ?? unusedKey(fingerprint), now));
      }),

    tellWaiting: now =>
      store.change(tx => {
        const texts = listed(tx, { list: TEXT_LISTS.untold, limit: STEP }, now);
        const keys = tx.readable(KEYS, [...new Set(texts.map(({ fingerprint }) => fingerprint))]);
        const byId = new Map(keys.map(key => [key.id, key]));
        let told = 0;
        for (const text of texts) {
          const key = byId.get(text.fingerprint) ?? unusedKey(text.fingerprint);
          const waiting = waitToTell(text, key, now + store.quietMs(), now);
          if (!waiting) continue;
          tx.put(TEXTS, { ...text, told: true });
          told += 1;
          tellWaiting(tx, text, waiting, { newId, now });
        }
        return told;
      }),

    nextDue: () =>
      store.read(tx => {
        const [ready, expiry, untold] = all(
          [KEY_LISTS.ready, TEXT_LISTS.expiry, TEXT_LISTS.untold].map(list => () => tx.first(list)),
        );
        const due = [ready?.score, expiry?.score, untold && untold.score + UNTOLD_MS].filter(
          at => at != null,
        );
        const at = due.length === 0 ? null : Math.max(Math.min(...due), store.quietUntil());
        return { at, untold: untold != null };
      }),

    warnLow: ({ id, workspace }, { fingerprint, below, readers }, now) =>
      store.change(tx => {
        const balance = tx.get(KEYS, fingerprint)?.balance;
        if (balance == null) return false;
        const own = tx.get(WORKSPACES, workspace) ?? { id: workspace, past: null, warnedAt: null };
        const { warnedAt } = own;
        if (!isLess(balance, below)) {
          if (warnedAt !== null) tx.put(WORKSPACES, { ...own, warnedAt: null });
          return false;
        }
        if (warnedAt !== null && warnedAt > now - WARN_AGAIN_MS) return false;
        tx.put(WORKSPACES, { ...own, warnedAt: now });
        for (const reader of readers)
          addReport(tx, { id: reportId(newId(), id), kind: 'balance_low', intentId: id, reader }, now);
        return true;
      }),
  };
}
