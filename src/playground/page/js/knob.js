// @ts-check
import { act } from './api.js';
import { copyText, h, toast } from './dom.js';

/** Whether a knob is where nothing goes wrong. @param {any} knob */
export function isOff(knob) {
  if (knob.kind === 'toggle') return !knob.state;
  if (knob.kind !== 'choice' || !knob.trouble) return true;
  return (knob.state ?? '') === (knob.choices?.[0]?.value ?? '');
}

/** Turns a knob; if it can't be turned, says why. @param {any} knob @param {unknown} value */
export async function run(knob, value) {
  const answer = await act({ do: 'knob', id: knob.id, value });
  if (answer.problem) toast(answer.problem);
}

/**
 * The row of one knob, and a function that shows its new state.
 * @param {any} knob @returns {{ node: any, update: (knob: any) => void }}
 */
export function knobRow(knob) {
  if (knob.kind === 'toggle') return toggle(knob);
  if (knob.kind === 'choice') return choice(knob);
  if (knob.kind === 'copy') return copy(knob);
  return buttons(knob);
}

/** @param {any} knob */
const idOf = knob => `k-${knob.id}`;

/** @param {any} knob @param {any} [state] */
function words(knob, state) {
  return h(
    'span',
    { class: 'knob-words' },
    h('span', { id: `${idOf(knob)}-label` }, knob.label),
    state,
    knob.hint ? h('span', { class: 'hint', id: `${idOf(knob)}-hint` }, knob.hint) : null,
  );
}

/** @param {any} knob */
const named = knob => ({
  id: idOf(knob),
  'aria-labelledby': `${idOf(knob)}-label`,
  'aria-describedby': knob.hint ? `${idOf(knob)}-hint` : null,
});

/** Busy until the playground has done it. @param {any} node @param {() => Promise<void>} work */
async function busy(node, work) {
  node.setAttribute('aria-busy', 'true');
  await work();
  node.removeAttribute('aria-busy');
}

/** @param {any} knob */
function toggle(knob) {
  const node = h('button', {
    ...named(knob),
    type: 'button',
    class: 'switch',
    role: 'switch',
    'aria-checked': 'false',
    onClick: () => busy(node, () => run(knob, node.getAttribute('aria-checked') !== 'true')),
  });
  return {
    node: h('div', { class: 'knob' }, words(knob), node),
    update: (/** @type {any} */ now) => node.setAttribute('aria-checked', String(Boolean(now.state))),
  };
}

/** @param {any} knob */
function choice(knob) {
  const node = h(
    'select',
    { ...named(knob), class: 'control', onChange: () => busy(node, () => run(knob, node.value)) },
    (knob.choices ?? []).map((/** @type {any} */ one) => h('option', { value: one.value }, one.label)),
  );
  const row = h('div', { class: 'knob' }, words(knob), node);
  return {
    node: row,
    update: (/** @type {any} */ now) => {
      node.value = String(now.state ?? '');
      row.classList.toggle('on', !isOff(now));
    },
  };
}

/** A value to copy, cut if it is too long for its field. @param {any} knob */
function copy(knob) {
  const field = h('input', {
    ...named(knob),
    class: 'control mono',
    readonly: true,
    spellcheck: 'false',
    onFocus: () => field.select(),
  });
  const button = h(
    'button',
    {
      type: 'button',
      class: 'button small',
      'aria-describedby': `${idOf(knob)}-label`,
      onClick: () => copyText(field.value, button),
    },
    'Copy',
  );
  return {
    node: h('div', { class: 'knob copy' }, words(knob), h('div', { class: 'copy-row' }, field, button)),
    update: (/** @type {any} */ now) => {
      field.value = String(now.state ?? '');
      field.title = field.value;
    },
  };
}

/** @param {any} knob */
function buttons(knob) {
  const state = h('b', { class: 'knob-state' });
  const one = (/** @type {string} */ label, /** @type {unknown} */ value, /** @type {string} */ id) => {
    const node = h(
      'button',
      {
        type: 'button',
        id,
        class: 'button small',
        'aria-label': knob.choices ? `${knob.label}: ${label}` : null,
        'aria-describedby': knob.hint ? `${idOf(knob)}-hint` : null,
        onClick: () => busy(node, () => run(knob, value)),
      },
      label,
    );
    return node;
  };
  const row = knob.choices
    ? h(
        'div',
        { class: 'knob' },
        words(knob, state),
        h(
          'span',
          { class: 'knob-buttons' },
          knob.choices.map((/** @type {any} */ it) => one(it.label, it.value, `${idOf(knob)}-${it.value}`)),
        ),
      )
    : h(
        'div',
        { class: 'knob' },
        knob.hint || knob.state !== undefined
          ? h(
              'span',
              { class: 'knob-words' },
              state,
              knob.hint ? h('span', { class: 'hint', id: `${idOf(knob)}-hint` }, knob.hint) : null,
            )
          : null,
        one(knob.label, undefined, idOf(knob)),
      );
  return {
    node: row,
    update: (/** @type {any} */ now) => {
      state.textContent = now.state === undefined || now.state === null ? '' : String(now.state);
    },
  };
}
