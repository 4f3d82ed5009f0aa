import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Clock } from '../../kit/clock.ts';
import { DAY_MS, HOUR_MS } from '../../kit/day.ts';
import { createWorker, type Worker } from '../../kit/worker.ts';
import type { Log } from '../../log.ts';
import type { Imports } from '../store/imports.ts';
import {
  type ComingPerson,
  type Import,
  type ImportRefused,
  type IntoGroup,
  isActive,
} from '../store/imports-model.ts';
import { isNewPerson, type Sorted } from './sort-rows.ts';

/** One transaction stores or imports a piece; more people would block other transactions. */
const PEOPLE_PER_PIECE = 40;
const PIECES_PER_PASS = 10;
const UNDO_MS = DAY_MS;
/** Interval of looking for imports of dead processes. A page that waits for its import wakes the worker sooner. */
const SHARED_LOOK_MS = 5 * 60_000;
/** The wait while another process does an import. */
const HELD_BY_OTHER_MS = 2000;
const MAX_SWEPT_PER_PASS = 20;
const PAUSE_MS = 25;

export type Importing = {
  /**
   * Stores the people of a sorted file, and decides to import them. The caller checks the permission of `by`.
   *
   * @param by a Slack user id, or `operator`
   */
  start(workspace: string, by: string, sorted: Sorted, group: IntoGroup): Promise<Import | ImportRefused>;
  /** Decides to undo an import of the last day. */
  undo(workspace: string, importId: string): Promise<Import | 'busy' | 'gone'>;
  /** Completes an import, for a command that then exits. */
  finish(importId: string): Promise<void>;
  /** Continues active imports, also those of dead processes, and deletes those that can't be undone any more. */
  worker: Worker;
};

/**
 * The group that all people of an import join.
 *
 * @param name the name of a new group; empty for no group
 * @param id the existing group; null if there is none
 */
export function intoGroup(name: string, id: string | null): IntoGroup {
  if (id !== null) return { kind: 'existing', id };
  return name === '' ? null : { kind: 'new', name };
}

export function createImporting(deps: {
  imports: Imports;
  /** True if other processes share the store. */
  isShared: boolean;
  clock: Clock;
  newId: () => string;
  /** Called when an undone import may have removed people or groups. */
  removed: (workspace: string) => Promise<void>;
  log: Log;
}): Importing {
  const { imports, isShared, clock, newId, removed, log } = deps;

  function peopleToImport(workspace: string, { rows }: Sorted): ComingPerson[] {
    const people = rows.flatMap(row => {
      if (row.kind === 'refused' || row.kind === 'twice') return [];
      const person = { id: row.contact ?? newId(), ...row.person };
      return { person, place: imports.placeOf(workspace, person.id) };
    });
    return people.sort((one, other) => (one.place < other.place ? -1 : 1)).map(({ person }) => person);
  }

  async function finish(importId: string): Promise<void> {
    while (await imports.step(importId, clock.now())) await endOfTurn();
  }

  /** Does a few pieces, so that the app can stop in between. `held`: another live process has the import. */
  async function doPieces(importId: string): Promise<'more' | 'done' | 'held'> {
    let last: Import | null = null;
    for (let pieces = 0; pieces < PIECES_PER_PASS; pieces++) {
      const next = await imports.step(importId, clock.now());
      if (!next) break;
      last = next;
      await endOfTurn();
    }
    if (last === null) return 'held';
    if (isActive(last.state)) return 'more';
    if (last.state === 'undone') await removed(last.workspace);
    log.info({ import: importId, state: last.state, counts: last.counts }, 'an import was carried out');
    return 'done';
  }

  const worker: Worker = createWorker({
    name: 'imports',
    clock,
    log,
    async pass() {
      let heldByOthers = 0;
      for (const { id } of await imports.inFlight()) {
        const progress = await doPieces(id).catch((error: unknown) => {
          log.error({ err: error, import: id }, 'an import can’t go on; trying again');
          return 'held' as const;
        });
        if (progress === 'more') worker.wake();
        if (progress === 'held') heldByOthers += 1;
      }
      const removed = await imports.sweep(clock.now(), MAX_SWEPT_PER_PASS);
      if (removed > 0) return clock.now() + PAUSE_MS;
      if (heldByOthers > 0) return clock.now() + HELD_BY_OTHER_MS;
      return clock.now() + (isShared ? SHARED_LOOK_MS : HOUR_MS);
    },
  });

  return {
    async start(workspace, by, sorted, group) {
      const id = newId();
      const people = peopleToImport(workspace, sorted);
      // The import expires soon, in case it never begins.
      await imports.open({ id, workspace, by, at: clock.wall(), endsAt: clock.now() + HOUR_MS });
      for (let from = 0; from < people.length; from += PEOPLE_PER_PIECE) {
        await imports.add(id, people.slice(from, from + PEOPLE_PER_PIECE));
        await endOfTurn();
      }
      const begun = await imports.begin(id, {
        group,
        named: sorted.groups,
        coming: sorted.rows.filter(isNewPerson).length,
        endsAt: clock.now() + UNDO_MS,
      });
      if (typeof begun !== 'string') worker.wake();
      return begun;
    },
    async undo(workspace, importId) {
      const begun = await imports.undo(workspace, importId, clock.now());
      if (typeof begun !== 'string') worker.wake();
      return begun;
    },
    finish,
    worker,
  };
}
