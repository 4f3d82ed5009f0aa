// @ts-check
import { html } from 'htm/preact';
import { Chart } from './charts.js';
import { Control } from './controls.js';
import { mrkdwn, plain, RichText, textObject } from './mrkdwn.js';
import { DataTable, Table } from './tables.js';

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
