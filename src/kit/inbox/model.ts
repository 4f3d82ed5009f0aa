import { z } from 'zod';
import { indexedAt, table } from '../store/store.ts';

/** The kinds of inboxes, by feature: each adds its own (`declare module`), and its `Feature` says how their contents are stored. */
export interface InboxKinds {
  /** Presses; `name`: the user's id. */
  kit: 'presses';
}
export type InboxKind = InboxKinds[keyof InboxKinds];

/** A kind has one inbox in a workspace (`name` empty), or one for each thing with an id, such as a hook. */
export type InboxAddress = { kind: InboxKind; workspace: string; name: string };

/** Identifies repeats: of the events in a workspace with the same key, only the first is stored. */
export type DedupeKey = {
  key: string;
  /** Differs if the same key comes with different content; null if the content doesn't matter. */
  digest: string | null;
  forMs: number;
  /** Keys that this event frees. */
  ends: readonly string[];
};

/** An inbox with its events, oldest first, for the process that leased it. */
export type LeasedInbox = {
  address: InboxAddress;
  version: number;
  state: string | null;
  events: string[];
  eventIds: string[];
  /** True if a process stalled while it handled this inbox: see `carefulTurn`. */
  isSuspect: boolean;
  /** Ids of events, or `STATE`, that this turn quarantines instead of reading them again. */
  refused: string[];
};

/** An event that its reader couldn't read. `id`: its id in quarantine, unchanged if it was there before. */
export type UnreadableEvent = { id: string; body: string; why: string };

const RETRIED = 'again ';
/** The id of a quarantined event that is retried. */
export const retriedId = (quarantineId: string): string => `${RETRIED}${quarantineId}`;
/** The id that an event had in quarantine; null if it was never there. */
export const quarantineIdOf = (eventId: string): string | null =>
  eventId.startsWith(RETRIED) ? eventId.slice(RETRIED.length) : null;

/** The results of a turn, all written in one transaction. */
export type InboxCommit<Made = unknown> = {
  /** Null if nothing is kept: then the inbox is deleted, unless it is due, suspect, or has an event. */
  state: string | null;
  /** When the next turn is due without a new event; null if only an event makes it due. */
  dueAt: number | null;
  intents: readonly Made[];
  /** Events for other inboxes. */
  events: { address: InboxAddress; body: string }[];
  /** Events to quarantine. */
  unreadable: UnreadableEvent[];
};

/**
 * Accepts any string, because a stored kind may belong to a feature that this app no longer has. No worker leases such an inbox, and
 * it is deleted with its workspace.
 */
const kindSchema = z.custom<InboxKind>(value => typeof value === 'string');

const inboxSchema = z.object({
  id: z.string(),
  kind: kindSchema,
  workspace: z.string(),
  name: z.string(),
  version: z.int(),
  /** When its next turn is due; null if only an event makes it due. */
  dueAt: z.int().nullable(),
  /** The process that handles the inbox (null if none does), and the end of its lease, when the inbox is due again. */
  leasedBy: z.string().nullable(),
  leasedUntil: z.int(),
  /** True if a process stalled in an earlier turn, and the state or a waiting event may be the cause. */
  isSuspect: z.boolean().default(false),
});
export type InboxRecord = Readonly<z.infer<typeof inboxSchema>>;

export const INBOXES = table('inbox', inboxSchema, ({ kind, workspace, dueAt, leasedBy, leasedUntil }) => ({
  byWorkspace: indexedAt(0, workspace),
  due: dueAt !== null && indexedAt(dueAt, kind),
  leased: leasedBy !== null && indexedAt(leasedUntil),
}));

export const inboxId = ({ kind, workspace, name }: Omit<InboxAddress, 'kind'> & { kind: string }): string =>
  `${kind} ${workspace} ${name}`;
export function addressOf(id: string): InboxAddress {
  const [kind, workspace = '', name = ''] = id.split(' ');
  return { kind: kindSchema.parse(kind), workspace, name };
}

/** Starts with a higher version than a deleted inbox with the same id, so a turn of the deleted inbox can't commit. */
export const newInbox = (address: InboxAddress, now: number): InboxRecord => ({
  id: inboxId(address),
  ...address,
  version: now,
  dueAt: null,
  leasedBy: null,
  leasedUntil: 0,
  isSuspect: false,
});

const stateSchema = z.object({ id: z.string(), state: z.string() });

/** The states of inboxes. Stored separately, because a state may be large and storing an event doesn't need it. */
export const INBOX_STATES = table('inbox_state', stateSchema, () => ({}));

const eventSchema = z.object({ id: z.string(), inbox: z.string(), at: z.int(), body: z.string() });

export type EventRecord = Readonly<z.infer<typeof eventSchema>>;

export const EVENTS = table('event', eventSchema, ({ inbox, at }) => ({ byInbox: indexedAt(at, inbox) }));

const dedupeKeySchema = z.object({
  id: z.string(),
  workspace: z.string(),
  event: z.string(),
  digest: z.string().nullable(),
  /** When the key becomes free again. */
  until: z.int(),
});

export const DEDUPE_KEYS = table('dedupe_key', dedupeKeySchema, ({ workspace, until }) => ({
  until: indexedAt(until),
  byWorkspace: indexedAt(until, workspace),
}));
