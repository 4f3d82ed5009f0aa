// @ts-check
import { choices, optionsOf, select } from './choosers.js';
import { initial, plainValue } from './control-values.js';
import { freshId, h } from './dom.js';
import { plain } from './mrkdwn.js';
import { externalPicker, manyPicker } from './pickers.js';
import { localMinute, secondsOf } from './times.js';

/**
 * A control for one input element. `get` and `set` speak in plain values: a string, a list of strings,
 * or null. `focusable` takes focus and carries the error.
 * @typedef {{ id: string, node: any, focusable: any, grouped: boolean, get: () => any, set: (value: any) => void }} Control
 */

/** @param {any} element @param {any} block @param {any} on @returns {Control} */
export function control(element, block, on) {
  const made = make(element, block, on);
  const state = on.values?.[block.block_id]?.[element.action_id];
  made.set(plainValue(state ?? initial(element)));
  made.focusable.setAttribute('data-action', element.action_id);
  on.control?.(`${block.block_id}/${element.action_id}`, made, element);
  return made;
}

/** @param {any} element @param {any} block @param {any} on @returns {Control} */
function make(element, block, on) {
  const id = freshId();
  const use = () => on.use(element, block.block_id, made.get(), made.node, 'chosen');
  const placeholder = element.placeholder ? plain(element.placeholder.text) : undefined;
  const label =
    block.type === 'input' ? undefined : (placeholder ?? (element.type === 'overflow' ? 'More' : 'Choose'));
  const shared = { id, placeholder, 'aria-label': label, autofocus: element.focus_on_load };
  const picker = { id, label, placeholder, use };
  /** @type {Control} */
  let made;
  switch (element.type) {
    case 'checkboxes':
    case 'radio_buttons':
      made = choices(id, label, element, use);
      break;
    case 'multi_static_select':
    case 'multi_users_select':
    case 'multi_channels_select':
    case 'multi_conversations_select':
      made = manyPicker(picker, optionsOf(element), element.max_selected_items);
      break;
    case 'external_select':
    case 'multi_external_select':
      made = externalPicker(picker, element, query => on.suggest(element, block.block_id, query));
      break;
    case 'static_select':
    case 'users_select':
    case 'channels_select':
    case 'conversations_select':
    case 'overflow':
      made = select(shared, element, placeholder, use);
      break;
    default:
      made = typed(shared, element, block, on, use);
  }
  return made;
}

const INPUT_TYPES = /** @type {Record<string, string>} */ ({
  datepicker: 'date',
  timepicker: 'time',
  datetimepicker: 'datetime-local',
  email_text_input: 'email',
  url_text_input: 'url',
});

/** @param {any} shared @param {any} element @param {any} block @param {any} on @param {() => void} use @returns {Control} */
function typed(shared, element, block, on, use) {
  const long = element.multiline || element.type === 'rich_text_input';
  const picks = /picker$/.test(element.type);
  const node = h(long ? 'textarea' : 'input', {
    ...shared,
    class: 'control',
    type: long ? null : (INPUT_TYPES[element.type] ?? 'text'),
    inputmode: element.type === 'number_input' ? 'decimal' : null,
    autocomplete: 'off',
    onChange: picks ? use : null,
  });
  if (element.type === 'file_input') node.disabled = true;
  const triggers = element.dispatch_action_config?.trigger_actions_on ?? ['on_enter_pressed'];
  if (block.dispatch_action && !picks) {
    if (triggers.includes('on_character_entered')) {
      node.addEventListener('input', () => on.use(element, block.block_id, node.value, node, 'typed'));
    }
    if (triggers.includes('on_enter_pressed')) {
      node.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'Enter' || event.isComposing) return;
        if (!long) event.preventDefault();
        on.use(element, block.block_id, node.value, node, 'entered');
      });
    }
  }
  return {
    id: shared.id,
    node,
    focusable: node,
    grouped: false,
    get: () => (element.type === 'datetimepicker' && node.value ? secondsOf(node.value) : node.value || null),
    set: value => {
      node.value = element.type === 'datetimepicker' && value ? localMinute(value) : (value ?? '');
    },
  };
}
