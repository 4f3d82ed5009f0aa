import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type Contact,
  type ContactGroup,
  contactSchema,
  groupSchema,
  neverSchema,
} from '../../domain/contact.ts';
import { fold } from '../../domain/folded.ts';
import type { Table } from '../records.ts';

export const CONTACT_LISTS = {
  /** All of a workspace, by number. */
  numbers: (workspace: string): string => `contacts.number ${workspace}`,
  /** Those with a name, by what it comes to. */
  names: (workspace: string): string => `contacts.name ${workspace}`,
  /** Those in a group. */
  in: (groupId: string): string => `contacts.in ${groupId}`,
};
export const CONTACT_COUNTERS = {
  of: (workspace: string): string => `contacts ${workspace}`,
  in: (groupId: string): string => `contacts in ${groupId}`,
};
export const GROUP_LISTS = { names: (workspace: string): string => `groups.name ${workspace}` };
export const GROUP_COUNTERS = { of: (workspace: string): string => `groups ${workspace}` };

export const CONTACTS: Table<Contact> = {
  name: 'contact',
  schema: contactSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ workspace, name, number, groups }) => [
    { list: CONTACT_LISTS.numbers(workspace), score: Number(number) },
    { counter: CONTACT_COUNTERS.of(workspace) },
    ...(name === '' ? [] : [{ list: CONTACT_LISTS.names(workspace), score: nameScore(fold(name)) }]),
    ...groups.flatMap(id => [
      { list: CONTACT_LISTS.in(id), score: Number(number) },
      { counter: CONTACT_COUNTERS.in(id) },
    ]),
  ],
};

export const GROUPS: Table<ContactGroup> = {
  name: 'group',
  schema: groupSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ workspace, name }) => [
    { list: GROUP_LISTS.names(workspace), score: nameScore(fold(name)) },
    { counter: GROUP_COUNTERS.of(workspace) },
  ],
};

const stopSchema = z.object({ id: z.string(), workspace: z.string(), ...neverSchema.shape });

export const STOP_LISTS = { of: (workspace: string): string => `stops ${workspace}` };

/** People who are not to be texted, though nothing else is known of them any more: their numbers as keyed hashes, in the ids. */
export const STOPS: Table<Readonly<z.infer<typeof stopSchema>>> = {
  name: 'stop',
  schema: stopSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ workspace, at }) => [{ list: STOP_LISTS.of(workspace), score: at }],
};

export const stopId = (workspace: string, hash: string): string => `${workspace} ${hash}`;

/** Names that are the same have the same score, and hardly any others do. */
export function nameScore(folded: string): number {
  return createHash('sha256').update(folded).digest().readUIntBE(0, 6);
}

const directorySchema = z.object({ id: z.string(), workspace: z.string(), lines: z.string() });
export type DirectoryRecord = Readonly<z.infer<typeof directorySchema>>;

export const DIRECTORY_LISTS = { of: (workspace: string): string => `directory ${workspace}` };

/**
 * Names and numbers of contacts and groups, many in a record, such that a search reads few records and none of theirs. A record has
 * those whose id has the same hash.
 */
export const DIRECTORY: Table<DirectoryRecord> = {
  name: 'directory',
  schema: directorySchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ workspace }) => [{ list: DIRECTORY_LISTS.of(workspace), score: 0 }],
};

/** The most directory records a workspace has. */
const RECORDS = 200;

export function directoryId(workspace: string, id: string): string {
  return `${workspace} ${createHash('sha256').update(id).digest().readUInt32BE(0) % RECORDS}`;
}
