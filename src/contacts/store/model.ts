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

/** A selection of one workspace's contacts and groups. */
export type ContactQuestion = {
  contacts?: readonly string[];
  numbers?: readonly LocalNumber[];
  groups?: readonly string[];
  /** Groups with these names in any spelling, and with `contactsToo` contacts as well. */
  names?: readonly string[];
  contactsToo?: boolean;
  /** The people in these groups, at most `limit` of each. */
  membersOf?: readonly string[];
  limit?: number;
  /** All groups, sorted by name. */
  allGroups?: boolean;
  /** Keyed hashes of numbers that may be marked "never text" although no contact has them. */
  stops?: readonly string[];
};

/** The selected contacts and groups, without repetitions. */
export type ContactAnswer = {
  contacts: Contact[];
  groups: ContactGroup[];
  counts: { contacts: number; groups: number };
  /** The size of each group, by its id. */
  sizes: ReadonlyMap<string, number>;
  /**
   * By group id: a value that changes with each bulk change of the group. A reader of its pages starts over if it
   * differs.
   */
  moments: ReadonlyMap<string, string>;
  /** By hash. */
  stops: ReadonlyMap<string, DoNotText>;
  /** Ids of matching contacts that are unreadable. */
  unreadable: string[];
};

/** A change: contacts and groups to store, and ids of those to delete. */
export type ContactChange = {
  contacts?: readonly Contact[];
  groups?: readonly ContactGroup[];
  deleted?: readonly string[];
  /** By hash; null removes the mark. */
  stops?: ReadonlyMap<string, DoNotText | null>;
  /** Starts an erasure (see `Erasure`). */
  erasure?: ErasureJob & { at: number };
};

/** A search result. `folded`: its name in the form in which names are compared. `number`: empty for a group. */
export type ContactHit = { kind: 'contact' | 'group'; id: string; folded: string; number: string };

export const CONTACTS = table('contact', contactSchema, ({ workspace, name, number, groups }) => ({
  /** By number. */
  byWorkspace: indexedAt(Number(number), workspace),
  /** Named contacts, by the name's score. */
  names: name !== '' && indexedAt(nameScore(fold(name)), workspace),
  /** By number. */
  byGroup: groups.map(id => indexedAt(Number(number), id)),
}));

export const GROUPS = table('group', groupSchema, ({ workspace, name }) => ({
  byWorkspace: indexedAt(nameScore(fold(name)), workspace),
}));

const stopSchema = z.object({ id: z.string(), workspace: z.string(), ...doNotTextSchema.shape });

/** Numbers marked "never text" whose contact was deleted or erased: keyed hashes, in the ids. */
export const STOPS = table('stop', stopSchema, ({ workspace, at }) => ({
  byWorkspace: indexedAt(at, workspace),
}));

export const stopId = (workspace: string, hash: string): string => `${workspace} ${hash}`;

/** Equal names have the same score, and hardly any others do. */
export function nameScore(folded: string): number {
  return createHash('sha256').update(folded).digest().readUIntBE(0, 6);
}

const directorySchema = z.object({ id: z.string(), workspace: z.string(), lines: z.string() });

/**
 * The search index: lines of contacts and groups, many in a record, so that a search reads few records. The hash
 * of a contact's or group's id chooses its record.
 */
export const DIRECTORY = table('directory', directorySchema, ({ workspace }) => ({
  byWorkspace: indexedAt(0, workspace),
}));

const columnsSchema = z.object({ id: z.string(), workspace: z.string(), keys: z.array(z.string()) });

/** The folded names of the columns that a workspace's contacts have or had. The record's id is the workspace. */
export const COLUMNS = table('columns', columnsSchema, ({ workspace }) => ({
  byWorkspace: indexedAt(0, workspace),
}));

/** Bounds the record, because files may have other headings each time. */
export const MAX_KNOWN_COLUMNS = 1000;

const MAX_DIRECTORY_RECORDS = 200;

export function directoryId(workspace: string, id: string): string {
  return `${workspace} ${createHash('sha256').update(id).digest().readUInt32BE(0) % MAX_DIRECTORY_RECORDS}`;
}

/** Ids of reservations: a workspace's numbers and group names are unique. */
export const reservationIds = {
  number: (workspace: string, number: LocalNumber): string => reservationId('number', workspace, number),
  group: (workspace: string, name: string): string => reservationId('group', workspace, fold(name)),
  /** A workspace has at most one import in progress. */
  importing: (workspace: string): string => `import ${workspace}`,
};

/*
 * All people whom an import adds to a group appear in it at the same moment. Until then, their records name the
 * group, but readers see the records without it.
 */

/** The id of the import that is filling each group, by the group's id. */
export type GroupsFilling = ReadonlyMap<string, string>;

export function fillingOf(groups: readonly ContactGroup[]): GroupsFilling {
  return new Map(groups.flatMap(({ id, filling }) => (filling ? [[id, filling.import] as const] : [])));
}

/** The contact as readers see it. */
export function asSeen(contact: Contact, filling: GroupsFilling): Contact {
  const unseen = joining(contact, filling);
  return unseen.length === 0
    ? contact
    : { ...contact, groups: contact.groups.filter(id => !unseen.includes(id)) };
}

/** The opposite of `asSeen`: adds the groups that the contact is joining. */
export function asStored(contact: Contact, filling: GroupsFilling): Contact {
  const unseen = joining(contact, filling).filter(id => !contact.groups.includes(id));
  return unseen.length === 0 ? contact : { ...contact, groups: [...contact.groups, ...unseen] };
}

/** The groups that the contact is joining, in which readers don't see it yet. */
function joining({ joined }: Contact, filling: GroupsFilling): string[] {
  return joined?.groups.filter(id => filling.get(id) === joined.import) ?? [];
}

/**
 * Changes with each bulk change of the group. A reader of its pages has a consistent list if this is the same
 * before and after.
 */
export function momentOf({ filling, changes = 0 }: ContactGroup): string {
  return `${changes} ${filling?.import ?? ''}`;
}

/** Counts a bulk change of the group. */
export function changedAtOnce(group: ContactGroup): ContactGroup {
  return { ...group, changes: (group.changes ?? 0) + 1 };
}

/** The group as readers see it. */
export function groupAsSeen({ filling: _, changes: __, ...group }: ContactGroup): ContactGroup {
  return group;
}
