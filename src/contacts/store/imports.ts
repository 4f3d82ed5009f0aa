import { fold } from '../../kit/name-matching.ts';
import type { LocalNumber } from '../../kit/number.ts';
import { eachPage, removeListed, type Store, type Tx } from '../../kit/store/store.ts';
import { RESERVATIONS, reassign } from '../../kit/store/unique-reservations.ts';
import type { AuditEntry } from '../../workspace/audit.ts';
import { putAudit } from '../../workspace/store.ts';
import { type Contact, type ContactGroup, MAX_CONTACTS, MAX_GROUPS } from '../contact.ts';
import {
  type ComingPerson,
  IMPORTS,
  type Import,
  type ImportRefused,
  type IntoGroup,
  isSame,
  merged,
  PIECES,
  pieceId,
  restored,
} from './imports-model.ts';
import { changedAtOnce, directoryId, GROUPS, takenId } from './model.ts';
import { found, write } from './store.ts';

/** More than the imports in progress. */
const MAX_ACTIVE_IMPORTS = 10_000;
const PIECES_PER_PAGE = 100;

/**
 * Imports of many people at a time, all or nothing. First all are stored, piece by piece, which nobody sees; `begin`
 * decides in one step that all come; then each piece is done in its own step, by any process. They all appear in their
 * group at the same moment. What each contact was before is stored with it, so that it can be undone.
 */
