import { z } from 'zod';
import { INBOX_KINDS, type InboxAddress } from '../ports.ts';
import type { Table } from '../records.ts';

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
});
export type InboxRecord = Readonly<z.infer<typeof inboxSchema>>;

export const INBOX_LISTS = {
  due: (kind: InboxAddress['kind']): string => `inboxes.due ${kind}`,
  leased: 'inboxes.leased',
  of: (workspace: string): string => `inboxes.of ${workspace}`,
};

export const INBOXES: Table<InboxRecord> = {
  name: 'inbox',
  schema: inboxSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ kind, workspace, dueAt, leasedBy, leasedUntil }) => [
    { list: INBOX_LISTS.of(workspace), score: 0 },
    ...(dueAt === null ? [] : [{ list: INBOX_LISTS.due(kind), score: dueAt }]),
    ...(leasedBy === null ? [] : [{ list: INBOX_LISTS.leased, score: leasedUntil }]),
  ],
};

export const inboxId = ({ kind, workspace, name }: InboxAddress): string => `${kind} ${workspace} ${name}`;
export function addressOf(id: string): InboxAddress {
  const [kind, workspace = '', name = ''] = id.split(' ');
  return { kind: INBOX_KINDS.find(one => one === kind) ?? 'alerts', workspace, name };
}

export const newInbox = (address: InboxAddress): InboxRecord => ({
  id: inboxId(address),
  ...address,
  version: 0,
  dueAt: null,
  leasedBy: null,
  leasedUntil: 0,
});

const stateSchema = z.object({ id: z.string(), state: z.string() });

/** What was made of an inbox's events so far. Stored separately, since it may be large and most new events don't need it. */
export const INBOX_STATES: Table<Readonly<z.infer<typeof stateSchema>>> = {
  name: 'inbox_state',
  schema: stateSchema,
  workspaceOf: () => null,
  places: () => [],
};

const eventSchema = z.object({ id: z.string(), inbox: z.string(), at: z.int(), body: z.string() });

export type EventRecord = Readonly<z.infer<typeof eventSchema>>;

export const EVENT_LISTS = { in: (inbox: string): string => `events.in ${inbox}` };

export const EVENTS: Table<EventRecord> = {
  name: 'event',
  schema: eventSchema,
  workspaceOf: () => null,
  places: ({ inbox, at }) => [{ list: EVENT_LISTS.in(inbox), score: at }],
};

const eventIdentitySchema = z.object({
  id: z.string(),
  workspace: z.string(),
  event: z.string(),
  digest: z.string().nullable(),
  /** When it becomes free again. */
  until: z.int(),
});

export const EVENT_IDENTITY_LISTS = {
  until: 'event_identities.until',
  of: (workspace: string): string => `event_identities.of ${workspace}`,
};

export const EVENT_IDENTITIES: Table<Readonly<z.infer<typeof eventIdentitySchema>>> = {
  name: 'event_identity',
  schema: eventIdentitySchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ workspace, until }) => [
    { list: EVENT_IDENTITY_LISTS.until, score: until },
    { list: EVENT_IDENTITY_LISTS.of(workspace), score: until },
  ],
};
