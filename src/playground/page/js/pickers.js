// @ts-check
import { h, icon } from './dom.js';

/** @typedef {{ value: string, label: string }} Choice */

/**
 * Several of a list: what is chosen stands in front of a search field, the rest below it.
 * @param {string} id @param {Choice[]} options @param {string | undefined} placeholder
 * @param {() => void} use @param {number} [most]
 */
export function manyPicker(id, options, placeholder, use, most = Number.POSITIVE_INFINITY) {
  /** @type {string[]} */
  let chosen = [];
  const search = h('input', {
    type: 'search',
    id,
    placeholder: placeholder ?? 'Search',
    autocomplete: 'off',
  });
  const chips = h('div', { class: 'chips' });
  const list = h('ul', { class: 'picker-list', popover: 'manual' });
  const node = h('div', { class: 'picker' }, chips, list);

  const change = (/** @type {string[]} */ next) => {
    chosen = next;
    draw();
    use();
  };
  const draw = () => {
    chips.replaceChildren(
      ...chosen.map(value => {
        const label = options.find(one => one.value === value)?.label ?? value;
        return h(
          'button',
          {
            type: 'button',
            class: 'chip',
            'aria-label': `Take ${label} away`,
            onClick: () => change(chosen.filter(one => one !== value)),
          },
          label,
          icon('close'),
        );
      }),
      search,
    );
    const wanted = search.value.toLowerCase();
    const left = options.filter(
      one => !chosen.includes(one.value) && one.label.toLowerCase().includes(wanted),
    );
    list.replaceChildren(
      ...left.map(one =>
        h(
          'li',
          null,
          h(
            'button',
            {
              type: 'button',
              'data-value': one.value,
              onClick: () => {
                if (chosen.length >= most) return;
                search.value = '';
                change([...chosen, one.value]);
                search.focus();
                list.hidePopover();
              },
            },
            one.label,
          ),
        ),
      ),
    );
  };
  search.addEventListener('input', draw);
  dropDown(node, list);
  node.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => arrows(event, search, list));
  return {
    id,
    node,
    focusable: search,
    grouped: false,
    get: () => [...chosen],
    set: (/** @type {any} */ value) => {
      chosen = Array.isArray(value) ? value : [];
      draw();
    },
  };
}

/**
 * A select whose options the app gives for what is typed.
 * @param {string} id @param {any} element @param {string | undefined} placeholder
 * @param {() => void} use @param {(query: string) => Promise<any[]>} ask
 */
export function externalPicker(id, element, placeholder, use, ask) {
  const many = element.type.startsWith('multi');
  /** @type {Choice[]} */
  let chosen = [];
  const search = h('input', {
    type: 'search',
    id,
    placeholder: placeholder ?? 'Search',
    autocomplete: 'off',
  });
  const chips = h('div', { class: 'chips' });
  const list = h('ul', { class: 'picker-list', popover: 'manual' });
  const node = h('div', { class: 'picker' }, chips, list);
  const draw = () =>
    chips.replaceChildren(...chosen.map(one => h('span', { class: 'chip' }, one.label)), search);
  search.addEventListener('input', async () => {
    if (search.value.length < (element.min_query_length ?? 3)) return;
    const options = await ask(search.value);
    list.replaceChildren(
      ...options.map(option =>
        h(
          'li',
          null,
          h(
            'button',
            {
              type: 'button',
              'data-value': option.value,
              onClick: () => {
                const picked = { value: option.value, label: option.text.text };
                chosen = many ? [...chosen, picked] : [picked];
                search.value = '';
                list.replaceChildren();
                draw();
                use();
              },
            },
            option.text.text,
          ),
        ),
      ),
    );
  });
  dropDown(node, list);
  draw();
  return {
    id,
    node,
    focusable: search,
    grouped: false,
    get: () => (many ? chosen.map(one => one.value) : (chosen[0]?.value ?? null)),
    set: (/** @type {any} */ value) => {
      const values = Array.isArray(value) ? value : value ? [value] : [];
      chosen = values.map(one => chosen.find(known => known.value === one) ?? { value: one, label: one });
      draw();
    },
  };
}

/**
 * Shows the list while the focus is in the picker. It floats above everything, so that opening and closing
 * it moves nothing that someone is about to click.
 * @param {any} node @param {any} list
 */
function dropDown(node, list) {
  const place = () => {
    const at = node.getBoundingClientRect();
    const below = innerHeight - at.bottom - 12;
    const upwards = below < 160 && at.top > below;
    list.style.width = `${at.width}px`;
    list.style.left = `${at.left}px`;
    list.style.top = upwards ? 'auto' : `${at.bottom + 4}px`;
    list.style.bottom = upwards ? `${innerHeight - at.top + 4}px` : 'auto';
    list.style.maxHeight = `${Math.min(220, upwards ? at.top - 12 : below)}px`;
  };
  const open = () => {
    if (!list.matches(':popover-open')) list.showPopover();
    place();
    addEventListener('scroll', place, { capture: true });
  };
  for (const sign of ['focusin', 'click', 'input']) node.querySelector('.chips').addEventListener(sign, open);
  node.addEventListener('focusout', (/** @type {FocusEvent} */ event) => {
    if (node.contains(/** @type {Node | null} */ (event.relatedTarget))) return;
    removeEventListener('scroll', place, { capture: true });
    if (list.isConnected) list.hidePopover();
  });
  node.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape' || !list.matches(':popover-open')) return;
    event.preventDefault();
    list.hidePopover();
  });
}

/** @param {KeyboardEvent} event @param {any} search @param {any} list */
function arrows(event, search, list) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  if (!list.matches(':popover-open')) search.click();
  const stops = [search, ...list.querySelectorAll('button')];
  const at = stops.indexOf(document.activeElement);
  stops[(at + step + stops.length) % stops.length]?.focus();
}
