import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Clock } from '../../kit/clock.ts';
import { HOUR_MS } from '../../kit/day.ts';
import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { fold } from '../../kit/name-matching.ts';
import type { LocalNumber } from '../../kit/number.ts';
import { createWorker, type Worker } from '../../kit/worker.ts';
import type { Log } from '../../log.ts';
import type { DoNotTextList } from '../do-not-text.ts';
import {
  type ImportedPerson,
  MAX_FILE_GROUPS,
  type ReadRow,
  type RowFault,
  type RowKind,
  type RowRepair,
} from '../imported.ts';
import type { Imports } from '../store/imports.ts';
import {
  type ComingPerson,
  type Import,
  type ImportRefused,
  type IntoGroup,
  kindOf,
} from '../store/imports-model.ts';
import type { Contacts } from '../store/store.ts';
import type { FileRow } from './reading/table.ts';
import { type Reading, readRows } from './rules/rows.ts';

/** How many people are written in one step: more would keep others waiting. */
const PEOPLE_PER_PIECE = 40;
const PIECES_PER_PASS = 10;
/** How long an import can be undone. */
const UNDO_MS = 24 * 3_600_000;
/** Another process may have died in the middle of one: somebody who waits for it on its page is noticed sooner. */
const SHARED_LOOK_MS = 5 * 60_000;
/** Another process has one, and may die. */
const HELD_BY_OTHER_MS = 2000;
const MAX_SWEPT_PER_PASS = 20;
const PAUSE_MS = 25;

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

/** @param id of the group; null: there is none with this name yet. No name either: everybody into no group. */
export function intoGroup(name: string, id: string | null): IntoGroup {
  if (id !== null) return { kind: 'existing', id };
  return name === '' ? null : { kind: 'new', name };
}

export function createImporting(deps: {
  imports: Imports;
  /** Whether other processes share the store. */
  isShared: boolean;
  clock: Clock;
  newId: () => string;
  /** Called when an undone import may have removed people or groups. */
  removed: (workspace: string) => Promise<void>;
  log: Log;
}): Importing {
  const { imports, isShared, clock, newId, removed, log } = deps;

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
    for (let pieces = 0; pieces < PIECES_PER_PASS; pieces++) {
      const next = await imports.step(importId, clock.now());
      if (!next) break;
      last = next;
      await endOfTurn();
    }
    if (last === null) return 'not ours';
    if (last.state === 'applying' || last.state === 'undoing') return 'more';
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
        const went = await goOn(id).catch((error: unknown) => {
          log.error({ err: error, import: id }, 'an import can’t go on; trying again');
          return 'not ours' as const;
        });
        if (went === 'more') worker.wake();
        if (went === 'not ours') heldByOthers += 1;
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
      const people = coming(workspace, sorted);
      // An import that never begins is soon removed.
      await imports.open({ id, workspace, by, at: clock.wall(), endsAt: clock.now() + HOUR_MS });
      for (let from = 0; from < people.length; from += PEOPLE_PER_PIECE) {
        await imports.add(id, people.slice(from, from + PEOPLE_PER_PIECE));
        await endOfTurn();
      }
      const begun = await imports.begin(id, {
        group,
        named: sorted.groups,
        coming: sorted.rows.filter(isNobodyYet).length,
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

/** Whether somebody comes by this row whom the workspace doesn't have. */
function isNobodyYet(row: SortedRow): boolean {
  return row.kind !== 'refused' && row.kind !== 'twice' && row.contact === null;
}

/** How many people are looked up at a time. */
const PEOPLE_PER_LOOKUP = 100;
/** How many rows are read in one turn of the event loop: about two milliseconds. */
const ROWS_PER_TURN = 50;

/** A row, and what becomes of it. */
export type SortedRow = {
  line: number;
  /** The number and the name as written in the file. */
  typed: string;
  written: string;
} & (
  | { kind: 'refused'; fault: RowFault }
  | {
      kind: Exclude<RowKind, 'refused'>;
      /** The row further up that has the same number; null: none has. */
      first: number | null;
      person: ImportedPerson;
      repairs: readonly RowRepair[];
      unclear: string | null;
      /** The contact that has the number; null: nobody has. */
      contact: string | null;
    }
);

/**
 * All rows of a file, in order. `people`: how many would be imported, each number once. `groups`: the groups that the file
 * names, by name, each once.
 */
export type Sorted = {
  rows: SortedRow[];
  counts: Record<RowKind | 'repaired', number>;
  people: number;
  groups: string[];
};

/** Sorts a table's rows by what an import would do right now. Changes nothing. */
export type SortRows = (
  workspace: string,
  table: readonly FileRow[],
  reading: Reading,
  group: string | null,
) => Promise<Sorted>;

export function createSortRows(deps: { contacts: Contacts; doNotTextList: DoNotTextList }): SortRows {
  const { contacts, doNotTextList } = deps;

  return async (workspace, table, reading, group) => {
    const read = stoppedInAnyRow(await withOthers(readRows(table, reading)));
    const rows: SortedRow[] = [];
    const seen = new Map<LocalNumber, number>();
    const named = groupsNamed(read);
    // More than are ever imported are only counted.
    const { groups } = await contacts.find(workspace, {
      names: [...named.values()].slice(0, MAX_FILE_GROUPS),
    });
    const ids = new Map(groups.map(({ id, name }) => [fold(name), id]));
    for (let from = 0; from < read.length; from += PEOPLE_PER_LOOKUP) {
      const some = read.slice(from, from + PEOPLE_PER_LOOKUP);
      const numbers = some.flatMap(row => (row.ok ? [row.person.number] : []));
      const [stored, doNotText] = await Promise.all([
        contacts.withNumbers(workspace, numbers),
        doNotTextList.of(workspace, numbers),
      ]);
      const byNumber = new Map(stored.contacts.map(contact => [contact.number, contact]));
      for (const row of some) rows.push(sorted(row, seen, byNumber, doNotText, { chosen: group, ids }));
    }
    const counts = countsOf(rows);
    const people = counts.new + counts.changed + counts.same + counts.doNotText;
    return { rows, counts, people, groups: [...named.values()] };
  };
}

/** Does it a little at a time: a person is waiting for it, so it takes more of the time than a program's work. */
async function withOthers<T>(work: CooperativeTask<T>): Promise<T> {
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done) return step.value;
    if (steps % ROWS_PER_TURN === 0) await endOfTurn();
  }
}

/** Marks all rows of a number "never text" if one is: only the first row counts. */
function stoppedInAnyRow(rows: readonly ReadRow[]): ReadRow[] {
  const stopped = new Set(rows.flatMap(row => (row.ok && row.person.doNotText ? [row.person.number] : [])));
  return rows.map(row =>
    row.ok && stopped.has(row.person.number) ? { ...row, person: { ...row.person, doNotText: true } } : row,
  );
}

/** The groups that rows name, folded and as first written. */
function groupsNamed(rows: readonly ReadRow[]): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const row of rows) {
    if (!row.ok) continue;
    for (const name of row.person.groups) if (!named.has(fold(name))) named.set(fold(name), name);
  }
  return named;
}

