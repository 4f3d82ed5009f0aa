import {
  addressOf,
  EVENTS,
  INBOX_STATES,
  INBOXES,
  type InboxRecord,
  inboxId,
} from '../../kit/inbox/model.ts';
import type { InboxContents } from '../../kit/inbox/reading.ts';
import { ERASED_NUMBER, maskNumber } from '../../kit/number.ts';
import { QUARANTINE } from '../../kit/store/quarantine.ts';
import {
  type Entry,
  removeListed,
  type Store,
  type Tx,
  type WorkspaceDeletion,
} from '../../kit/store/store.ts';
import { ERASING, markErasing, unmarkErasing } from '../../texts/store/erasing.ts';
import { intentIndexes } from '../../texts/store/intent-records.ts';
import { TEXT_LINKS } from '../../texts/store/links.ts';
import { intentIdOfText, TEXTS } from '../../texts/store/model.ts';
import { AUDIT } from '../../workspace/audit-log.ts';
import { clearIntent, clearTexts, NOTHING_CLEARED, together } from './erase-texts.ts';
import {
  type Cleared,
  ERASURE_STAGES,
  ERASURES,
  type ErasureRecord,
  type ErasureStep,
  isOf,
  type PeopleDeps,
  withoutPerson,
} from './erasure-model.ts';
import type { ContactChange } from './model.ts';

/** A transaction reads each intent with its texts and reports, so more would occupy the store for too long. */
const MAX_INTENTS_PER_STEP = 50;
const MAX_ROW_RECORDS_PER_STEP = 10;
const MAX_ENTRIES_PER_STEP = 200;
const MAX_EVENTS_PER_STEP = 500;
/** A step reads this many jobs to find one that is readable. */
const MAX_JOBS_READ = 20;
/** Interval of checking texts that are being sent; each ends within half a minute. */
const SENDING_MS = 5000;
/** Interval of checking requests that become rows, which takes seconds, or minutes while Slack is unavailable. */
const COMING_MS = 5000;
/** The lease of the caller's part. It ends at once if the process dies. */
const LEASE_MS = 60_000;

/** The storage formats of inboxes, by kind. A kind without one is treated as plain text. */
type Contents = Readonly<Record<string, InboxContents>>;
const PLAIN: InboxContents = { unpack: stored => stored, pack: json => json };

/**
 * Removes everything stored about erased people, such as their number and the messages of texts to them. Counts and
 * costs stay. `Contacts.update` begins an erasure in the transaction that removes the contact and cancels texts that
 * wait for it; each further transaction is bounded, and any process can continue.
 */
