import { CsvError, parse } from 'csv-parse/sync';
import { linesIn } from './lines.ts';
import { type RowCollector, UnreadableFile } from './table.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** How many lines decide the delimiter. */
const LINES = 50;
/** No row in a list of people is longer; an unclosed quote makes one. */
const MAX_ROW = 256 * 1024;

/** A text, and what its cells are delimited by: said in its first line as Excel does, or detected. */
export type Delimited = { body: string; delimiter: string };

export function delimitedIn(text: string): Delimited {
  const [, said, behind] = /^sep=(.)\r?\n([\s\S]*)$/i.exec(text) ?? [];
  const body = behind ?? text;
  return { body, delimiter: said ?? delimiterOf(body) };
}

/**
 * Collects a delimited text's rows. Empty ones count for the numbers of those below.
 *
 * @throws UnreadableFile
 */
export function readDelimited({ body, delimiter }: Delimited, rows: RowCollector): void {
  let line = 0;
  try {
    parse(body, {
      delimiter,
      relaxColumnCount: true,
      relaxQuotes: true,
      maxRecordSize: MAX_ROW,
      onRecord(record: string[]) {
        line += 1;
        rows.add(line, record);
        return undefined;
      },
    });
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    const isQuote = error instanceof CsvError && /QUOTE|MAX_RECORD_SIZE/.test(error.code);
    throw new UnreadableFile(isQuote ? 'quotes' : 'broken', { cause: error });
  }
}

/** The delimiter that splits most of the first lines, and most of them into the same number of cells. */
function delimiterOf(text: string): string {
  const lines = [...linesIn(text.slice(0, 64 * 1024))].filter(line => line.trim() !== '').slice(0, LINES);
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
