import { setImmediate as endOfTurn } from 'node:timers/promises';
import { fold } from '../../kit/folded.ts';
import type { PausableWork } from '../../kit/in-turns.ts';
import type { LocalNumber } from '../../kit/number.ts';
import {
  type ImportedPerson,
  MAX_FILE_GROUPS,
  type ReadRow,
  type RowFault,
  type RowKind,
  type RowRepair,
} from '../imported.ts';
import type { NeverText } from '../never-text.ts';
import { kindOf } from '../store/imports-model.ts';
import type { Contacts } from '../store/model.ts';
import type { FileRow } from './reading/table.ts';
import { type Reading, readRows } from './rules/rows.ts';

/** How many people are looked up at a time. */
const TOGETHER = 100;
/** How many rows are read in one turn of the event loop: about two milliseconds. */
const STEPS = 50;

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
      person: ImportedPerson;
      repairs: readonly RowRepair[];
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

export function createSortRows(parts: { contacts: Contacts; neverText: NeverText }): SortRows {
  const { contacts, neverText } = parts;

  return async (workspace, table, reading, group) => {
    const read = await withOthers(readRows(table, reading));
    const rows: SortedRow[] = [];
    const seen = new Set<LocalNumber>();
    const named = groupsNamed(read);
    // More than are ever imported are only counted.
    const { groups } = await contacts.find(workspace, {
      names: [...named.values()].slice(0, MAX_FILE_GROUPS),
    });
    const ids = new Map(groups.map(({ id, name }) => [fold(name), id]));
    for (let from = 0; from < read.length; from += TOGETHER) {
      const some = read.slice(from, from + TOGETHER);
      const numbers = some.flatMap(row => (row.ok ? [row.person.number] : []));
      const [known, never] = await Promise.all([
        contacts.withNumbers(workspace, numbers),
        neverText.of(workspace, numbers),
      ]);
      const byNumber = new Map(known.contacts.map(one => [one.number, one]));
      for (const row of some) rows.push(sorted(row, seen, byNumber, never, { chosen: group, ids }));
    }
    const counts = countsOf(rows);
    const people = counts.new + counts.changed + counts.same + counts.never;
    return { rows, counts, people, groups: [...named.values()] };
  };
}

/** Does it a little at a time: a person is waiting for it, so it takes more of the time than a program's work. */
async function withOthers<T>(work: PausableWork<T>): Promise<T> {
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done) return step.value;
    if (steps % STEPS === 0) await endOfTurn();
  }
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
  seen: Set<LocalNumber>,
  byNumber: ReadonlyMap<LocalNumber, Parameters<typeof kindOf>[0]>,
  never: ReadonlyMap<LocalNumber, unknown>,
  { chosen, ids }: KnownGroups,
): SortedRow {
  const { line, typed, written } = row;
  if (!row.ok) return { line, typed, written, kind: 'refused', fault: row.fault };
  const { person, repairs } = row;
  const { number } = person;
  const contact = byNumber.get(number) ?? null;
  const isTwice = seen.has(number);
  seen.add(number);
  // A group that isn't there yet changes whoever comes to it.
  const groups = [
    ...(chosen === null ? [] : [chosen]),
    ...person.groups.map(name => ids.get(fold(name)) ?? name),
  ];
  const kind = isTwice ? 'twice' : never.has(number) ? 'never' : kindOf(contact, person, groups);
  return { line, typed, written, kind, person, repairs, contact: contact?.id ?? null };
}

function countsOf(rows: readonly SortedRow[]): Sorted['counts'] {
  const counts = { new: 0, changed: 0, same: 0, twice: 0, never: 0, refused: 0, repaired: 0 };
  for (const row of rows) {
    counts[row.kind] += 1;
    if (isRepaired(row)) counts.repaired += 1;
  }
  return counts;
}

/** Whether something about somebody who is imported was repaired. */
export function isRepaired(row: SortedRow): boolean {
  return row.kind !== 'refused' && row.kind !== 'twice' && row.repairs.length > 0;
}