export function createErasure(
  store: Store,
  { wall, ...deps }: PeopleDeps & { wall: (at: number) => number },
) {
  const put = (tx: Tx, job: ErasureRecord, changes: Partial<ErasureRecord>) =>
    tx.put(ERASURES, { ...job, ...changes });

  /** Clears the next entries of an index; after the last one, writes `end`. */
  function clearSome(
    tx: Tx,
    job: ErasureRecord,
    index: string,
    limit: number,
    clear: (id: string) => Cleared,
    end: Partial<ErasureRecord> = nextStage(job),
  ): ErasureStep {
    const next = nextIn(tx, index, job.done, limit);
    let counts: Cleared = job;
    for (const id of next.ids) counts = together(counts, clear(id));
    const { texts, cancelled, sending } = counts;
    put(tx, job, { texts, cancelled, sending, ...(next.done ? { done: next.done } : end) });
    return { kind: 'worked' };
  }

  /** Does one piece of the job's stage. */
  function work(tx: Tx, job: ErasureRecord, contents: Contents, now: number): ErasureStep {
    const ctx = { ...deps, now };
    switch (job.stage) {
      case 'settings':
      case 'tell':
        put(tx, job, { dueAt: now + LEASE_MS, leasedBy: store.owner });
        return { kind: job.stage, job };
      case 'intents':
      case 'texts': {
        // Intents come first, because an open intent may still become texts that name the person.
        const [ofIntents, ofTexts] = intentIndexes(job.workspace);
        const index = job.stage === 'intents' ? ofIntents : ofTexts;
        return clearSome(tx, job, index, MAX_INTENTS_PER_STEP, id =>
          clearIntent(tx, job, intentIdOfText(id), ctx),
        );
      }
      case 'rows': {
        const rows = deps.rows[job.rowsDone];
        if (!rows) put(tx, job, nextStage(job));
        else if (job.done === null && rows.coming(tx, job)) put(tx, job, { dueAt: now + COMING_MS });
        else {
          const clear = (id: string): Cleared => rows.clear(tx, job, id, ctx);
          const end = { rowsDone: job.rowsDone + 1, done: null };
          return clearSome(tx, job, rows.list(job.workspace), MAX_ROW_RECORDS_PER_STEP, clear, end);
        }
        return { kind: 'worked' };
      }
      case 'sending': {
        const texts = tx.readable(TEXTS, job.sending);
        const cleared = clearTexts(tx, job, texts, ctx);
        const next = cleared.sending.length > 0 ? { dueAt: now + SENDING_MS } : nextStage(job);
        put(tx, job, { ...together(job, cleared), sending: cleared.sending, ...next });
        return { kind: 'worked' };
      }
      case 'inboxes': {
        const next = nextIn(tx, INBOXES.index('byWorkspace', job.workspace), job.done, 1);
        const [inbox] = tx.readable(INBOXES, next.ids);
        const words = job.words ?? wordsOnlyTold(tx, job, contents);
        const isAll = !inbox || clearInbox(tx, { ...job, words }, inbox, contents[inbox.kind] ?? PLAIN, now);
        if (!next.done) clearQuarantine(tx, job, contents);
        if (!isAll) put(tx, job, { words, dueAt: now + SENDING_MS });
        else put(tx, job, next.done ? { words, done: next.done } : { words: null, ...nextStage(job) });
        return { kind: 'worked' };
      }
      case 'links':
        return clearSome(
          tx,
          job,
          TEXT_LINKS.index('byWorkspace', job.workspace),
          MAX_ENTRIES_PER_STEP,
          id => {
            const [link] = tx.readable(TEXT_LINKS, [id]);
            if (link?.number === job.number) tx.delete(TEXT_LINKS, id);
            return NOTHING_CLEARED;
          },
        );
      case 'audit': {
        const next = nextIn(tx, AUDIT.index('byWorkspace', job.workspace), job.done, MAX_ENTRIES_PER_STEP);
        clearEntries(tx, job, next.ids);
        if (next.done) put(tx, job, { done: next.done });
        else {
          const { texts, cancelled, by } = job;
          const entry = { what: 'contact_erased' as const, texts, cancelled, at: wall(now), by };
          tx.insert(AUDIT, { id: deps.newId(), workspace: job.workspace, entry });
          put(tx, job, { ...nextStage(job), contact: '', number: ERASED_NUMBER, name: '' });
          unmarkErasing(tx, job);
        }
        return { kind: 'worked' };
      }
    }
  }

  return {
    /**
     * Does the next piece of a due job. `settings` and `tell` are the caller's part, leased for a minute or until its
     * process dies.
     */
    async step(now: number, contents: Contents = {}): Promise<ErasureStep> {
      const step = await store.transaction((tx): ErasureStep => {
        const jobs = tx.readable(ERASURES, { index: ERASURES.index('due'), limit: MAX_JOBS_READ });
        for (const job of jobs) {
          const { dueAt, leasedBy } = job;
          const isOurs = leasedBy === null || leasedBy === store.owner;
          if (dueAt <= now || !(isOurs || store.isAlive(tx, leasedBy))) return work(tx, job, contents, now);
        }
        return { kind: 'waits', until: jobs[0]?.dueAt ?? null };
      });
      // Purges before the manager is told, so that not even the store's files hold the data.
      // If purging fails, the lease ends, and a later step purges.
      const isPurged = step.kind !== 'tell' || (await store.purge({ vacuum: true }));
      return isPurged ? step : { kind: 'worked' };
    },

    settingsDone: (id: string, { hooks }: { hooks: string[] }, now: number) =>
      store.transaction(tx => {
        const job = tx.get(ERASURES, id);
        if (job?.stage === 'settings') put(tx, job, { ...nextStage(job), hooks, dueAt: now, leasedBy: null });
      }),

    close: (id: string) =>
      store.transaction(tx => {
        if (tx.get(ERASURES, id)) tx.delete(ERASURES, id);
      }),
  };
}

export type Erasure = ReturnType<typeof createErasure>;

/** The next ids of an index. `done`: the last entry; null if there are no more. */
function nextIn(
  tx: Tx,
  index: string,
  after: Entry | null,
  limit: number,
): { ids: string[]; done: Entry | null } {
  const entries = tx.list({ index, after, limit });
  return { ids: entries.map(({ id }) => id), done: entries.at(-1) ?? null };
}

/** The start of the next stage. */
function nextStage({ stage }: ErasureRecord): Pick<ErasureRecord, 'stage' | 'done'> {
  return { stage: ERASURE_STAGES[ERASURE_STAGES.indexOf(stage) + 1] ?? 'tell', done: null };
}

/** Whole strings in the workspace's inboxes that went to this number only. */
function wordsOnlyTold(tx: Tx, { workspace, number }: ErasureRecord, contents: Contents): string[] {
  return Object.entries(contents).flatMap(([kind, { unpack, onlyToldTo }]) => {
    if (!onlyToldTo) return [];
    const [stored] = tx.readable(INBOX_STATES, [inboxId({ kind, workspace, name: '' })]);
    return stored ? onlyToldTo(unpack(stored.state), number) : [];
  });
}

