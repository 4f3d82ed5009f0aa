import type { Store } from './store/store.ts';
import { type Clock, DAY_MS } from './time.ts';

/** Interval between two searches for expired data. */
const INTERVAL_MS = 10 * 60 * 1000;
/**
 * Maximum number of rows of one kind that a transaction deletes. The service answers requests in the pause that
 * follows.
 */
const BATCH_SIZE = 200;
const PAUSE_MS = 20;

/** Receipts arrive within days; a later receipt finds no submission. */
const SUBMISSION_RETENTION_MS = 30 * DAY_MS;
const EARLY_RECEIPT_RETENTION_MS = 7 * DAY_MS;
/** Limits of a log line about lost receipts: ids, and characters of each id. */
const MAX_IDS_LOGGED = 10;
const MAX_ID_LENGTH = 65;

/** Deletes expired data, such as texts by each account's terms, refusals after a day, and sessions after their end. */
export function createHousekeeping(
  store: Store,
  clock: Clock,
  {
    onLostReceipt,
    onError,
  }: { onLostReceipt(route: string, description: string): void; onError(error: unknown): void },
) {
  let cancelTimer = () => {};

  /** Deletes one batch of each kind; true if there may be more. Call it inside a transaction. */
  function batch(): boolean {
    const now = clock.now();
    store.sessions.sweep(now);
    store.attempts.sweep(now - DAY_MS);
    const lost = store.earlyReceipts.removeBefore(now - EARLY_RECEIPT_RETENTION_MS);
    for (const [route, receipts] of Map.groupBy(lost, receipt => receipt.route)) {
      const ids = receipts.map(({ messageId }) => messageId.slice(0, MAX_ID_LENGTH));
      const more = ids.length > MAX_IDS_LOGGED ? ` and ${ids.length - MAX_IDS_LOGGED} more` : '';
      onLostReceipt(route, `id ${ids.slice(0, MAX_IDS_LOGGED).join(', ')}${more}`);
    }
    const submissions = store.submissions.sweep(now - SUBMISSION_RETENTION_MS, BATCH_SIZE);
    const refusals = store.refusals.sweep(now - DAY_MS, BATCH_SIZE);
    const texts = store.accounts
      .list()
      .map(({ id, terms }) => store.log.forgetTexts(id, now - terms.keepTextDays * DAY_MS, BATCH_SIZE));
    return [submissions, refusals, ...texts].some(count => count >= BATCH_SIZE);
  }

  function run(): void {
    let more = false;
    try {
      more = store.transaction(batch);
    } catch (error) {
      onError(error);
    }
    cancelTimer = clock.after(more ? PAUSE_MS : INTERVAL_MS, run);
  }

  return { start: run, stop: () => cancelTimer() };
}
