import { CsvError, parse } from 'csv-parse/sync';
import { MAX_FILE_ROWS } from '../../domain/imported.ts';
import { UnreadableFile } from './table.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** How many lines decide the delimiter. */
const LINES = 50;
/** No row in a list of people is longer; an unclosed quote makes one. */
const MAX_ROW = 256 * 1024;

/** The rows of a delimited text; the delimiter is detected. */
export function readDelimited(text: string): { rows: string[][]; delimiter: string } {
  const [, said, behind] = /^sep=(.)\r?\n([\s\S]*)$/i.exec(text) ?? [];
  const body = behind ?? text;
  const delimiter = said ?? delimiterOf(body);
  return { rows: rowsOf(body, delimiter), delimiter };
}

function rowsOf(text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      delimiter,
      relaxColumnCount: true,
      relaxQuotes: true,
      skipEmptyLines: true,
      maxRecordSize: MAX_ROW,
      to: MAX_FILE_ROWS + 2,
    });
  } catch (error) {
    const isQuote = error instanceof CsvError && /QUOTE|MAX_RECORD_SIZE/.test(error.code);
    throw new UnreadableFile(isQuote ? 'quotes' : 'broken', { cause: error });
  }
}

/** The delimiter that splits most of the first lines, and most of them into the same number of cells. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 64 * 1024)
    .split(/\r\n|\r|\n/, LINES)
    .filter(line => line.trim() !== '');
  const ranked = DELIMITERS.map(delimiter => {
    const counts = lines.map(line => outsideQuotes(line).split(delimiter).length - 1);
    const split = counts.filter(count => count > 0);
    const usual = mostFrequent(split);
    return { delimiter, same: split.filter(count => count === usual).length, usual };
  });
  const [best] = ranked.sort((one, other) => other.same - one.same || other.usual - one.usual);
  return best && best.same > 0 ? best.delimiter : ',';
}

const outsideQuotes = (line: string): string => line.replace(/"(?:[^"]|"")*"/g, '');

function mostFrequent(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  const [most] = [...times].sort((one, other) => other[1] - one[1] || other[0] - one[0]);
  return most?.[0] ?? 0;
}
