/* A contact's own columns, as people type them: one on each line, `Village: Char Kukri`. */

const MAX_COLUMNS = 20;
const MAX_COLUMN_NAME = 40;
const MAX_COLUMN_VALUE = 200;

/**
 * `no_colon`: the name can't be told from the value; `too_long`: one of the two is; `twice`: another line has the same
 * name.
 */
type ColumnFault = 'no_colon' | 'too_long' | 'twice' | 'too_many';

type ReadColumns =
  | { ok: true; columns: Record<string, string> }
  | { ok: false; typed: string; why: ColumnFault };

export function readColumns(typed: string): ReadColumns {
  const columns = new Map<string, string>();
  for (const line of typed.normalize('NFC').split(/[\r\n]+/u)) {
    const text = line.replace(/\s+/gu, ' ').trim();
    if (text === '') continue;
    const wrong = (why: ColumnFault): ReadColumns => ({ ok: false, typed: text, why });
    const [, name = '', value = ''] = /^([^:：]*[^:：\s])\s*[:：]\s*(.*)$/u.exec(text) ?? [];
    if (name === '') return wrong('no_colon');
    if (name.length > MAX_COLUMN_NAME || value.length > MAX_COLUMN_VALUE) return wrong('too_long');
    if (columns.has(name)) return wrong('twice');
    if (columns.size === MAX_COLUMNS) return wrong('too_many');
    if (value !== '') columns.set(name, value);
  }
  return { ok: true, columns: Object.fromEntries(columns) };
}

export function columnLines(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
