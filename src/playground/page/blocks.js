// @ts-check
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { Control } from './controls.js';
import { mrkdwn, plain, RichText, textObject } from './mrkdwn.js';
import { announce } from './store.js';

/** @typedef {import('../http/page-state.ts').PageBlock} Block */
/** @typedef {import('./controls.js').Element} Element */

/**
 * The values and actions that blocks use, given by the post or view that they are in.
 * @typedef {{
 *   current: (block: Block, element: Element) => any, errors?: Record<string, string>,
 *   use: (block: Block, element: Element, value: any, event: Event, how?: import('./controls.js').How) => void,
 *   suggest: (block: Block, element: Element, query: string) => Promise<import('./controls.js').Offered>,
 * }} Surroundings `use` is called when the user presses, chooses or types in an element
 */

/** @param {{ blocks: Block[], on: Surroundings }} props */
export const Blocks = ({ blocks, on }) => html`<div class="blocks">
  ${blocks.map(block => html`<${OneBlock} key=${block.type === 'input' ? block.block_id : undefined} block=${block} on=${on} />`)}
</div>`;

/** @param {{ block: Block, on: Surroundings }} props @returns {any} */
function OneBlock({ block, on }) {
  const elements = (/** @type {any[]} */ all) =>
    all.map(one => html`<${AnElement} element=${one} block=${block} on=${on} />`);
  switch (block.type) {
    case 'section':
      return html`<div class="block-section">
        <div class="section-text">
          ${block.text && textObject(block.text)}
          ${block.fields && html`<div class="fields">${block.fields.map(field => html`<div>${textObject(field)}</div>`)}</div>`}
        </div>
        ${block.accessory && elements([block.accessory])}
      </div>`;
    case 'header':
      return html`<h3 class="block-header">${plain(block.text.text)}</h3>`;
    case 'rich_text':
      return html`<${RichText} block=${block} />`;
    case 'divider':
      return html`<hr class="block-divider" />`;
    case 'context':
      return html`<div class="block-context">
        ${block.elements.map(one => (one.type === 'image' ? html`<${ImageNote} image=${one} />` : textObject(one)))}
      </div>`;
    case 'actions':
      return html`<div class="block-actions">${elements(block.elements)}</div>`;
    case 'input':
      return html`<${Field} block=${block} on=${on} />`;
    case 'alert':
      return html`<div class=${`block-alert ${block.level ?? 'default'}`} role="note">${textObject(block.text)}</div>`;
    case 'image':
      return html`<${ImageNote} image=${block} />`;
    case 'markdown':
      return mrkdwn(block.text.replaceAll('**', '*'));
    case 'container':
      return html`<${Container} block=${block} on=${on} />`;
    case 'table':
      return html`<${Table} block=${block} />`;
    case 'data_table':
      return html`<${DataTable} block=${block} />`;
    case 'data_visualization':
      return html`<${Chart} block=${block} />`;
    default:
      return null;
  }
}

/**
 * Names an image from another site instead of fetching it, because the page makes no request to other sites.
 * @param {{ image: { alt_text: string } }} props
 */
const ImageNote = ({ image }) => html`<span class="image-note">${image.alt_text}</span>`;

/** @param {{ element: Element, block: Block, on: Surroundings }} props */
function AnElement({ element, block, on }) {
  if (element.type === 'image') return html`<${ImageNote} image=${element} />`;
  if (element.type !== 'button') {
    const label = element.placeholder
      ? plain(element.placeholder.text)
      : element.type === 'overflow'
        ? 'More'
        : 'Choose';
    return html`<${Control} ...${controlOf(block, element, on)} label=${label} />`;
  }
  const press = (/** @type {Event} */ event) => {
    if (element.url) open(element.url, '_blank', 'noopener');
    on.use(block, element, undefined, event);
  };
  return html`<button type="button" class=${`button ${element.style ?? ''}`} aria-label=${element.accessibility_label}
    data-action=${element.action_id} onClick=${press}>${plain(element.text.text)}</button>`;
}

