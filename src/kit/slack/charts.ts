import type { Block, DataTableBlock, KnownBlock, RichTextBlock, RichTextText } from '@slack/types';
import { abridged } from '../slack-text.ts';
import {
  MAX_BLOCK_TEXT,
  MAX_CHART_LABEL,
  MAX_CHART_POINTS,
  MAX_CHART_TITLE,
  MAX_TABLE_CHARACTERS,
  MAX_TABLE_ROWS,
} from './limits.ts';

/*
 * Charts and tables, each in two forms: Slack's own block, and blocks that every Slack shows and that read as a chart. pictures.ts
 * decides which of them Slack gets.
 *
 * From Slack's documents: the fields, limits and places of both blocks
 * (https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block, …/data-table-block, https://docs.slack.dev/blocks.json).
 * Tables belong in messages and Home tabs, charts only in messages. Not from a document, but measured by others: a message takes two charts
 * (vercel/chat#696), and some workspaces refuse both blocks with `invalid_blocks` (openclaw/openclaw#104539). `@slack/types` 3.2 doesn't
 * have charts.
 */

/** Slack's own chart. Each series has exactly one point for each category. */
export interface ChartBlock extends Block {
  type: 'data_visualization';
  title: string;
  chart: {
    type: 'bar' | 'line';
    series: { name: string; data: { label: string; value: number }[] }[];
    axis_config: { categories: string[] };
  };
}

/**
 * What a chart or table shows, as Slack's own block and as blocks that every Slack shows. Its type is no name, so that the compiler never
 * takes it for a block.
 */
export type Picture = { type: null; own: ChartBlock | DataTableBlock; plain: KnownBlock[] };

/** A block of a message or a Home tab before it is decided how Slack gets it. */
export type ShownBlock = KnownBlock | Picture;

/**
 * `label`: of a day or the like, at most 20 characters and unlike the others; `text`: the value as people read it, with its unit and in
 * their digits.
 */
export type ChartPoint = { label: string; value: number; text: string };

/**
 * A chart of the newest 20 points; nothing if there are none.
 *
 * @param chart.title at most 50 characters
 * @param chart.as `bars` for amounts by day, `line` for a level that changes, such as a balance
 * @param chart.name of the values, for the legend; at most 20 characters
 * @param chart.points in the order of time
 */
export function chart({
  title,
  as,
  name,
  points,
}: {
  title: string;
  as: 'bars' | 'line';
  name: string;
  points: readonly ChartPoint[];
}): ShownBlock[] {
  const shown = points.slice(-MAX_CHART_POINTS);
  if (shown.length === 0) return [];
  const data = shown.map(({ label, value }) => ({ label: abridged(label, MAX_CHART_LABEL), value }));
  const own: ChartBlock = {
    type: 'data_visualization',
    title: abridged(title, MAX_CHART_TITLE),
    chart: {
      type: as === 'bars' ? 'bar' : 'line',
      series: [{ name: abridged(name, MAX_CHART_LABEL), data }],
      axis_config: { categories: data.map(({ label }) => label) },
    },
  };
  const lines = as === 'bars' ? barLines(shown) : levelLines(shown);
  return [{ type: null, own, plain: [richText([bold(title), plain(`\n${lines.join('\n')}`)])] }];
}

/** The longest bar, in characters: a line with its value and day fits a phone of 390 px. */
const BAR_LENGTH = 10;
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** The bars come first in their lines, so that they are aligned in any font and script. */
function barLines(points: readonly ChartPoint[]): string[] {
  const most = Math.max(...points.map(({ value }) => value));
  return points.map(({ label, value, text }) => {
    const eighths = value > 0 ? Math.max(1, Math.round((value / most) * BAR_LENGTH * 8)) : 0;
    const bar = '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
    return [...(bar === '' ? [] : [bar]), `${text} · ${label}`].join(' ');
  });
}

const LEVELS = '▁▂▃▄▅▆▇█';

/** One column for each value, and the first and last values in words. */
function levelLines(points: readonly ChartPoint[]): string[] {
  const most = Math.max(...points.map(({ value }) => value));
  const columns = points.map(({ value }) =>
    LEVELS.charAt(value > 0 ? Math.ceil((value / most) * LEVELS.length) - 1 : 0),
  );
  const ends = [points.at(0), ...(points.length > 1 ? [points.at(-1)] : [])];
  return [columns.join(''), ends.map(end => `${end?.label}: ${end?.text}`).join(' → ')];
}

/** A cell's text; with its number, Slack sorts by it. */
export type TableCell = string | { value: number; text: string };

/**
 * A table with as many of the rows as Slack takes, in plain text, which Slack doesn't format; nothing if there are none.
 *
 * @param table.rows each as long as the header; the first column names the row
 * @param table.pageSize rows at a time
 */
export function table({
  caption,
  header,
  rows,
  pageSize = 10,
}: {
  caption: string;
  header: readonly string[];
  rows: readonly (readonly TableCell[])[];
  pageSize?: number;
}): { blocks: ShownBlock[]; shownRows: number } {
  const shown = thatFit(rows);
  if (shown.length === 0) return { blocks: [], shownRows: 0 };
  const own: DataTableBlock = {
    type: 'data_table',
    caption,
    page_size: pageSize,
    rows: [header, ...shown].map(cells => cells.map(ownCell)),
  };
  const lines = shown.map(row => row.map(textOf));
  const first: RichTextText[] = [bold(caption), plain(`\n${header.join(' · ')}`)];
  return {
    blocks: [{ type: null, own, plain: inRichTexts(first, lines) }],
    shownRows: shown.length,
  };
}

function thatFit(rows: readonly (readonly TableCell[])[]): readonly (readonly TableCell[])[] {
  let characters = 0;
  const tooLong = rows.findIndex(row => {
    characters += row.map(textOf).join('').length;
    return characters > MAX_TABLE_CHARACTERS;
  });
  return rows.slice(0, tooLong === -1 ? MAX_TABLE_ROWS : Math.min(tooLong, MAX_TABLE_ROWS));
}

function ownCell(cell: TableCell): DataTableBlock['rows'][number][number] {
  const text = textOf(cell);
  return typeof cell === 'string'
    ? { type: 'raw_text', text }
    : { type: 'raw_number', value: cell.value, text };
}

/** Slack refuses an empty cell. */
const textOf = (cell: TableCell): string => (typeof cell === 'string' ? cell : cell.text) || '–';

/** A line for each row, its name in bold. */
function inRichTexts(first: RichTextText[], rows: readonly string[][]): RichTextBlock[] {
  const texts = [first];
  let characters = 0;
  for (const [name = '', ...details] of rows) {
    const after = details.map(cell => ` · ${cell}`).join('');
    characters += name.length + after.length;
    if (characters > MAX_BLOCK_TEXT) {
      texts.push([bold(name), plain(after)]);
      characters = name.length + after.length;
    } else texts.at(-1)?.push(plain('\n'), bold(name), plain(after));
  }
  return texts.map(richText);
}

const richText = (texts: RichTextText[]): RichTextBlock => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements: texts }],
});
const bold = (text: string): RichTextText => ({ type: 'text', text, style: { bold: true } });
const plain = (text: string): RichTextText => ({ type: 'text', text });
