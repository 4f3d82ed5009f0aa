// @ts-check
import { html } from 'htm/preact';
import { useState } from 'preact/hooks';
import { ExternalPicker } from './controls.js';
import { act, busy, order, store } from './store.js';
import { closeDialog, Dialog, DialogHead } from './ui.js';

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
    const given = Object.entries(values).filter(
      ([, value]) => value !== null && value !== false && value.length !== 0,
    );
    busy(/** @type {any} */ ({ currentTarget: event.submitter }), () =>
      order({ do: 'runStep', callbackId, inputs: Object.fromEntries(given) }),
    );
  };
  const focus = (/** @type {HTMLElement} */ dialog) => dialog.querySelector('input')?.focus();
  return html`<${Dialog} id="workflow" class="modal" onClose=${closeDialog} focus=${focus}>
    <${DialogHead} id="workflow" of="Workflow step" title=${step.title} onClose=${closeDialog} />
    <div class="dialog-body" tabindex="-1">
      ${step.description && html`<p class="hint">${step.description}</p>`}
      <form class="step-form" onSubmit=${submit}>
        ${Object.entries(properties).map(
          ([name, input]) => html`<${Field} key=${name} name=${name} input=${input} callbackId=${callbackId}
            isOptional=${!required.includes(name)} value=${values[name] ?? null}
            change=${(/** @type {unknown} */ value) => setValues(before => ({ ...before, [name]: value }))} />`,
        )}
        <div class="step-buttons"><button type="submit" class="button primary">Run the step</button></div>
      </form>
      <section id="runs" class="runs" aria-label="Runs" aria-live="polite">
        <h3>Runs</h3>
        ${runs.length > 0 ? runs.map(run => html`<${OneRun} key=${run.id} run=${run} />`) : html`<p class="hint">None yet.</p>`}
      </section>
    </div>
  <//>`;
}

/** @param {{ name: string, input: Input, callbackId: string, isOptional: boolean, value: any, change: (value: unknown) => void }} props */
function Field({ name, input, callbackId, isOptional, value, change }) {
  const id = `step-${name}`;
  const about = { id, 'aria-describedby': input.description ? `${id}-hint` : null };
  const hint = input.description && html`<span class="hint" id=${`${id}-hint`}>${input.description}</span>`;
  const label = html`<label for=${id}>${input.title ?? name}
    ${isOptional && input.type !== 'boolean' && html`<span class="optional"> (optional)</span>`}</label>`;
  if (input.type === 'boolean') {
    const check = (/** @type {any} */ event) => change(event.target.checked);
    return html`<div class="field step-check"><input ...${about} type="checkbox" checked=${value === true} onChange=${check} />${label}${hint}</div>`;
  }
  const typed = (/** @type {any} */ event) => change(event.target.value);
  const box = {
    ...about,
    class: 'control',
    autocomplete: 'off',
    spellcheck: 'false',
    value: value ?? '',
    onInput: typed,
  };
  const element = {
    type: input.type === 'array' ? 'multi_external_select' : 'external_select',
    min_query_length: 0,
  };
  const suggest = (/** @type {string} */ query) =>
    act({ do: 'stepOptions', callbackId, input: name, typed: query });
  return html`<div class="field">
    ${label}
    ${
      input.dynamic_options
        ? html`<${ExternalPicker} ...${about} element=${element} value=${value} use=${change} suggest=${suggest} />`
        : name === 'message'
          ? html`<textarea ...${box} rows="3"></textarea>`
          : html`<input ...${box} />`
    }
    ${hint}
  </div>`;
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
