// @ts-check
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { plain, textObject } from './mrkdwn.js';
import { Picker } from './picker.js';
import { store } from './store.js';
import { localMinute, secondsOf } from './times.js';

/** @typedef {import('./picker.js').Choice} Choice */
/** @typedef {import('@slack/types').PlainTextOption} Option */
/** @typedef {{ type: string, action_id: string, [field: string]: any }} Element */
/** @typedef {{ options?: Option[], option_groups?: { label: { text: string }, options: Option[] }[] }} Offered */

/**
 * A control for one input element. Values are plain: a string, a list of strings, a number of seconds, or null.
 *
 * @typedef {{
 *   element: Element, id: string, value: any, label?: string | undefined, reports: boolean,
 *   use: (value: any, event: Event, how: How) => void,
 *   suggest: (query: string) => Promise<Offered>, [more: string]: unknown,
 * }} ControlProps `reports`: the app may get its changes at once; `more`: attributes of the focusable node
 * @typedef {'chosen' | 'typed' | 'entered' | 'kept'} How `kept`: typed, and not yet for the app
 */

/** @param {ControlProps} props */
export function Control(props) {
  const { element } = props;
  switch (element.type) {
    case 'checkboxes':
    case 'radio_buttons':
      return html`<${Choices} ...${props} />`;
    case 'multi_static_select':
    case 'multi_users_select':
    case 'multi_channels_select':
    case 'multi_conversations_select':
    case 'external_select':
    case 'multi_external_select':
      return html`<${Searched} ...${props} />`;
    case 'static_select':
    case 'users_select':
    case 'channels_select':
    case 'conversations_select':
    case 'overflow':
      return html`<${Select} ...${props} />`;
    default:
      return html`<${Typed} ...${props} />`;
  }
}

/** @param {ControlProps} props */
function Select({ element, id, value, label, reports: _, use, suggest: __, ...rest }) {
  const options = (/** @type {Choice[]} */ all) =>
    all.map(one => html`<option value=${one.value}>${one.label}</option>`);
  const groups = /** @type {NonNullable<Offered['option_groups']> | undefined} */ (element.option_groups);
  const nothing = element.type === 'overflow' ? '⋯' : 'Choose one';
  return html`<select id=${id} class="control" aria-label=${label} value=${value ?? ''}
    onChange=${(/** @type {any} */ event) => use(event.target.value || null, event, 'chosen')} ...${rest}>
    <option value="">${element.placeholder ? plain(element.placeholder.text) : nothing}</option>
    ${
      groups
        ? groups.map(
            one =>
              html`<optgroup label=${plain(one.label.text)}>${options(one.options.map(choiceOf))}</optgroup>`,
          )
        : options(choicesIn(element))
    }
  </select>`;
}

/** @param {ControlProps} props */
function Choices({ element, id, value, label, reports: _, use, suggest: __, autofocus, ...rest }) {
  const type = element.type === 'checkboxes' ? 'checkbox' : 'radio';
  const chosen = /** @type {string[]} */ (value === null ? [] : [value].flat());
  const change = (/** @type {any} */ event) => {
    const { value: one, checked } = event.target;
    const others = chosen.filter(it => it !== one);
    // In the order of the options.
    const next = element.options
      .map((/** @type {Option} */ it) => it.value)
      .filter((/** @type {string} */ it) => others.includes(it) || (checked && it === one));
    use(type === 'radio' ? one : next, event, 'chosen');
  };
  return html`<div id=${id} class="choices" role=${type === 'radio' ? 'radiogroup' : 'group'} aria-label=${label}
    aria-labelledby=${label ? null : `${id}-label`} ...${rest}>
    ${element.options.map(
      (/** @type {Option} */ option) => html`<label class="choice">
        <input type=${type} name=${id} value=${option.value} checked=${chosen.includes(option.value ?? '')} onChange=${change} />
        <span>${textObject(option.text)}${option.description && html`<span class="hint">${textObject(option.description)}</span>`}</span>
      </label>`,
    )}
  </div>`;
}

const INPUT_TYPES = /** @type {Record<string, string>} */ ({
  datepicker: 'date',
  timepicker: 'time',
  datetimepicker: 'datetime-local',
  email_text_input: 'email',
  url_text_input: 'url',
});

