import { fold } from '../../kit/name-matching.ts';
import { deletionOf, type Tx } from '../../kit/store/store.ts';
import { RESERVATIONS, type Reservation, reassign } from '../../kit/store/unique-reservations.ts';
import { type Contact, type ContactGroup, isWorthKeeping } from '../contact.ts';
import type { StoredContacts } from './find-contacts.ts';
import { IMPORTS, PIECES } from './imports-model.ts';
import {
  asStored,
  COLUMNS,
  CONTACTS,
  type ContactAnswer,
  type ContactChange,
  changedAtOnce,
  DIRECTORY,
  directoryId,
  GROUPS,
  MAX_KNOWN_COLUMNS,
  reservationIds,
  STOPS,
  stopId,
} from './model.ts';
import { lineOf, relined } from './search-index.ts';

/** Turns a change of what readers see into a change of what is stored. */
export function asStoredChange(
  { contacts = [], groups = [], ...change }: ContactChange,
  before: StoredContacts,
): ContactChange {
  const stored = new Map(before.groups.map(group => [group.id, group]));
  return {
    ...change,
    contacts: contacts.map(contact => asStored(contact, before.filling)),
    groups: groups.map(group => {
      const { filling, changes } = stored.get(group.id) ?? {};
      return changedAtOnce({ ...group, ...(filling && { filling }), ...(changes && { changes }) });
    }),
  };
}

/** Writes stored contacts and groups, their unique names and numbers, and their lines in the search index. */
export function writeContacts(
  tx: Tx,
  workspace: string,
  before: ContactAnswer,
  { contacts = [], groups = [], deleted = [], stops = new Map() }: Omit<ContactChange, 'erasure'>,
): void {
  const current = new Map([...before.contacts, ...before.groups].map(entry => [entry.id, entry]));
  const next = new Map<string, Contact | ContactGroup | null>(deleted.map(id => [id, null]));
  for (const group of groups) {
    if (current.has(group.id)) tx.put(GROUPS, group);
    else tx.insert(GROUPS, group);
    next.set(group.id, group);
  }
  for (const contact of contacts) {
    if (isWorthKeeping(contact) && current.has(contact.id)) tx.put(CONTACTS, contact);
    else if (isWorthKeeping(contact)) tx.insert(CONTACTS, contact);
    next.set(contact.id, isWorthKeeping(contact) ? contact : null);
  }
  for (const [id, after] of next) {
    const was = current.get(id);
    if (after === null && was) {
      if ('number' in was) tx.delete(CONTACTS, id);
      else tx.delete(GROUPS, id);
    }
  }
  for (const [hash, doNotText] of stops) {
    const id = stopId(workspace, hash);
    const stop = tx.get(STOPS, id);
    if (doNotText) tx.put(STOPS, { id, workspace, ...doNotText });
    else if (stop) tx.delete(STOPS, id);
  }
  writeReservations(tx, workspace, current, next);
  writeLines(tx, workspace, current, next);
  writeColumns(tx, workspace, contacts);
}

/** Adds new columns to the workspace's record, up to its limit. */
function writeColumns(tx: Tx, workspace: string, contacts: readonly Contact[]): void {
  const keys = new Set(contacts.flatMap(({ columns }) => Object.keys(columns).map(fold)));
  if (keys.size === 0) return;
  const storedKeys = tx.get(COLUMNS, workspace)?.keys ?? [];
  const all = [...new Set([...storedKeys, ...keys])].slice(0, MAX_KNOWN_COLUMNS);
  if (all.length > storedKeys.length) tx.put(COLUMNS, { id: workspace, workspace, keys: all });
}

function writeReservations(
  tx: Tx,
  workspace: string,
  current: ReadonlyMap<string, Contact | ContactGroup>,
  next: ReadonlyMap<string, Contact | ContactGroup | null>,
): void {
  const reservationOf = (
    by: string,
    entry: Contact | ContactGroup | null | undefined,
  ): Reservation | null => {
    if (!entry) return null;
    return 'number' in entry
      ? { by, what: reservationIds.number(workspace, entry.number), doNotText: entry.doNotText !== null }
      : { by, what: reservationIds.group(workspace, entry.name) };
  };
  const changes = [...next].map(([by, entry]) => ({
    before: reservationOf(by, current.get(by)),
    after: reservationOf(by, entry),
  }));
  const changed = changes.filter(
    ({ before, after }) => before?.what !== after?.what || before?.doNotText !== after?.doNotText,
  );
  reassign(tx, workspace, {
    leaves: changed.flatMap(({ before }) => before ?? []),
    comes: changed.flatMap(({ after }) => after ?? []),
  });
}

function writeLines(
  tx: Tx,
  workspace: string,
  current: ReadonlyMap<string, Contact | ContactGroup>,
  next: ReadonlyMap<string, Contact | ContactGroup | null>,
): void {
  const records = new Map<string, { removed: Set<string>; added: string[] }>();
  for (const [id, entry] of next) {
    const was = current.get(id);
    const [before, after] = [was ? lineOf(was) : null, entry ? lineOf(entry) : null];
    if (before === after) continue;
    const record = directoryId(workspace, id);
    const lines = records.get(record) ?? { removed: new Set(), added: [] };
    if (before !== null) lines.removed.add(before);
    if (after !== null) lines.added.push(after);
    records.set(record, lines);
  }
  tx.many(DIRECTORY, [...records.keys()]);
  for (const [id, { removed, added }] of records) {
    const record = tx.get(DIRECTORY, id);
    const lines = relined(record?.lines ?? '', removed, added);
    if (lines !== '') tx.put(DIRECTORY, { id, workspace, lines });
    else if (record) tx.delete(DIRECTORY, id);
  }
}

/** Deletes all contacts, groups and imports of a workspace. */
export const removePeople = deletionOf(
  PIECES,
  IMPORTS,
  DIRECTORY,
  COLUMNS,
  CONTACTS,
  STOPS,
  GROUPS,
  RESERVATIONS,
);