/** Clears an inbox's state and events. False if it has more events than one transaction reads. */
function clearInbox(
  tx: Tx,
  { words, ...erased }: ErasureRecord,
  inbox: InboxRecord,
  { unpack, pack, onlyToldTo }: InboxContents,
  now: number,
): boolean {
  const [stored] = tx.readable(INBOX_STATES, [inbox.id]);
  const state = stored && unpack(stored.state);
  const ownWords = state === undefined ? [] : (onlyToldTo?.(state, erased.number) ?? []);
  const job: ErasureRecord = { ...erased, words: [...(words ?? []), ...ownWords] };
  if (state !== undefined && isOf(job, state)) {
    tx.put(INBOX_STATES, { ...stored, id: inbox.id, state: pack(withoutPerson(job, state)) });
    // This ends a running lease, whose process has the old state: its commit fails, and the inbox is read again.
    const dueAt = inbox.leasedBy === null ? inbox.dueAt : now;
    const version = inbox.version + 1;
    tx.put(INBOXES, { ...inbox, version, dueAt, leasedBy: null, leasedUntil: 0 });
  }
  const events = tx.readable(EVENTS, {
    index: EVENTS.index('byInbox', inbox.id),
    limit: MAX_EVENTS_PER_STEP,
  });
  for (const event of events) {
    const body = unpack(event.body);
    if (isOf(job, body)) tx.put(EVENTS, { ...event, body: pack(withoutPerson(job, body)) });
  }
  return events.length < MAX_EVENTS_PER_STEP;
}

/** Deletes quarantined records that contain the number. */
function clearQuarantine(tx: Tx, { workspace, number }: ErasureRecord, contents: Contents): void {
  const index = QUARANTINE.index('byWorkspace', workspace);
  for (const { id, kind, body } of tx.readable(QUARANTINE, { index, limit: MAX_ENTRIES_PER_STEP })) {
    const text = kind === 'event' ? eventText(body, contents) : body;
    if (text.includes(number)) tx.delete(QUARANTINE, id);
  }
}

/** The unpacked body of a quarantined event; the whole record if it can't be parsed as an event. */
function eventText(stored: string, contents: Contents): string {
  try {
    const { inbox, body } = EVENTS.schema.parse(JSON.parse(stored));
    return (contents[addressOf(inbox).kind] ?? PLAIN).unpack(body);
  } catch {
    return stored;
  }
}

/** Removes the name and the masked number from audit entries about the person; the entries stay. */
function clearEntries(tx: Tx, job: ErasureRecord, ids: readonly string[]): void {
  const masked = maskNumber(job.number);
  for (const record of tx.readable(AUDIT, ids)) {
    const { entry } = record;
    const isAboutContact = entry.contact === job.contact;
    const isName = entry.what === 'contact' && entry.number === masked;
    if ((isAboutContact || isName) && 'name' in entry) {
      tx.put(AUDIT, { ...record, entry: { ...entry, name: '', number: maskNumber(ERASED_NUMBER) } });
    }
  }
}

/** More texts than ever wait for one number. */
const MAX_WAITING = 10_000;

/**
 * Begins an erasure in the transaction that removes the contact: cancels waiting texts, and marks the number as being
 * erased.
 */
export function beginErasure(tx: Tx, begun: NonNullable<ContactChange['erasure']>, deps: PeopleDeps): void {
  const job: ErasureRecord = {
    ...begun,
    stage: 'settings',
    rowsDone: 0,
    done: null,
    sending: [],
    words: null,
    dueAt: begun.at,
    leasedBy: null,
  };
  const { texts, cancelled, sending } = clearWaiting(tx, job, deps);
  tx.insert(ERASURES, { ...job, texts, cancelled, sending });
  markErasing(tx, job);
}

function clearWaiting(tx: Tx, job: ErasureRecord, deps: PeopleDeps): Cleared {
  const ctx = { ...deps, now: job.at };
  const score = Number(job.number);
  const range = {
    index: TEXTS.index('waitingByNumber', job.workspace),
    from: score,
    to: score,
    limit: MAX_WAITING,
  };
  const waiting = tx.readable(TEXTS, range);
  let counts: Cleared = NOTHING_CLEARED;
  for (const intent of new Set(waiting.map(({ id }) => intentIdOfText(id))))
    counts = together(counts, clearIntent(tx, job, intent, ctx));
  for (const { id, parked } of waiting) {
    if (parked === undefined) continue;
    for (const rows of deps.rows) {
      const rowId = rows.of(tx, id);
      if (rowId !== null) counts = together(counts, rows.clear(tx, job, rowId, ctx));
    }
  }
  return counts;
}

/** Deletes a workspace's erasures. */
export const removeErasures: WorkspaceDeletion = (tx, workspace, limit) => {
  if (tx.get(ERASING, workspace)) tx.delete(ERASING, workspace);
  return removeListed(tx, ERASURES, { index: ERASURES.index('byWorkspace', workspace) }, limit);
};
