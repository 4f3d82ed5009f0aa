import { type ContactGroup, MAX_CONTACTS, MAX_GROUPS } from '../../domain/contact.ts';
import { fold } from '../../domain/folded.ts';
import type { Import, ImportRefused, Imports, IntoGroup } from '../ports.ts';
import { changedAtOnce } from '../rules/members.ts';
import type { Store } from '../store.ts';
import { directoryId, GROUPS } from '../tables/contact.ts';
import { IMPORT_LISTS, IMPORTS, PIECE_LISTS, PIECES, pieceId } from '../tables/import.ts';
import { TAKEN, takenId } from '../tables/taken.ts';
import type { Transaction } from '../transaction.ts';
import { found, write } from './contacts.ts';
import { applyPiece, finish, undoPiece } from './import-pieces.ts';
import { eachPage } from './paging.ts';
import { removeListed } from './retention.ts';
import { passOn } from './taken.ts';

/** More than the imports in progress. */
const MANY = 10_000;
const PIECES_AT_ONCE = 100;

export function createImports(
  store: Store,
  { newId, wall }: { newId: () => string; wall: (at: number) => number },
): Imports {
  /** The groups that an import goes to, once it is decided; or why not. */
  function groupsFor(
    tx: Transaction,
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
      const known = there.get(fold(name)) ?? null;
      const group = { ...(known ?? { id: newId(), workspace, name }), filling: { import: id, came: 0 } };
      fillings.set(fold(name), group);
      groups.push({ id: group.id, name: group.name, isNew: known === null, came: 0 });
    }
    const made = groups.filter(({ isNew }) => isNew).map(one => one.id);
    if (before.counts.groups + made.length > MAX_GROUPS) return 'too_many_groups';
    const all = [...fillings.values()];
    for (const group of all) if (!made.includes(group.id)) tx.put(GROUPS, group);
    write(tx, workspace, before, { groups: all.filter(group => made.includes(group.id)) });
    return { chosen: into ? (groups[0]?.id ?? null) : null, groups };
  }

  function ours(tx: Transaction, workspace: string, id: string): Import | null {
    const [one] = tx.readable(IMPORTS, [id]);
    return one?.workspace === workspace ? one : null;
  }

  const isBusy = (tx: Transaction, workspace: string): boolean =>
    tx.get(TAKEN, takenId.importing(workspace)) !== null;

  /** From now on, it is the workspace's import in progress; or no longer. */
  const turn = (tx: Transaction, { id: by, workspace, state }: Import): void => {
    const holding = [{ what: takenId.importing(workspace), by }];
    const isUnderWay = state === 'applying' || state === 'undoing';
    passOn(tx, workspace, isUnderWay ? { leaves: [], comes: holding } : { leaves: holding, comes: [] });
  };

  return {
    placeOf: directoryId,

    open: one =>
      store.change(tx => {
        tx.put(IMPORTS, {
          ...one,
          state: 'gathering',
          chosen: null,
          groups: [],
          people: 0,
          pieces: 0,
          next: 0,
          counts: { new: 0, changed: 0, same: 0 },
          owner: store.owner,
        });
        [];
      }),

    add: (importId, people) =>
      store.change(tx => {
        const one = tx.get(IMPORTS, importId);
        if (one?.state !== 'gathering')
          throw new Error('People can only be added to an import that gathers them');
        const { id, workspace, pieces } = one;
        tx.put(PIECES, {
          id: pieceId(id, pieces),
          import: id,
          workspace,
          index: pieces,
          people: [...people],
          done: [],
        });
        tx.put(IMPORTS, { ...one, pieces: pieces + 1, people: one.people + people.length });
      }),

    begin: (importId, { group: into, named, coming, endsAt }) =>
      store.change(tx => {
        const one = tx.get(IMPORTS, importId);
        if (one?.state !== 'gathering') return 'gone';
        if (isBusy(tx, one.workspace)) return 'busy';
        const { counts } = found(tx, one.workspace, {});
        if (counts.contacts + coming > MAX_CONTACTS) return 'full';
        const groups = groupsFor(tx, one, into, named);
        if (typeof groups === 'string') return groups;
        const begun: Import = { ...one, ...groups, state: 'applying', owner: store.owner, endsAt };
        tx.put(IMPORTS, begun);
        turn(tx, begun);
        return begun;
      }),

    step: (importId, now) =>
      store.change(tx => {
        const [one] = tx.readable(IMPORTS, [importId]);
        if (!one || (one.state !== 'applying' && one.state !== 'undoing')) return null;
        if (one.owner !== store.owner && tx.isThere(one.owner)) return null;
        const mine = { ...one, owner: store.owner };
        const piece = one.state === 'applying' ? applyPiece : undoPiece;
        const next = one.next < one.pieces ? piece(tx, mine) : finish(tx, mine, { newId, at: wall(now) });
        tx.put(IMPORTS, next);
        if (next.state !== one.state) turn(tx, next);
        return next;
      }),

    undo: (workspace, importId, now) =>
      store.change(tx => {
        const one = ours(tx, workspace, importId);
        if (one?.state !== 'done' || one.endsAt <= now) return 'gone';
        if (isBusy(tx, workspace)) return 'busy';
        const undoing: Import = { ...one, state: 'undoing', next: 0, owner: store.owner };
        tx.put(IMPORTS, undoing);
        turn(tx, undoing);
        const came = new Map(one.groups.map(group => [group.id, group.came]));
        // From now on, nobody who joined a group through it is in it.
        for (const group of tx.readable(GROUPS, [...came.keys()])) {
          if (!group) continue;
          const filling = { import: one.id, came: came.get(group.id) ?? 0 };
          tx.put(GROUPS, changedAtOnce({ ...group, filling }));
        }
        return undoing;
      }),

    underWay: () => store.read(tx => tx.listed(IMPORTS, { list: IMPORT_LISTS.underWay, limit: MANY })),
    one: (workspace, importId) => store.read(tx => ours(tx, workspace, importId)),
    of: (workspace, limit) =>
      store.read(tx => tx.listed(IMPORTS, { list: IMPORT_LISTS.of(workspace), limit, reverse: true })),

    async forget(workspace, number) {
      await eachPage(store, { list: PIECE_LISTS.of(workspace) }, PIECES_AT_ONCE, async ids => {
        for (const id of ids) await store.change(tx => forgetIn(tx, id, number));
      });
    },

    async sweep(now, limit) {
      const removed = await store.change(tx => removeOver(tx, now, limit));
      if (removed > 0) await store.purge();
      return removed;
    },
  };
}

/** Removes pieces of imports whose time is over, and those without any. */
function removeOver(tx: Transaction, now: number, limit: number): number {
  let removed = 0;
  for (const { id } of tx.list({ list: IMPORT_LISTS.ends, to: now, limit: 10 })) {
    removed += removeListed(tx, PIECES, { list: PIECE_LISTS.in(id) }, limit - removed);
    if (removed >= limit) return removed;
    tx.get(IMPORTS, id);
    tx.delete(IMPORTS, id);
    removed += 1;
  }
  return removed;
}

function forgetIn(tx: Transaction, id: string, number: string): void {
  const piece = tx.get(PIECES, id);
  if (!piece) return;
  const people = piece.people.filter(one => one.number !== number);
  const done = piece.done.filter(({ before, after }) => after.number !== number && before?.number !== number);
  if (people.length + done.length < piece.people.length + piece.done.length)
    tx.put(PIECES, { ...piece, people, done });
}
