import { z } from 'zod';
import { indexedAt, table } from '../store/store.ts';

export const INBOX_KINDS = ['alerts', 'posts', 'notices', 'refusals', 'rotas', 'presses'] as const;

/**
 * What an inbox is for: the alerts of a workspace (`name` empty), what a hook posts in its channel or which of its calls were refused
 * (`name`: the hook's id), what else people of a workspace hear about its alerts (`name` empty), the hand-overs of a rota (`name`: the
 * rota's id), or what somebody pressed (`name`: their user id).
 */
export type InboxAddress = { kind: (typeof INBOX_KINDS)[number]; workspace: string; name: string };

/** What makes two events in a workspace the same. */
export type DedupeKey = {
  key: string;
  /** Differs if the same identity comes with different content; null: the content doesn't matter. */
  digest: string | null;
  forMs: number;
  /** Keys that become free again now. */
  ends: readonly string[];
};

/** An inbox with its events, oldest first, for the process that has leased it. */
export type LeasedInbox = {
  address: InboxAddress;
  version: number;
  state: string | null;
  events: string[];
  /** The events' ids. */
  taken: string[];
  /** A process stood still at some of it: see `carefulTurn`. */
  isSuspect: boolean;
  /** What is not read again, but quarantined: ids of its events, or `STATE`. */
  refused: string[];
};

/** An event whose reader could not read it; `id`: under which it is quarantined, a new one unless it was quarantined before. */
export type UnreadableEvent = { id: string; body: string; why: string };

const RETRIED = 'again ';
/** The id of an event that was quarantined and has another turn. */
export const retriedId = (quarantineId: string): string => `${RETRIED}${quarantineId}`;
/** Under which id an event was quarantined before; null: it wasn't. */
export const quarantineIdOf = (eventId: string): string | null =>
  eventId.startsWith(RETRIED) ? eventId.slice(RETRIED.length) : null;

/** What the process that leased an inbox made of its events. */
export type InboxCommit<Made = unknown> = {
  /** Null: nothing is kept, so the inbox is deleted unless it is due or has an event. */
  state: string | null;
  /** When to look at it again without a new event; null: not before one comes. */
  dueAt: number | null;
  /** Written in the same step. */
  intents: readonly Made[];
  /** For other inboxes. */
  events: { address: InboxAddress; body: string }[];
  /** Quarantined in the same step (see `Quarantine`). */
  unreadable: UnreadableEvent[];
};

const inboxSchema = z.object({
  id: z.string(),
  kind: z.enum(INBOX_KINDS),
  workspace: z.string(),
  name: z.string(),
  version: z.int(),
  /** When to look at it; null: when something comes. */
  dueAt: z.int().nullable(),
  /** Who is looking at it now, and when that lease ends: then it is due again. */
  leasedBy: z.string().nullable(),
  leasedUntil: z.int(),
  /** The process died that had it, or stood still at it: the next one looks which. */
  isSuspect: z.boolean().default(false),
});
export type InboxRecord = Readonly<z.infer<typeof inboxSchema>>;

export const INBOXES = table('inbox', inboxSchema, ({ kind, workspace, dueAt, leasedBy, leasedUntil }) => ({
  byWorkspace: indexedAt(0, workspace),
  due: dueAt !== null && indexedAt(dueAt, kind),
  leased: leasedBy !== null && indexedAt(leasedUntil),
}));

export const inboxId = ({ kind, workspace, name }: InboxAddress): string => `${kind} ${workspace} ${name}`;
export function addressOf(id: string): InboxAddress {
  const [kind, workspace = '', name = ''] = id.split(' ');
  return { kind: INBOX_KINDS.find(one => one === kind) ?? 'alerts', workspace, name };
}

/** Its version is higher than that of an inbox deleted before under the same id, so no turn of that one ends in this one. */
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

/** What was made of an inbox's events so far. Stored separately, since it may be large and most new events don't need it. */
export const INBOX_STATES = table('inbox_state', stateSchema, () => ({}));

const eventSchema = z.object({ id: z.string(), inbox: z.string(), at: z.int(), body: z.string() });

export type EventRecord = Readonly<z.infer<typeof eventSchema>>;

export const EVENTS = table('event', eventSchema, ({ inbox, at }) => ({ byInbox: indexedAt(at, inbox) }));

const dedupeKeySchema = z.object({
  id: z.string(),
  workspace: z.string(),
  event: z.string(),
  digest: z.string().nullable(),
  /** When it becomes free again. */
  until: z.int(),
});

export const DEDUPE_KEYS = table('dedupe_key', dedupeKeySchema, ({ workspace, until }) => ({
  until: indexedAt(until),
  byWorkspace: indexedAt(until, workspace),
}));
