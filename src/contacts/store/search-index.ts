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
 * Lines of the search index, with tabs between the fields: folded name, number, kind and id, sound of the name,
 * folded values of the columns, their sound, names of the columns. No field contains a tab, because white space
 * becomes a space.
 */

/** Fewer digits match too many numbers. */
const MIN_DIGITS = 3;
/** The part of a contact's columns that is searched. A list's village, district and crop are shorter. */
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

/** The lines without `before`, and with `after`. */
export function relined(lines: string, before: ReadonlySet<string>, after: readonly string[]): string {
  const remaining = lines.split('\n').filter(line => line !== '' && !before.has(line));
  return [...remaining, ...after].join('\n');
}

/**
 * A search. `sounds`: its sound, to find names in the other script. `digits`: the end of a number. Null: not searched
 * for.
 */
export type Sought = SoughtName & { digits: string | null };

export function soughtBy(typed: string): Sought {
  const name = soughtName(typed, false);
  const { digits } = typedDigits(typed);
  const isNumber = digits.length >= MIN_DIGITS && !/\p{L}/u.test(name.folded);
  return { ...name, digits: isNumber ? digits : null };
}

/**
 * The matching lines, each prefixed with its rank: names that begin with the search, names in which a word does,
 * names that contain it; names that sound so in the other script; columns that contain it, or sound so; numbers
 * that end in it. Lines without a name come last.
 */
export function matching(lines: string, sought: Sought): string[] {
  return linesWith(lines, sought).flatMap(line => {
    const rank = line === '' ? null : rankOf(line, sought);
    return rank === null ? [] : rank + line;
  });
}

/** The lines that contain the search anywhere. Most don't, so lines aren't tested one by one. */
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

/** Ranks of names are 0 to 3. */
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

/** @param rankedLine a line with its rank, as `matching` returns it */
export function hitOf(rankedLine: string): ContactHit {
  const [folded = '', number = ''] = rankedLine.slice(1).split('\t', 2);
  return { kind: kindOf(rankedLine), id: idIn(rankedLine), folded, number };
}

/** Counts contacts by column. */
export function countColumns(lines: string, counts: Map<string, number>): void {
  for (const line of lines.split('\n')) {
    const names = line.slice(line.lastIndexOf('\t') + 1);
    if (names === '') continue;
    for (const name of names.split(BETWEEN_COLUMNS)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
}

export function idIn(line: string): string {
  return line.split('\t', 3)[2]?.slice(1) ?? '';
}

export function kindOf(line: string): ContactHit['kind'] {
  return line.split('\t', 3)[2]?.startsWith('g') ? 'group' : 'contact';
}

/**
 * The lines with the names most similar, in either script, to the first of these searches that has any similar name.
 */
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