export function createImports(
  store: Store,
  { newId, wall }: { newId: () => string; wall: (at: number) => number },
) {
  /** The groups that an import goes to, once it is decided; or why not. */
  function groupsFor(
    tx: Tx,
    { id, workspace }: Import,
    into: IntoGroup,
    named: readonly string[],
  ): Pick<Import, 'chosen' | 'groups'> | ImportRefused {
    const names = [...(into?.kind === 'new' ? [into.name] : []), ...named];
    const ids = into?.kind === 'existing' ? [into.id] : [];
    const before = found(tx, workspace, { names, groups: ids });
    const there = new Map(before.groups.map(group => [fold(group.name), group]));
    const [existing] = before.groups.filter(group => ids.includes(group.id));
    if (ids.length > 0 && !existing) return 'group_gone';
    if (into?.kind === 'new' && there.has(fold(into.name))) return 'group_taken';
    const fillings = new Map<string, ContactGroup>();
    const groups: Import['groups'] = [];
    for (const name of [...(existing ? [existing.name] : []), ...names]) {
      if (fillings.has(fold(name))) continue;
      const match = there.get(fold(name)) ?? null;
      const group = { ...(match ?? { id: newId(), workspace, name }), filling: { import: id, joined: 0 } };
      fillings.set(fold(name), group);
      groups.push({ id: group.id, name: group.name, isNew: match === null, joined: 0 });
    }
    const newIds = groups.filter(({ isNew }) => isNew).map(group => group.id);
    if (before.counts.groups + newIds.length > MAX_GROUPS) return 'too_many_groups';
    const all = [...fillings.values()];
    for (const group of all) if (!newIds.includes(group.id)) tx.put(GROUPS, group);
    write(tx, workspace, before, { groups: all.filter(group => newIds.includes(group.id)) });
    return { chosen: into ? (groups[0]?.id ?? null) : null, groups };
  }

  function ours(tx: Tx, workspace: string, id: string): Import | null {
    const [record] = tx.readable(IMPORTS, [id]);
    return record?.workspace === workspace ? record : null;
  }

  const isBusy = (tx: Tx, workspace: string): boolean =>
    tx.get(RESERVATIONS, takenId.importing(workspace)) !== null;

  /** From now on, it is the workspace's import in progress; or no longer. */
  const turn = (tx: Tx, { id: by, workspace, state }: Import): void => {
    const holding = [{ what: takenId.importing(workspace), by }];
    const isActive = state === 'applying' || state === 'undoing';
    reassign(tx, workspace, isActive ? { leaves: [], comes: holding } : { leaves: holding, comes: [] });
  };

  return {
    placeOf: directoryId,

    /** Starts storing people. `at`: the time of day. */
    open: (details: Pick<Import, 'id' | 'workspace' | 'by' | 'at' | 'endsAt'>) =>
      store.transaction(tx => {
        tx.insert(IMPORTS, {
          ...details,
          state: 'gathering',
          chosen: null,
          groups: [],
          people: 0,
          pieces: 0,
          next: 0,
          counts: { new: 0, changed: 0, same: 0 },
          owner: store.owner,
        });
      }),

    add: (importId: string, people: readonly ComingPerson[]) =>
      store.transaction(tx => {
        const record = tx.get(IMPORTS, importId);
        if (record?.state !== 'gathering')
          throw new Error('People can only be added to an import that gathers them');
        const { id, workspace, pieces } = record;
        tx.insert(PIECES, {
          id: pieceId(id, pieces),
          import: id,
          workspace,
          index: pieces,
          people: [...people],
          done: [],
        });
        tx.put(IMPORTS, { ...record, pieces: pieces + 1, people: record.people + people.length });
      }),

    /**
     * Decides that it will be done.
     *
     * @param given `named`: the groups that people name; who names another joins none. `coming`: how many are expected to
     *   be new
     */
    begin: (
      importId: string,
      {
        group: into,
        named,
        coming,
        endsAt,
      }: { group: IntoGroup; named: readonly string[]; coming: number; endsAt: number },
    ) =>
      store.transaction(tx => {
        const record = tx.get(IMPORTS, importId);
        if (record?.state !== 'gathering') return 'gone';
        if (isBusy(tx, record.workspace)) return 'busy';
        const { counts } = found(tx, record.workspace, {});
        if (counts.contacts + coming > MAX_CONTACTS) return 'full';
        const groups = groupsFor(tx, record, into, named);
        if (typeof groups === 'string') return groups;
        const begun: Import = { ...record, ...groups, state: 'applying', owner: store.owner, endsAt };
        tx.put(IMPORTS, begun);
        turn(tx, begun);
        return begun;
      }),

    /** Does the next piece of what was begun, unless a live process has it; null: there is nothing to do. */
    step: (importId: string, now: number) =>
      store.transaction(tx => {
        const [record] = tx.readable(IMPORTS, [importId]);
        if (!record || (record.state !== 'applying' && record.state !== 'undoing')) return null;
        if (record.owner !== store.owner && store.isAlive(tx, record.owner)) return null;
        const mine = { ...record, owner: store.owner };
        const piece = record.state === 'applying' ? applyPiece : undoPiece;
        const next =
          record.next < record.pieces ? piece(tx, mine) : finish(tx, mine, { newId, at: wall(now) });
        tx.put(IMPORTS, next);
        if (next.state !== record.state) turn(tx, next);
        return next;
      }),

    /** Decides that it will be undone, except for what somebody has changed since. */
    undo: (workspace: string, importId: string, now: number) =>
      store.transaction(tx => {
        const record = ours(tx, workspace, importId);
        if (record?.state !== 'done' || record.endsAt <= now) return 'gone';
        if (isBusy(tx, workspace)) return 'busy';
        const undoing: Import = { ...record, state: 'undoing', next: 0, owner: store.owner };
        tx.put(IMPORTS, undoing);
        turn(tx, undoing);
        const joined = new Map(record.groups.map(group => [group.id, group.joined]));
        // From now on, nobody who joined a group through it is in it.
        for (const group of tx.readable(GROUPS, [...joined.keys()])) {
          if (!group) continue;
          const filling = { import: record.id, joined: joined.get(group.id) ?? 0 };
          tx.put(GROUPS, changedAtOnce({ ...group, filling }));
        }
        return undoing;
      }),

    /**
     * What an import added, and undoing it may remove: contacts and groups, by their ids. Groups that were there before count if
     * nobody else is in them.
     */
    async added(record: Import) {
      const contacts = new Set<string>();
      await eachPage(
        store,
        { index: PIECES.index('byImport', record.id) },
        PIECES_PER_PAGE,
        async entries => {
          const pieces = await store.read(tx =>
            tx.readable(
              PIECES,
              entries.map(({ id }) => id),
            ),
          );
          for (const piece of pieces)
            for (const { before, after } of piece?.done ?? []) if (before === null) contacts.add(after.id);
        },
      );
      const { workspace, groups: importGroups } = record;
      const { sizes } = await store.read(tx =>
        found(tx, workspace, { groups: importGroups.map(({ id }) => id) }),
      );
      const groups = importGroups.filter(({ id, isNew, joined }) => isNew || (sizes.get(id) ?? 0) <= joined);
      return { contacts, groups: new Set(groups.map(({ id }) => id)) };
    },

    /** Imports that were begun and aren't done. */
    inFlight: () =>
      store.read(tx => tx.readable(IMPORTS, { index: IMPORTS.index('active'), limit: MAX_ACTIVE_IMPORTS })),
    one: (workspace: string, importId: string) => store.read(tx => ours(tx, workspace, importId)),
    /** The newest first. */
    of: (workspace: string, limit: number) =>
      store.read(tx =>
        tx.readable(IMPORTS, { index: IMPORTS.index('byWorkspace', workspace), limit, reverse: true }),
      ),

    /** Removes this number from whatever is stored for undoing imports. */
    async erase(workspace: string, number: LocalNumber) {
      await eachPage(
        store,
        { index: PIECES.index('byWorkspace', workspace) },
        PIECES_PER_PAGE,
        async entries => {
          for (const { id } of entries) await store.transaction(tx => eraseFrom(tx, id, number));
        },
      );
    },

    /** Removes at most about `limit` pieces of what is over; returns how many. */
    async sweep(now: number, limit: number) {
      const removed = await store.transaction(tx => removeOver(tx, now, limit));
      if (removed > 0) await store.purge();
      return removed;
    },
  };
}

