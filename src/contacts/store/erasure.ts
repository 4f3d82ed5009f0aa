import { EVENTS, INBOX_STATES, INBOXES, type InboxRecord, inboxId } from '../../kit/inbox/model.ts';
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
import { AUDIT } from '../../workspace/store.ts';
import { clearIntent, clearTexts, NOTHING_CLEARED, together } from './erase-texts.ts';
import {
  type Cleared,
  ERASURE_STAGES,
  ERASURES,
  type ErasureRecord,
  type ErasureStep,
  type InboxContents,
  isOf,
  type PeopleDeps,
  withoutPerson,
} from './erasure-model.ts';
import type { ContactChange } from './model.ts';

/** Each with its texts and reports: more would occupy the store for too long. */
const INTENTS_AT_ONCE = 50;
const ROWS_AT_ONCE = 10;
const ENTRIES_AT_ONCE = 200;
const EVENTS_AT_ONCE = 500;
/** How many jobs are looked at to find one that can be read. */
const JOBS = 20;
/** A text that is being sent ends within half a minute. */
const SENDING_MS = 5000;
/** Working out who gets a broadcast takes seconds, or minutes while Slack is silent. */
const COMING_MS = 5000;
/** The caller does its part within this time, or it is handed out again; at once if its process is gone. */
const AGAIN_MS = 60_000;

/** Nothing is packed, and nothing is known of alerts. */
const AS_IT_IS: InboxContents = { unpack: stored => stored, pack: json => json, toldOnly: () => [] };

/**
 * Removes what is stored about people who are forgotten: their number and the words of all texts to them. Counts and
 * costs stay. `Contacts.update` starts it in the same step that removes the contact and cancels what waits for them; each further
 * step is bounded, and what is left to do survives the process.
 */
