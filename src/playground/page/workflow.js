// @ts-check
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { Blocks } from './blocks.js';
import { plainText } from './mrkdwn.js';
import { act, busy, order, store } from './store.js';
import { closeDialog, Dialog, DialogHead } from './ui.js';

/** @typedef {import('./blocks.js').Block} Block */
/** @typedef {import('../http/page-state.ts').PageState['runs'][number]} Run */
/** @typedef {import('../manifest.ts').Parameters['properties'][string]} Input */

/** Runs one of the app's steps as a workflow would, and shows its runs. @param {{ callbackId: string }} props */
export function StepDialog({ callbackId }) {
  const [values, setValues] = useState(/** @type {Record<string, any>} */ ({}));
  const step = store.state.manifest.steps.find(one => one.callbackId === callbackId);
  if (!step) return null;
  const { properties, required } = step.input_parameters;
  const runs = store.state.runs.filter(run => run.callbackId === callbackId);
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const filled = Object.entries(values).filter(([, value]) => value !== null && value.length !== 0);
    const inputs = filled.map(([name, value]) => [name, properties[name]?.type === 'boolean' || value]);
    busy(/** @type {any} */ ({ currentTarget: event.submitter }), () =>
      order({ do: 'runStep', callbackId, inputs: Object.fromEntries(inputs) }),
    );
  };
  /** @type {import('./blocks.js').Surroundings} */
  const on = {
    current: ({ block_id: name }) => values[name] ?? null,
    use: ({ block_id: name }, _, value) => setValues(before => ({ ...before, [name]: value })),
    suggest: ({ block_id: name }, _, typed) => act({ do: 'stepOptions', callbackId, input: name, typed }),
  };
  const blocks = Object.entries(properties).map(([name, input]) =>
    blockFor(name, input, !required.includes(name)),
  );
  const focus = (/** @type {HTMLElement} */ dialog) => dialog.querySelector('input')?.focus();
  return html`<${Dialog} id="workflow" class="modal" onClose=${closeDialog} focus=${focus}>
    <${DialogHead} id="workflow" of="Workflow step" title=${step.title} onClose=${closeDialog} />
    <div class="dialog-body" tabindex="-1">
      ${step.description && html`<p class="hint">${step.description}</p>`}
      <form class="step-form" onSubmit=${submit}>
        <${Blocks} blocks=${blocks} on=${on} />
        <div class="step-buttons"><button type="submit" class="button primary">Run the step</button></div>
      </form>
      <section id="runs" class="runs" aria-label="Runs" aria-live="polite">
        <h3>Runs</h3>
        ${runs.length > 0 ? runs.map(run => html`<${OneRun} key=${run.id} run=${run} />`) : html`<p class="hint">None yet.</p>`}
      </section>
    </div>
  <//>`;
}

/**
 * The input block for a step's input.
 * @param {string} name @param {Input} input @param {boolean} optional @returns {Block}
 */
function blockFor(name, { type, title = name, description, dynamic_options }, optional) {
  const action_id = 'step';
  const words = plainText(title);
  const about = description ? plainText(description) : undefined;
  if (type === 'boolean') {
    const option = { text: words, value: 'true', ...(about && { description: about }) };
    return {
      type: 'actions',
      block_id: name,
      elements: [{ type: 'checkboxes', action_id, options: [option] }],
    };
  }
  const listed = type === 'array' ? 'multi_external_select' : 'external_select';
  const element = dynamic_options
    ? /** @type {const} */ ({ type: listed, action_id, min_query_length: 0 })
    : /** @type {const} */ ({ type: 'plain_text_input', action_id, multiline: name === 'message' });
  return { type: 'input', block_id: name, label: words, optional, element, ...(about && { hint: about }) };
}

const STATES = { running: 'Running', succeeded: 'Completed', failed: 'Failed' };

/** @param {{ run: Run }} props */
function OneRun({ run }) {
  const { id, state, attempts, error, inputs, outputs } = run;
  const times = attempts.length === 1 ? 'once' : `${attempts.length} times`;
  const again = () => act({ do: 'runAgain', runId: id });
  return html`<article class=${`run ${state}`} aria-label=${`Run ${id}`}>
    <header>
      <b class="run-state">${STATES[state]}</b>
      <span class="hint">at ${new Date(run.startedAt).toLocaleTimeString('en-GB')}</span>
      <button type="button" id=${`again-${id}`} class="button small" disabled=${attempts.length === 0} onClick=${again}>Deliver again</button>
    </header>
    <p class="hint">
      ${attempts.length === 0 ? 'Slack is waiting for the app to take it.' : `Delivered ${times}; the app answered ${attempts.join(', ')}.`}
    </p>
    <${Values} title="What went in" values=${inputs} />
    ${error && html`<p class="run-error">${error}</p>`}
    ${outputs && html`<${Values} title="What came out" values=${outputs} />`}
  </article>`;
}

/** @param {{ title: string, values: Record<string, unknown> }} props */
const Values = ({ title, values }) => html`<dl aria-label=${title}>
  ${Object.entries(values).map(([name, value]) => html`<dt>${name}</dt><dd>${String(value)}</dd>`)}
</dl>`;
