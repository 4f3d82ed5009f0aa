import { fold, type Near, nameRank, nearest, nearTo } from '../../kit/name-matching.ts';
import { typedDigits } from '../../kit/number.ts';
import type { Contact, ContactGroup } from '../contact.ts';
import type { ContactHit } from './model.ts';

/*
 * The lines of the directory: a name as it is compared, a number, and whose they are, with tabs between. No name has a tab,
 * since white space in it became a space.
 */

/** Fewer digits are the end of too many numbers. */
const FEWEST_DIGITS = 3;
const LAST = '9';

export function lineOf(one: Contact | ContactGroup): string {
  const kind = 'number' in one ? 'c' : 'g';
  return `${fold(one.name)}\t${'number' in one ? one.number : ''}\t${kind}${one.id}`;
}

/** The lines without those of `before`, and with those of `after`. */
export function relined(lines: string, before: ReadonlySet<string>, after: readonly string[]): string {
  const kept = lines.split('\n').filter(line => line !== '' && !before.has(line));
  return [...kept, ...after].join('\n');
}

/** What is looked for, as lines are compared with it. */
export type Sought = { folded: string; digits: string | null };

export function soughtBy(typed: string): Sought {
  const folded = fold(typed);
  const { digits } = typedDigits(typed);
  const isNumber = digits.length >= FEWEST_DIGITS && !/\p{L}/u.test(folded);
  return { folded, digits: isNumber ? digits : null };
}

/**
 * The lines that match, each behind what puts it in its place among all: names that begin with what is sought, names in which a word
 * does, names that have it; then numbers that end in it. Without a name comes last.
 */
export function matching(lines: string, sought: Sought): string[] {
  return linesWith(lines, sought).flatMap(line => {
    const rank = line === '' ? null : rankOf(line, sought);
    return rank === null ? [] : rank + line;
  });
}

/** The lines that have what is sought anywhere: most have not, and are not looked at one by one. */
function linesWith(lines: string, { folded, digits }: Sought): string[] {
  if (folded === '') return lines.split('\n');
  const found = new Set<string>();
  for (const part of [folded, ...(digits === null ? [] : [`${digits}\t`])]) {
    let at = lines.indexOf(part);
    while (at >= 0) {
      const end = lines.indexOf('\n', at);
      const after = end < 0 ? lines.length : end;
      found.add(lines.slice(lines.lastIndexOf('\n', at) + 1, after));
      at = lines.indexOf(part, after);
    }
  }
  return [...found];
}

function rankOf(line: string, { folded, digits }: Sought): string | null {
  const end = line.indexOf('\t');
  if (folded === '') return end === 0 ? LAST : '0';
  const rank = nameRank(line.slice(0, end), folded);
  if (rank !== null) return String(rank);
  return digits !== null && line.slice(end + 1, line.lastIndexOf('\t')).endsWith(digits) ? LAST : null;
}

/** @param found a line behind its rank, as `matching` has it */
export function hitOf(found: string): ContactHit {
  const [folded = '', number = '', whose = ''] = found.slice(1).split('\t');
  return { kind: kindOf(found), id: whose.slice(1), folded, number };
}

/** Whose line it is. */
export function kindOf(line: string): ContactHit['kind'] {
  return line[line.lastIndexOf('\t') + 1] === 'g' ? 'group' : 'contact';
}

/**
 * The lines whose names are like the first of these that any is like, and nearest to it.
 *
 * @param sought folded
 */
export function nearIn(lines: string, sought: readonly string[]): (Near & { line: string })[] {
  return nearest(
    lines.split('\n').flatMap(line => {
      const near =
        line === '' || line.startsWith('\t') ? null : nearTo(line.slice(0, line.indexOf('\t')), sought);
      return near ? [{ ...near, line }] : [];
    }),
  );
}
