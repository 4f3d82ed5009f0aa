import type { Clock } from './clock.ts';
import { DAY_MS } from './days.ts';
import type { Store } from './store/index.ts';

/** How often it is looked for what has been kept for long enough. */
const EVERY_MS = 10 * 60 * 1000;
/** So much is forgotten at once; a pause lets the service answer in between. */
const BATCH = 200;
const PAUSE_MS = 20;

/** Receipts come within days; later ones find nothing any more. */
const SUBMISSIONS_KEPT_MS = 30 * DAY_MS;
const EARLY_RECEIPTS_KEPT_MS = 7 * DAY_MS;

/** Forgets what has been kept for long enough: texts by each account's terms, refusals after a day, old sessions. */
export interface Housekeeping {
  start(): void;
  stop(): void;
}

export function createHousekeeping(
  store: Store,
  clock: Clock,
  onError: (error: unknown) => void,
): Housekeeping {
  let callOff = () => {};

  /** Forgets one batch of everything; whether there is more. */
  function batch(): boolean {
    const now = clock.now();
    store.sessions.sweep(now);
    store.attempts.sweep(now - DAY_MS);
    store.earlyReceipts.forgetBefore(now - EARLY_RECEIPTS_KEPT_MS);
    const submissions = store.submissions.sweep(now - SUBMISSIONS_KEPT_MS, BATCH);
    const refusals = store.refusals.sweep(now - DAY_MS, BATCH);
    const texts = store.accounts
      .list()
      .map(({ id, terms }) => store.logSearch.forgetTexts(id, now - terms.keepTextDays * DAY_MS, BATCH));
    return [submissions, refusals, ...texts].some(count => count >= BATCH);
  }

  function run(): void {
    let more = false;
    try {
      more = batch();
    } catch (error) {
      onError(error);
    }
    callOff = clock.after(more ? PAUSE_MS : EVERY_MS, run);
  }

  return { start: run, stop: () => callOff() };
}
