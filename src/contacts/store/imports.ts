import { fold } from '../../kit/name-matching.ts';
import type { LocalNumber } from '../../kit/number.ts';
import { eachPage, removeListed, type Store, type Tx } from '../../kit/store/store.ts';
import { RESERVATIONS, reassign } from '../../kit/store/unique-reservations.ts';
import { type ContactGroup, MAX_CONTACTS, MAX_GROUPS } from '../contact.ts';
import { findContacts } from './find-contacts.ts';
import { applyPiece, finish, undoPiece } from './import-pieces.ts';
import {
  type ComingPerson,
  IMPORTS,
  type Import,
  type ImportRefused,
  type IntoGroup,
  isActive,
  PIECES,
  pieceId,
} from './imports-model.ts';
import { changedAtOnce, directoryId, GROUPS, reservationIds } from './model.ts';
import { writeContacts } from './write-contacts.ts';

/** More imports than are ever active. */
const MAX_ACTIVE_IMPORTS = 10_000;
const PIECES_PER_PAGE = 100;

/**
 * Imports people all or nothing. First, all people are stored in pieces, which readers don't see. `begin` decides in
 * one transaction that all of them are imported; then any process does each piece in its own transaction. All people
 * appear in their groups at the same moment. Each contact's earlier version is stored, so that the import can be
 * undone.
 */