/** @param {Block} block @param {Element} element @param {Surroundings} on */
const controlOf = (block, element, on) => ({
  element,
  id: `${block.block_id}-${element.action_id}`,
  value: on.current(block, element),
  reports: block.type !== 'input' || block.dispatch_action === true,
  autofocus: element.focus_on_load,
  'data-action': element.action_id,
  use: (
    /** @type {any} */ value,
    /** @type {Event} */ event,
    /** @type {import('./controls.js').How} */ how,
  ) => on.use(block, element, value, event, how),
  suggest: (/** @type {string} */ query) => on.suggest(block, element, query),
});

/** @param {{ block: Extract<Block, { type: 'input' }>, on: Surroundings }} props */
function Field({ block, on }) {
  const element = /** @type {Element} */ (block.element);
  const made = controlOf(block, element, on);
  const error = on.errors?.[block.block_id];
  const described = [error && `${made.id}-error`, block.hint && `${made.id}-hint`].filter(Boolean).join(' ');
  const about = { 'aria-describedby': described || null, 'aria-invalid': error ? 'true' : null };
  const label = html`${plain(block.label.text)}${block.optional && html`<span class="optional"> (optional)</span>`}`;
  const isGroup = element.type === 'checkboxes' || element.type === 'radio_buttons';
  return html`<div class="field" data-block=${block.block_id}>
    ${isGroup ? html`<span class="label" id=${`${made.id}-label`}>${label}</span>` : html`<label for=${made.id}>${label}</label>`}
    <${Control} ...${made} ...${about} />
    ${error && html`<span class="field-error" id=${`${made.id}-error`} role="alert">${error}</span>`}
    ${block.hint && html`<span class="hint" id=${`${made.id}-hint`}>${plain(block.hint.text)}</span>`}
  </div>`;
}

/**
 * Blocks grouped under a title, collapsible or not.
 * @param {{ block: Extract<Block, { type: 'container' }>, on: Surroundings }} props
 */
function Container({ block, on }) {
  const head = html`
    ${block.icon && html`<${ImageNote} image=${block.icon} />`}
    <strong>${block.rich_text_title ? html`<${RichText} block=${block.rich_text_title} />` : plain(block.title?.text ?? '')}</strong>
    ${block.subtitle && html`<span class="hint">${textObject(block.subtitle)}</span>`}
  `;
  const inside = html`<${Blocks} blocks=${block.child_blocks} on=${on} />`;
  const look = `block-container ${block.width ?? 'standard'}`;
  return block.is_collapsible
    ? html`<details class=${look} open=${!block.default_collapsed}><summary>${head}</summary>${inside}</details>`
    : html`<section class=${look}><header class=${block.has_header_divider ? 'divided' : ''}>${head}</header>${inside}</section>`;
}

/** @typedef {import('@slack/types').TableBlock['rows'][number]} Row */

/** @param {{ block: Extract<Block, { type: 'table' }> }} props */
function Table({ block }) {
  const row = (/** @type {Row} */ cells) =>
    cells.map(
      (cell, column) => html`<td class=${block.column_settings?.[column]?.align}>${plain(textIn(cell))}</td>`,
    );
  return html`<div class="block-table"><table>${block.rows.map(cells => html`<tr>${row(cells)}</tr>`)}</table></div>`;
}

/** Slack's default page size. */
const PAGE_SIZE = 5;

