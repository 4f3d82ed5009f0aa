import type { AuditEntry } from '../../domain/audit.ts';
import type { Contact } from '../../domain/contact.ts';
import type { Import } from '../ports.ts';
import type { Step } from '../records.ts';
import { isSame, merged, restored } from '../rules/importing.ts';
import { changedAtOnce } from '../rules/members.ts';
import { GROUPS } from '../tables/contact.ts';
import { PIECES, pieceId } from '../tables/import.ts';
import type { Transaction } from '../transaction.ts';
import { found, write } from './contacts.ts';
import { putAudit } from './workspaces.ts';

/** Writes the contacts of the next piece. */
export function* applyPiece(tx: Transaction, one: Import): Step<Import> {
  const { workspace, group } = one;
  const piece = yield* tx.get(PIECES, pieceId(one.id, one.next));
  const people = piece?.people ?? [];
  const numbers = people.map(({ number }) => number);
  const before = yield* found(tx, workspace, { numbers, groups: group ? [group.id] : [] });
  const known = new Map(before.contacts.map(contact => [contact.number, contact]));
  const into = { workspace, group: group?.id ?? null, by: one.by, at: one.at };
  const counts = { ...one.counts };
  const changed: { before: Contact | null; after: Contact }[] = [];
  let came = 0;
  for (const person of people) {
    const was = known.get(person.number) ?? null;
    const next = merged(was, person, person.id, into);
    if (was && isSame(was, next)) counts.same += 1;
    else {
      counts[was ? 'changed' : 'new'] += 1;
      const comes = group !== null && !was?.groups.includes(group.id);
      if (comes) came += 1;
      const after = comes ? { ...next, came: { group: group.id, import: one.id } } : next;
      changed.push({ before: was, after });
    }
  }
  yield* write(tx, workspace, before, { contacts: changed.map(({ after }) => after) });
  yield* fill(tx, one, came);
  if (piece) tx.put(PIECES, { ...piece, people: [], done: changed });
  return { ...one, counts, came: one.came + came, next: one.next + 1 };
}

/** Restores the contacts of the next piece. */
export function* undoPiece(tx: Transaction, one: Import): Step<Import> {
  const { workspace } = one;
  const groupId = one.group?.id ?? null;
  const piece = yield* tx.get(PIECES, pieceId(one.id, one.next));
  const done = piece?.done ?? [];
  const ids = done.map(({ after }) => after.id);
  const before = yield* found(tx, workspace, { contacts: ids, groups: groupId ? [groupId] : [] });
  const known = new Map(before.contacts.map(contact => [contact.id, contact]));
  const contacts: Contact[] = [];
  const goes: string[] = [];
  let left = 0;
  for (const { before: was, after } of done) {
    const now = known.get(after.id);
    if (!now) continue;
    const back = restored(now, was, after, groupId);
    if (
      groupId &&
      now.groups.includes(groupId) &&
      !back?.groups.includes(groupId) &&
      now.came?.import === one.id
    )
      left += 1;
    if (back) contacts.push(back);
    else goes.push(now.id);
  }
  yield* write(tx, workspace, before, { contacts, goes });
  yield* fill(tx, one, -left);
  if (piece) tx.delete(PIECES, piece.id);
  return { ...one, next: one.next + 1 };
}

/** Counts people who join or leave while nobody sees it yet. */
function* fill(tx: Transaction, one: Import, more: number): Step<void> {
  if (!one.group || more === 0) return;
  const group = yield* tx.get(GROUPS, one.group.id);
  if (group?.filling?.import !== one.id) return;
  tx.put(GROUPS, { ...group, filling: { ...group.filling, came: group.filling.came + more } });
}

/**
 * From now on the group is seen as stored. If an undone import had made the group, it goes, unless others are in it.
 */
export function* finish(
  tx: Transaction,
  one: Import,
  { newId, at }: { newId: () => string; at: number },
): Step<Import> {
  const state = one.state === 'applying' ? 'done' : 'undone';
  const { workspace, by, group: its, counts } = one;
  const before = yield* found(tx, workspace, { groups: its ? [its.id] : [] });
  const [group] = before.groups;
  if (group?.filling?.import === one.id) {
    const { filling: _, ...plain } = group;
    const isEmpty = (before.sizes.get(group.id) ?? 0) === 0;
    if (state === 'undone' && its?.isNew && isEmpty)
      yield* write(tx, workspace, before, { goes: [group.id] });
    else tx.put(GROUPS, changedAtOnce(plain));
  }
  const about = { group: its?.name ?? null, at, by };
  const entry: AuditEntry =
    state === 'done'
      ? { what: 'people_imported', ...counts, ...about }
      : { what: 'import_undone', people: one.people, ...about };
  yield* putAudit(tx, newId, workspace, entry);
  return { ...one, state };
}