export function createErasure(
  store: Store,
  { wall, ...deps }: PeopleDeps & { wall: (at: number) => number },
) {
  const { rows } = deps;
  const put = (tx: Tx, job: ErasureRecord, changes: Partial<ErasureRecord>) =>
    tx.put(ERASURES, { ...job, ...changes });

  /** What the next few ids of a list stand for. */
  function clearSome(
    tx: Tx,
    job: ErasureRecord,
    index: string,
    most: number,
    clear: (id: string) => Cleared,
  ): ErasureStep {
    const next = nextIn(tx, index, job.done, most);
    let counts: Cleared = job;
    for (const id of next.ids) counts = together(counts, clear(id));
    const { texts, cancelled, sending } = counts;
    put(tx, job, { texts, cancelled, sending, ...(next.done ? { done: next.done } : over(job)) });
    return { kind: 'worked' };
  }

  /** One piece of a stage; the stage is over when nothing of it is left. */
  function work(tx: Tx, job: ErasureRecord, contents: InboxContents, now: number): ErasureStep {
    const ctx = { ...deps, now };
    switch (job.stage) {
      case 'settings':
      case 'tell':
        put(tx, job, { dueAt: now + AGAIN_MS, leasedBy: store.owner });
        return { kind: job.stage, job };
      case 'intents':
      case 'texts': {
        // An open intent may still become a text that carries it, never the other way round.
        const [own, alone] = intentIndexes(job.workspace);
        const index = job.stage === 'intents' ? own : alone;
        return clearSome(tx, job, index, INTENTS_AT_ONCE, id =>
          clearIntent(tx, job, intentIdOfText(id), ctx),
        );
      }
      case 'broadcasts':
        if (job.done === null && rows.coming(tx, job)) {
          put(tx, job, { dueAt: now + COMING_MS });
          return { kind: 'worked' };
        }
        return clearSome(tx, job, rows.list(job.workspace), ROWS_AT_ONCE, id => rows.clear(tx, job, id, ctx));
      case 'sending': {
        const texts = tx.readable(TEXTS, job.sending);
        const cleared = clearTexts(tx, job, texts, ctx);
        const rest = cleared.sending.length > 0 ? { dueAt: now + SENDING_MS } : over(job);
        put(tx, job, { ...together(job, cleared), sending: cleared.sending, ...rest });
        return { kind: 'worked' };
      }
      case 'inboxes': {
        const next = nextIn(tx, INBOXES.index('byWorkspace', job.workspace), job.done, 1);
        const [inbox] = tx.readable(INBOXES, next.ids);
        const words = job.words ?? toldOnly(tx, job, contents);
        const isAll = !inbox || clearInbox(tx, { ...job, words }, inbox, contents, now);
        if (!next.done) clearAsides(tx, job, contents);
        if (!isAll) put(tx, job, { words, dueAt: now + SENDING_MS });
        else put(tx, job, next.done ? { words, done: next.done } : { words: null, ...over(job) });
        return { kind: 'worked' };
      }
      case 'links':
        return clearSome(tx, job, TEXT_LINKS.index('byWorkspace', job.workspace), ENTRIES_AT_ONCE, id => {
          const [link] = tx.readable(TEXT_LINKS, [id]);
          if (link?.number === job.number) tx.delete(TEXT_LINKS, id);
          return NOTHING_CLEARED;
        });
      case 'audit': {
        const next = nextIn(tx, AUDIT.index('byWorkspace', job.workspace), job.done, ENTRIES_AT_ONCE);
        clearEntries(tx, job, next.ids);
        if (next.done) put(tx, job, { done: next.done });
        else {
          const { texts, cancelled, by } = job;
          const entry = { what: 'contact_erased' as const, texts, cancelled, at: wall(now), by };
          tx.insert(AUDIT, { id: deps.newId(), workspace: job.workspace, entry });
          put(tx, job, { ...over(job), contact: '', number: ERASED_NUMBER, name: '' });
          unmarkErasing(tx, job);
        }
        return { kind: 'worked' };
      }
    }
  }

  return {
    /**
     * Does the next piece of what is due. `settings` and `tell` are handed out again after a minute, and at once if the process they
     * were handed out to is gone.
     */
    async step(now: number, contents: InboxContents = AS_IT_IS): Promise<ErasureStep> {
      const did = await store.transaction((tx): ErasureStep => {
        const jobs = tx.readable(ERASURES, { index: ERASURES.index('due'), limit: JOBS });
        for (const job of jobs) {
          const { dueAt, leasedBy } = job;
          const isOurs = leasedBy === null || leasedBy === store.owner;
          if (dueAt <= now || !(isOurs || store.isAlive(tx, leasedBy))) return work(tx, job, contents, now);
        }
        return { kind: 'waits', until: jobs[0]?.dueAt ?? null };
      });
      // Whoever is told that it is done can rely on it, even for the store's files: otherwise it is handed out again later.
      const isPurged = did.kind !== 'tell' || (await store.purge({ vacuum: true }));
      return isPurged ? did : { kind: 'worked' };
    },

    settingsDone: (id: string, { hooks }: { hooks: string[] }, now: number) =>
      store.transaction(tx => {
        const job = tx.get(ERASURES, id);
        if (job?.stage === 'settings') put(tx, job, { ...over(job), hooks, dueAt: now, leasedBy: null });
      }),

    close: (id: string) =>
      store.transaction(tx => {
        if (tx.get(ERASURES, id)) tx.delete(ERASURES, id);
      }),
  };
}

export type Erasure = ReturnType<typeof createErasure>;

/** The next ids in a list after what is done; `done` null: none is left. */
function nextIn(
  tx: Tx,
  index: string,
  after: Entry | null,
  limit: number,
): { ids: string[]; done: Entry | null } {
  const entries = tx.list({ index, after, limit });
  return { ids: entries.map(({ id }) => id), done: entries.at(-1) ?? null };
}

/** The next stage, from its start. */
function over({ stage }: ErasureRecord): Pick<ErasureRecord, 'stage' | 'done'> {
  return { stage: ERASURE_STAGES[ERASURE_STAGES.indexOf(stage) + 1] ?? 'tell', done: null };
}

function toldOnly(tx: Tx, { workspace, number }: ErasureRecord, contents: InboxContents): string[] {
  const [kept] = tx.readable(INBOX_STATES, [inboxId({ kind: 'alerts', workspace, name: '' })]);
  return kept ? contents.toldOnly(contents.unpack(kept.state), number) : [];
}

