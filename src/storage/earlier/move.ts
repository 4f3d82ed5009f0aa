import { isUnattended } from '../../domain/intent.ts';
import { outlineSchema } from '../outbox/aside.ts';
import { whyNot } from '../reading.ts';
import type { Table, Write } from '../records.ts';
import { EVENT_IDENTITIES, EVENTS, INBOX_STATES, INBOXES } from '../tables/inbox.ts';
import { IDENTITIES, INTENTS } from '../tables/intent.ts';
import { REPORTS, reportId } from '../tables/report.ts';
import { isLasting, TEXTS } from '../tables/text.ts';
import { AUDIT, DELETIONS } from '../tables/workspace.ts';
import { createAsides } from './asides.ts';
import { createKeys } from './keys.ts';
import {
  auditOf,
  type Candidate,
  departureOf,
  type EarlierRow,
  eventIdentityOf,
  eventOf,
  identityOf,
  inboxOf,
  intentOf,
  reportOf,
  textOf,
} from './rows.ts';
import { createSums } from './sums.ts';
import { type AsideNote, raw, setAside, told, written } from './writes.ts';

/** The kinds of rows, in the order in which they are passed in: later ones depend on earlier ones. */
export const KINDS = [
  'aside',
  'text', // with its intent's `unattended`; null: the intent is gone
  'slot',
  'key',
  'intent', // with `due_at` if it is open
  'usage',
  'workspace',
  'report', // with its intent's `unattended`
  'mailbox',
  'letter',
  'letter_identity',
  'departure',
  'audit',
] as const;
export type EarlierKind = (typeof KINDS)[number];

/** Converts what the earlier version kept to records. It only computes; whoever has the rows writes the result. */
export type Move = {
  take(kind: EarlierKind, row: EarlierRow): Write[];
  /** What follows from all rows together. */
  end(): Write[];
  /** How many rows of each kind there were, and for how many the record can't be read. */
  counts(): Record<string, number>;
};