/** A table with a header and pages of rows. @param {{ block: Extract<Block, { type: 'data_table' }> }} props */
function DataTable({ block }) {
  const [header = [], ...rows] = block.rows;
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
  /** @param {Row[number]} cell @param {number} column */
  const tableCell = (cell, column) =>
    column === (block.row_header_column_index ?? 0)
      ? html`<th scope="row">${plain(textIn(cell))}</th>`
      : html`<td>${plain(textIn(cell))}</td>`;
  return html`<div class="block-table">
    <table>
      <caption>${plain(block.caption)}</caption>
      <thead><tr>${header.map(cell => html`<th scope="col">${plain(textIn(cell))}</th>`)}</tr></thead>
      <tbody>
        ${rows.slice(page * size, (page + 1) * size).map(cells => html`<tr>${cells.map(tableCell)}</tr>`)}
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

/** @param {any} cell @returns {string} */
function textIn(cell) {
  if (cell.text !== undefined) return String(cell.text);
  return (cell.elements ?? []).map(textIn).join('');
}

/** @typedef {Extract<import('../http/page-state.ts').PageBlock, { type: 'data_visualization' }>} ChartBlock */

/** The width and height of a chart's drawing. */
const [WIDE, HIGH] = [320, 120];

/** A chart, with a table of its numbers for screen readers. @param {{ block: ChartBlock }} props */
function Chart({ block }) {
  const { title, chart } = block;
  const isPie = chart.type === 'pie';
  const series = isPie ? [{ name: title, data: chart.segments }] : chart.series;
  const labels = isPie ? chart.segments.map(one => one.label) : chart.axis_config.categories;
  const names = isPie ? labels : series.map(one => one.name);
  const axes = isPie ? [] : [chart.axis_config.x_label, chart.axis_config.y_label].filter(Boolean);
  const picture = { pie, bar: bars, line: lines, area: lines }[chart.type];
  const points = series.map(one => one.data);
  return html`<figure class="block-chart">
    <figcaption>${title}</figcaption>
    <svg viewBox=${`0 0 ${isPie ? HIGH : WIDE} ${HIGH}`} aria-hidden="true">
      ${picture(points, labels, chart.type === 'area')}
    </svg>
    <p class="legend" aria-hidden="true">${names.map((name, at) => html`<span class=${`hue-${at}`}>${name}</span>`)}</p>
    ${axes.length > 0 && html`<p class="hint">${axes.join(' · ')}</p>`}
    <table class="visually-hidden">
      <tr><th></th>${series.map(one => html`<th scope="col">${one.name}</th>`)}</tr>
      ${labels.map(label => html`<tr><th scope="row">${label}</th>${series.map(one => html`<td>${valueAt(one.data, label)}</td>`)}</tr>`)}
    </table>
  </figure>`;
}

/** @typedef {{ label: string, value: number }[]} Points */

/** @param {Points} points @param {string} label */
const valueAt = (points, label) => points.find(one => one.label === label)?.value ?? 0;

/** The highest of all values, at least 1. @param {Points[]} all */
const most = all => Math.max(1, ...all.flat().map(one => one.value));

/** @param {Points[]} all */
function pie([points = []]) {
  const whole = points.reduce((sum, one) => sum + one.value, 0);
  const [middle, radius] = [HIGH / 2, HIGH / 4];
  const around = 2 * Math.PI * radius;
  let before = 0;
  return points.map(({ value }, at) => {
    const [part, from] = [(value / whole) * around, before];
    before += part;
    return html`<circle class=${`hue-${at}`} cx=${middle} cy=${middle} r=${radius} fill="none" stroke="currentColor"
      stroke-width=${radius * 2} stroke-dasharray=${`${part} ${around}`} stroke-dashoffset=${-from} />`;
  });
}

/** @param {Points[]} all @param {string[]} labels */
function bars(all, labels) {
  const slot = WIDE / labels.length;
  const width = (slot * 0.8) / all.length;
  return all.map((points, at) =>
    labels.map((label, place) => {
      const height = (Math.max(0, valueAt(points, label)) / most(all)) * HIGH;
      return html`<rect class=${`hue-${at}`} x=${place * slot + slot * 0.1 + at * width} y=${HIGH - height} width=${width}
        height=${height} fill="currentColor" />`;
    }),
  );
}

/** @param {Points[]} all @param {string[]} labels @param {boolean} isFilled */
function lines(all, labels, isFilled) {
  const step = WIDE / Math.max(1, labels.length - 1);
  return all.map((points, at) => {
    const path = labels.map(
      (label, place) => `${place * step},${HIGH - (valueAt(points, label) / most(all)) * HIGH}`,
    );
    return isFilled
      ? html`<polygon class=${`hue-${at}`} points=${`0,${HIGH} ${path.join(' ')} ${WIDE},${HIGH}`} fill="currentColor" opacity="0.7" />`
      : html`<polyline class=${`hue-${at}`} points=${path.join(' ')} fill="none" stroke="currentColor" stroke-width="2.5" />`;
  });
}
