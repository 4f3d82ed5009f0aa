// @ts-check
import { html } from 'htm/preact';
import { writeDraft } from './composer.js';
import { keep, kept, set, store } from './store.js';
import { CopyButton, IconButton } from './ui.js';

/** The hints somebody dismissed, or `off` for all of them. */
const dismissed = () => kept(localStorage, 'hints').split(' ');

/** @param {string[]} ids */
function dismiss(ids) {
  keep(localStorage, 'hints', [...new Set([...dismissed(), ...ids])].join(' ').trim());
  set({});
  document.getElementById('message')?.focus();
}

/** Brings dismissed hints back. */
export const bringBackHints = () => {
  keep(localStorage, 'hints', '');
  set({ drawer: '' });
};

/** The first hint that is still useful, as a card above the message box. @param {{ showSide: () => void }} props */
export function Hints({ showSide }) {
  const { hints } = store.state;
  const gone = dismissed();
  const at = gone.includes('off') ? -1 : hints.findIndex(one => !one.done && !gone.includes(one.id));
  const hint = hints[at];
  if (!hint) return null;
  const { id, title, text, go, copy, write, show } = hint;
  const leave = () => dismiss([id]);
  return html`<section class="hint-card" id="hints" aria-label="First steps" aria-live="polite">
    <span class="hint-step" aria-hidden="true">${at + 1}</span>
    <div class="hint-words">
      <h2><span class="visually-hidden">Step ${at + 1} of ${hints.length}: </span>${title}</h2>
      <p>${text}</p>
    </div>
    <div class="hint-buttons">
      ${go && html`<a class="button small primary" href=${`page/go/${go.place}`} target=${`place-${go.place}`}>${go.label}</a>`}
      ${copy && html`<${CopyButton} text=${copy.value}>${copy.label}<//>`}
      ${write && html`<button type="button" class="button small primary" onClick=${() => writeDraft(write.text)}>${write.label}</button>`}
      ${show && html`<button type="button" class="button small drawer-only" onClick=${showSide}>${show.label}</button>`}
      ${!write && html`<button type="button" class="button small" onClick=${leave}>Got it</button>`}
    </div>
    <${IconButton} icon="close" label="Dismiss this hint" onClick=${leave} />
  </section>`;
}