/** @param {ControlProps} props */
function Typed({ element, id, value, label, reports, use, suggest: _, ...rest }) {
  const isMoment = element.type === 'datetimepicker';
  const isPicked = /picker$/.test(element.type);
  const triggers = element.dispatch_action_config?.trigger_actions_on ?? ['on_enter_pressed'];
  const given = (/** @type {any} */ { target }) =>
    isMoment && target.value ? secondsOf(target.value) : target.value || null;
  const typed = (/** @type {Event} */ event) => {
    const says = reports && triggers.includes('on_character_entered');
    use(given(event), event, isPicked ? 'chosen' : says ? 'typed' : 'kept');
  };
  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (!reports || event.key !== 'Enter' || event.isComposing || !triggers.includes('on_enter_pressed'))
      return;
    if (!element.multiline) event.preventDefault();
    use(given(event), event, 'entered');
  };
  const attributes = {
    id,
    class: 'control',
    value: isMoment && value ? localMinute(value) : (value ?? ''),
    placeholder: element.placeholder && plain(element.placeholder.text),
    autocomplete: 'off',
    'aria-label': label,
    ...(isPicked ? { onChange: typed } : { onInput: typed, onKeyDown: keys }),
    ...rest,
  };
  if (element.multiline) return html`<textarea ...${attributes}></textarea>`;
  const type = INPUT_TYPES[element.type] ?? 'text';
  return html`<input type=${type} inputmode=${element.type === 'number_input' ? 'decimal' : null} ...${attributes} />`;
}

const TYPING_PAUSE_MS = 150;

/**
 * A select with search: of its options, or of those that the app gives for the user's typing, in groups or not.
 * "No results" if the app gives none, or some that Slack refuses.
 * @param {ControlProps} props
 */
function Searched({ element, id, value, label, reports: _, use, suggest, ...rest }) {
  const isExternal = element.type.endsWith('external_select');
  const isMany = element.type.startsWith('multi');
  const [query, setQuery] = useState('');
  const [offered, setOffered] = useState(/** @type {import('./picker.js').Section[]} */ ([]));
  const [asked] = useState({
    query: '',
    timer: /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined),
  });
  const known = choicesIn(element);
  const values = /** @type {string[]} */ (value === null || value === '' ? [] : [value].flat());
  const left = known.filter(
    one => !values.includes(one.value) && one.label.toLowerCase().includes(query.toLowerCase()),
  );

  async function look(/** @type {string} */ typed) {
    asked.query = typed;
    if (typed.length < (element.min_query_length ?? 3)) return setOffered([]);
    const { options = [], option_groups: groups = [] } = await suggest(typed);
    // A late answer, to an earlier query.
    if (asked.query !== typed) return;
    const all = [
      { choices: options.map(choiceOf) },
      ...groups.map(one => ({ heading: one.label.text, choices: one.options.map(choiceOf) })),
    ];
    setOffered(all.some(one => one.choices.length > 0) ? all : [{ heading: 'No results', choices: [] }]);
  }
  const type = (/** @type {string} */ typed) => {
    setQuery(typed);
    clearTimeout(asked.timer);
    if (isExternal) asked.timer = setTimeout(() => look(typed), TYPING_PAUSE_MS);
  };
  const change = (/** @type {string[]} */ next) => {
    setQuery('');
    setOffered([]);
    use(isMany ? next : (next[0] ?? null), new Event('change'), 'chosen');
  };
  const take = (/** @type {Choice} */ { value: one }) => {
    const others = isMany ? values.filter(it => it !== one) : [];
    change(others.length >= (element.max_selected_items ?? Infinity) ? values : [...others, one]);
  };
  return html`<${Picker} id=${id} aria-label=${label} placeholder=${element.placeholder && plain(element.placeholder.text)}
    chosen=${values.map(one => heard.get(one) ?? { value: one, label: one })}
    query=${query} onQuery=${type} onFocus=${() => isExternal && look(query)}
    sections=${isExternal ? offered : [{ choices: left }]}
    take=${take} drop=${(/** @type {Choice} */ one) => change(values.filter(it => it !== one.value))} ...${rest} />`;
}

/** Labels of chosen values, because a view holds only the values. @type {Map<string, Choice>} */
const heard = new Map();

/** @param {Choice} choice */
function named(choice) {
  heard.set(choice.value, choice);
  return choice;
}

/** @param {Option} option @returns {Choice} */
const choiceOf = ({ value = '', text, description }) =>
  named({ value, label: plain(text.text), about: description?.text });

/** The known options of a select or picker. @param {Element} element @returns {Choice[]} */
function choicesIn(element) {
  const { people, channels } = store.state;
  if (element.type.includes('users')) {
    const present = people.filter(one => !one.deleted && !one.isBot);
    return present.map(one => named({ value: one.id, label: `${one.realName} (${one.role})` }));
  }
  if (element.type.includes('channels') || element.type.includes('conversations')) {
    const rooms = channels.filter(
      one => one.kind === 'public' || (one.kind === 'private' && element.type.includes('conversations')),
    );
    return rooms.map(one => named({ value: one.id, label: `#${one.name}` }));
  }
  const { option_groups: groups = [], initial_option: first, initial_options: initial = [] } = element;
  /** @type {Option[]} */
  const options =
    element.options ?? groups.flatMap((/** @type {{ options: Option[] }} */ one) => one.options);
  // The app's options are unknown, except for the initial one.
  return (options.length > 0 ? options : first ? [first] : initial).map(choiceOf);
}
