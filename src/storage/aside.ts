import { z } from 'zod';
import { type Intent, intentSchema, isUnattended, reportsTogether } from '../domain/intent.ts';
import { PRIORITIES } from '../domain/text.ts';
import { putEvent } from './alerts/events.ts';
import { type InboxAddress, retriedId } from './alerts/model.ts';
import {
  ASIDE,
  ASIDE_COUNTERS,
  ASIDE_KINDS,
  ASIDE_LISTS,
  type Aside,
  type AsideKind,
  type AsideRecord,
} from './aside-model.ts';
import { BROADCAST_LISTS, BROADCASTS, CHUNKS } from './broadcasts/model.ts';
import { countAnew, park, tallyAside } from './broadcasts/tally.ts';
import { all, type Range, type Table } from './records.ts';
import { SCHEDULES } from './schedules/model.ts';
import type { Store } from './store.ts';
import { KEYS, ready } from './texts/key.ts';
import {
  INTENT_LISTS,
  INTENTS,
  intentIdOfReport,
  intentIdOfText,
  REPORT_LISTS,
  REPORTS,
  reportId,
  TEXT_COUNTERS,
  TEXT_LISTS,
  TEXTS,
} from './texts/model.ts';
import { addReport, type Making, tellOutcome } from './texts/telling.ts';
import { GONE, type Looked, type Transaction } from './transaction.ts';

const TABLES = { intent: INTENTS, text: TEXTS, report: REPORTS, broadcast: BROADCASTS } as const;
type OwnedKind = keyof typeof TABLES;

const INTENT_ID_OF: Record<OwnedKind, (id: string) => string> = {
  intent: id => id,
  text: intentIdOfText,
  report: intentIdOfReport,
  broadcast: id => id,
};

/** The readable records of a list. Unreadable ones are set aside, so that they don't block the list. */
export function listedOrAside<R extends { id: string }>(
  tx: Transaction,
  kind: OwnedKind,
  where: Range | Found,
  making: Making,
): R[] {
  return lookedOrAside<R>(tx, kind, where, making).records;
}

/** The same, with those that were set aside. */
export function lookedOrAside<R extends { id: string }>(
  tx: Transaction,
  kind: OwnedKind,
  where: Range | Found,
  making: Making,
): Looked<R> {
  const looked = tx.looked(TABLES[kind] as unknown as Table<R>, 'ids' in where ? where.ids : where);
  for (const { id, why } of looked.unreadable) {
    // Whatever was found a moment ago may have been deleted since.
    if (why === GONE && 'ids' in where) continue;
    setAside(tx, { kind, id, why, foundIn: where.list }, making);
  }
  return looked;
}

/** What somebody found in a list before. */
type Found = { ids: readonly string[]; list: string };

/** Sets aside something that could not be read, and tells the people concerned if they are known. */
export function setAside(
  tx: Transaction,
  { kind, id, why, foundIn }: { kind: OwnedKind; id: string; why: string; foundIn: string },
  making: Making,
): void {
  const { workspace } = tx.stored(TABLES[kind] as unknown as Table<never>, id);
  const intentId = INTENT_ID_OF[kind](id);
  const intent = kind === 'intent' ? null : (tx.readable(INTENTS, [intentId])[0] ?? null);
  const whose = workspace ?? intent?.workspace ?? null;
  const lists = new Set([
    foundIn,
    ...(kind === 'text' && whose ? [TEXT_LISTS.waiting(whose)] : []),
    ...LEFT[kind],
  ]);
  const places: { list: string; score: number }[] = [];
  for (const list of lists) {
    const score = tx.scoreIn(list, id);
    if (score !== null) places.push({ list, score });
  }
  // If nothing is unreadable, somebody removed it since the list was read.
  if (places.length === 0) return;
  tx.move(id, { leaves: places });
  const before = tx.get(ASIDE, id);
  if (before && before.againAt === null) {
    tx.put(ASIDE, { ...before, lists: [...before.lists, ...places] });
    return;
  }
  const waits = kind === 'text' && places.some(({ list }) => list !== TEXT_LISTS.untold);
  const counters = waits
    ? [TEXT_COUNTERS.state('queued'), ...(whose ? [TEXT_COUNTERS.waiting(whose)] : [])]
    : [];
  tx.move(id, { leaves: counters.map(counter => ({ counter })) });
  const { now } = making;
  // It had another turn, and is as it was.
  const isKnown = before?.why === why;
  tx.put(ASIDE, {
    id,
    kind,
    workspace: whose,
    at: now,
    why,
    lists: places,
    counters,
    againAt: null,
    event: null,
  });
  tx.note({ kind, id, why });
  const outline = kind === 'intent' ? outlineOf(tx, id) : (intent?.intent ?? null);
  const isTogether = intent !== null && reportsTogether(intent.intent);
  if (kind === 'broadcast') park(tx, id, now);
  if (intent && waits && isTogether) {
    const left = { ...intent, pending: intent.pending - 1 };
    tx.put(INTENTS, left);
    const isBroadcast = intent.intent.source === 'broadcast';
    if (isBroadcast) tallyAside(tx, intentId, true, now);
    if (!isKnown || isBroadcast || hasEndedSince(tx, intentId, before.againAt ?? 0))
      tellOutcome(tx, left, making);
  }
  if (isKnown) return;
  // What became of a text among others is said with them.
  if (!outline || isUnattended(outline.source) || (kind === 'text' && isTogether)) return;
  const problem = {
    kind: kind === 'report' ? ('RESULT_UNREADABLE' as const) : ('TEXT_UNREADABLE' as const),
    id,
  };
  addReport(tx, { id: reportId(making.newId(), intentId), kind: 'set_aside', intentId, problem }, now);
}

