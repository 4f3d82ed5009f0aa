import { linesIn } from './lines.ts';
import type { FileRow, RowCollector } from './table.ts';

/* Names and numbers in lines, as people write them in a chat or a note. */

/** Nobody writes more into a line with a name and a number. */
const MOST_LINE = 300;

/**
 * Whether a text that was read as delimited is in truth such a list, in which somebody has put a comma into a line or two.
 */
export function isNameLines(rows: readonly FileRow[]): boolean {
  const single = rows.filter(({ cells }) => cells.length === 1);
  const [first] = rows;
  if (!first || single.length === 0) return false;
  // A heading says that there are columns.
  if (first.cells.length > 1 && !first.cells.some(cell => /\p{Nd}{6}/u.test(cell))) return false;
  if (single.length * 2 >= rows.length) return true;
  const isPair = rows.every(({ cells }) => cells.length <= 2);
  return isPair && single.some(({ cells }) => nameAndNumber(cells[0] ?? '').every(part => part !== ''));
}

export function readNameLines(text: string, rows: RowCollector): void {
  let line = 0;
  for (const written of linesIn(text)) {
    line += 1;
    if (written.trim() !== '') rows.add(line, nameAndNumber(written.replace(/^\s*"(.*)"\s*$/, '$1')));
  }
}

/** A line such as `Ranu Begum 01712345678`, or the number first. */
function nameAndNumber(whole: string): [name: string, number: string] {
  const line = whole.slice(0, MOST_LINE);
  const [, name, number] =
    /^(.*?\p{L}[^\p{Nd}+(]*?)[\s,:;=\-–—]*([\p{Nd}+(][\p{Nd}\s().+-]{6,}.*)$/u.exec(line) ?? [];
  if (name !== undefined && number !== undefined) return [name.trim(), number.trim()];
  const [, first, behind] =
    /^([\p{Nd}+(][\p{Nd}().+\s-]{6,}?\p{Nd})[\s,:;=\-–—]+(\p{L}.*)$/u.exec(line) ?? [];
  if (first !== undefined && behind !== undefined) return [behind.trim(), first.trim()];
  return /\p{Nd}/u.test(line) ? ['', line.trim()] : [line.trim(), ''];
}