export type Imports = ReturnType<typeof createImports>;

/** Removes pieces of imports whose time is over, and those without any. */
function removeOver(tx: Tx, now: number, limit: number): number {
  let removed = 0;
  for (const { id } of tx.list({ index: IMPORTS.index('ends'), to: now, limit: 10 })) {
    removed += removeListed(tx, PIECES, { index: PIECES.index('byImport', id) }, limit - removed);
    if (removed >= limit) return removed;
    tx.get(IMPORTS, id);
    tx.delete(IMPORTS, id);
    removed += 1;
  }
  return removed;
}

function eraseFrom(tx: Tx, id: string, number: string): void {
  const piece = tx.get(PIECES, id);
  if (!piece) return;
  const people = piece.people.filter(person => person.number !== number);
  const done = piece.done.filter(({ before, after }) => after.number !== number && before?.number !== number);
  if (people.length + done.length < piece.people.length + piece.done.length)
    tx.put(PIECES, { ...piece, people, done });
}

/** Writes the contacts of the next piece. */
function applyPiece(tx: Tx, record: Import): Import {
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
  const before = found(tx, workspace, { numbers, groups: touched });
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
  write(tx, workspace, before, { contacts: changed.map(({ after }) => after) });
  fill(tx, record, joined);
  if (piece) tx.put(PIECES, { ...piece, people: [], done: changed });
  const groups = record.groups.map(group => ({
    ...group,
    joined: group.joined + (joined.get(group.id) ?? 0),
  }));
  return { ...record, counts, groups, next: record.next + 1 };
}

/** Restores the contacts of the next piece. */
function undoPiece(tx: Tx, record: Import): Import {
  const { workspace } = record;
  const groupIds = record.groups.map(({ id }) => id);
  const piece = tx.get(PIECES, pieceId(record.id, record.next));
  const done = piece?.done ?? [];
  const ids = done.map(({ after }) => after.id);
  const touched = groupIds.filter(id => done.some(({ after }) => after.groups.includes(id)));
  const before = found(tx, workspace, { contacts: ids, groups: touched });
  const byId = new Map(before.contacts.map(contact => [contact.id, contact]));
  const contacts: Contact[] = [];
  const goes: string[] = [];
  const leaving = new Map<string, number>();
  for (const { before: was, after } of done) {
    const now = byId.get(after.id);
    if (!now) continue;
    const back = restored(now, was, after, groupIds);
    const joined = now.joined?.import === record.id ? now.joined.groups : [];
    for (const id of joined)
      if (now.groups.includes(id) && !back?.groups.includes(id)) leaving.set(id, (leaving.get(id) ?? 0) - 1);
    if (back) contacts.push(back);
    else goes.push(now.id);
  }
  write(tx, workspace, before, { contacts, deleted: goes });
  fill(tx, record, leaving);
  if (piece) tx.delete(PIECES, piece.id);
  return { ...record, next: record.next + 1 };
}

/** Counts people who join or leave groups while nobody sees it yet. */
function fill(tx: Tx, record: Import, more: ReadonlyMap<string, number>): void {
  for (const group of tx.many(GROUPS, [...more.keys()])) {
    if (group.filling?.import !== record.id) continue;
    const joined = group.filling.joined + (more.get(group.id) ?? 0);
    tx.put(GROUPS, { ...group, filling: { ...group.filling, joined } });
  }
}

/**
 * From now on the groups are seen as stored. A group that an undone import had made goes, unless others are in it.
 */
function finish(tx: Tx, record: Import, { newId, at }: { newId: () => string; at: number }): Import {
  const state = record.state === 'applying' ? 'done' : 'undone';
  const { workspace, by, groups: importGroups, counts } = record;
  const before = found(tx, workspace, { groups: importGroups.map(({ id }) => id) });
  const newGroupIds = new Set(importGroups.flatMap(({ id, isNew }) => (isNew ? [id] : [])));
  const goes: string[] = [];
  for (const group of before.groups) {
    if (group.filling?.import !== record.id) continue;
    const { filling: _, ...plain } = group;
    const isEmpty = (before.sizes.get(group.id) ?? 0) === 0;
    if (state === 'undone' && newGroupIds.has(group.id) && isEmpty) goes.push(group.id);
    else tx.put(GROUPS, changedAtOnce(plain));
  }
  write(tx, workspace, before, { deleted: goes });
  const about = { groups: importGroups.map(({ name }) => name), at, by };
  const entry: AuditEntry =
    state === 'done'
      ? { what: 'people_imported', ...counts, ...about }
      : { what: 'import_undone', people: record.people, ...about };
  putAudit(tx, newId, workspace, entry);
  return { ...record, state };
}
