// @ts-check
import { announce, h } from './dom.js';
import { plainNodes } from './mrkdwn.js';

/** Slack's, where the app doesn't say another. */
const PAGE_SIZE = 5;

/** @param {any} block */
export function table(block) {
  const aligned = (/** @type {number} */ column) => block.column_settings?.[column]?.align;
  const row = (/** @type {any[]} */ cells) =>
    h(
      'tr',
      null,
      cells.map((cell, column) => h('td', { class: aligned(column) }, content(cell))),
    );
  return h('div', { class: 'block-table' }, h('table', null, block.rows.map(row)));
}

/** A table with a header, whose rows are on pages. @param {any} block */
export function dataTable(block) {
  const [header, ...rows] = block.rows;
  const size = block.page_size ?? PAGE_SIZE;
  const pages = Math.ceil(rows.length / size);
  const named = block.row_header_column_index ?? 0;
  const body = h('tbody');
  const where = h('span', { class: 'hint' });
  const turn = (/** @type {string} */ label, /** @type {number} */ by) =>
    h('button', { type: 'button', class: 'button', onClick: () => show(page + by, true) }, label);
  const [previous, next] = [turn('Previous', -1), turn('Next', 1)];
  let page = 0;

  function show(/** @type {number} */ wanted, /** @type {boolean} */ aloud) {
    page = Math.min(Math.max(wanted, 0), pages - 1);
    body.replaceChildren(...rows.slice(page * size, (page + 1) * size).map(row));
    where.textContent = `Page ${page + 1} of ${pages}`;
    // Not `disabled`: the focus stays where it is.
    previous.setAttribute('aria-disabled', String(page === 0));
    next.setAttribute('aria-disabled', String(page === pages - 1));
    if (aloud) announce(where.textContent);
  }

  function row(/** @type {any[]} */ cells) {
    const cell = (/** @type {any} */ one, /** @type {number} */ column) =>
      column === named ? h('th', { scope: 'row' }, content(one)) : h('td', null, content(one));
    return h('tr', null, cells.map(cell));
  }

  show(0, false);
  const heads = header.map((/** @type {any} */ cell) => h('th', { scope: 'col' }, content(cell)));
  return h(
    'div',
    { class: 'block-table' },
    h(
      'table',
      null,
      h('caption', null, plainNodes(block.caption)),
      h('thead', null, h('tr', null, heads)),
      body,
    ),
    pages > 1 ? h('div', { class: 'table-pages' }, previous, where, next) : null,
  );
}

/** @param {any} cell */
const content = cell => plainNodes(textIn(cell));

/** @param {any} cell @returns {string} */
function textIn(cell) {
  if (cell.text !== undefined) return String(cell.text);
  return (cell.elements ?? []).map(textIn).join('');
}
