import type { AuditEntry } from '../../domain/audit.ts';
import type { Contact } from '../../domain/contact.ts';
import { fold } from '../../domain/folded.ts';
import type { Import } from '../ports.ts';
import { isSame, merged, restored } from '../rules/importing.ts';
import { changedAtOnce } from '../rules/members.ts';
import { GROUPS } from '../tables/contact.ts';
import { PIECES, pieceId } from '../tables/import.ts';
import type { Transaction } from '../transaction.ts';
import { found, write } from './contacts.ts';
import { putAudit } from './workspaces.ts';

/** Writes the contacts of the next piece. */
export function applyPiece(tx: Transaction, one: Import): Import {
  const { workspace } = one;
  const piece = tx.get(PIECES, pieceId(one.id, one.next));
  const people = piece?.people ?? [];
  const ids = new Map(one.groups.map(({ id, name }) => [fold(name), id]));
  const groupsOf = (names: readonly string[]): string[] => [
    ...(one.chosen === null ? [] : [one.chosen]),
    ...names.flatMap(name => ids.get(fold(name)) ?? []),
  ];
  const numbers = people.map(({ number }) => number);
  const touched = [...new Set(people.flatMap(({ groups }) => groupsOf(groups)))];
  const before = found(tx, workspace, { numbers, groups: touched });
  const known = new Map(before.contacts.map(contact => [contact.number, contact]));
  const counts = { ...one.counts };
  const changed: { before: Contact | null; after: Contact }[] = [];
  const came = new Map<string, number>();
  for (const { groups: names, ...person } of people) {
    const was = known.get(person.number) ?? null;
    const groups = groupsOf(names);
    const next = merged(was, person, person.id, { workspace, groups, by: one.by, at: one.at });
    if (was && isSame(was, next)) counts.same += 1;
    else {
      counts[was ? 'changed' : 'new'] += 1;
      const comes = next.groups.filter(id => !was?.groups.includes(id));
      for (const id of comes) came.set(id, (came.get(id) ?? 0) + 1);
      const after = comes.length > 0 ? { ...next, came: { groups: comes, import: one.id } } : next;
      changed.push({ before: was, after });
    }
  }
  write(tx, workspace, before, { contacts: changed.map(({ after }) => after) });
  fill(tx, one, came);
  if (piece) tx.put(PIECES, { ...piece, people: [], done: changed });
  const groups = one.groups.map(group => ({ ...group, came: group.came + (came.get(group.id) ?? 0) }));
  return { ...one, counts, groups, next: one.next + 1 };
}

/** Restores the contacts of the next piece. */
export function undoPiece(tx: Transaction, one: Import): Import {
  const { workspace } = one;
  const its = one.groups.map(({ id }) => id);
  const piece = tx.get(PIECES, pieceId(one.id, one.next));
  const done = piece?.done ?? [];
  const ids = done.map(({ after }) => after.id);
  const touched = its.filter(id => done.some(({ after }) => after.groups.includes(id)));
  const before = found(tx, workspace, { contacts: ids, groups: touched });
  const known = new Map(before.contacts.map(contact => [contact.id, contact]));
  const contacts: Contact[] = [];
  const goes: string[] = [];
  const left = new Map<string, number>();
  for (const { before: was, after } of done) {
    const now = known.get(after.id);
    if (!now) continue;
    const back = restored(now, was, after, its);
    const joined = now.came?.import === one.id ? now.came.groups : [];
    for (const id of joined)
      if (now.groups.includes(id) && !back?.groups.includes(id)) left.set(id, (left.get(id) ?? 0) - 1);
    if (back) contacts.push(back);
    else goes.push(now.id);
  }
  write(tx, workspace, before, { contacts, goes });
  fill(tx, one, left);
  if (piece) tx.delete(PIECES, piece.id);
  return { ...one, next: one.next + 1 };
}

/** Counts people who join or leave groups while nobody sees it yet. */
function fill(tx: Transaction, one: Import, more: ReadonlyMap<string, number>): void {
  for (const group of tx.getAll(GROUPS, [...more.keys()])) {
    if (group.filling?.import !== one.id) continue;
    const came = group.filling.came + (more.get(group.id) ?? 0);
    tx.put(GROUPS, { ...group, filling: { ...group.filling, came } });
  }
}

/**
 * From now on the groups are seen as stored. A group that an undone import had made goes, unless others are in it.
 */
export function finish(
  tx: Transaction,
  one: Import,
  { newId, at }: { newId: () => string; at: number },
): Import {
  const state = one.state === 'applying' ? 'done' : 'undone';
  const { workspace, by, groups: its, counts } = one;
  const before = found(tx, workspace, { groups: its.map(({ id }) => id) });
  const made = new Set(its.flatMap(({ id, isNew }) => (isNew ? [id] : [])));
  const goes: string[] = [];
  for (const group of before.groups) {
    if (group.filling?.import !== one.id) continue;
    const { filling: _, ...plain } = group;
    const isEmpty = (before.sizes.get(group.id) ?? 0) === 0;
    if (state === 'undone' && made.has(group.id) && isEmpty) goes.push(group.id);
    else tx.put(GROUPS, changedAtOnce(plain));
  }
  write(tx, workspace, before, { goes });
  const about = { groups: its.map(({ name }) => name), at, by };
  const entry: AuditEntry =
    state === 'done'
      ? { what: 'people_imported', ...counts, ...about }
      : { what: 'import_undone', people: one.people, ...about };
  putAudit(tx, newId, workspace, entry);
  return { ...one, state };
}
