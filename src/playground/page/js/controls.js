// @ts-check
import { freshId, h } from './dom.js';
import { plain, textObject } from './mrkdwn.js';
import { externalPicker, manyPicker } from './pickers.js';
import { store } from './store.js';

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
  const label = block.type === 'input' ? undefined : (placeholder ?? 'Choose');
  const shared = { id, placeholder, 'aria-label': label, autofocus: element.focus_on_load };
  /** @type {Control} */
  let made;
  switch (element.type) {
    case 'checkboxes':
    case 'radio_buttons':
      made = choices(id, element, use);
      break;
    case 'multi_static_select':
    case 'multi_users_select':
    case 'multi_channels_select':
    case 'multi_conversations_select':
      made = manyPicker(id, optionsOf(element), placeholder, use, element.max_selected_items);
      break;
    case 'external_select':
    case 'multi_external_select':
      made = externalPicker(id, element, placeholder, use, query =>
        on.suggest(element, block.block_id, query),
      );
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
    get: () =>
      element.type === 'datetimepicker' && node.value
        ? Math.floor(new Date(node.value).getTime() / 1000)
        : node.value || null,
    set: value => {
      node.value = element.type === 'datetimepicker' && value ? localMinute(value) : (value ?? '');
    },
  };
}

/** @param {any} shared @param {any} element @param {string | undefined} placeholder @param {() => void} use @returns {Control} */
function select(shared, element, placeholder, use) {
  const { placeholder: _, ...attributes } = shared;
  const node = h('select', { ...attributes, class: 'control', onChange: use });
  node.append(h('option', { value: '' }, placeholder ?? (element.type === 'overflow' ? '⋯' : 'Choose one')));
  if (element.option_groups) {
    for (const group of element.option_groups) {
      node.append(
        h(
          'optgroup',
          { label: plain(group.label.text) },
          group.options.map((/** @type {any} */ one) =>
            h('option', { value: one.value }, plain(one.text.text)),
          ),
        ),
      );
    }
  } else {
    node.append(...optionsOf(element).map(one => h('option', { value: one.value }, one.label)));
  }
  return {
    id: shared.id,
    node,
    focusable: node,
    grouped: false,
    get: () => node.value || null,
    set: value => {
      node.value = value ?? '';
    },
  };
}

/** @param {string} id @param {any} element @param {() => void} use @returns {Control} */
function choices(id, element, use) {
  const type = element.type === 'checkboxes' ? 'checkbox' : 'radio';
  const node = h('div', {
    class: 'choices',
    role: type === 'radio' ? 'radiogroup' : 'group',
    'aria-labelledby': `${id}-label`,
    id,
  });
  for (const option of element.options) {
    node.append(
      h(
        'label',
        { class: 'choice' },
        h('input', { type, name: id, value: option.value, onChange: use }),
        h(
          'span',
          null,
          textObject(option.text),
          option.description ? h('span', { class: 'hint' }, textObject(option.description)) : null,
        ),
      ),
    );
  }
  const boxes = () => [...node.querySelectorAll('input')];
  const chosen = () =>
    boxes()
      .filter(box => box.checked)
      .map(box => box.value);
  return {
    id,
    node,
    focusable: node,
    grouped: true,
    get: () => (type === 'radio' ? (chosen()[0] ?? null) : chosen()),
    set: value => {
      const list = Array.isArray(value) ? value : [value];
      for (const box of boxes()) box.checked = list.includes(box.value);
    },
  };
}

/** @param {any} element @returns {{ value: string, label: string }[]} */
function optionsOf(element) {
  const { people, channels } = store.state;
  if (element.type.includes('users')) {
    return people
      .filter((/** @type {any} */ one) => !one.deleted && !one.isBot)
      .map((/** @type {any} */ one) => ({ value: one.id, label: `${one.realName} (${one.role})` }));
  }
  if (element.type.includes('channels') || element.type.includes('conversations')) {
    return channels
      .filter(
        (/** @type {any} */ one) =>
          one.kind !== 'im' && (element.type.includes('conversations') || one.kind === 'public'),
      )
      .map((/** @type {any} */ one) => ({ value: one.id, label: `#${one.name}` }));
  }
  const all =
    element.options ?? (element.option_groups ?? []).flatMap((/** @type {any} */ group) => group.options);
  return all.map((/** @type {any} */ one) => ({ value: one.value, label: plain(one.text.text) }));
}

/** The plain value of a state as Slack reports it. @param {any} state */
function plainValue(state) {
  if (!state) return null;
  if (state.selected_option !== undefined) return state.selected_option?.value ?? null;
  if (state.selected_options) return state.selected_options.map((/** @type {any} */ one) => one.value);
  const [, value] = Object.entries(state).find(([key]) => key !== 'type') ?? [];
  return value ?? null;
}

/** @param {any} element */
function initial(element) {
  if (element.initial_option) return { selected_option: element.initial_option };
  if (element.initial_options) return { selected_options: element.initial_options };
  const [, value] = Object.entries(element).find(([key]) => key.startsWith('initial_')) ?? [];
  return { value };
}

/** @param {number} seconds */
function localMinute(seconds) {
  const date = new Date(seconds * 1000);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
