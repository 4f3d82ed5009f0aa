import type { Store } from './store/store.ts';
import { type Clock, DAY_MS } from './time.ts';

/** How often to look for data whose time is up. */
const EVERY_MS = 10 * 60 * 1000;
/** How much is deleted at once; in the pause after it, the service answers requests. */
const BATCH = 200;
const PAUSE_MS = 20;

/** Receipts come within days; later ones find nothing. */
const SUBMISSIONS_KEPT_MS = 30 * DAY_MS;
const EARLY_RECEIPTS_KEPT_MS = 7 * DAY_MS;
/** How many ids of receipts one line in the log names, and how much of each. */
const IDS_SHOWN = 10;
const MAX_ID = 65;

/** Deletes data whose time is up: texts by each account's terms, refusals after a day, expired sessions. */
export function createHousekeeping(
  store: Store,
  clock: Clock,
  {
    onLostReceipt,
    onError,
  }: { onLostReceipt(route: string, what: string): void; onError(error: unknown): void },
) {
  let cancelTimer = () => {};

  /** Deletes one batch of everything, in a transaction; returns whether there is more. */
  function batch(): boolean {
    const now = clock.now();
    store.sessions.sweep(now);
    store.attempts.sweep(now - DAY_MS);
    const lost = store.earlyReceipts.forgetBefore(now - EARLY_RECEIPTS_KEPT_MS);
    for (const [route, receipts] of Map.groupBy(lost, one => one.route)) {
      const ids = receipts.map(({ messageId }) => messageId.slice(0, MAX_ID));
      const more = ids.length > IDS_SHOWN ? ` and ${ids.length - IDS_SHOWN} more` : '';
      onLostReceipt(route, `id ${ids.slice(0, IDS_SHOWN).join(', ')}${more}`);
    }
    const submissions = store.submissions.sweep(now - SUBMISSIONS_KEPT_MS, BATCH);
    const refusals = store.refusals.sweep(now - DAY_MS, BATCH);
    const texts = store.accounts
      .list()
      .map(({ id, terms }) => store.log.forgetTexts(id, now - terms.keepTextDays * DAY_MS, BATCH));
    return [submissions, refusals, ...texts].some(count => count >= BATCH);
  }

  function run(): void {
    let more = false;
    try {
      more = store.transaction(batch);
    } catch (error) {
      onError(error);
    }
    cancelTimer = clock.after(more ? PAUSE_MS : EVERY_MS, run);
  }

  return { start: run, stop: () => cancelTimer() };
}
