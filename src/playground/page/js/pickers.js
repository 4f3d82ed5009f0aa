// @ts-check
import { h, icon } from './dom.js';
import { dropDown } from './drop-down.js';

/** @typedef {{ value: string, label: string, about?: string }} Choice */
/** @typedef {{ heading?: string, choices: Choice[] }} Section */
/** @typedef {{ id: string, label: string | undefined, placeholder: string | undefined, use: () => void }} Named */

/**
 * Several of a list: what is chosen stands in front of a search field, the rest below it.
 * @param {Named} named @param {Choice[]} options @param {number} [most]
 */
export function manyPicker(named, options, most = Number.POSITIVE_INFINITY) {
  const picker = frame(named, chosen => {
    const wanted = picker.search.value.toLowerCase();
    picker.offer(
      options.filter(
        one => !chosen.some(it => it.value === one.value) && one.label.toLowerCase().includes(wanted),
      ),
    );
  });
  picker.search.addEventListener('input', () => picker.draw());
  return picker.control({
    take: (/** @type {Choice[]} */ chosen, /** @type {Choice} */ one) =>
      chosen.length >= most ? chosen : [...chosen, one],
    get: (/** @type {Choice[]} */ chosen) => chosen.map(one => one.value),
    named: (/** @type {string} */ value) => options.find(one => one.value === value),
  });
}

/** What apps called their options: an update of a view says only which are chosen. @type {Map<string, Choice>} */
const heard = new Map();
const TYPING_PAUSE_MS = 150;

/** @param {any} option @returns {Choice} */
function choiceOf({ value, text, description }) {
  const choice = { value, label: text.text, about: description?.text };
  heard.set(value, choice);
  return choice;
}

/**
 * A select whose options the app gives for what is typed, in groups or not. An app that gives none, or some that Slack does
 * not take, has "No results".
 * @param {Named} named @param {any} element @param {(query: string) => Promise<any>} ask
 */
export function externalPicker(named, element, ask) {
  const many = element.type.startsWith('multi');
  for (const one of [element.initial_option, ...(element.initial_options ?? [])]) if (one) choiceOf(one);
  const picker = frame(named, () => picker.offer([]));
  let typing = /** @type {any} */ (undefined);
  const look = async () => {
    const typed = picker.search.value;
    if (typed.length < (element.min_query_length ?? 3)) return picker.offer([]);
    const { options = [], option_groups: groups = [] } = await ask(typed);
    // An answer to what is no longer typed is late.
    if (picker.search.value !== typed) return;
    const sections = [{ options }, ...groups].map((/** @type {any} */ one) => ({
      heading: one.label?.text,
      choices: one.options.map(choiceOf),
    }));
    picker.offer(
      sections.flatMap(one => one.choices),
      sections,
    );
  };
  picker.search.addEventListener('focus', look);
  picker.search.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(look, TYPING_PAUSE_MS);
  });
  return picker.control({
    take: (/** @type {Choice[]} */ chosen, /** @type {Choice} */ one) => {
      if (!many) return [one];
      const rest = chosen.filter(it => it.value !== one.value);
      return rest.length >= (element.max_selected_items ?? Number.POSITIVE_INFINITY)
        ? chosen
        : [...rest, one];
    },
    get: (/** @type {Choice[]} */ chosen) =>
      many ? chosen.map(one => one.value) : (chosen[0]?.value ?? null),
    named: (/** @type {string} */ value) => heard.get(value),
  });
}

/**
 * Chips, a search field, and a list that floats below. `drawn` is called with what is chosen, to offer the rest.
 * @param {Named} named @param {(chosen: Choice[]) => void} drawn
 */
function frame({ id, label, placeholder, use }, drawn) {
  /** @type {Choice[]} */
  let chosen = [];
  /** @type {any} */
  let rules = null;
  const search = h('input', {
    type: 'search',
    id,
    'aria-label': label,
    placeholder: placeholder ?? 'Search',
    autocomplete: 'off',
  });
  const chips = h('div', { class: 'chips' });
  const list = h('ul', { class: 'picker-list', popover: 'manual' });
  const node = h('div', { class: 'picker' }, chips, list);
  const change = (/** @type {Choice[]} */ next) => {
    chosen = next;
    search.value = '';
    draw();
    use();
    search.focus();
  };
  const draw = () => {
    const chip = (/** @type {Choice} */ one) =>
      h(
        'button',
        {
          type: 'button',
          class: 'chip',
          'aria-label': `Take ${one.label} away`,
          onClick: () => change(chosen.filter(it => it.value !== one.value)),
        },
        one.label,
        icon('close'),
      );
    for (const old of [...chips.children]) if (old !== search) old.remove();
    chips.prepend(...chosen.map(chip));
    if (!search.isConnected || search.parentNode !== chips) chips.append(search);
    drawn(chosen);
  };
  const pickable = (/** @type {Choice} */ one) => {
    const pick = () => {
      change(rules.take(chosen, one));
      list.hidePopover();
    };
    const about = one.about ? h('span', { class: 'about' }, one.about) : null;
    return h(
      'li',
      null,
      h('button', { type: 'button', 'data-value': one.value, onClick: pick }, one.label, about),
    );
  };
  const headed = (/** @type {Section} */ { heading, choices }) => [
    ...(heading ? [h('li', { class: 'heading' }, heading)] : []),
    ...choices.map(pickable),
  ];
  const offer = (
    /** @type {Choice[]} */ options,
    /** @type {Section[] | undefined} */ sections = undefined,
  ) => {
    const none = sections && options.length === 0 ? [h('li', { class: 'heading' }, 'No results')] : [];
    list.replaceChildren(...none, ...(sections ?? [{ choices: options }]).flatMap(headed));
  };
  chips.append(search);
  dropDown(node, search, list);
  return {
    search,
    draw,
    offer,
    control(/** @type {any} */ its) {
      rules = its;
      draw();
      return {
        id,
        node,
        focusable: search,
        grouped: false,
        get: () => rules.get(chosen),
        set: (/** @type {any} */ value) => {
          const values = Array.isArray(value) ? value : value ? [value] : [];
          const known = (/** @type {string} */ one) =>
            chosen.find(it => it.value === one) ?? rules.named(one) ?? { value: one, label: one };
          chosen = values.map(known);
          draw();
        },
      };
    },
  };
}