/** What alerts and posts store; false: there are more events than one step reads. */
function clearInbox(
  tx: Tx,
  job: ErasureRecord,
  inbox: InboxRecord,
  { unpack, pack }: InboxContents,
  now: number,
): boolean {
  const [kept] = tx.readable(INBOX_STATES, [inbox.id]);
  const state = kept && unpack(kept.state);
  if (state !== undefined && isOf(job, state)) {
    tx.put(INBOX_STATES, { ...kept, id: inbox.id, state: pack(withoutPerson(job, state)) });
    // Whoever has leased it has the state as it was: their commit is refused, and it is read again.
    const dueAt = inbox.leasedBy === null ? inbox.dueAt : now;
    const version = inbox.version + 1;
    tx.put(INBOXES, { ...inbox, version, dueAt, leasedBy: null, leasedUntil: 0 });
  }
  const events = tx.readable(EVENTS, { index: EVENTS.index('byInbox', inbox.id), limit: EVENTS_AT_ONCE });
  for (const event of events) {
    const body = unpack(event.body);
    if (isOf(job, body)) tx.put(EVENTS, { ...event, body: pack(withoutPerson(job, body)) });
  }
  return events.length < EVENTS_AT_ONCE;
}

/** What nobody could read and contains the number. */
function clearAsides(tx: Tx, { workspace, number }: ErasureRecord, { unpack }: InboxContents): void {
  const index = QUARANTINE.index('byWorkspace', workspace);
  for (const { id, kind, body } of tx.readable(QUARANTINE, { index, limit: ENTRIES_AT_ONCE })) {
    const words = kind === 'event' ? unpack(eventIn(body)) : body;
    if (words.includes(number)) tx.delete(QUARANTINE, id);
  }
}

/** What an event says, as it is stored; the whole of it, if it isn't one. */
function eventIn(stored: string): string {
  try {
    return EVENTS.schema.parse(JSON.parse(stored)).body;
  } catch {
    return stored;
  }
}

/** The audit log keeps what was done, without the name. */
function clearEntries(tx: Tx, job: ErasureRecord, ids: readonly string[]): void {
  const masked = maskNumber(job.number);
  for (const one of tx.readable(AUDIT, ids)) {
    const { entry } = one;
    const isTheirs = 'contact' in entry && entry.contact === job.contact;
    const isNaming = entry.what === 'contact' && entry.number === masked;
    if ((isTheirs || isNaming) && 'name' in entry) {
      tx.put(AUDIT, { ...one, entry: { ...entry, name: '', number: maskNumber(ERASED_NUMBER) } });
    }
  }
}

/** More than wait for anybody. */
const MANY = 10_000;

/**
 * Starts to forget somebody, as part of the step that removes the contact: what waits for them is cancelled and cleared at once.
 * Everything else is looked for piece by piece.
 */
export function beginErasure(tx: Tx, erasers: NonNullable<ContactChange['erasers']>, deps: PeopleDeps): void {
  const begun = {
    stage: 'settings' as const,
    done: null,
    sending: [],
    words: null,
    dueAt: erasers.at,
    leasedBy: null,
  };
  const job: ErasureRecord = { ...erasers, ...begun };
  const { texts, cancelled, sending } = clearWaiting(tx, job, deps);
  tx.insert(ERASURES, { ...job, texts, cancelled, sending });
  markErasing(tx, job);
}

function clearWaiting(tx: Tx, job: ErasureRecord, deps: PeopleDeps): Cleared {
  const ctx = { ...deps, now: job.at };
  const score = Number(job.number);
  const range = { index: TEXTS.index('waitingByNumber', job.workspace), from: score, to: score, limit: MANY };
  const waiting = tx.readable(TEXTS, range);
  let counts: Cleared = NOTHING_CLEARED;
  for (const intent of new Set(waiting.map(({ id }) => intentIdOfText(id))))
    counts = together(counts, clearIntent(tx, job, intent, ctx));
  for (const { id, parked } of waiting) {
    const row = parked === undefined ? null : deps.rows.of(tx, id);
    if (row !== null) counts = together(counts, deps.rows.clear(tx, job, row, ctx));
  }
  return counts;
}

/** What a workspace has of people who are being forgotten. */
export const removeErasures: WorkspaceDeletion = (tx, workspace, limit) => {
  if (tx.get(ERASING, workspace)) tx.delete(ERASING, workspace);
  return removeListed(tx, ERASURES, { index: ERASURES.index('byWorkspace', workspace) }, limit);
};
