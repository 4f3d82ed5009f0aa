import { INBOXES } from '../../kit/inbox/model.ts';
import { eachPage, type Store, type Table, type Tx } from '../../kit/store/store.ts';
import { KEYS, type KeyRecord, withDueAtIfQueued, withReply } from './key.ts';
import { INTENTS, intentIdOfText, REPORTS, TEXTS } from './model.ts';
import { quarantine } from './quarantine.ts';
import { asInterrupted } from './settle.ts';
import { changeText, type StepContext, type StepDeps } from './text-changes.ts';

/** How many keys and leases one step looks at: more would occupy the store for too long. */
const KEYS_AT_ONCE = 100;
const LEASES_AT_ONCE = 1000;
/** No request to the SMS service lasts this long: whoever made it has given it up. */
const FLIGHT_MS = 60_000;

type Reaping = StepContext & { graceMs: number };

/**
 * Cleans up everything that processes left that are gone, some of it in each step: their requests end as uncertain, and their leases
 * end now. Returns how many texts.
 */
export async function reapGone(store: Store, deps: StepDeps, now: number): Promise<number> {
  const { graceMs } = store;
  let texts = 0;
  const inFlight = { index: KEYS.index('inFlight'), to: now - graceMs };
  await eachPage(store, inFlight, KEYS_AT_ONCE, async ids => {
    texts += await store.transaction(tx => {
      const isDead = (process: string): boolean => !store.isAlive(tx, process);
      let reaped = 0;
      for (const key of tx.readable(KEYS, ids)) reaped += reapKey(tx, key, isDead, { ...deps, graceMs, now });
      return reaped;
    });
  });
  // Whatever a process that is gone had leased is due again.
  const endLeases = <R extends Leased>(table: Table<R>, index: string, ended: (record: R) => R) =>
    eachPage(store, { index }, LEASES_AT_ONCE, ids =>
      store.transaction(tx => {
        for (const record of tx.readable(table, ids)) {
          if (record.leasedBy !== null && !store.isAlive(tx, record.leasedBy)) tx.put(table, ended(record));
        }
      }),
    );
  await endLeases(INTENTS, INTENTS.index('leased'), record => ({
    ...record,
    dueAt: Math.min(record.dueAt, now),
    leasedBy: null,
  }));
  await endLeases(REPORTS, REPORTS.index('leased'), report => ({
    ...report,
    dueAt: Math.min(report.dueAt, now),
    leasedBy: null,
    attempts: report.attempts + 1,
  }));
  await endLeases(INBOXES, INBOXES.index('leased'), inbox => ({
    ...inbox,
    dueAt: now,
    leasedBy: null,
    leasedUntil: 0,
    isSuspect: true,
  }));
  return texts;
}

type Leased = { id: string; leasedBy: string | null };

/** Ends requests whose owner is gone, or that last longer than any request does: the service may have counted them as late as now. */
function reapKey(
  tx: Tx,
  key: KeyRecord,
  isDead: (owner: string) => boolean,
  { graceMs, ...ctx }: Reaping,
): number {
  const { now } = ctx;
  let after = key;
  let texts = 0;
  for (const { id, freeAt, owner, takenAt, text } of key.slots) {
    if (freeAt !== null || takenAt > now - graceMs) continue;
    if (takenAt > now - FLIGHT_MS && !isDead(owner)) continue;
    after = withDueAtIfQueued(withReply(after, id, now), now);
    if (text === null) continue;
    const {
      records: [sending],
      unreadable: [damaged],
    } = tx.tryRead(TEXTS, [text]);
    const index = TEXTS.index('byIntent', intentIdOfText(text));
    if (damaged) quarantine(tx, 'text', { index, ...damaged }, ctx, true);
    if (sending?.state !== 'sending' || sending.claim !== id) continue;
    changeText(tx, sending, asInterrupted(sending, now), ctx);
    texts += 1;
  }
  if (after !== key) tx.put(KEYS, after);
  return texts;
}
