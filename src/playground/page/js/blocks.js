// @ts-check
import { control } from './controls.js';
import { h } from './dom.js';
import { mrkdwn, plainNodes, richText, textObject } from './mrkdwn.js';
import { dataTable, table } from './tables.js';

/**
 * Renders blocks. Calls `on.use(element, blockId, value, node)` when something in them is pressed
 * or chosen; `on.control` lets a modal keep hold of its inputs.
 * @param {any[]} blocks
 * @param {any} on
 */
export function renderBlocks(blocks, on) {
  return h(
    'div',
    { class: 'blocks' },
    blocks.map(block => renderBlock(block, on)),
  );
}

/** @param {any} block @param {any} on @returns {any} */
function renderBlock(block, on) {
  switch (block.type) {
    case 'section':
      return h(
        'div',
        { class: 'block-section' },
        h(
          'div',
          { class: 'section-text' },
          block.text ? textObject(block.text) : null,
          block.fields
            ? h(
                'div',
                { class: 'fields' },
                block.fields.map((/** @type {any} */ field) => h('div', null, textObject(field))),
              )
            : null,
        ),
        block.accessory ? renderElement(block.accessory, block, on) : null,
      );
    case 'header':
      return h('h3', { class: 'block-header' }, plainNodes(block.text.text));
    case 'rich_text':
      return richText(block);
    case 'divider':
      return h('hr', { class: 'block-divider' });
    case 'context':
      return h(
        'div',
        { class: 'block-context' },
        block.elements.map((/** @type {any} */ one) =>
          one.type === 'image' ? imageNote(one) : textObject(one),
        ),
      );
    case 'actions':
      return h(
        'div',
        { class: 'block-actions' },
        block.elements.map((/** @type {any} */ one) => renderElement(one, block, on)),
      );
    case 'input':
      return renderInput(block, on);
    case 'alert':
      return h(
        'div',
        { class: `block-alert ${block.level ?? 'default'}`, role: 'note' },
        textObject(block.text),
      );
    case 'image':
      return imageNote(block);
    case 'markdown':
      return mrkdwn(block.text.replaceAll('**', '*'));
    case 'card':
      return h(
        'div',
        { class: 'block-card' },
        block.title ? h('strong', null, textObject(block.title)) : null,
        block.subtitle ? h('div', { class: 'hint' }, textObject(block.subtitle)) : null,
        block.body ? textObject(block.body) : null,
        block.actions
          ? h(
              'div',
              { class: 'block-actions' },
              block.actions.map((/** @type {any} */ one) => renderElement(one, block, on)),
            )
          : null,
      );
    case 'table':
      return table(block);
    case 'data_table':
      return dataTable(block);
    default:
      return h('span', { class: 'image-note' }, `${block.type} block`);
  }
}

/** Pictures from elsewhere are named, not fetched: the page makes no request to anywhere else. @param {any} image */
function imageNote(image) {
  return h('span', { class: 'image-note' }, image.alt_text);
}

/** @param {any} element @param {any} block @param {any} on */
function renderElement(element, block, on) {
  if (element.type === 'image') return imageNote(element);
  if (element.type === 'button' || element.type === 'workflow_button') return button(element, block, on);
  return control(element, block, on).node;
}

/** @param {any} element @param {any} block @param {any} on */
function button(element, block, on) {
  const node = h(
    'button',
    {
      type: 'button',
      class: `button ${element.style ?? ''}`,
      'aria-label': element.accessibility_label,
      'data-action': element.action_id,
      onClick: () => {
        if (element.url) open(element.url, '_blank', 'noopener');
        on.use(element, block.block_id, undefined, node);
      },
    },
    plainNodes(element.text.text),
  );
  return node;
}

/** @param {any} block @param {any} on */
function renderInput(block, on) {
  const made = control(block.element, block, on);
  const error = on.errors?.[block.block_id];
  const errorId = error ? `${made.id}-error` : null;
  const hintId = block.hint ? `${made.id}-hint` : null;
  const described = [errorId, hintId].filter(Boolean).join(' ');
  if (described) made.focusable.setAttribute('aria-describedby', described);
  if (error) made.focusable.setAttribute('aria-invalid', 'true');
  const optional = block.optional ? h('span', { class: 'optional' }, ' (optional)') : null;
  const label = plainNodes(block.label.text);
  return h(
    'div',
    { class: 'field', 'data-block': block.block_id },
    made.grouped
      ? h('span', { class: 'label', id: `${made.id}-label` }, label, optional)
      : h('label', { for: made.id }, label, optional),
    made.node,
    error ? h('span', { class: 'field-error', id: errorId, role: 'alert' }, error) : null,
    block.hint ? h('span', { class: 'hint', id: hintId }, plainNodes(block.hint.text)) : null,
  );
}
