import { html } from 'hono/html';
import type { Html, PageContext } from './context.ts';

export type Cell = string | number | Html;

/** CSS classes by kind of column; the default is for sentences. */
const CLASSES = {
  '': '',
  right: 'right',
  /** Amounts, aligned by their decimal points. */
  decimal: 'right',
  /** Times, each on one line. */
  time: 'time',
  /** The beginning of a text; on a phone on a line of its own. */
  words: 'words',
  /** Hidden on a phone, where rows are cards. */
  extra: 'right extra',
};

export type Column<Row> = [head: string, cell: (row: Row) => Cell, kind?: keyof typeof CLASSES];

export function card(title: string, ...content: (Html | '')[]): Html {
  return html`<section class="card"><h2>${title}</h2>${content}</section>`;
}

/**
 * A table that becomes a list of cards on a phone, so each cell carries its column's name. `none` replaces a table
 * without rows. `compact`: three cards in a row, for short cells.
 */
export function table<Row>(
  caption: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { none = '', compact = false }: { none?: string; compact?: boolean } = {},
): Html {
  if (rows.length === 0) return html`<p>${none}</p>`;
  const cells = rows.map(row => columns.map(([, cell]) => cell(row)));
  const decimals = columns.map((_, at) => Math.max(0, ...cells.map(row => fractionOf(row[at]).length)));
  const heads = columns.map(
    ([head, , kind = '']) => html`<th scope="col" class="${CLASSES[kind]}">${head}</th>`,
  );
  const body = cells.map(row => {
    const tds = row.map((cell, at) => {
      const [head = '', , kind = ''] = columns[at] ?? [];
      const pad =
        kind === 'decimal' || kind === 'extra' ? '.0000'.slice(fractionOf(cell).length, decimals[at]) : '';
      return html`<td data-head="${head}" class="${CLASSES[kind]}"><div${pad && html` data-pad="${pad}"`}>${cell}</div></td>`;
    });
    return html`<tr>${tds}</tr>
      `;
  });
  return html`
    <div class="table ${compact ? 'compact' : ''}">
      <table>
        <caption class="visually-hidden">${caption}</caption>
        <thead><tr>${heads}</tr></thead>
        <tbody>${body}</tbody>
      </table>
    </div>`;
}

/** The decimal point of an amount and the digits after it. */
const fractionOf = (cell: Cell | undefined) =>
  /\.[\d০-৯]+$/.exec(typeof cell === 'string' ? cell : '')?.[0] ?? '';

/**
 * A value to copy, shown in full. The button appears only if the script runs. `silent`: the label is for screen
 * readers only.
 */
export function copyable(
  c: PageContext,
  id: string,
  value: string,
  { label, button, silent = false }: { label: string; button: string; silent?: boolean },
): Html {
  return html`
    <div class="copyable">
      <p class="copy-label ${silent ? 'visually-hidden' : ''}" id="${id}-label">${label}</p>
      <pre tabindex="0" aria-labelledby="${id}-label"><code id="${id}">${value}</code></pre>
      <button type="button" class="copy" data-copy="${id}" data-done="${c.var.words.copied}" hidden>${button}</button>
    </div>`;
}

export function descriptions(rows: [string, Cell][]): Html {
  const items = rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return html`<dl>${items}</dl>`;
}
