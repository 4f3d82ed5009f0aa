import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fold } from '../../kit/name-matching.ts';
import type { LocalNumber } from '../../kit/number.ts';
import { indexedAt, table } from '../../kit/store/store.ts';
import { reservationId } from '../../kit/store/unique-reservations.ts';
import {
  type Contact,
  type ContactGroup,
  contactSchema,
  type DoNotText,
  doNotTextSchema,
  groupSchema,
} from '../contact.ts';
import type { ErasureJob } from './erasure-model.ts';

/** What is asked for; a workspace's own only. */
export type ContactQuestion = {
  contacts?: readonly string[];
  numbers?: readonly LocalNumber[];
  groups?: readonly string[];
  /** Groups that are called so, and with `contactsToo` contacts as well, however the names are written. */
  names?: readonly string[];
  contactsToo?: boolean;
  /** Everyone in these groups, at most so many of each. */
  membersOf?: readonly string[];
  limit?: number;
  /** All groups, by name. */
  allGroups?: boolean;
  /** Keyed hashes of numbers that may belong to people who must not be texted, and about whom we know nothing else. */
  stops?: readonly string[];
};

/** What there is of it, each once. */
export type ContactAnswer = {
  contacts: Contact[];
  groups: ContactGroup[];
  /** How many contacts and groups the workspace has. */
  counts: { contacts: number; groups: number };
  /** How many are in each of the groups, by its id. */
  sizes: ReadonlyMap<string, number>;
  /**
   * Of each of the groups, by its id, what differs once many have come or left at once: somebody who read its members page by page
   * begins again.
   */
  moments: ReadonlyMap<string, string>;
  /** By their hashes. */
  stops: ReadonlyMap<string, DoNotText>;
  /** Ids of contacts that were asked for and can't be read. */
  unreadable: string[];
};

/** What is written: contacts and groups as they are from now on, and those that go, by id. */
export type ContactChange = {
  contacts?: readonly Contact[];
  groups?: readonly ContactGroup[];
  deleted?: readonly string[];
  /** By their hashes; null: may be texted again. */
  stops?: ReadonlyMap<string, DoNotText | null>;
  /** Everything else that is kept of somebody goes too, from now on (see `Erasure`). */
  erasure?: ErasureJob & { at: number };
};

/** Something that a search found: its name as it is compared, and of a contact its number. */
export type ContactHit = { kind: 'contact' | 'group'; id: string; folded: string; number: string };

export const CONTACTS = table('contact', contactSchema, ({ workspace, name, number, groups }) => ({
  /** All of a workspace, by number. */
  byWorkspace: indexedAt(Number(number), workspace),
  /** Those with a name, by what it comes to. */
  names: name !== '' && indexedAt(nameScore(fold(name)), workspace),
  /** Those in a group. */
  byGroup: groups.map(id => indexedAt(Number(number), id)),
}));

/** A workspace's, by name. */
export const GROUPS = table('group', groupSchema, ({ workspace, name }) => ({
  byWorkspace: indexedAt(nameScore(fold(name)), workspace),
}));

const stopSchema = z.object({ id: z.string(), workspace: z.string(), ...doNotTextSchema.shape });

/** People who are not to be texted, though nothing else is known of them any more: their numbers as keyed hashes, in the ids. */
export const STOPS = table('stop', stopSchema, ({ workspace, at }) => ({
  byWorkspace: indexedAt(at, workspace),
}));

export const stopId = (workspace: string, hash: string): string => `${workspace} ${hash}`;

/** Names that are the same have the same score, and hardly any others do. */
export function nameScore(folded: string): number {
  return createHash('sha256').update(folded).digest().readUIntBE(0, 6);
}

const directorySchema = z.object({ id: z.string(), workspace: z.string(), lines: z.string() });

/**
 * Names and numbers of contacts and groups, many in a record, such that a search reads few records and none of theirs. A record has
 * those whose id has the same hash.
 */
export const DIRECTORY = table('directory', directorySchema, ({ workspace }) => ({
  byWorkspace: indexedAt(0, workspace),
}));

const columnsSchema = z.object({ id: z.string(), workspace: z.string(), keys: z.array(z.string()) });

/** Which columns a workspace's contacts have, or had, as their names are compared. Its id is the workspace. */
export const COLUMNS = table('columns', columnsSchema, ({ workspace }) => ({
  byWorkspace: indexedAt(0, workspace),
}));

/** More aren't remembered: files with other headings each time. */
export const MAX_KNOWN_COLUMNS = 1000;

/** The most directory records a workspace has. */
const MAX_DIRECTORY_RECORDS = 200;

export function directoryId(workspace: string, id: string): string {
  return `${workspace} ${createHash('sha256').update(id).digest().readUInt32BE(0) % MAX_DIRECTORY_RECORDS}`;
}

/** Their ids. */
export const takenId = {
  number: (workspace: string, number: LocalNumber): string => reservationId('number', workspace, number),
  group: (workspace: string, name: string): string => reservationId('group', workspace, fold(name)),
  /** A workspace has one import in progress. */
  importing: (workspace: string): string => `import ${workspace}`,
};

/*
 * Everybody who joins a group through an import appears in it at the same moment. Until then their records already have
 * the group, but readers see them without it.
 */

/** The import that is filling each group, by the group's id. */
export type GroupsFilling = ReadonlyMap<string, string>;

export function fillingOf(groups: readonly ContactGroup[]): GroupsFilling {
  return new Map(groups.flatMap(({ id, filling }) => (filling ? [[id, filling.import] as const] : [])));
}

/** A contact as everybody sees it. */
export function asSeen(contact: Contact, filling: GroupsFilling): Contact {
  const unseen = joining(contact, filling);
  return unseen.length === 0
    ? contact
    : { ...contact, groups: contact.groups.filter(id => !unseen.includes(id)) };
}

/** The opposite: a contact that was changed as seen, plus the groups it is joining. */
export function asKept(contact: Contact, filling: GroupsFilling): Contact {
  const unseen = joining(contact, filling).filter(id => !contact.groups.includes(id));
  return unseen.length === 0 ? contact : { ...contact, groups: [...contact.groups, ...unseen] };
}

/** The groups that it is joining, in which nobody sees it yet. */
function joining({ joined }: Contact, filling: GroupsFilling): string[] {
  return joined?.groups.filter(id => filling.get(id) === joined.import) ?? [];
}

/**
 * Differs once many have come or left at once: whoever reads a group's members page by page has them of one moment if this is the
 * same before and after.
 */
export function momentOf({ filling, changes = 0 }: ContactGroup): string {
  return `${changes} ${filling?.import ?? ''}`;
}

/** The group after many came or left at once. */
export function changedAtOnce(group: ContactGroup): ContactGroup {
  return { ...group, changes: (group.changes ?? 0) + 1 };
}

/** A group as everybody sees it. */
export function groupAsSeen({ filling: _, changes: __, ...group }: ContactGroup): ContactGroup {
  return group;
}
