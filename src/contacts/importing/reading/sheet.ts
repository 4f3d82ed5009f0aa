import { MAX_FILE_COLUMNS } from '../../imported.ts';
import { dateText, isoText, numberText, unescapedText } from './cell-value.ts';
import { MOST_CELL, type RowCollector, UnreadableFile } from './table.ts';
import type { XmlListener } from './xml.ts';

/** What a workbook's sheets refer to. */
export type Shared = {
  strings: readonly string[];
  /** Whether each cell format is a date's. */
  dates: readonly boolean[];
  is1904: boolean;
};

/** Excel's last row; nobody's row has a higher number. */
const LAST_ROW = 1_048_576;

/**
 * Collects the rows of a sheet as it is read. Where a cell says that it stands is only looked at: a sheet of one far cell is
 * as small as any other.
 */
export function sheetListener(shared: Shared, rows: RowCollector): XmlListener {
  let line = 0;
  let cells: string[] = [];
  let column = 0;
  let cell: { type: string; style: number } | null = null;
  let value = '';
  let isValue = false;
  let phonetic = 0;

  return {
    open(name, attribute) {
      if (name === 'row') {
        const said = Number(attribute('r'));
        line = Number.isInteger(said) && said > line && said <= LAST_ROW ? said : line + 1;
        cells = [];
        column = 0;
      } else if (name === 'c') {
        column = columnIn(attribute('r')) ?? column + 1;
        cell = { type: attribute('t') ?? 'n', style: Number(attribute('s') ?? 0) };
        value = '';
      } else if (name === 'rPh') phonetic += 1;
      else if ((name === 'v' || name === 't') && cell && phonetic === 0) isValue = true;
    },
    text(piece) {
      if (isValue && value.length < MOST_CELL) value += piece;
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'row') rows.add(line, cells);
      else if (name === 'c' && cell) {
        const text = textOf(value, cell, shared);
        cell = null;
        if (text.trim() === '') return;
        if (column > MAX_FILE_COLUMNS) throw new UnreadableFile('too_many_columns');
        while (cells.length < column) cells.push('');
        cells[column - 1] = text;
      }
    },
  };
}

/** From 1: `AB12` is in the 28th. */
function columnIn(reference: string | undefined): number | undefined {
  const [, letters] = /^([A-Z]{1,3})[0-9]+$/i.exec(reference ?? '') ?? [];
  if (letters === undefined) return undefined;
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function textOf(value: string, { type, style }: { type: string; style: number }, shared: Shared): string {
  switch (type) {
    case 's':
      return shared.strings[Number(value)] ?? '';
    case 'b':
      return value.trim() === '1' ? 'TRUE' : 'FALSE';
    case 'd':
      return isoText(value);
    case 'n':
      return shared.dates[style] ? dateText(value, shared.is1904) : numberText(value);
    // A formula's text, a text of its own, an error such as #REF!.
    default:
      return unescapedText(value);
  }
}