/** The group that everybody goes to, and the ids of those that rows name, by their folded names. */
type KnownGroups = { chosen: string | null; ids: ReadonlyMap<string, string> };

function sorted(
  row: ReadRow,
  seen: Map<LocalNumber, number>,
  byNumber: ReadonlyMap<LocalNumber, Parameters<typeof kindOf>[0]>,
  doNotText: ReadonlyMap<LocalNumber, unknown>,
  { chosen, ids }: KnownGroups,
): SortedRow {
  const { line, typed, written } = row;
  if (!row.ok) return { line, typed, written, kind: 'refused', fault: row.fault };
  const { person, repairs, unclear } = row;
  const { number } = person;
  const contact = byNumber.get(number) ?? null;
  const first = seen.get(number) ?? null;
  if (first === null) seen.set(number, line);
  // A group that isn't there yet changes whoever comes to it.
  const groups = [
    ...(chosen === null ? [] : [chosen]),
    ...person.groups.map(name => ids.get(fold(name)) ?? name),
  ];
  const kind =
    first !== null ? 'twice' : doNotText.has(number) ? 'doNotText' : kindOf(contact, person, groups);
  return { line, typed, written, kind, first, person, repairs, unclear, contact: contact?.id ?? null };
}

function countsOf(rows: readonly SortedRow[]): Sorted['counts'] {
  const counts = { new: 0, changed: 0, same: 0, twice: 0, doNotText: 0, refused: 0, repaired: 0 };
  for (const row of rows) {
    counts[row.kind] += 1;
    if (isRepaired(row)) counts.repaired += 1;
  }
  return counts;
}

/** What rows say of whether somebody may be texted that we don't understand, one a row. */
export function unclearIn({ rows }: Sorted): string[] {
  return rows.flatMap(row => (row.kind === 'refused' || row.unclear === null ? [] : [row.unclear]));
}

/** Whether something about somebody who is imported was repaired. */
export function isRepaired(row: SortedRow): boolean {
  return row.kind !== 'refused' && row.kind !== 'twice' && row.repairs.length > 0;
}
