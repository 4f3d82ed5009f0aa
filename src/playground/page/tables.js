// @ts-check
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { plain, RichText } from './mrkdwn.js';
import { announce } from './store.js';

/** @typedef {import('../http/page-state.ts').PageBlock} Block */
/** @typedef {import('@slack/types').TableBlock['rows'][number]} Row */
/** @typedef {Extract<Block, { type: 'data_table' }>} DataTableBlock */
/** @typedef {DataTableBlock['rows'][number][number]} DataCell */

/** @param {{ block: Extract<Block, { type: 'table' }> }} props */
export function Table({ block }) {
  const row = (/** @type {Row} */ cells) =>
    cells.map(
      (cell, column) => html`<td class=${block.column_settings?.[column]?.align}>${shown(cell)}</td>`,
    );
  return html`<div class="block-table"><table>${block.rows.map(cells => html`<tr>${row(cells)}</tr>`)}</table></div>`;
}

/** Slack's default page size. */
const PAGE_SIZE = 5;

/**
 * A table with pages of rows, which a press on a column's name sorts: up, then down, then as the app sent them. Numbers are aligned.
 * @param {{ block: DataTableBlock }} props
 */
export function DataTable({ block }) {
  const [header = [], ...rows] = block.rows;
  const [order, setOrder] = useState(/** @type {Order | null} */ (null));
  const size = block.page_size ?? PAGE_SIZE;
  const pages = Math.ceil(rows.length / size);
  const [turned, setPage] = useState(0);
  const page = Math.min(turned, pages - 1);
  const turn = (/** @type {number} */ to) => {
    const next = Math.min(Math.max(to, 0), pages - 1);
    setPage(next);
    announce(`Page ${next + 1} of ${pages}`);
  };
  // Not `disabled`, so that the button keeps the focus.
  /** @param {string} label @param {number} to */
  const button = (label, to) => html`<button type="button" class="button"
    aria-disabled=${String(to < 0 || to >= pages)} onClick=${() => turn(to)}>${label}</button>`;
  const isNumeric = header.map((_, column) => rows.every(row => row[column]?.type === 'raw_number'));
  const side = (/** @type {number} */ column) => (isNumeric[column] ? 'right' : '');
  /** @param {DataCell} cell @param {number} column */
  const tableCell = (cell, column) =>
    column === (block.row_header_column_index ?? 0)
      ? html`<th scope="row" class=${side(column)}>${shown(cell)}</th>`
      : html`<td class=${side(column)}>${shown(cell)}</td>`;
  /** @param {DataCell} cell @param {number} column */
  const headerCell = (cell, column) => {
    const sorted = order?.column === column ? order.direction : 'none';
    return html`<th scope="col" class=${side(column)} aria-sort=${sorted}>
      <button type="button" class="sorts" onClick=${() => setOrder(next(order, column))}>${shown(cell)}</button>
    </th>`;
  };
  return html`<div class="block-table">
    <table>
      <caption>${plain(block.caption)}</caption>
      <thead><tr>${header.map(headerCell)}</tr></thead>
      <tbody>
        ${inOrder(rows, order)
          .slice(page * size, (page + 1) * size)
          .map(cells => html`<tr>${cells.map(tableCell)}</tr>`)}
      </tbody>
    </table>
    ${
      pages > 1 &&
      html`<div class="table-pages">
      ${button('Previous', page - 1)}<span class="hint">Page ${page + 1} of ${pages}</span>${button('Next', page + 1)}
    </div>`
    }
  </div>`;
}

/** @typedef {{ column: number, direction: 'ascending' | 'descending' }} Order */

/** The order after a press on a column's name. @param {Order | null} order @param {number} column @returns {Order | null} */
function next(order, column) {
  if (order?.column !== column) return { column, direction: 'ascending' };
  return order.direction === 'ascending' ? { column, direction: 'descending' } : null;
}

/** @param {DataCell[][]} rows @param {Order | null} order */
function inOrder(rows, order) {
  if (!order) return rows;
  const sign = order.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(a[order.column], b[order.column]));
}

/** @param {DataCell | undefined} a @param {DataCell | undefined} b */
function compare(a, b) {
  if (a?.type === 'raw_number' && b?.type === 'raw_number') return a.value - b.value;
  return textIn(a).localeCompare(textIn(b));
}

/** @param {DataCell | Row[number]} cell */
const shown = cell => (cell.type === 'rich_text' ? html`<${RichText} block=${cell} />` : plain(textIn(cell)));

/** A cell's text; of a mention, the id. @param {any} cell @returns {string} */
function textIn(cell) {
  if (cell?.text !== undefined) return String(cell.text);
  return cell?.user_id ?? (cell?.elements ?? []).map(textIn).join('');
}
