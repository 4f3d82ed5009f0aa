import { afterTurn, carefulTurn, STALLS, type Stall, stallOf } from '../stalls/stalls.ts';
import { putInQuarantine, type QuarantineKind, readOrQuarantine, restorable } from '../store/quarantine.ts';
import { encode, removeListed, type Store, type Tx, type WorkspaceDeletion } from '../store/store.ts';
import {
  addressOf,
  DEDUPE_KEYS,
  type DedupeKey,
  EVENTS,
  type EventRecord,
  INBOX_STATES,
  INBOXES,
  type InboxAddress,
  type InboxCommit,
  type InboxRecord,
  inboxId,
  type LeasedInbox,
  newInbox,
  quarantineIdOf,
  retriedId,
  type UnreadableEvent,
} from './model.ts';

/** More events, or more bytes of events, are handled in several turns. */
const MAX_EVENTS_PER_TURN = 100;
const MAX_EVENT_BYTES_PER_TURN = 1024 * 1024;
/** The number of events in the first read; each further read has twice as many, because their sizes are unknown. */
const FIRST_READ_EVENTS = 4;
/** Further inboxes keep the time at which they are due. */
const MAX_HASTENED = 10_000;

/**
 * Durable states that events and time change. One process at a time works on an inbox, and its results (the new state, intents, events
 * for other inboxes) are written in one transaction, or not at all.
 */
export function createInboxes<Made>(
  store: Store,
  newId: () => string,
  putMade: (tx: Tx, item: Made, now: number) => void,
) {
  /** The transactions after turns that no caller waits for (see `wakeIfAny`), by inbox. */
  const following = new Map<string, { done: Promise<void>; at: number }>();

  function follow(id: string, at: number): Promise<void> {
    const done = store.transaction(tx => wakeIfAny(tx, id, at));
    const follower = { done, at };
    following.set(id, follower);
    const end = (): void => {
      if (following.get(id) === follower) following.delete(id);
    };
    // `followed` repeats a failed transaction.
    done.then(end, () => undefined);
    return done;
  }

  async function followed(): Promise<void> {
    for (const [id, { done, at }] of following) await done.catch(() => follow(id, at));
  }

  return {
    /**
     * Stores an event, once for each key. `duplicate`: it was stored before, and nothing changed; `conflict`: it was stored before with
     * another digest. `id`: of the event that was stored first.
     */
    put: (
      event: { id: string; address: InboxAddress; body: string; dedupe: DedupeKey | null },
      now: number,
    ) => store.transaction(tx => putOnce(tx, event, now)),

    /** Due inboxes of a kind, each with its first events (a few large ones, or many small ones), leased until `leaseUntil`. */
    lease: (kind: InboxAddress['kind'], now: number, leaseUntil: number, limit: number) =>
      store.transaction((tx): LeasedInbox[] => {
        const range = { index: INBOXES.index('due', kind), to: now, limit };
        const { records, unreadable, missing } = tx.tryRead(INBOXES, range);
        // An unreadable or lost inbox starts empty; its events are stored separately.
        const due = [
          ...records.filter(({ dueAt }) => dueAt !== null && dueAt <= now),
          ...[...unreadable, ...missing].map(({ id }) => newInbox(addressOf(id), now)),
        ];
        for (const entry of [...unreadable, ...missing]) tx.removeEntry(range.index, entry);
        // Only an inbox whose last turn didn't end can have stalled a process.
        const stalls = due.map(({ id, isSuspect, leasedBy }) =>
          isSuspect || leasedBy !== null ? stallOf(tx, 'inbox', id) : null,
        );
        for (const [index, inbox] of due.entries())
          tx.put(INBOXES, {
            ...inbox,
            dueAt: leaseUntil,
            leasedBy: store.owner,
            leasedUntil: leaseUntil,
            isSuspect: stalls[index] !== null,
          });
        tx.load(
          due.map(({ id }) => [INBOX_STATES, id] as const),
          due.map(({ id }) => eventsIn(id)),
        );
        return due.map((inbox, index) => leasedInbox(tx, inbox, stalls[index] ?? null, now));
      }),

    /** Ends a lease: removes the leased events and writes the results. False if another process ended it; then nothing is written. */
    async commit(leased: LeasedInbox, next: InboxCommit<Made>, now: number) {
      const { address, version, state: before, eventIds, isSuspect } = leased;
      const { state, dueAt, intents, unreadable } = next;
      const events = next.events.map(event => ({ id: newId(), ...event }));
      const isCommitted = await store.transaction(tx => {
        const inbox = tx.get(INBOXES, inboxId(address));
        if (inbox?.version !== version) return false;
        const list = EVENTS.index('byInbox', inbox.id);
        const first = tx.list({ index: list, limit: eventIds.length + 1 });
        for (const entry of first)
          if (eventIds.includes(entry.id)) tx.discard(EVENTS, { ...entry, index: list });
        const isMore = first.some(({ id }) => !eventIds.includes(id));
        const dueNext = isMore ? now : dueAt;
        const stillSuspect = isSuspect && endSuspicion(tx, inbox.id, eventIds);
        // The state and the events may be large, so they are read only if they change.
        if (state !== null) tx.replace(INBOX_STATES, { id: inbox.id, state });
        else if (before !== null && tx.readable(INBOX_STATES, [inbox.id]).length > 0)
          tx.delete(INBOX_STATES, inbox.id);
        if (state === null && dueNext === null && !stillSuspect) tx.delete(INBOXES, inbox.id);
        else
          tx.put(INBOXES, {
            ...inbox,
            version: version + 1,
            dueAt: dueNext,
            leasedBy: null,
            leasedUntil: 0,
            isSuspect: stillSuspect,
          });
        for (const intent of intents) putMade(tx, intent, now);
        for (const event of events) putEvent(tx, event, now);
        for (const event of unreadable) quarantineEvent(tx, event, address, now);
        return true;
      });
      if (!isCommitted) return false;
      // The next turn may begin before this transaction is committed.
      void follow(inboxId(address), now);
      return true;
    },

    /** The last committed state. */
    look: (address: InboxAddress) =>
      store.read(tx => tx.readable(INBOX_STATES, [inboxId(address)])[0]?.state ?? null),

    /** The ids of the first hundred waiting events. */
    waiting: (address: InboxAddress) =>
      store.read(tx => tx.list(eventsIn(inboxId(address))).map(({ id }) => id)),

    async nextDue(kind: InboxAddress['kind']) {
      await followed();
      const first = await store.read(tx => tx.first(INBOXES.index('due', kind)));
      return first?.score ?? null;
    },

    /** Makes inboxes that are due later due now, except leased ones. */
    hasten: (kind: InboxAddress['kind'], now: number) =>
      store.transaction(tx => {
        const later = { index: INBOXES.index('due', kind), from: now + 1, limit: MAX_HASTENED };
        for (const inbox of tx.readable(INBOXES, later)) {
          if (inbox.leasedUntil <= now) tx.put(INBOXES, { ...inbox, dueAt: now });
        }
      }),

    /** Removes at most `limit` expired keys, and as many expired records of stalls. */
    sweep: (now: number, limit: number) =>
      store.transaction(tx => {
        const old = { index: DEDUPE_KEYS.index('until'), to: now };
        const stalls = { index: STALLS.index('until'), to: now };
        return removeListed(tx, DEDUPE_KEYS, old, limit) + removeListed(tx, STALLS, stalls, limit);
      }),
  };
}

