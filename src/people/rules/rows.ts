import { tidyName } from '../../domain/contact.ts';
import type { ColumnRole, ImportedPerson, ReadRow } from '../../domain/imported.ts';
import type { PausableWork } from '../../domain/in-turns.ts';
import type { Language } from '../../domain/intent.ts';
import { isGroupName, MAX_NAME } from '../../workspaces/number-group.ts';
import { type ReadCell, readNumberCell } from './number-cell.ts';
import { isOldFont } from './old-font.ts';

/** How to read a table: whether its first row is a heading, what its columns are, and whether a group is chosen. */
export type Reading = { heading: boolean; roles: readonly ColumnRole[]; inGroup: boolean };

const MOST_NOTE = 500;
const MOST_VALUE = 200;
const MOST_HEADING = 40;
const YES = new Set(['yes', 'y', 'true', '1', 'x', '✓', '✔', 'stop', 'হ্যাঁ', 'হা', 'হ্যা']);
const ENGLISH = /^(?:en\b|eng|ইংরেজি|ইংলিশ)/u;
const BANGLA = /^(?:bn\b|ban|ben|বাংলা)/u;

/** Reads all rows of a table; pauses between any two. */
export function* readRows(rows: readonly (readonly string[])[], reading: Reading): PausableWork<ReadRow[]> {
  const keys = columnKeys(rows[0] ?? [], reading);
  const read: ReadRow[] = [];
  for (const [index, cells] of rows.entries()) {
    if (index === 0 && reading.heading) continue;
    if (cells.every(cell => cell.trim() === '')) continue;
    read.push(readRow(cells, index + 1, keys, reading));
    yield;
  }
  return read;
}

/** Reads one row: whose it is, what it says about them, and how the number was repaired; or why it is refused. */
function readRow(
  cells: readonly string[],
  line: number,
  keys: readonly string[],
  { roles, inGroup }: Reading,
): ReadRow {
  const of = (wanted: ColumnRole): string[] =>
    roles.flatMap((role, index) => (role === wanted ? [unescaped(cells[index] ?? '')] : [])).filter(Boolean);
  const numbers = of('number');
  const typed = numbers[0]?.slice(0, 60) ?? '';
  const cell = bestOf(numbers);
  if (!cell.ok) return { line, typed, ok: false, fault: cell.why };
  const written = of('name').join(' ');
  const name = personName(written);
  const person: ImportedPerson = {
    number: cell.number,
    name,
    note: of('note').join('\n').slice(0, MOST_NOTE),
    language: languageOf(of('language')[0] ?? ''),
    never: of('never').some(one => YES.has(one.toLowerCase().normalize('NFC'))),
    columns: ownColumns(cells, keys),
  };
  if (isOldFont(written)) return { line, typed, ok: false, fault: 'old_font' };
  if (name === '' && written !== '') return { line, typed, ok: false, fault: 'name' };
  if (name === '' && person.note === '' && !person.never && !inGroup)
    return { line, typed, ok: false, fault: 'no_name' };
  return { line, typed, ok: true, person, repair: cell.repair };
}

/** Removes the mark that an export puts before what a spreadsheet would take for a formula. */
function unescaped(cell: string): string {
  return cell.trim().replace(/^'(?=[=+@-])/, '');
}

/** The first of a row's numbers that can be texted; otherwise what is wrong with the first. */
function bestOf(numbers: readonly string[]): ReadCell {
  const read = numbers.map(readNumberCell);
  return read.find(one => one.ok) ?? read[0] ?? { ok: false, why: 'no_number' };
}

/** A name in a form that can be typed wherever recipients are; empty: it isn't a possible name. */
function personName(written: string): string {
  const tidy = tidyName(written.replace(/[,;،؛、，；।<>"“”\p{Cc}]+/gu, ' ').replace(/^[^\p{L}]+/u, ''));
  return tidy.length <= MAX_NAME && isGroupName(tidy) ? tidy : '';
}

function languageOf(written: string): Language | null {
  const said = written.toLowerCase();
  if (ENGLISH.test(said)) return 'en';
  return BANGLA.test(said) ? 'bn' : null;
}

/** The heading under which each own column is kept; empty: not kept. */
function columnKeys(first: readonly string[], { heading, roles }: Reading): string[] {
  const taken = new Set<string>();
  return roles.map((role, index) => {
    if (role !== 'own') return '';
    const name = tidyName(heading ? (first[index] ?? '') : '').slice(0, MOST_HEADING);
    const key =
      name === '' || taken.has(name) ? `${name || 'column'} ${index + 1}`.slice(-MOST_HEADING) : name;
    taken.add(key);
    return key;
  });
}

function ownColumns(cells: readonly string[], keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    keys.flatMap((key, index) => {
      const value = tidyName(unescaped(cells[index] ?? '')).slice(0, MOST_VALUE);
      return key === '' || value === '' ? [] : [[key, value]];
    }),
  );
}
