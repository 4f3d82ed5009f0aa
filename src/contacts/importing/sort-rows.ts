import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { fold } from '../../kit/name-matching.ts';
import type { LocalNumber } from '../../kit/number.ts';
import type { DoNotTextList } from '../do-not-text.ts';
import {
  type ImportedPerson,
  MAX_FILE_GROUPS,
  type ReadRow,
  type RowFault,
  type RowKind,
  type RowRepair,
} from '../imported.ts';
import { kindOf } from '../store/imports-model.ts';
import type { Contacts } from '../store/store.ts';
import type { FileRow } from './reading/table.ts';
import { type Reading, readRows } from './rules/rows.ts';

/** True if the row adds a person whom the workspace doesn't have. */
export function isNewPerson(row: SortedRow): boolean {
  return row.kind !== 'refused' && row.kind !== 'twice' && row.contact === null;
}

const PEOPLE_PER_LOOKUP = 100;
/** Rows read before other work gets a turn; they take about two milliseconds. */
const ROWS_PER_TURN = 50;

/** A row with its result if it were imported now. */
export type SortedRow = {
  line: number;
  /** The number and the name as they are in the file. */
  typed: string;
  written: string;
} & (
  | { kind: 'refused'; fault: RowFault }
  | {
      kind: Exclude<RowKind, 'refused'>;
      /** The line of an earlier row with the same number; null if there is none. */
      first: number | null;
      person: ImportedPerson;
      repairs: readonly RowRepair[];
      unclear: string | null;
      /** The id of the contact with the number; null if there is none. */
      contact: string | null;
    }
);

/**
 * All rows of a file, in order. `people`: the number of people who would be imported, each number once. `groups`: the
 * names of groups in the file, without repetitions.
 */
export type Sorted = {
  rows: SortedRow[];
  counts: Record<RowKind | 'repaired', number>;
  people: number;
  groups: string[];
};

/** Sorts a table's rows by their result if they were imported now. Changes nothing. */
export type SortRows = (
  workspace: string,
  table: readonly FileRow[],
  reading: Reading,
  group: string | null,
) => Promise<Sorted>;

export function createSortRows(deps: { contacts: Contacts; doNotTextList: DoNotTextList }): SortRows {
  const { contacts, doNotTextList } = deps;

  return async (workspace, table, reading, group) => {
    const read = withMarksOfAllRows(await runInTurns(readRows(table, reading)));
    const rows: SortedRow[] = [];
    const seen = new Map<LocalNumber, number>();
    const named = groupsNamed(read);
    // Further groups are only counted, because such a file is refused.
    const { groups } = await contacts.find(workspace, {
      names: [...named.values()].slice(0, MAX_FILE_GROUPS),
    });
    const ids = new Map(groups.map(({ id, name }) => [fold(name), id]));
    for (let from = 0; from < read.length; from += PEOPLE_PER_LOOKUP) {
      const batch = read.slice(from, from + PEOPLE_PER_LOOKUP);
      const numbers = batch.flatMap(row => (row.ok ? [row.person.number] : []));
      const [stored, doNotText] = await Promise.all([
        contacts.withNumbers(workspace, numbers),
        doNotTextList.of(workspace, numbers),
      ]);
      const byNumber = new Map(stored.contacts.map(contact => [contact.number, contact]));
      for (const row of batch) rows.push(sortRow(row, seen, byNumber, doNotText, { chosen: group, ids }));
    }
    const counts = countsOf(rows);
    const people = counts.new + counts.changed + counts.same + counts.doNotText;
    return { rows, counts, people, groups: [...named.values()] };
  };
}

/** Runs the work in slices. A user is waiting for it, so it gets more time than background work. */
async function runInTurns<T>(work: CooperativeTask<T>): Promise<T> {
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done) return step.value;
    if (steps % ROWS_PER_TURN === 0) await endOfTurn();
  }
}

/** Marks all rows of a number "never text" if one of them is marked, because only the first row counts. */
function withMarksOfAllRows(rows: readonly ReadRow[]): ReadRow[] {
  const stopped = new Set(rows.flatMap(row => (row.ok && row.person.doNotText ? [row.person.number] : [])));
  return rows.map(row =>
    row.ok && stopped.has(row.person.number) ? { ...row, person: { ...row.person, doNotText: true } } : row,
  );
}

/** Group names in rows: folded, and as first written. */
function groupsNamed(rows: readonly ReadRow[]): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const row of rows) {
    if (!row.ok) continue;
    for (const name of row.person.groups) if (!named.has(fold(name))) named.set(fold(name), name);
  }
  return named;
}

/** The chosen group, and the ids of groups that rows name, by folded name. */
type KnownGroups = { chosen: string | null; ids: ReadonlyMap<string, string> };

function sortRow(
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
  // A group that doesn't exist yet changes the contacts that join it.
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

/** The unclear cells about consent, one a row. */
export function unclearIn({ rows }: Sorted): string[] {
  return rows.flatMap(row => (row.kind === 'refused' || row.unclear === null ? [] : [row.unclear]));
}

/** True if the row is imported with a repair. */
export function isRepaired(row: SortedRow): boolean {
  return row.kind !== 'refused' && row.kind !== 'twice' && row.repairs.length > 0;
}
