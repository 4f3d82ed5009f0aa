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

/** If there are more events than this, or more bytes of them, they are handled in several turns. */
const EVENTS_AT_ONCE = 100;
const EVENT_BYTES = 1024 * 1024;
/** How many are read at first, and then twice as many each time, because we don't know how large they are. */
const EVENTS_AT_FIRST = 4;
/** The rest get their turn at their own time. */
const HASTENED_AT_ONCE = 10_000;

/**
 * Durable states that events and time change. One process at a time works on an inbox, and the results (its new state,
 * intents, events to others) are written as one step, or not at all.
 */
export function createInboxes<Made>(
  store: Store,
  newId: () => string,
  putMade: (tx: Tx, made: Made, now: number) => void,
) {
  /** What follows the end of a turn, and that nobody waits for (see `wakeIfAny`), until it is done. */
  const following = new Map<string, { done: Promise<void>; at: number }>();

  function follow(id: string, at: number): Promise<void> {
    const done = store.transaction(tx => wakeIfAny(tx, id, at));
    const one = { done, at };
    following.set(id, one);
    const end = (): void => {
      if (following.get(id) === one) following.delete(id);
    };
    // What failed is done again before somebody looks when the next turn is.
    done.then(end, () => undefined);
    return done;
  }

  async function followed(): Promise<void> {
    for (const [id, { done, at }] of following) await done.catch(() => follow(id, at));
  }

  return {
    /**
     * Puts an event in, once for each identity. `duplicate`: it was already there, and nothing changed; `conflict`: it was there with
     * another digest. `id`: of the event that was there first.
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
        // An inbox that can't be read, or was lost, starts empty; its events are kept elsewhere.
        const due = [
          ...records.filter(({ dueAt }) => dueAt !== null && dueAt <= now),
          ...[...unreadable, ...missing].map(({ id }) => newInbox(addressOf(id), now)),
        ];
        for (const entry of [...unreadable, ...missing]) tx.removeEntry(range.index, entry);
        // Whether a process stood still matters only where one did not end its turn.
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

    /** Ends a lease: removes the leased events and writes the results. False: somebody else ended it, and nothing is written. */
    async commit(leased: LeasedInbox, next: InboxCommit<Made>, now: number) {
      const { address, version, state: before, taken, isSuspect } = leased;
      const { state, dueAt, intents, unreadable } = next;
      const events = next.events.map(event => ({ id: newId(), ...event }));
      const isCommitted = await store.transaction(tx => {
        const inbox = tx.get(INBOXES, inboxId(address));
        if (inbox?.version !== version) return false;
        const list = EVENTS.index('byInbox', inbox.id);
        const first = tx.list({ index: list, limit: taken.length + 1 });
        for (const entry of first)
          if (taken.includes(entry.id)) tx.discard(EVENTS, { ...entry, index: list });
        const isMore = first.some(({ id }) => !taken.includes(id));
        const dueNext = isMore ? now : dueAt;
        const stillSuspect = isSuspect && endSuspicion(tx, inbox.id, taken);
        // The state and the events aren't read where that changes nothing: both may be large.
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
        for (const event of unreadable) asideEvent(tx, event, address, now);
        return true;
      });
      if (!isCommitted) return false;
      // The turn is over, and another may begin: nobody waits for this.
      void follow(inboxId(address), now);
      return true;
    },

    /** The state as it was last committed. Changes nothing. */
    look: (address: InboxAddress) =>
      store.read(tx => tx.readable(INBOX_STATES, [inboxId(address)])[0]?.state ?? null),

    /** The ids of the first hundred events that wait; the state, which may be large, isn't read. Changes nothing. */
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
        const later = { index: INBOXES.index('due', kind), from: now + 1, limit: HASTENED_AT_ONCE };
        for (const inbox of tx.readable(INBOXES, later)) {
          if (inbox.leasedUntil <= now) tx.put(INBOXES, { ...inbox, dueAt: now });
        }
      }),

    /** Forgets at most `limit` expired identities, and where processes stood still long ago. */
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
 * Makes an inbox due in which an event waits. On Redis, one may come just as a turn ends: after it looked for more, and before
 * its end is written. Whoever put it in saw the lease and left it to this turn; if they wrote the inbox as well, turns would
 * begin again for each event of a storm.
 */