/** Whether a text of an intent has ended since then. A broadcast has too many to look at. */
function hasEndedSince(tx: Transaction, intentId: string, since: number): boolean {
  const { records } = tx.looked(TEXTS, { list: TEXT_LISTS.ofIntent(intentId), limit: 10_000 });
  return records.some(({ settledAt }) => settledAt !== null && settledAt >= since);
}

/** For each kind, the lists that give things a turn. Things stay in lists that are only kept for looking back. */
const LEFT: Record<OwnedKind, readonly string[]> = {
  intent: [INTENT_LISTS.open, INTENT_LISTS.leased],
  text: [TEXT_LISTS.expiry, TEXT_LISTS.untold],
  report: [REPORT_LISTS.due, REPORT_LISTS.leased],
  broadcast: [BROADCAST_LISTS.going, BROADCAST_LISTS.before],
};

const outlineSchema = z.object({
  intent: intentSchema.extend({
    of: intentSchema.shape.of.catch(null),
    to: z
      .array(z.unknown())
      .transform((): Intent['to'] => [])
      .catch([]),
    message: z.string().catch(''),
    priority: intentSchema.shape.priority.catch('people'),
    confirmed: z.boolean().catch(false),
    language: intentSchema.shape.language.catch(null),
  }),
  posts: z.int().catch(0),
});

/** As much of an intent as we need to tell its people something, without recipients and words. Null if not even that can be read. */
export function outlineOf(tx: Transaction, intentId: string): Intent | null {
  const { raw } = tx.stored(INTENTS as unknown as Table<never>, intentId);
  try {
    return outlineSchema.parse(JSON.parse(raw ?? 'null')).intent;
  } catch {
    return null;
  }
}

/** An event that its reader could not read. */
export function asideEvent(
  tx: Transaction,
  { id, body, why }: { id: string; body: string; why: string },
  address: InboxAddress,
  now: number,
): void {
  const row = { id, kind: 'event' as const, workspace: address.workspace, at: now, why, againAt: null };
  tx.put(ASIDE, { ...row, lists: [], counters: [], event: { address, body } });
  tx.note({ kind: row.kind, id, why });
}

/** What was set aside, and how it gets another turn. */
export function createAside(store: Store, newId: () => string): Aside {
  const LIMIT = 10_000;

  function again(tx: Transaction, row: AsideRecord, making: Making): boolean {
    tx.delete(ASIDE, row.id);
    if (row.event) {
      putEvent(tx, { id: retriedId(row.id), ...row.event }, making.now);
      return true;
    }
    if (row.kind === 'broadcast_rows') return tx.readable(CHUNKS, [row.id]).length > 0;
    const table = { ...TABLES, schedule: SCHEDULES }[
      row.kind as OwnedKind | 'schedule'
    ] as unknown as Table<never>;
    if (tx.stored(table, row.id).raw === null) return false;
    // Goes with the workspace's retention time; whoever is told, it is known whose it is.
    if (row.workspace !== null) tx.put(ASIDE, { ...row, lists: [], counters: [], againAt: making.now });
    tx.move(row.id, { comes: [...row.lists, ...row.counters.map(counter => ({ counter }))] });
    if (row.kind === 'broadcast') countAnew(tx, row.id, making.now);
    if (row.kind !== 'text') return true;
    const [intent] = tx.readable(INTENTS, [intentIdOfText(row.id)]);
    if (intent && reportsTogether(intent.intent)) tx.put(INTENTS, { ...intent, pending: intent.pending + 1 });
    if (intent?.intent.source === 'broadcast') tallyAside(tx, intent.id, false, making.now);
    for (const fingerprint of keysIn(row)) {
      const [key] = tx.readable(KEYS, [fingerprint]);
      if (key) tx.put(KEYS, ready(key, making.now));
    }
    return true;
  }

  return {
    list: () =>
      store.read(tx => {
        const rows = tx.listed(ASIDE, { list: ASIDE_LISTS.all, limit: LIMIT });
        return rows.map(({ kind, id, workspace, at, why }) => ({ kind, id, workspace, at, why }));
      }),
    counts: () =>
      store.read(tx => {
        const counts = all(ASIDE_KINDS.map(kind => () => tx.count(ASIDE_COUNTERS.of(kind))));
        const entries = ASIDE_KINDS.map((kind, index): [AsideKind, number] => [kind, counts[index] ?? 0]);
        return Object.fromEntries(entries) as Record<AsideKind, number>;
      }),
    retry: (ids, now) =>
      store.change(tx => {
        const rows = tx.listed(ASIDE, { list: ASIDE_LISTS.all, limit: LIMIT });
        const done: string[] = [];
        for (const row of rows.filter(({ id }) => ids === null || ids.includes(id))) {
          if (again(tx, row, { newId, now })) done.push(row.id);
        }
        return done;
      }),
  };
}

/** The keys whose queues it was in. */
function keysIn({ lists }: AsideRecord): string[] {
  const queues = PRIORITIES.map(priority => new RegExp(`^${TEXT_LISTS.queue('(.+)', priority)}$`));
  return lists.flatMap(({ list }) => queues.flatMap(queue => queue.exec(list)?.[1] ?? []));
}
