import { fold } from '../../kit/name-matching.ts';
import type { Tx } from '../../kit/store/store.ts';
import type { AuditEntry } from '../../workspace/audit.ts';
import { putAudit } from '../../workspace/audit-log.ts';
import type { Contact } from '../contact.ts';
import { findContacts } from './find-contacts.ts';
import { type Import, isSame, merged, PIECES, pieceId, restored } from './imports-model.ts';
import { changedAtOnce, GROUPS } from './model.ts';
import { writeContacts } from './write-contacts.ts';

/** Imports the people of the next piece. */
export function applyPiece(tx: Tx, record: Import): Import {
  const { workspace } = record;
  const piece = tx.get(PIECES, pieceId(record.id, record.next));
  const people = piece?.people ?? [];
  const ids = new Map(record.groups.map(({ id, name }) => [fold(name), id]));
  const groupsOf = (names: readonly string[]): string[] => [
    ...(record.chosen === null ? [] : [record.chosen]),
    ...names.flatMap(name => ids.get(fold(name)) ?? []),
  ];
  const numbers = people.map(({ number }) => number);
  const touched = [...new Set(people.flatMap(({ groups }) => groupsOf(groups)))];
  const before = findContacts(tx, workspace, { numbers, groups: touched });
  const byNumber = new Map(before.contacts.map(contact => [contact.number, contact]));
  const counts = { ...record.counts };
  const changed: { before: Contact | null; after: Contact }[] = [];
  const joined = new Map<string, number>();
  for (const { groups: names, ...person } of people) {
    const was = byNumber.get(person.number) ?? null;
    const groups = groupsOf(names);
    const next = merged(was, person, person.id, { workspace, groups, by: record.by, at: record.at });
    if (was && isSame(was, next)) counts.same += 1;
    else {
      counts[was ? 'changed' : 'new'] += 1;
      const newGroups = next.groups.filter(id => !was?.groups.includes(id));
      for (const id of newGroups) joined.set(id, (joined.get(id) ?? 0) + 1);
      const after: Contact =
        newGroups.length > 0 ? { ...next, joined: { groups: newGroups, import: record.id } } : next;
      changed.push({ before: was, after });
    }
  }
  writeContacts(tx, workspace, before, { contacts: changed.map(({ after }) => after) });
  fill(tx, record, joined);
  if (piece) tx.put(PIECES, { ...piece, people: [], done: changed });
  const groups = record.groups.map(group => ({
    ...group,
    joined: group.joined + (joined.get(group.id) ?? 0),
  }));
  return { ...record, counts, groups, next: record.next + 1 };
}

/** Restores the contacts of the next piece. */
export function undoPiece(tx: Tx, record: Import): Import {
  const { workspace } = record;
  const groupIds = record.groups.map(({ id }) => id);
  const piece = tx.get(PIECES, pieceId(record.id, record.next));
  const done = piece?.done ?? [];
  const ids = done.map(({ after }) => after.id);
  const touched = groupIds.filter(id => done.some(({ after }) => after.groups.includes(id)));
  const before = findContacts(tx, workspace, { contacts: ids, groups: touched });
  const byId = new Map(before.contacts.map(contact => [contact.id, contact]));
  const contacts: Contact[] = [];
  const deleted: string[] = [];
  const leaving = new Map<string, number>();
  for (const { before: was, after } of done) {
    const now = byId.get(after.id);
    if (!now) continue;
    const back = restored(now, was, after, groupIds);
    const joined = now.joined?.import === record.id ? now.joined.groups : [];
    for (const id of joined)
      if (now.groups.includes(id) && !back?.groups.includes(id)) leaving.set(id, (leaving.get(id) ?? 0) - 1);
    if (back) contacts.push(back);
    else deleted.push(now.id);
  }
  writeContacts(tx, workspace, before, { contacts, deleted });
  fill(tx, record, leaving);
  if (piece) tx.delete(PIECES, piece.id);
  return { ...record, next: record.next + 1 };
}

/** Updates the number of the import's people in each group. `more`: by group id; negative while undoing. */
function fill(tx: Tx, record: Import, more: ReadonlyMap<string, number>): void {
  for (const group of tx.many(GROUPS, [...more.keys()])) {
    if (group.filling?.import !== record.id) continue;
    const joined = group.filling.joined + (more.get(group.id) ?? 0);
    tx.put(GROUPS, { ...group, filling: { ...group.filling, joined } });
  }
}

/**
 * Ends the import or its undoing: readers now see the groups as they are stored. Undoing deletes a group that the
 * import created, unless it has other people.
 */
export function finish(tx: Tx, record: Import, { newId, at }: { newId: () => string; at: number }): Import {
  const state = record.state === 'applying' ? 'done' : 'undone';
  const { workspace, by, groups: importGroups, counts } = record;
  const before = findContacts(tx, workspace, { groups: importGroups.map(({ id }) => id) });
  const newGroupIds = new Set(importGroups.flatMap(({ id, isNew }) => (isNew ? [id] : [])));
  const deleted: string[] = [];
  for (const group of before.groups) {
    if (group.filling?.import !== record.id) continue;
    const { filling: _, ...plain } = group;
    const isEmpty = (before.sizes.get(group.id) ?? 0) === 0;
    if (state === 'undone' && newGroupIds.has(group.id) && isEmpty) deleted.push(group.id);
    else tx.put(GROUPS, changedAtOnce(plain));
  }
  writeContacts(tx, workspace, before, { deleted });
  const about = { groups: importGroups.map(({ name }) => name), at, by };
  const entry: AuditEntry =
    state === 'done'
      ? { what: 'people_imported', ...counts, ...about }
      : { what: 'import_undone', people: record.people, ...about };
  putAudit(tx, newId, workspace, entry);
  return { ...record, state };
}