function wakeIfAny(tx: Tx, id: string, now: number): void {
  const waiting = tx.list({ index: EVENTS.index('byInbox', id), limit: 1 });
  if (waiting.length === 0) return;
  const inbox = tx.readable(INBOXES, [id])[0] ?? newInbox(addressOf(id), now);
  if (inbox.leasedUntil > now) return;
  if (inbox.dueAt === null || inbox.dueAt > now) tx.put(INBOXES, { ...inbox, dueAt: now });
}

/** The turn ended well. Whether something is left of the inbox that may have been the cause. */
function endSuspicion(tx: Tx, inbox: string, taken: readonly string[]): boolean {
  const stall = stallOf(tx, 'inbox', inbox);
  const left = stall && afterTurn(stall, taken);
  if (left) tx.put(STALLS, left);
  else if (stall) tx.delete(STALLS, stall.id);
  return left !== null;
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
    taken: events.map(({ id }) => id),
    isSuspect: stall !== null,
    refused: careful?.refused ?? [],
  };
}

const eventsIn = (inbox: string) => ({ index: EVENTS.index('byInbox', inbox), limit: EVENTS_AT_ONCE });

/** An event that its reader could not read. */
function asideEvent(tx: Tx, { id, body, why }: UnreadableEvent, address: InboxAddress, now: number): void {
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

/** A few large events, or many small ones. What can't be read is quarantined, so that the inbox doesn't wait for it. */
function firstEvents(tx: Tx, inbox: InboxRecord, now: number, most = EVENTS_AT_ONCE): EventRecord[] {
  const range = eventsIn(inbox.id);
  const { index } = range;
  const listed = tx.list(range).slice(0, most);
  const events: EventRecord[] = [];
  let bytes = 0;
  for (let at = 0, many = EVENTS_AT_FIRST; at < listed.length; at += many, many *= 2) {
    const entries = listed.slice(at, at + many);
    const { workspace } = inbox;
    for (const event of readOrQuarantine(tx, EVENT_KIND, { index, entries }, { now, workspace })) {
      if (bytes >= EVENT_BYTES) return events;
      events.push(event);
      bytes += Buffer.byteLength(event.body);
    }
  }
  return events;
}

/** A workspace's inboxes, with what waits in them. */
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
 * Puts an event into an inbox, as part of a larger step. Its id is new: what comes while a turn is under way is not what that
 * turn has read, even if it says the same.
 */
function putEvent(tx: Tx, { id, address, body }: NewEvent, now: number): void {
  const inbox = inboxId(address);
  tx.insert(EVENTS, { id, inbox, at: now, body });
  const before = tx.readable(INBOXES, [inbox])[0] ?? newInbox(address, now);
  // While somebody has it leased, it is looked at again when that lease ends.
  const isLeased = before.leasedUntil > now;
  const dueAt = isLeased ? before.dueAt : Math.min(before.dueAt ?? now, now);
  if (before.dueAt !== dueAt) tx.put(INBOXES, { ...before, dueAt });
}

/** Puts an event in, once for its identity. */
function putOnce(
  tx: Tx,
  { dedupe, ...event }: Parameters<Inboxes['put']>[0],
  now: number,
): { kind: 'added' | 'duplicate' | 'conflict'; id: string } {
  if (dedupe) {
    const { workspace } = event.address;
    const { digest, forMs, ends } = dedupe;
    const key = `${workspace} ${dedupe.key}`;
    const known = tx.get(DEDUPE_KEYS, key);
    if (known && known.until > now)
      return { kind: known.digest === digest ? 'duplicate' : 'conflict', id: known.event };
    tx.put(DEDUPE_KEYS, { id: key, workspace, event: event.id, digest, until: now + forMs });
    const ended = tx.readable(
      DEDUPE_KEYS,
      ends.map(one => `${workspace} ${one}`),
    );
    for (const { id } of ended) tx.delete(DEDUPE_KEYS, id);
  }
  putEvent(tx, event, now);
  return { kind: 'added', id: event.id };
}
