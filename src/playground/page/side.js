// @ts-check
import { html } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { act, busy, order, store, toast } from './store.js';
import { clock } from './times.js';
import { CopyButton, closeDialog, Dialog, DialogHead, Icon } from './ui.js';

/**
 * The props of a panel's own component, the default export of its script.
 * @typedef {{
 *   state: any, act: (request: unknown) => Promise<any>, Icon: typeof Icon, clock: typeof clock, toast: typeof toast,
 * }} PanelProps `state`: the panel's latest state; `act`: sends the panel a request
 * @typedef {import('preact').FunctionComponent<PanelProps>} PanelComponent
 */

/** A part of the page that the program brings which started the playground. @param {{ id: string }} props */
export function Panel({ id }) {
  const [component, setComponent] = useState(/** @type {{ its: PanelComponent } | null} */ (null));
  useEffect(() => {
    const address = new URL(`panel/${id}/panel.js`, location.href).href;
    import(address).then(script => setComponent({ its: script.default }));
  }, [id]);
  const panel = store.state.panels.find(one => one.id === id);
  if (!panel || !component) return null;
  const ask = (/** @type {unknown} */ request) => act({ do: 'panel', id, request });
  return html`<link rel="stylesheet" href=${`panel/${id}/panel.css`} />
    <${component.its} state=${panel.state} act=${ask} Icon=${Icon} clock=${clock} toast=${toast} />`;
}

/** A panel in a dialog, opened from the sidebar. @param {{ id: string }} props */
export function PanelDialog({ id }) {
  const panel = store.state.panels.find(one => one.id === id);
  if (!panel) return null;
  return html`<${Dialog} id=${id} class="modal panel" onClose=${closeDialog}>
    <${DialogHead} id=${id} of=${panel.of} title=${panel.label} onClose=${closeDialog} />
    <div class="dialog-body" tabindex="-1"><${Panel} id=${id} /></div>
  <//>`;
}

/** @typedef {import('../http/page-state.ts').PageState['knobs'][number]} Knob */

/** True if a knob causes no trouble. @param {Knob} knob */
function isOff(knob) {
  if (knob.kind === 'toggle') return !knob.state;
  if (knob.kind !== 'choice' || !knob.trouble) return true;
  return (knob.state ?? '') === (knob.choices?.[0]?.value ?? '');
}

/** Turns a knob, and shows the error if that fails. @param {Knob} knob @param {unknown} [value] */
const turn = (knob, value) => order({ do: 'knob', id: knob.id, value });

/** Turns every knob back to its setting without trouble. */
async function mend() {
  for (const knob of store.state.knobs) {
    if (!isOff(knob)) await turn(knob, knob.kind === 'toggle' ? false : knob.choices?.[0]?.value);
  }
}

/** The program's knobs, by group. Rarely needed ones are folded away. */
export function Knobs() {
  const { knobs } = store.state;
  if (knobs.length === 0) return null;
  const isMended = knobs.every(isOff);
  return html`<section class="knobs" id="knobs" aria-label="Knobs">
    <div class="side-title">
      <h2>Knobs</h2>
      <button type="button" id="mend" class="button small" hidden=${isMended} onClick=${mend}>Fix everything</button>
    </div>
    ${[...Map.groupBy(knobs, knob => knob.group)].map(([group, members]) => html`<${Fold} key=${group} group=${group} knobs=${members} />`)}
  </section>`;
}

/** @param {{ group: string, knobs: Knob[] }} props */
function Fold({ group, knobs }) {
  const on = knobs.filter(knob => !isOff(knob)).length;
  const rows = (/** @type {Knob[]} */ some) =>
    html`<div class="knob-rows">${some.map(knob => html`<${Row} key=${knob.id} knob=${knob} />`)}</div>`;
  const seldom = knobs.filter(knob => knob.more);
  return html`<details class="knob-group" open>
    <summary><span>${group}</span><span class="count">${on > 0 && `${on} on`}</span><${Icon} name="chevron" /></summary>
    ${rows(knobs.filter(knob => !knob.more))}
    ${seldom.length > 0 && html`<details class="more"><summary>More<${Icon} name="chevron" /></summary>${rows(seldom)}</details>`}
  </details>`;
}

const KINDS = { toggle: Toggle, choice: Choice, copy: Copy, button: Buttons };

/** @param {{ knob: Knob }} props */
const Row = ({ knob }) => html`<${KINDS[knob.kind]} knob=${knob} />`;

/** @param {Knob} knob */
const named = ({ id, hint }) => ({
  id: `k-${id}`,
  'aria-labelledby': `k-${id}-label`,
  'aria-describedby': hint && `k-${id}-hint`,
});

/** @param {{ knob: Knob, state?: unknown, withLabel?: boolean }} props */
const Words = ({ knob: { id, label, hint }, state, withLabel = true }) => html`<span class="knob-words">
  ${withLabel && html`<span id=${`k-${id}-label`}>${label}</span>`}
  ${state !== undefined && html`<b class="knob-state">${String(state ?? '')}</b>`}
  ${hint && html`<span class="hint" id=${`k-${id}-hint`}>${hint}</span>`}
</span>`;

/** @param {{ knob: Knob }} props */
function Toggle({ knob }) {
  const press = (/** @type {Event} */ event) => busy(event, () => turn(knob, !knob.state));
  return html`<div class="knob">
    <${Words} knob=${knob} />
    <button ...${named(knob)} type="button" class="switch" role="switch" aria-checked=${String(Boolean(knob.state))} onClick=${press} />
  </div>`;
}

/** @param {{ knob: Knob }} props */
function Choice({ knob }) {
  const change = (/** @type {any} */ event) => busy(event, () => turn(knob, event.target.value));
  return html`<div class=${isOff(knob) ? 'knob' : 'knob on'}>
    <${Words} knob=${knob} />
    <select ...${named(knob)} class="control" value=${String(knob.state ?? '')} onChange=${change}>
      ${knob.choices?.map(({ value, label }) => html`<option value=${value}>${label}</option>`)}
    </select>
  </div>`;
}

/** A value to copy, shortened if it is too long for its field. @param {{ knob: Knob }} props */
function Copy({ knob }) {
  const text = String(knob.state ?? '');
  const select = (/** @type {any} */ event) => event.target.select();
  return html`<div class="knob copy">
    <${Words} knob=${knob} />
    <div class="copy-row">
      <input ...${named(knob)} class="control mono" readonly spellcheck="false" value=${text} title=${text} onFocus=${select} />
      <${CopyButton} text=${text} aria-describedby=${`k-${knob.id}-label`}>Copy<//>
    </div>
  </div>`;
}

/** @param {{ knob: Knob }} props */
function Buttons({ knob }) {
  const { id, label, hint, choices, state } = knob;
  /** @param {string} words @param {string} [value] */
  const one = (words, value) => html`<button type="button"
    id=${value ? `k-${id}-${value}` : `k-${id}`} class="button small" aria-label=${choices && `${label}: ${words}`}
    aria-describedby=${hint && `k-${id}-hint`}
    onClick=${(/** @type {Event} */ event) => busy(event, () => turn(knob, value))}>${words}</button>`;
  return html`<div class="knob">
    ${(choices || hint || state !== undefined) && html`<${Words} knob=${knob} state=${state} withLabel=${choices !== undefined} />`}
    ${choices ? html`<span class="knob-buttons">${choices.map(it => one(it.label, it.value))}</span>` : one(label)}
  </div>`;
}
