// @ts-check
import { act } from './api.js';
import { byId, h, icon } from './dom.js';
import { store } from './store.js';

let drawn = '';

/** @param {() => void} close */
export function renderPhone(close) {
  const texts = store.state.phone;
  const look = JSON.stringify(texts);
  if (look === drawn && byId('phone').childElementCount > 0) return;
  drawn = look;
  byId('phone').replaceChildren(
    h(
      'h2',
      { class: 'side-title' },
      'The phone',
      h(
        'button',
        { type: 'button', class: 'icon-button narrow-only for-side', 'aria-label': 'Close', onClick: close },
        icon('close'),
      ),
    ),
    h(
      'div',
      { class: 'phone' },
      h(
        'div',
        { class: 'screen' },
        h(
          'div',
          { class: 'status-bar', 'aria-hidden': 'true' },
          h('span', null, hour(store.state.now)),
          h('span', null, '4G'),
        ),
        h(
          'div',
          { class: 'screen-head' },
          h('b', null, 'Messages'),
          h(
            'span',
            null,
            texts.length === 0
              ? 'All texts the SMS service accepts'
              : `${texts.length} accepted by the SMS service`,
          ),
        ),
        h(
          'ol',
          { class: 'texts', role: 'log', 'aria-label': 'Texts', tabindex: '0' },
          texts.length === 0 ? h('li', { class: 'none' }, 'No text has been sent yet.') : texts.map(textItem),
        ),
      ),
    ),
  );
  const list = byId('phone').querySelector('.texts');
  list.scrollTop = list.scrollHeight;
}

/** @param {number | string} at */
function hour(at) {
  return new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** @param {any} text */
function textItem(text) {
  const at = new Date(text.at);
  return h(
    'li',
    null,
    h(
      'div',
      { class: 'text-head' },
      h('span', null, `To ${text.number}`),
      h('time', { datetime: at.toISOString() }, hour(text.at)),
    ),
    h(
      'div',
      { class: 'bubble', lang: /[\u0980-\u09ff]/.test(text.message) ? 'bn' : null, dir: 'auto' },
      text.message,
    ),
    h('div', { class: 'text-foot' }, `${text.parts} ${Number(text.parts) === 1 ? 'part' : 'parts'}`),
  );
}

let knobsDrawn = '';

/** The switches and buttons somebody plugged in, by group. */
export function renderKnobs() {
  const { knobs } = store.state;
  const look = JSON.stringify(knobs);
  if (look === knobsDrawn) return;
  knobsDrawn = look;
  const focused = document.activeElement?.id;
  const groups = Map.groupBy(knobs, (/** @type {any} */ knob) => knob.group);
  byId('knobs').replaceChildren(
    ...[...groups].map(([group, members]) =>
      h('div', { class: 'knob-group' }, h('h3', null, String(group)), members.map(knobRow)),
    ),
  );
  if (focused) byId(focused)?.focus();
}

/** @param {any} knob */
function knobRow(knob) {
  const id = `k-${knob.id}`;
  const run = (/** @type {unknown} */ value) => act({ do: 'knob', id: knob.id, value });
  const words = h(
    'span',
    { id: `${id}-label` },
    knob.label,
    knob.hint ? h('span', { class: 'hint' }, knob.hint) : null,
  );
  if (knob.kind === 'toggle') {
    const on = Boolean(knob.state);
    return h(
      'div',
      { class: 'knob' },
      words,
      h('button', {
        type: 'button',
        id,
        class: 'switch',
        role: 'switch',
        'aria-checked': String(on),
        'aria-labelledby': `${id}-label`,
        onClick: () => run(!on),
      }),
    );
  }
  if (knob.kind === 'choice') {
    const select = h(
      'select',
      { id, class: 'control', 'aria-labelledby': `${id}-label`, onChange: () => run(select.value) },
      (knob.choices ?? []).map((/** @type {any} */ one) => h('option', { value: one.value }, one.label)),
    );
    select.value = String(knob.state ?? '');
    return h('div', { class: 'knob' }, words, select);
  }
  const state = knob.state === undefined || knob.state === null ? '' : String(knob.state);
  return h(
    'div',
    { class: 'knob' },
    knob.hint || state
      ? h(
          'span',
          null,
          state ? h('b', null, state) : null,
          knob.hint ? h('span', { class: 'hint' }, knob.hint) : null,
        )
      : null,
    h('button', { type: 'button', id, class: 'button', onClick: () => run(undefined) }, knob.label),
  );
}
