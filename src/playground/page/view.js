// @ts-check
import { html } from 'htm/preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Blocks } from './blocks.js';
import { plain } from './mrkdwn.js';
import { act, askFirst, busy, channel, store } from './store.js';
import { Dialog, IconButton } from './ui.js';

/** @typedef {import('../http/page-state.ts').PageView} View */
/** @typedef {import('./blocks.js').Block} Block */
/** @typedef {import('./controls.js').Element} Element */
/** @typedef {import('./blocks.js').Surroundings} Surroundings */

/** The plain value of a state in Slack's format. @param {Record<string, any> | undefined} state */
function plainValue(state) {
  if (!state) return null;
  if (state.selected_option !== undefined) return state.selected_option?.value ?? null;
  if (state.selected_options)
    return state.selected_options.map((/** @type {{ value: string }} */ one) => one.value);
  const [, value] = Object.entries(state).find(([key]) => key !== 'type') ?? [];
  return value ?? null;
}

/**
 * The user's input in the blocks of a post or view. It stays through updates, as long as its element does.
 * @param {import('../world/types.ts').StateValues} states Slack's states of the elements
 */
export function useValues(states) {
  const [touched] = useState(() => /** @type {Map<string, { type: string, value: any }>} */ (new Map()));
  const [, redraw] = useState(0);
  const latest = useRef(states);
  latest.current = states;
  const valueIn = (/** @type {string} */ blockId, /** @type {string} */ actionId) => {
    const state = latest.current[blockId]?.[actionId];
    const kept = touched.get(`${blockId}/${actionId}`);
    return kept && kept.type === state?.type ? kept.value : plainValue(state);
  };
  /** @type {Surroundings['current']} */
  const current = (block, element) => valueIn(block.block_id, element.action_id);
  const keep = (/** @type {Block} */ block, /** @type {Element} */ element, /** @type {any} */ value) => {
    if (value === undefined || element.type === 'overflow') return;
    touched.set(`${block.block_id}/${element.action_id}`, { type: element.type, value });
    redraw(times => times + 1);
  };
  const all = () =>
    Object.fromEntries(
      Object.entries(latest.current).flatMap(([blockId, inputs]) =>
        Object.keys(inputs).map(actionId => [`${blockId}/${actionId}`, valueIn(blockId, actionId)]),
      ),
    );
  return { current, keep, all };
}

/** Views' reports are sent in order. */
let queue = Promise.resolve();
let typing = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
const TYPING_PAUSE_MS = 150;

/**
 * The blocks' reports in a view.
 * @param {View} view @returns {{ on: Surroundings, values: () => Record<string, any> }}
 */
function useView(view) {
  const { current, keep, all: values } = useValues(view.state.values);
  /** @type {Surroundings['use']} */
  const use = async (block, element, value, event, how) => {
    keep(block, element, value);
    if (how === 'kept' || (block.type === 'input' && !block.dispatch_action)) return;
    const node = { currentTarget: event.currentTarget };
    if (element.confirm && !(await askFirst(element.confirm))) return;
    const named = { view: { id: view.id }, blockId: block.block_id, actionId: element.action_id };
    const report = () => {
      queue = queue.then(() =>
        busy(/** @type {Event} */ (node), () => act({ do: 'act', ...named, value, values: values() })),
      );
    };
    clearTimeout(typing);
    if (how === 'typed') typing = setTimeout(report, TYPING_PAUSE_MS);
    else report();
  };
  /** @type {Surroundings['suggest']} */
  const suggest = (block, element, value) => {
    const typed = { blockId: block.block_id, actionId: element.action_id, value };
    return act({ do: 'suggest', view: { id: view.id }, ...typed });
  };
  return { on: { current, errors: view.errors, use, suggest }, values };
}

/** The person's topmost modal, if one is open. */
export function Modal() {
  const views = store.state.modals;
  const view = views.at(-1);
  if (!view) return null;
  const close = () => act({ do: 'closeView', view: { id: view.id } });
  return html`<${Dialog} id="modal" class="modal" onClose=${close} focus=${(/** @type {HTMLElement} */ dialog) => firstField(dialog)?.focus()}>
    <${ModalForm} key=${view.id} view=${view} isStacked=${views.length > 1} close=${close} />
  <//>`;
}

/** @param {{ view: View, isStacked: boolean, close: () => void }} props */
function ModalForm({ view, isStacked, close }) {
  const form = useRef(/** @type {HTMLElement | null} */ (null));
  const { on, values } = useView(view);
  const wrong = Object.keys(view.errors)[0];
  useLayoutEffect(() => {
    // A user who types keeps the focus, unless there is an error; an update may have added the first field.
    const isTyping = form.current?.querySelector(':is(input, select, textarea):focus');
    if (form.current && (wrong || !isTyping)) firstField(form.current, wrong)?.focus();
  }, [view.hash, JSON.stringify(view.errors)]);
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    clearTimeout(typing);
    const node = /** @type {any} */ ({ currentTarget: event.submitter ?? event.currentTarget });
    await queue;
    await busy(node, () => act({ do: 'submit', view: { id: view.id }, values: values() }));
  };
  return html`<form ref=${form} method="dialog" novalidate class="modal-form" onSubmit=${submit}>
    <header class="dialog-head">
      ${isStacked && html`<${IconButton} icon="back" label="Back" onClick=${close} />`}
      <h2 id="modal-title"><span class="app-name">${store.state.app.name}</span>${plain(view.title?.text ?? '')}</h2>
      <${IconButton} icon="close" label="Close" onClick=${close} />
    </header>
    <div class="dialog-body"><${Blocks} blocks=${view.blocks} on=${on} /></div>
    ${view.problem && html`<p class="dialog-problem" role="alert">${view.problem}</p>`}
    <footer class="dialog-foot">
      <button type="button" class="button" onClick=${close}>${plain(view.close?.text ?? (isStacked ? 'Back' : 'Cancel'))}</button>
      ${view.submit && html`<button type="submit" class="button primary">${plain(view.submit.text)}</button>`}
    </footer>
  </form>`;
}

/**
 * The field with the error, or the app's choice, or the first field, or a button.
 * @param {HTMLElement} form @param {string} [wrong] @returns {HTMLElement | null}
 */
function firstField(form, wrong) {
  const fields = '.control, .picker input, .choices input';
  if (wrong) return form.querySelector(`[data-block="${CSS.escape(wrong)}"] :is(${fields})`);
  return (
    form.querySelector('[autofocus]') ??
    form.querySelector(fields) ??
    form.querySelector('.dialog-foot button:last-child')
  );
}

/** True while the person looks at the app's Home tab. */
export const isAtHome = () => channel(store.channel)?.kind === 'im' && store.tab === 'home';

/** The Home tab that the app last published for this person. */
export function Home() {
  if (!isAtHome()) return null;
  const { home, app } = store.state;
  return html`<section class="home" id="home" aria-label="Home">
    ${home ? html`<${HomeBlocks} key=${home.id} view=${home} />` : html`<div class="empty"><b>Home</b>${app.name} has nothing to show here yet.</div>`}
  </section>`;
}

/** @param {{ view: View }} props */
const HomeBlocks = ({ view }) => html`<${Blocks} blocks=${view.blocks} on=${useView(view).on} />`;
