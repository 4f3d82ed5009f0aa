// @ts-check
import { h } from './dom.js';
import { plain, textObject } from './mrkdwn.js';
import { store } from './store.js';

/** @typedef {import('./controls.js').Control} Control */

/** @param {any} shared @param {any} element @param {string | undefined} placeholder @param {() => void} use @returns {Control} */
export function select(shared, element, placeholder, use) {
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

/** @param {string} id @param {string | undefined} label @param {any} element @param {() => void} use @returns {Control} */
export function choices(id, label, element, use) {
  const type = element.type === 'checkboxes' ? 'checkbox' : 'radio';
  const node = h('div', {
    class: 'choices',
    role: type === 'radio' ? 'radiogroup' : 'group',
    'aria-label': label,
    'aria-labelledby': label ? null : `${id}-label`,
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
export function optionsOf(element) {
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