/** @param now on the time line of the stored data */
export function createMove(now: number): Move {
  const asides = createAsides();
  const keys = createKeys(now);
  const sums = createSums(now);
  const counts = new Map<string, number>();
  /** How many texts of unattended intents are waiting or being sent; 0: one of the intent's texts was set aside. */
  const pending = new Map<string, number>();

  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);

  /** Goes into its table, whether it can be read or not. */
  function plain<R extends { id: string }>(table: Table<R>, candidate: Candidate): Write {
    const read = table.schema.safeParse(candidate);
    if (read.success) return written(table, read.data);
    count('unreadable');
    return raw(table, candidate);
  }

  /** Null: nobody set it aside, and it can be read. */
  function whyAside(
    read: { error?: unknown },
    noted: AsideNote | null,
    candidate: Candidate,
  ): AsideNote | null {
    if (noted || !read.error) return noted;
    count('unreadable');
    const { workspace } = candidate;
    const whose = typeof workspace === 'string' ? workspace : null;
    return { at: now, why: whyNot(read.error), workspace: whose };
  }

  /** Only now are an intent's people told about what was set aside. */
  function tell(intentId: string, what: 'TEXT_UNREADABLE' | 'RESULT_UNREADABLE', id: string): Write {
    const name = reportId(`moved aside ${id.replaceAll('.', ' ')}`, intentId);
    return told({ id: name, kind: 'set_aside', intentId, problem: { kind: what, id } }, now);
  }

  function text(row: EarlierRow): Write[] {
    // Its workspace is being forgotten: this is what was left of it.
    if (row.unattended === null) return [];
    const candidate = textOf(row);
    const read = TEXTS.schema.safeParse(candidate);
    const before = asides.noted('text', row.id);
    const noted = whyAside(read, before, candidate);
    if (!noted && read.success) {
      const record = read.data;
      keys.text(record);
      sums.text(record);
      if (isLasting(record) && record.unattended)
        pending.set(record.intentId, (pending.get(record.intentId) ?? 0) + 1);
      return [written(TEXTS, record)];
    }
    // One that has ended is only kept for looking back.
    const isWaiting = candidate.state === 'queued';
    if (!noted || (!isWaiting && candidate.state !== 'sending')) return [raw(TEXTS, candidate)];
    const kept = setAside('text', TEXTS, candidate, noted, isWaiting);
    const { intentId } = candidate;
    if (before || typeof intentId !== 'string') return kept;
    if (!row.unattended)
      return [...kept, tell(intentId, isWaiting ? 'TEXT_UNREADABLE' : 'RESULT_UNREADABLE', candidate.id)];
    pending.set(intentId, pending.get(intentId) ?? 0);
    return kept;
  }

  function intent(row: EarlierRow): Write[] {
    sums.workspace({ workspace: row.workspace });
    const identity = typeof row.identity === 'string' ? [plain(IDENTITIES, identityOf(row))] : [];
    if (row.body == null) return identity;
    const left = pending.get(String(row.id));
    const candidate = intentOf(row, left ?? 0);
    const read = INTENTS.schema.safeParse(candidate);
    const before = asides.noted('intent', row.id);
    const noted = whyAside(read, before, candidate);
    if (!noted && read.success) {
      const isOver = left === 0 && read.data.state !== 'open';
      return [...identity, written(INTENTS, read.data), ...(isOver ? [outcomeOf(candidate.id)] : [])];
    }
    if (!noted || candidate.state !== 'open') return [...identity, raw(INTENTS, candidate)];
    const kept = setAside('intent', INTENTS, { ...candidate, leasedBy: null }, noted);
    const outline = outlineSchema.safeParse(candidate).data;
    const isToTell = !before && outline && !isUnattended(outline.intent.source);
    return [...identity, ...kept, ...(isToTell ? [tell(candidate.id, 'TEXT_UNREADABLE', candidate.id)] : [])];
  }

  /** The last text that the intent was waiting for was set aside. */
  function outcomeOf(intentId: string): Write {
    return told({ id: reportId('moved outcome', intentId), kind: 'outcome', intentId }, now);
  }

  function report(row: EarlierRow): Write[] {
    const candidate = reportOf(row);
    const read = REPORTS.schema.safeParse(candidate);
    const noted = whyAside(read, null, candidate);
    if (!noted && read.success) return [written(REPORTS, read.data)];
    if (!noted) return [];
    const kept = setAside('report', REPORTS, { ...candidate, leasedBy: null }, noted);
    const isToTell = row.unattended != null && !row.unattended;
    return isToTell ? [...kept, tell(String(row.intent_id), 'RESULT_UNREADABLE', candidate.id)] : kept;
  }

  function mailbox(row: EarlierRow): Write[] {
    const inbox = plain(INBOXES, inboxOf(row));
    return row.state == null ? [inbox] : [inbox, plain(INBOX_STATES, { id: inbox.id, state: row.state })];
  }

  const nothing = (look: (row: EarlierRow) => void) => (row: EarlierRow) => {
    look(row);
    return [];
  };

  const take: Record<EarlierKind, (row: EarlierRow) => Write[]> = {
    aside: asides.take,
    text,
    slot: nothing(keys.slot),
    key: nothing(keys.key),
    intent,
    usage: sums.usage,
    workspace: nothing(sums.workspace),
    report,
    mailbox,
    letter: row => [plain(EVENTS, eventOf(row))],
    letter_identity: row => [plain(EVENT_IDENTITIES, eventIdentityOf(row))],
    departure: row => [plain(DELETIONS, departureOf(row))],
    audit: row => [plain(AUDIT, auditOf(row))],
  };

  return {
    take(kind, row) {
      count(kind);
      return take[kind](row);
    },
    end: () => [...keys.end(), ...sums.end(), ...asides.end()],
    counts: () => Object.fromEntries(counts),
  };
}
