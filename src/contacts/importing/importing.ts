import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Clock } from '../../kit/clock.ts';
import { createWorker, type Worker } from '../../kit/worker.ts';
import type { Log } from '../../log.ts';
import type { ComingPerson, Import, ImportRefused, Imports, IntoGroup } from '../store/imports-model.ts';
import type { Sorted, SortedRow } from './sorting.ts';

/** How many people are written in one step: more would keep others waiting. */
const PIECE = 40;
const PIECES_A_PASS = 10;
/** How long an import can be undone. */
const UNDONE_MS = 24 * 3_600_000;
/** Another process may have died in the middle of one: somebody who waits for it on its page is noticed sooner. */
const LOOK_MS = 5 * 60_000;
/** Another process has one, and may die. */
const LOOK_AGAIN_MS = 2000;
const SWEPT = 20;
const PAUSE_MS = 25;
const HOUR_MS = 3_600_000;

export type Importing = {
  /**
   * Stores what was sorted, and decides to import it. The caller checks whether `by` may.
   *
   * @param by a Slack user id, or `operator`
   */
  start(workspace: string, by: string, sorted: Sorted, group: IntoGroup): Promise<Import | ImportRefused>;
  /** Decides to undo an import of the last day. */
  undo(workspace: string, importId: string): Promise<Import | 'busy' | 'gone'>;
  /** Carries out what was decided until it is done; for a program that ends then. */
  finish(importId: string): Promise<void>;
  /**
   * Continues what was decided and isn't done, even if another process that is gone began it; removes what can no
   * longer be undone.
   */
  worker: Worker;
};

/** @param id of the group with this name; null: there is none yet. No name: everybody into no group. */
export function intoGroup(name: string, id: string | null): IntoGroup {
  if (name === '') return null;
  return id === null ? { kind: 'new', name } : { kind: 'existing', id };
}

export function createImporting(parts: {
  imports: Imports;
  /** Whether other processes share the store. */
  isShared: boolean;
  clock: Clock;
  newId: () => string;
  log: Log;
}): Importing {
  const { imports, isShared, clock, newId, log } = parts;

  function coming(workspace: string, { rows }: Sorted): ComingPerson[] {
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

  /** Some pieces of an import, so that the app can stop in between. */
  async function goOn(importId: string): Promise<'more' | 'done' | 'not ours'> {
    let last: Import | null = null;
    for (let pieces = 0; pieces < PIECES_A_PASS; pieces++) {
      const next = await imports.step(importId, clock.now());
      if (!next) break;
      last = next;
      await endOfTurn();
    }
    if (last === null) return 'not ours';
    if (last.state === 'applying' || last.state === 'undoing') return 'more';
    log.info({ import: importId, state: last.state, counts: last.counts }, 'an import was carried out');
    return 'done';
  }

  const worker: Worker = createWorker({
    name: 'imports',
    clock,
    log,
    async pass() {
      let others = 0;
      for (const { id } of await imports.underWay()) {
        const went = await goOn(id).catch((error: unknown) => {
          log.error({ err: error, import: id }, 'an import can’t go on; trying again');
          return 'not ours' as const;
        });
        if (went === 'more') worker.wake();
        if (went === 'not ours') others += 1;
      }
      const removed = await imports.sweep(clock.now(), SWEPT);
      if (removed > 0) return clock.now() + PAUSE_MS;
      if (others > 0) return clock.now() + LOOK_AGAIN_MS;
      return clock.now() + (isShared ? LOOK_MS : HOUR_MS);
    },
  });

  return {
    async start(workspace, by, sorted, group) {
      const id = newId();
      const people = coming(workspace, sorted);
      // An import that never begins is soon removed.
      await imports.open({ id, workspace, by, at: clock.wall(), endsAt: clock.now() + HOUR_MS });
      for (let from = 0; from < people.length; from += PIECE) {
        await imports.add(id, people.slice(from, from + PIECE));
        await endOfTurn();
      }
      const begun = await imports.begin(id, {
        group,
        named: sorted.groups,
        coming: sorted.rows.filter(isNobodyYet).length,
        endsAt: clock.now() + UNDONE_MS,
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

/** Whether somebody comes by this row whom the workspace doesn't have. */
function isNobodyYet(row: SortedRow): boolean {
  return row.kind !== 'refused' && row.kind !== 'twice' && row.contact === null;
}
