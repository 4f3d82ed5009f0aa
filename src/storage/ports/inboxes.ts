import type { Intent } from '../../domain/intent.ts';

/** Whose an inbox is: it has the alerts of a workspace (`name` empty), or what a hook's channel is to read (`name`: the hook's id). */
export type InboxAddress = { kind: 'alerts' | 'posts'; workspace: string; name: string };

/** What makes two events the same in a workspace. */
export type EventIdentity = {
  identity: string;
  /** Differs where the same identity comes with something else to say; null: that does not matter. */
  digest: string | null;
  forMs: number;
  /** An identity that is free again from now on; null: none. */
  ends: string | null;
};

/** An inbox with its events, oldest first, for whoever has leased it. */
export type LeasedInbox = {
  address: InboxAddress;
  version: number;
  state: string | null;
  events: string[];
  /** The events' ids. */
  taken: string[];
};

/** An event whose reader could not read it; `id`: a new one, by which it is set aside. */
export type UnreadableEvent = { id: string; body: string; why: string };

/** What whoever leased an inbox made of its events. */
export type InboxCommit = {
  state: string;
  /** When it is to be looked at again without a new event; null: not before one comes. */
  dueAt: number | null;
  intents: Intent[];
  /** To other inboxes. */
  events: { address: InboxAddress; body: string }[];
  /** Set aside in the same step (see `Aside`). */
  unreadable: UnreadableEvent[];
};

/**
 * Durable states that are changed by events and by time: one process at a time looks at an inbox, and what follows
 * (its new state, intents, events to others) is written as one step, or not at all.
 */
export type Inboxes = {
  /**
   * Puts an event in, once for an identity. `known`: that was there, and nothing changed; `conflict`: it was there with
   * another digest. `id`: of the event that was there first.
   */
  put(
    event: { id: string; address: InboxAddress; body: string; sameness: EventIdentity | null },
    now: number,
  ): Promise<{ kind: 'added' | 'known' | 'conflict'; id: string }>;
  /** Due inboxes of a kind, each with its first events (a few large ones, or many small), leased until `leaseUntil`. */
  lease(kind: InboxAddress['kind'], now: number, leaseUntil: number, limit: number): Promise<LeasedInbox[]>;
  /** Ends a lease: takes the leased events out and writes what follows. False: somebody else did, and nothing is written. */
  commit(leased: LeasedInbox, next: InboxCommit, now: number): Promise<boolean>;
  nextDue(kind: InboxAddress['kind']): Promise<number | null>;
  /** What is due later is due now, but for what is leased. */
  hasten(kind: InboxAddress['kind'], now: number): Promise<void>;
  /** Forgets at most `limit` identities whose time is over, where the store does not do so by itself. */
  sweep(now: number, limit: number): Promise<number>;
};