export type Inboxes<Made = unknown> = ReturnType<typeof createInboxes<Made>>;

/**
 * Makes an inbox due if an event arrived while its turn was being committed. On Redis, the sender saw the lease and left the inbox to
 * that turn; if senders wrote the inbox as well, each event of a storm would make the turn's transaction run again.
 */
function wakeIfAny(tx: Tx, id: string, now: number): void {
  const waiting = tx.list({ index: EVENTS.index('byInbox', id), limit: 1 });
  if (waiting.length === 0) return;
  const inbox = tx.readable(INBOXES, [id])[0] ?? newInbox(addressOf(id), now);
  if (inbox.leasedUntil > now) return;
  if (inbox.dueAt === null || inbox.dueAt > now) tx.put(INBOXES, { ...inbox, dueAt: now });
}

/** Clears the state and the events of a turn that ended; true if another event of the inbox may still have caused the stall. */
function endSuspicion(tx: Tx, inbox: string, eventIds: readonly string[]): boolean {
  const stall = stallOf(tx, 'inbox', inbox);
  const remaining = stall && afterTurn(stall, eventIds);
  if (remaining) tx.put(STALLS, remaining);
  else if (stall) tx.delete(STALLS, stall.id);
  return remaining !== null;
}

function leasedInbox(tx: Tx, inbox: InboxRecord, stall: Stall | null, now: number): LeasedInbox {
  const { id, kind, workspace, name, version } = inbox;
  const state = tx.readable(INBOX_STATES, [id])[0];
  const careful = stall && carefulTurn(stall, tx.list(eventsIn(id))[0]?.id);
  const events = firstEvents(tx, inbox, now, careful?.maxEvents);
  return {
    address: { kind, workspace, name },
    version,
    state: state?.state ?? null,
    events: events.map(({ body }) => body),
    eventIds: events.map(({ id }) => id),
    isSuspect: stall !== null,
    refused: careful?.refused ?? [],
  };
}

