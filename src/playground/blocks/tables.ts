import { z } from 'zod';
import { asObjects, type JsonObject } from '../json.ts';
import { LIMITS } from './limits.ts';
import { richTextBlock } from './rich-text.ts';
import { block } from './texts.ts';

const rawText = z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) });
const rawNumber = z.strictObject({
  type: z.literal('raw_number'),
  value: z.number(),
  text: z.string().min(1),
});
const cell = z.discriminatedUnion('type', [rawText, rawNumber, richTextBlock]);

export const tableBlock = block('table', {
  rows: z.array(z.array(cell).min(1).max(LIMITS.tableCells.max)).min(1).max(LIMITS.tableRows.max),
  column_settings: z
    .array(
      z
        .strictObject({
          align: z.enum(['left', 'center', 'right']).optional(),
          is_wrapped: z.boolean().optional(),
        })
        .nullable(),
    )
    .max(LIMITS.tableCells.max)
    .optional(),
});

export const dataTableBlock = block('data_table', {
  rows: z.array(z.array(cell).min(1).max(LIMITS.dataTableColumns.max)).min(2).max(LIMITS.dataTableRows.max),
  caption: z.string().min(1),
  page_size: z.number().int().min(1).max(LIMITS.dataTablePage.max).optional(),
  row_header_column_index: z.number().int().min(0).optional(),
});

/** The rules about all the tables of one message together, and about a data table's header. */
export function problemsOfTables(blocks: JsonObject[], pointer: string): string[] {
  const problems: string[] = [];
  const ofType = (type: string) => blocks.filter(one => one.type === type);
  const tables = ofType('table');
  if (tables.length > LIMITS.tablesInAMessage.max)
    problems.push(`only one table allowed [json-pointer:${pointer}]`);
  for (const [some, { max }] of [
    [tables, LIMITS.tableCharacters],
    [ofType('data_table'), LIMITS.dataTableCharacters],
  ] as const) {
    const characters = some.reduce((sum, one) => sum + charactersIn(one.rows), 0);
    if (characters > max)
      problems.push(`tables must be less than ${max + 1} characters in all [json-pointer:${pointer}]`);
  }
  for (const [index, one] of blocks.entries()) {
    if (one.type === 'data_table') problems.push(...headerProblems(one, `${pointer}/${index}/rows`));
  }
  return problems;
}

function headerProblems(table: JsonObject, at: string): string[] {
  const rows = Array.isArray(table.rows) ? table.rows : [];
  const [header = []] = rows;
  const problems: string[] = [];
  if (asObjects(header).some(one => one.type === 'rich_text'))
    problems.push(`header cells can't be rich_text [json-pointer:${at}/0]`);
  const uneven = rows.findIndex(row => Array.isArray(row) && row.length !== header.length);
  if (uneven >= 0)
    problems.push(`all rows must have the same number of cells [json-pointer:${at}/${uneven}]`);
  return problems;
}

/** All the text in it, at any depth. */
function charactersIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + charactersIn(one), 0);
  if (typeof value !== 'object' || value === null) return 0;
  const { text, elements } = value as JsonObject;
  return (typeof text === 'string' ? text.length : 0) + charactersIn(elements);
}
