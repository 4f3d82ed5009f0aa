// @ts-check
import { byId, h, icon } from './dom.js';
import { isOff, knobRow, run } from './knob.js';
import { store } from './store.js';

/** The rows on the page, by knob: a row stays while only its state changes, and so do focus and open folds. */
let rows = /** @type {Map<string, { update: (knob: any) => void }>} */ (new Map());
let shape = '';
/** @type {Map<string, any>} */
let counts = new Map();

/** The knobs that were plugged in, by group; rarely needed ones are folded away. */
export function renderKnobs() {
  const { knobs } = store.state;
  const next = JSON.stringify(knobs.map((/** @type {any} */ { state: _, ...knob }) => knob));
  if (next !== shape) {
    shape = next;
    build(knobs);
  }
  for (const knob of knobs) rows.get(knob.id)?.update(knob);
  for (const [group, node] of counts) {
    const on = knobs.filter((/** @type {any} */ knob) => knob.group === group && !isOff(knob)).length;
    node.textContent = on > 0 ? `${on} on` : '';
  }
  const wrong = knobs.filter((/** @type {any} */ knob) => !isOff(knob));
  byId('mend').hidden = wrong.length === 0;
}

/** @param {any[]} knobs */
function build(knobs) {
  rows = new Map();
  counts = new Map();
  const groups = Map.groupBy(knobs, knob => String(knob.group));
  byId('knobs').replaceChildren(
    h(
      'div',
      { class: 'side-title' },
      h('h2', null, 'Knobs'),
      h('button', { type: 'button', id: 'mend', class: 'button small', onClick: mend }, 'Fix everything'),
    ),
    ...[...groups].map(([group, members]) => fold(group, members)),
  );
  byId('knobs').hidden = knobs.length === 0;
}

/** @param {string} group @param {any[]} members */
function fold(group, members) {
  const row = (/** @type {any} */ knob) => {
    const made = knobRow(knob);
    rows.set(knob.id, made);
    return made.node;
  };
  const seldom = members.filter(knob => knob.more);
  const count = h('span', { class: 'count' });
  counts.set(group, count);
  return h(
    'details',
    { class: 'knob-group', open: true },
    h('summary', null, h('span', null, group), count, icon('chevron')),
    h('div', { class: 'knob-rows' }, members.filter(knob => !knob.more).map(row)),
    seldom.length > 0
      ? h(
          'details',
          { class: 'more' },
          h('summary', null, 'More', icon('chevron')),
          h('div', { class: 'knob-rows' }, seldom.map(row)),
        )
      : null,
  );
}

/** Turns every knob back to where nothing goes wrong. */
async function mend() {
  for (const knob of store.state.knobs) {
    if (!isOff(knob)) await run(knob, knob.kind === 'toggle' ? false : knob.choices[0].value);
  }
}
