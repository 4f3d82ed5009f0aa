import { INBOXES } from '../../kit/inbox/model.ts';
import { eachPage, type Store, type Table, type Tx } from '../../kit/store/store.ts';
import { FLIGHT_MS, KEYS, loadKey, withDueAtIfQueued, withReply } from './key.ts';
import { INTENTS, REPORTS, TEXTS, type TextRecord } from './model.ts';
import { readOrQuarantine, TEXT_KIND } from './quarantine.ts';
import { asInterrupted } from './settle.ts';
import { changeText, type StepContext, type StepDeps } from './text-changes.ts';

/** More in one transaction would occupy the store for too long. */
const MAX_TEXTS_PER_STEP = 100;
const MAX_LEASES_PER_STEP = 1000;

/**
 * Ends the leases of dead processes, and claims that outlast any request, some in each transaction. A text that was being
 * sent becomes uncertain; what was being reported or resolved is due again. Returns how many texts became uncertain.
 */
export async function reapGone(store: Store, deps: StepDeps, now: number): Promise<number> {
  let interrupted = 0;
  const leased = { index: TEXTS.index('leased'), to: now - store.graceMs };
  await eachPage(store, leased, MAX_TEXTS_PER_STEP, async entries => {
    interrupted += await store.transaction(tx => {
      const ctx = { ...deps, now };
      const batch = { index: leased.index, entries };
      const texts = readOrQuarantine(tx, TEXT_KIND, batch, ctx, true);
      const abandoned = texts.filter(
        ({ lease }) => lease && (lease.since <= now - FLIGHT_MS || !store.isAlive(tx, lease.owner)),
      );
      let uncertain = 0;
      for (const text of abandoned) if (reapText(tx, text, ctx)) uncertain += 1;
      return uncertain;
    });
  });
  const endLeases = <R extends Leased>(table: Table<R>, index: string, ended: (record: R) => R) =>
    eachPage(store, { index }, MAX_LEASES_PER_STEP, ids =>
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
  return interrupted;
}

type Leased = { id: string; leasedBy: string | null };

/** Returns true if the text was being sent. The service may have counted its request as late as now. */
function reapText(tx: Tx, text: TextRecord, ctx: StepContext): boolean {
  const { now } = ctx;
  const { report, claim, fingerprint } = text;
  if (text.state !== 'sending') {
    const retried = report && { ...report, dueAt: now, attempts: report.attempts + 1 };
    tx.put(TEXTS, { ...text, lease: undefined, report: retried });
    return false;
  }
  tx.put(KEYS, withDueAtIfQueued(withReply(loadKey(tx, fingerprint, now), claim ?? '', now), now));
  changeText(tx, text, asInterrupted(text, now), ctx);
  return true;
}
