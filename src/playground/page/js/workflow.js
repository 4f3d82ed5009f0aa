// @ts-check
import { act } from './api.js';
import { byId, closeDialog, h, icon, toast } from './dom.js';
import { externalPicker } from './pickers.js';
import { store } from './store.js';

/** The step whose dialog is open, and which of its runs are drawn. */
let open = '';
let drawn = '';

/** Opens the dialog that runs one of the app's steps as a workflow would. @param {string} callbackId */
export function openWorkflow(callbackId) {
  const step = store.state.manifest.functions.find((/** @type {any} */ one) => one.callbackId === callbackId);
  open = callbackId;
  drawn = '';
  const dialog = byId('workflow');
  dialog.setAttribute('aria-labelledby', 'workflow-title');
  dialog.replaceChildren(
    h(
      'header',
      { class: 'dialog-head' },
      h('h2', { id: 'workflow-title' }, h('span', { class: 'app-name' }, 'Workflow step'), step.title),
      h(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': 'Close', onClick: () => closeDialog(dialog) },
        icon('close'),
      ),
    ),
    h(
      'div',
      { class: 'dialog-body', tabindex: '-1' },
      step.description ? h('p', { class: 'hint' }, step.description) : null,
      form(step),
      h('section', { id: 'runs', class: 'runs', 'aria-label': 'Runs', 'aria-live': 'polite' }),
    ),
  );
  dialog.showModal();
  dialog.querySelector('.control')?.focus();
  renderWorkflow();
}

/** Draws the runs of the open step: their inputs and results. */
export function renderWorkflow() {
  if (!byId('workflow').open) return;
  const runs = store.state.runs.filter((/** @type {any} */ run) => run.callbackId === open);
  const look = JSON.stringify(runs);
  if (look === drawn) return;
  drawn = look;
  const focused = document.activeElement?.id ?? '';
  byId('runs').replaceChildren(
    h('h3', null, 'Runs'),
    ...(runs.length > 0 ? runs.map(card) : [h('p', { class: 'hint' }, 'None yet.')]),
  );
  if (focused.startsWith('again-')) byId(focused)?.focus();
}

/** @param {any} step */
function form(step) {
  const button = h('button', { type: 'submit', class: 'button primary' }, 'Run the step');
  const fields = (step.inputs ?? []).map((/** @type {any} */ input) => field(input, step.callbackId));
  return h(
    'form',
    {
      class: 'step-form',
      onSubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const inputs = Object.fromEntries(
          fields.flatMap((/** @type {any} */ one) => {
            const value = one.value();
            const isEmpty = value === '' || value === false || (Array.isArray(value) && value.length === 0);
            return isEmpty ? [] : [[one.name, value]];
          }),
        );
        button.setAttribute('aria-busy', 'true');
        const answer = await act({ do: 'run-step', callbackId: step.callbackId, inputs });
        button.removeAttribute('aria-busy');
        if (answer.problem) toast(answer.problem);
      },
    },
    fields.map((/** @type {any} */ one) => one.node),
    h('div', { class: 'step-buttons' }, button),
  );
}

/**
 * One input of the step.
 * @param {any} input @param {string} callbackId @returns {{ name: string, node: any, value: () => unknown }}
 */
function field(input, callbackId) {
  const id = `step-${input.name}`;
  const hint = input.description ? h('span', { class: 'hint', id: `${id}-hint` }, input.description) : null;
  const about = { id, 'aria-describedby': hint ? `${id}-hint` : null };
  const title = input.title ?? input.name;
  if (input.type === 'boolean') {
    const box = h('input', { ...about, type: 'checkbox' });
    return {
      name: input.name,
      node: h('div', { class: 'field step-check' }, box, h('label', { for: id }, title), hint),
      value: () => box.checked,
    };
  }
  const optional = input.required === false ? h('span', { class: 'optional' }, ' (optional)') : null;
  if (input.dynamicOptions) {
    const type = input.type === 'array' ? 'multi_external_select' : 'external_select';
    const named = { id, label: undefined, placeholder: undefined, use: () => undefined };
    const picker = externalPicker(named, { type, min_query_length: 0 }, typed =>
      act({ do: 'step-options', callbackId, input: input.name, typed }),
    );
    return {
      name: input.name,
      node: h('div', { class: 'field' }, h('label', { for: id }, title, optional), picker.node, hint),
      value: () => picker.get() ?? '',
    };
  }
  const box = h(input.name === 'message' ? 'textarea' : 'input', {
    ...about,
    class: 'control',
    autocomplete: 'off',
    spellcheck: 'false',
    rows: input.name === 'message' ? '3' : null,
  });
  return {
    name: input.name,
    node: h('div', { class: 'field' }, h('label', { for: id }, title, optional), box, hint),
    value: () => box.value,
  };
}

const STATES = /** @type {Record<string, string>} */ ({
  running: 'Running',
  succeeded: 'Completed',
  failed: 'Failed',
});

/** @param {any} run */
function card(run) {
  const at = new Date(run.startedAt).toLocaleTimeString('en-GB');
  const times = run.attempts.length;
  return h(
    'article',
    { class: `run ${run.state}`, 'aria-label': `Run ${run.id}` },
    h(
      'header',
      null,
      h('b', { class: 'run-state' }, STATES[run.state] ?? run.state),
      h('span', { class: 'hint' }, `at ${at}`),
      h(
        'button',
        {
          type: 'button',
          id: `again-${run.id}`,
          class: 'button small',
          disabled: times === 0,
          onClick: () => act({ do: 'run-again', runId: run.id }),
        },
        'Deliver again',
      ),
    ),
    h(
      'p',
      { class: 'hint' },
      times === 0
        ? 'Slack is waiting for the app to take it.'
        : `Delivered ${times === 1 ? 'once' : `${times} times`}; the app answered ${run.attempts.join(', ')}.`,
    ),
    list('What went in', run.inputs),
    run.error ? h('p', { class: 'run-error' }, run.error) : null,
    run.outputs ? list('What came out', run.outputs) : null,
  );
}

/** @param {string} title @param {Record<string, unknown>} values */
function list(title, values) {
  return h(
    'dl',
    { 'aria-label': title },
    Object.entries(values).map(([name, value]) => [h('dt', null, name), h('dd', null, String(value))]),
  );
}
