import { INBOXES } from '../../kit/inbox/model.ts';
import { eachPage, type Store, type Table, type Tx } from '../../kit/store/store.ts';
import { KEYS, type KeyRecord, withReply, woken } from './key.ts';
import { INTENTS, REPORTS, TEXTS } from './model.ts';
import { interrupted } from './settle.ts';
import { changeText, type Maker, type Making } from './telling.ts';

/** How many keys and leases one step looks at: more would occupy the store for too long. */
const KEYS_AT_ONCE = 100;
const LEASES_AT_ONCE = 1000;
/** No request to the SMS service lasts this long: whoever made it has given it up. */
const FLIGHT_MS = 60_000;

type Reaping = Making & { graceMs: number };

/**
 * Cleans up everything that processes left that are gone, some of it in each step: their requests end as uncertain, and their leases
 * end now. Returns how many texts.
 */
export async function reapGone(store: Store, maker: Maker, now: number): Promise<number> {
  const { graceMs } = store;
  let texts = 0;
  const inFlight = { list: KEYS.list('inFlight'), to: now - graceMs };
  await eachPage(store, inFlight, KEYS_AT_ONCE, async ids => {
    texts += await store.change(tx => {
      const isGone = (process: string): boolean => !store.isAlive(tx, process);
      let reaped = 0;
      for (const key of tx.readable(KEYS, ids))
        reaped += reapKey(tx, key, isGone, { ...maker, graceMs, now });
      return reaped;
    });
  });
  // Whatever a process that is gone had leased is due again.
  const endLeases = <R extends Leased>(table: Table<R>, list: string, ended: (record: R) => R) =>
    eachPage(store, { list }, LEASES_AT_ONCE, ids =>
      store.change(tx => {
        for (const record of tx.readable(table, ids)) {
          if (record.leasedBy !== null && !store.isAlive(tx, record.leasedBy)) tx.put(table, ended(record));
        }
      }),
    );
  await endLeases(INTENTS, INTENTS.list('leased'), record => ({
    ...record,
    dueAt: Math.min(record.dueAt, now),
    leasedBy: null,
  }));
  await endLeases(REPORTS, REPORTS.list('leased'), report => ({
    ...report,
    dueAt: Math.min(report.dueAt, now),
    leasedBy: null,
    attempts: report.attempts + 1,
  }));
  await endLeases(INBOXES, INBOXES.list('leased'), inbox => ({
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
  isGone: (owner: string) => boolean,
  { graceMs, ...making }: Reaping,
): number {
  const { now } = making;
  let after = key;
  let texts = 0;
  for (const { id, freeAt, owner, takenAt, text } of key.slots) {
    if (freeAt !== null || takenAt > now - graceMs) continue;
    if (takenAt > now - FLIGHT_MS && !isGone(owner)) continue;
    after = woken(withReply(after, id, now), now);
    const sending = text === null ? null : tx.get(TEXTS, text);
    if (sending?.state !== 'sending' || sending.claim !== id) continue;
    changeText(tx, sending, interrupted(sending, now), making);
    texts += 1;
  }
  if (after !== key) tx.put(KEYS, after);
  return texts;
}
