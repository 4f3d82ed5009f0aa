import { fold, type Near, nearest } from '../../kit/name-matching.ts';
import {
  nameRankInAnyScript,
  nearInAnyScript,
  type SoughtName,
  soughtName,
  soundsIn,
} from '../../kit/name-sounds.ts';
import { typedDigits } from '../../kit/number.ts';
import type { Contact, ContactGroup } from '../contact.ts';
import type { ContactHit } from './model.ts';

/*
 * The lines of the directory: a name as it is compared, a number, whose they are, how the name sounds, what their columns say, how
 * that sounds, and what the columns are called, with tabs between. Nothing of these has a tab, since white space in it became a space.
 */

/** Fewer digits are the end of too many numbers. */
const MIN_DIGITS = 3;
/** How many characters of a contact's columns are searched: a list's village, district and crop are shorter. */
const MAX_COLUMN_CHARACTERS = 200;
const BETWEEN_COLUMNS = '\u001f';

export function lineOf(entry: Contact | ContactGroup): string {
  const isContact = 'number' in entry;
  const columns = isContact ? Object.values(entry.columns).join(' / ').slice(0, MAX_COLUMN_CHARACTERS) : '';
  const owner = `${isContact ? 'c' : 'g'}${entry.id}`;
  const fields = [fold(entry.name), isContact ? entry.number : '', owner, soundsIn(entry.name)];
  const names = isContact ? Object.keys(entry.columns).map(name => name.replace(/\s+/gu, ' ')) : [];
  return [...fields, fold(columns), soundsIn(columns), names.join(BETWEEN_COLUMNS)].join('\t');
}

/** The lines without those of `before`, and with those of `after`. */
export function relined(lines: string, before: ReadonlySet<string>, after: readonly string[]): string {
  const remaining = lines.split('\n').filter(line => line !== '' && !before.has(line));
  return [...remaining, ...after].join('\n');
}

/** What is looked for, as lines are compared with it; `sounds`: in names in the other script, null: in none. */
export type Sought = SoughtName & { digits: string | null };

export function soughtBy(typed: string): Sought {
  const name = soughtName(typed, false);
  const { digits } = typedDigits(typed);
  const isNumber = digits.length >= MIN_DIGITS && !/\p{L}/u.test(name.folded);
  return { ...name, digits: isNumber ? digits : null };
}

/**
 * The lines that match, each behind what puts it in its place among all: names that begin with what is sought, names in which a word
 * does, names that have it; names that sound so in the other script; columns that have it, or sound so; then numbers that end in it.
 * Without a name comes last.
 */
export function matching(lines: string, sought: Sought): string[] {
  return linesWith(lines, sought).flatMap(line => {
    const rank = line === '' ? null : rankOf(line, sought);
    return rank === null ? [] : rank + line;
  });
}

/** The lines that have what is sought anywhere: most have not, and are not looked at one by one. */
function linesWith(lines: string, { folded, digits, sounds }: Sought): string[] {
  if (folded === '') return lines.split('\n');
  const matches = new Set<string>();
  for (const part of [
    folded,
    ...(digits === null ? [] : [`${digits}\t`]),
    ...(sounds === null ? [] : [sounds]),
  ]) {
    let at = lines.indexOf(part);
    while (at >= 0) {
      const end = lines.indexOf('\n', at);
      const after = end < 0 ? lines.length : end;
      matches.add(lines.slice(lines.lastIndexOf('\n', at) + 1, after));
      at = lines.indexOf(part, after);
    }
  }
  return [...matches];
}

/** Behind those of names, which are 0 to 3. */
const RANK = { any: '0', column: '4', columnSounds: '5', last: '9' };

function rankOf(line: string, { folded, digits, sounds }: Sought): string | null {
  if (folded === '') return line.startsWith('\t') ? RANK.last : RANK.any;
  const [name = '', number = '', , nameSounds = '', columns = '', columnSounds = ''] = line.split('\t');
  const rank = nameRankInAnyScript({ folded: name, sounds: nameSounds }, { folded, sounds });
  if (rank !== null) return String(rank);
  if (columns.includes(folded)) return RANK.column;
  if (sounds !== null && columnSounds.includes(sounds)) return RANK.columnSounds;
  return digits !== null && number.endsWith(digits) ? RANK.last : null;
}

/** @param found a line behind its rank, as `matching` has it */
export function hitOf(rankedLine: string): ContactHit {
  const [folded = '', number = ''] = rankedLine.slice(1).split('\t', 2);
  return { kind: kindOf(rankedLine), id: idIn(rankedLine), folded, number };
}

/** How many contacts have which column, by its name. */
export function countColumns(lines: string, counts: Map<string, number>): void {
  for (const line of lines.split('\n')) {
    const names = line.slice(line.lastIndexOf('\t') + 1);
    if (names === '') continue;
    for (const name of names.split(BETWEEN_COLUMNS)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
}

/** The id of the contact or group whose line it is. */
export function idIn(line: string): string {
  return line.split('\t', 3)[2]?.slice(1) ?? '';
}

/** Whose line it is. */
export function kindOf(line: string): ContactHit['kind'] {
  return line.split('\t', 3)[2]?.startsWith('g') ? 'group' : 'contact';
}

/** The lines whose names are like the first of these that any is like, and nearest to it; in the other script, too. */
export function nearIn(lines: string, sought: readonly SoughtName[]): (Near & { line: string })[] {
  return nearest(
    lines.split('\n').flatMap(line => {
      if (line === '' || line.startsWith('\t')) return [];
      const [folded = '', , , sounds = ''] = line.split('\t', 4);
      const near = nearInAnyScript({ folded, sounds }, sought);
      return near ? [{ ...near, line }] : [];
    }),
  );
}