export function createImports(
  store: Store,
  { newId, wall }: { newId: () => string; wall: (at: number) => number },
) {
  /** Returns the groups that an import fills, or why it is refused. Creates the new groups. */
  function groupsFor(
    tx: Tx,
    { id, workspace }: Import,
    into: IntoGroup,
    named: readonly string[],
  ): Pick<Import, 'chosen' | 'groups'> | ImportRefused {
    const names = [...(into?.kind === 'new' ? [into.name] : []), ...named];
    const ids = into?.kind === 'existing' ? [into.id] : [];
    const before = findContacts(tx, workspace, { names, groups: ids });
    const existingByName = new Map(before.groups.map(group => [fold(group.name), group]));
    const [existing] = before.groups.filter(group => ids.includes(group.id));
    if (ids.length > 0 && !existing) return 'group_gone';
    if (into?.kind === 'new' && existingByName.has(fold(into.name))) return 'group_taken';
    const fillings = new Map<string, ContactGroup>();
    const groups: Import['groups'] = [];
    for (const name of [...(existing ? [existing.name] : []), ...names]) {
      if (fillings.has(fold(name))) continue;
      const match = existingByName.get(fold(name)) ?? null;
      const group = { ...(match ?? { id: newId(), workspace, name }), filling: { import: id, joined: 0 } };
      fillings.set(fold(name), group);
      groups.push({ id: group.id, name: group.name, isNew: match === null, joined: 0 });
    }
    const newIds = groups.filter(({ isNew }) => isNew).map(group => group.id);
    if (before.counts.groups + newIds.length > MAX_GROUPS) return 'too_many_groups';
    const all = [...fillings.values()];
    for (const group of all) if (!newIds.includes(group.id)) tx.put(GROUPS, group);
    writeContacts(tx, workspace, before, { groups: all.filter(group => newIds.includes(group.id)) });
    return { chosen: into ? (groups[0]?.id ?? null) : null, groups };
  }

  function importOf(tx: Tx, workspace: string, id: string): Import | null {
    const [record] = tx.readable(IMPORTS, [id]);
    return record?.workspace === workspace ? record : null;
  }

  const isBusy = (tx: Tx, workspace: string): boolean =>
    tx.get(RESERVATIONS, reservationIds.importing(workspace)) !== null;

  /** Reserves the workspace for an active import, or releases it. */
  const updateReservation = (tx: Tx, { id: by, workspace, state }: Import): void => {
    const holding = [{ what: reservationIds.importing(workspace), by }];
    reassign(
      tx,
      workspace,
      isActive(state) ? { leaves: [], comes: holding } : { leaves: holding, comes: [] },
    );
  };

  return {
    placeOf: directoryId,

    /** Starts to store an import's people. `at`: a time of day. */
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
     * Decides to carry out the import.
     *
     * @param options.named the groups that rows name; other names are ignored later
     * @param options.coming how many people are expected to be new
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
        const { counts } = findContacts(tx, record.workspace, {});
        if (counts.contacts + coming > MAX_CONTACTS) return 'full';
        const groups = groupsFor(tx, record, into, named);
        if (typeof groups === 'string') return groups;
        const begun: Import = { ...record, ...groups, state: 'applying', owner: store.owner, endsAt };
        tx.put(IMPORTS, begun);
        updateReservation(tx, begun);
        return begun;
      }),

    /** Does the next piece of an active import. Null if it isn't active, or another live process has it. */
    step: (importId: string, now: number) =>
      store.transaction(tx => {
        const [record] = tx.readable(IMPORTS, [importId]);
        if (!record || !isActive(record.state)) return null;
        if (record.owner !== store.owner && store.isAlive(tx, record.owner)) return null;
        const mine = { ...record, owner: store.owner };
        const piece = record.state === 'applying' ? applyPiece : undoPiece;
        const next =
          record.next < record.pieces ? piece(tx, mine) : finish(tx, mine, { newId, at: wall(now) });
        tx.put(IMPORTS, next);
        if (next.state !== record.state) updateReservation(tx, next);
        return next;
      }),

    /** Decides to undo the import, except for what users have changed since. */
    undo: (workspace: string, importId: string, now: number) =>
      store.transaction(tx => {
        const record = importOf(tx, workspace, importId);
        if (record?.state !== 'done' || record.endsAt <= now) return 'gone';
        if (isBusy(tx, workspace)) return 'busy';
        const undoing: Import = { ...record, state: 'undoing', next: 0, owner: store.owner };
        tx.put(IMPORTS, undoing);
        updateReservation(tx, undoing);
        const joined = new Map(record.groups.map(group => [group.id, group.joined]));
        // From now on, readers see the groups without the import's people.
        for (const group of tx.readable(GROUPS, [...joined.keys()])) {
          const filling = { import: record.id, joined: joined.get(group.id) ?? 0 };
          tx.put(GROUPS, changedAtOnce({ ...group, filling }));
        }
        return undoing;
      }),

    /**
     * Ids of the contacts and groups that undoing an import may remove. An older group counts if only the import's
     * people are in it.
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
            for (const { before, after } of piece.done) if (before === null) contacts.add(after.id);
        },
      );
      const { workspace, groups: importGroups } = record;
      const { sizes } = await store.read(tx =>
        findContacts(tx, workspace, { groups: importGroups.map(({ id }) => id) }),
      );
      const groups = importGroups.filter(({ id, isNew, joined }) => isNew || (sizes.get(id) ?? 0) <= joined);
      return { contacts, groups: new Set(groups.map(({ id }) => id)) };
    },

    /** Active imports. */
    inFlight: () =>
      store.read(tx => tx.readable(IMPORTS, { index: IMPORTS.index('active'), limit: MAX_ACTIVE_IMPORTS })),
    one: (workspace: string, importId: string) => store.read(tx => importOf(tx, workspace, importId)),
    /** The workspace's imports, newest first. */
    of: (workspace: string, limit: number) =>
      store.read(tx =>
        tx.readable(IMPORTS, { index: IMPORTS.index('byWorkspace', workspace), limit, reverse: true }),
      ),

    /** Removes a number from the pieces that are stored for imports and for undoing them. */
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

    /** Deletes at most about `limit` records of expired imports; returns their number. */
    async sweep(now: number, limit: number) {
      const removed = await store.transaction(tx => removeOver(tx, now, limit));
      if (removed > 0) await store.purge();
      return removed;
    },
  };
}

export type Imports = ReturnType<typeof createImports>;

/** Deletes pieces of expired imports, and imports that have none left. */
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