const eventsIn = (inbox: string) => ({ index: EVENTS.index('byInbox', inbox), limit: MAX_EVENTS_PER_TURN });

/** Quarantines an event that its reader couldn't read. */
function quarantineEvent(
  tx: Tx,
  { id, body, why }: UnreadableEvent,
  address: InboxAddress,
  now: number,
): void {
  const event = { id: retriedId(id), inbox: inboxId(address), at: now, body };
  putInQuarantine(tx, {
    id,
    kind: EVENT_KIND.name,
    workspace: address.workspace,
    at: now,
    why,
    body: encode(event).json,
  });
}

const EVENT_KIND: QuarantineKind<EventRecord> = {
  name: 'event',
  effect: 'an alert, a press or an outcome, or the state built from them; nothing follows from it',
  table: EVENTS,
};

/** An event that is readable again gets another turn in its inbox. */
export const eventQuarantine = restorable(EVENT_KIND, (tx, { id, inbox, body }, now) => {
  tx.delete(EVENTS, id);
  putEvent(tx, { id: retriedId(quarantineIdOf(id) ?? id), address: addressOf(inbox), body }, now);
});

/** A few large events, or many small ones. An unreadable one is quarantined, so that the inbox doesn't wait for it. */
function firstEvents(tx: Tx, inbox: InboxRecord, now: number, limit = MAX_EVENTS_PER_TURN): EventRecord[] {
  const range = eventsIn(inbox.id);
  const { index } = range;
  const listed = tx.list(range).slice(0, limit);
  const events: EventRecord[] = [];
  let bytes = 0;
  for (let at = 0, size = FIRST_READ_EVENTS; at < listed.length; at += size, size *= 2) {
    const entries = listed.slice(at, at + size);
    const { workspace } = inbox;
    for (const event of readOrQuarantine(tx, EVENT_KIND, { index, entries }, { now, workspace })) {
      if (bytes >= MAX_EVENT_BYTES_PER_TURN) return events;
      events.push(event);
      bytes += Buffer.byteLength(event.body);
    }
  }
  return events;
}

/** A workspace's inboxes, with their events. */
export const removeInboxes: WorkspaceDeletion = (tx, workspace, limit) => {
  let removed = 0;
  for (const inbox of tx.readable(INBOXES, { index: INBOXES.index('byWorkspace', workspace), limit })) {
    removed += removeListed(tx, EVENTS, { index: EVENTS.index('byInbox', inbox.id) }, limit);
    if (tx.get(INBOX_STATES, inbox.id)) tx.delete(INBOX_STATES, inbox.id);
    tx.delete(INBOXES, inbox.id);
    removed += 1;
  }
  removed += removeListed(tx, STALLS, { index: STALLS.index('byWorkspace', workspace) }, limit);
  return (
    removed + removeListed(tx, DEDUPE_KEYS, { index: DEDUPE_KEYS.index('byWorkspace', workspace) }, limit)
  );
};

type NewEvent = { id: string; address: InboxAddress; body: string };

/**
 * Stores an event as part of a larger transaction. Its id must be new, because an event that arrives during a turn isn't one that the
 * turn has read, even if both have the same body.
 */
export function putEvent(tx: Tx, { id, address, body }: NewEvent, now: number): void {
  const inbox = inboxId(address);
  tx.insert(EVENTS, { id, inbox, at: now, body });
  const before = tx.readable(INBOXES, [inbox])[0] ?? newInbox(address, now);
  // A leased inbox is looked at again when its lease ends.
  const isLeased = before.leasedUntil > now;
  const dueAt = isLeased ? before.dueAt : Math.min(before.dueAt ?? now, now);
  if (before.dueAt !== dueAt) tx.put(INBOXES, { ...before, dueAt });
}

/** Stores an event, once for its key. */
function putOnce(
  tx: Tx,
  { dedupe, ...event }: Parameters<Inboxes['put']>[0],
  now: number,
): { kind: 'added' | 'duplicate' | 'conflict'; id: string } {
  if (dedupe) {
    const { workspace } = event.address;
    const { digest, forMs, ends } = dedupe;
    const key = `${workspace} ${dedupe.key}`;
    const first = tx.get(DEDUPE_KEYS, key);
    if (first && first.until > now)
      return { kind: first.digest === digest ? 'duplicate' : 'conflict', id: first.event };
    tx.put(DEDUPE_KEYS, { id: key, workspace, event: event.id, digest, until: now + forMs });
    const ended = tx.readable(
      DEDUPE_KEYS,
      ends.map(ended => `${workspace} ${ended}`),
    );
    for (const { id } of ended) tx.delete(DEDUPE_KEYS, id);
  }
  putEvent(tx, event, now);
  return { kind: 'added', id: event.id };
}
