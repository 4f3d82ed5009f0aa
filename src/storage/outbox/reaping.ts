import type { Step } from '../records.ts';
import { interrupted } from '../rules/ending.ts';
import { withReply, woken } from '../rules/key.ts';
import { INBOX_LISTS, INBOXES } from '../tables/inbox.ts';
import { INTENT_LISTS, INTENTS } from '../tables/intent.ts';
import { KEY_LISTS, KEYS, type KeyRecord } from '../tables/key.ts';
import { REPORT_LISTS, REPORTS } from '../tables/report.ts';
import { TEXTS } from '../tables/text.ts';
import type { Transaction } from '../transaction.ts';
import { changeText } from './telling.ts';

/** How many keys and leases one step looks at: more would occupy the store for too long. */
const KEYS_AT_ONCE = 100;
const LEASES_AT_ONCE = 1000;
/** No request to the SMS service lasts this long: whoever made it has forgotten it. */
const FLIGHT_MS = 60_000;

type Reaping = { graceMs: number; newId: () => string; now: number };

/** Cleans up after processes that are gone: their requests end as uncertain, and their leases end now. Returns how many texts. */
export function* reapGone(tx: Transaction, reaping: Reaping): Step<number> {
  const { graceMs, now } = reaping;
  const isGone = askOnce(function* (owner: string) {
    return !(yield* tx.isThere(owner));
  });
  let reaped = 0;
  const keys = yield* tx.listed(KEYS, {
    list: KEY_LISTS.inFlight,
    to: now - graceMs,
    limit: KEYS_AT_ONCE,
  });
  for (const key of keys) reaped += yield* reapKey(tx, key, isGone, reaping);
  // Whatever a process that is gone had leased is due again.
  for (const record of yield* tx.listed(INTENTS, {
    list: INTENT_LISTS.leased,
    limit: LEASES_AT_ONCE,
  })) {
    if (record.leasedBy === null || !(yield* isGone(record.leasedBy))) continue;
    tx.put(INTENTS, { ...record, dueAt: Math.min(record.dueAt, now), leasedBy: null });
  }
  for (const report of yield* tx.listed(REPORTS, {
    list: REPORT_LISTS.leased,
    limit: LEASES_AT_ONCE,
  })) {
    if (report.leasedBy === null || !(yield* isGone(report.leasedBy))) continue;
    tx.put(REPORTS, { ...report, dueAt: Math.min(report.dueAt, now), leasedBy: null });
  }
  for (const inbox of yield* tx.listed(INBOXES, { list: INBOX_LISTS.leased, limit: LEASES_AT_ONCE })) {
    if (inbox.leasedBy === null || !(yield* isGone(inbox.leasedBy))) continue;
    tx.put(INBOXES, { ...inbox, dueAt: now, leasedBy: null, leasedUntil: 0 });
  }
  return reaped;
}

/** Ends requests whose owner is gone, or that last longer than any request does: the service may have counted them as late as now. */
function* reapKey(
  tx: Transaction,
  key: KeyRecord,
  isGone: (owner: string) => Step<boolean>,
  { graceMs, newId, now }: Reaping,
): Step<number> {
  let after = key;
  let texts = 0;
  for (const { id, freeAt, owner, takenAt, text } of key.slots) {
    if (freeAt !== null || takenAt > now - graceMs) continue;
    if (takenAt > now - FLIGHT_MS && !(yield* isGone(owner))) continue;
    after = woken(withReply(after, id, now), now);
    const sending = text === null ? null : yield* tx.get(TEXTS, text);
    if (sending?.state !== 'sending' || sending.claim !== id) continue;
    yield* changeText(tx, sending, interrupted(sending, now), { newId, now });
    texts += 1;
  }
  if (after !== key) tx.put(KEYS, after);
  return texts;
}

function askOnce<A>(ask: (name: string) => Step<A>): (name: string) => Step<A> {
  const known = new Map<string, A>();
  return function* (name) {
    const before = known.get(name);
    if (before !== undefined) return before;
    const answer = yield* ask(name);
    known.set(name, answer);
    return answer;
  };
}
