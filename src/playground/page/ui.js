// @ts-check
import { html } from 'htm/preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { plain, textObject } from './mrkdwn.js';
import { announce, set, store } from './store.js';

/** @typedef {import('preact').ComponentChildren} Children */

/** A picture of index.html. @param {{ name: string }} props */
export const Icon = ({ name }) => html`<svg aria-hidden="true"><use href=${`#i-${name}`} /></svg>`;

/** A button with a picture only. @param {{ icon: string, label: string, [more: string]: unknown }} props */
export const IconButton = ({ icon, label, class: more = '', ...rest }) =>
  html`<button type="button" class=${`icon-button ${more}`} aria-label=${label} ...${rest}><${Icon} name=${icon} /></button>`;

/** A person's initials on their colour. @param {{ of: { realName: string, color: string, isBot?: boolean }, small?: boolean }} props */
export function Avatar({ of, small = false }) {
  const [first = '', second = ''] = of.realName.split(' ');
  const background = of.isBot ? '#0d6b54' : `color-mix(in oklab, ${of.color} 58%, #101010)`;
  return html`<span class=${small ? 'avatar small' : 'avatar'} aria-hidden="true" style=${{ background }}>
    ${of.isBot ? html`<${Icon} name="app" />` : `${first[0] ?? ''}${second[0] ?? ''}`}
  </span>`;
}

/**
 * A dialog above the page, while it is drawn. The browser restores the focus when it closes.
 * @param {{ id: string, class?: string, label?: string, onClose: () => void, focus?: (dialog: HTMLElement) => void, children: Children }} props
 */
export function Dialog({ id, class: look = '', label = `${id}-title`, onClose, focus, children }) {
  const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    if (dialog) focus?.(dialog);
    return () => {
      dialog?.close();
      // Chromium restores the focus without the caret, so that the next keys would be lost.
      const back = /** @type {HTMLElement | null} */ (document.activeElement);
      if (!back?.matches('input, textarea')) return;
      back.blur();
      back.focus();
    };
  }, []);
  const cancel = (/** @type {Event} */ event) => {
    if (event.target !== ref.current) return;
    event.preventDefault();
    onClose();
  };
  return html`<dialog ref=${ref} id=${id} class=${look} aria-labelledby=${label} onCancel=${cancel}>${children}</dialog>`;
}

/**
 * A dialog's title, its heading above, and its Close button.
 * @param {{ id: string, of?: string, title: string, onClose: () => void }} props
 */
export const DialogHead = ({ id, of, title, onClose }) => html`<header class="dialog-head">
  <h2 id=${`${id}-title`}>${of && html`<span class="app-name">${of}</span>`}${title}</h2>
  <${IconButton} icon="close" label="Close" onClick=${onClose} />
</header>`;

/** The confirmation dialog. */
export function Question() {
  if (!store.question) return null;
  const { confirm, answer } = store.question;
  const style = confirm.style === 'danger' ? 'button danger solid' : 'button primary';
  return html`<${Dialog} id="confirm" class="confirm" onClose=${() => answer(false)}>
    <header class="dialog-head"><h2 id="confirm-title">${plain(confirm.title?.text ?? 'Are you sure?')}</h2></header>
    <div class="dialog-body">${textObject(confirm.text)}</div>
    <footer class="dialog-foot">
      <button type="button" class="button" onClick=${() => answer(false)}>${plain(confirm.deny?.text ?? 'Cancel')}</button>
      <button type="button" class=${style} onClick=${() => answer(true)}>${plain(confirm.confirm?.text ?? 'Yes')}</button>
    </footer>
  <//>`;
}

/**
 * A button with a menu. Arrow keys move through the menu; Tab, Escape and each item close it, and the browser restores
 * the focus.
 * @param {{ title: string, label: string, items: () => Children, children: Children, [more: string]: unknown }} props
 */
export function MenuButton({ title, label, items, children, ...rest }) {
  const menu = useRef(/** @type {HTMLElement | null} */ (null));
  const [isOpen, setOpen] = useState(false);
  // A menu that is reopened at once has not reported its closing yet, but must get the focus.
  const [times, setTimes] = useState(0);
  const opens = (/** @type {Event} */ event) => {
    setOpen(true);
    setTimes(times + 1);
    // @ts-expect-error TypeScript's DOM has no `source` yet.
    menu.current?.showPopover({ source: event.currentTarget });
  };
  useLayoutEffect(() => {
    const first =
      menu.current?.querySelector('[aria-checked="true"]') ?? menu.current?.querySelector('button');
    if (isOpen && first instanceof HTMLElement) first.focus();
  }, [isOpen, times]);
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 && event.key !== 'Tab') return;
    event.preventDefault();
    if (step === 0) return menu.current?.hidePopover();
    const buttons = [...(menu.current?.querySelectorAll('button') ?? [])];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  const toggled = (/** @type {ToggleEvent} */ event) => setOpen(event.newState === 'open');
  return html`
    <button type="button" aria-haspopup="menu" aria-label=${label} onClick=${opens} ...${rest}>${children}</button>
    <div ref=${menu} class="menu" role="menu" aria-label=${title} popover="auto" onKeyDown=${keys} onToggle=${toggled}
      onClick=${() => menu.current?.hidePopover()}>
      ${isOpen && html`<p class="menu-title" role="presentation">${title}</p>${items()}`}
    </div>
  `;
}

/**
 * A button that copies a text, and confirms it.
 * @param {{ text: string, children: Children, [more: string]: unknown }} props
 */
export function CopyButton({ text, children, ...rest }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    // Browsers have no clipboard without permission or on an insecure address.
    await navigator.clipboard?.writeText(text).catch(() => copyTheOldWay(text));
    setDone(true);
    announce('Copied');
    setTimeout(() => setDone(false), 2000);
  };
  return html`<button type="button" class="button small" onClick=${copy} ...${rest}>${done ? 'Copied' : children}</button>`;
}

/** @param {string} text */
function copyTheOldWay(text) {
  const back = /** @type {HTMLElement} */ (document.activeElement);
  const field = document.body.appendChild(document.createElement('textarea'));
  field.value = text;
  field.select();
  document.execCommand('copy');
  field.remove();
  back.focus();
}

export const Toasts = () => html`<div class="toasts" id="toasts" role="status" aria-live="polite">
  ${store.toasts.map(({ id, text }) => html`<div key=${id} class="toast">${text}</div>`)}
</div>`;

/**
 * The shortcuts in a menu, of either kind.
 * @param {{ shortcuts: { callback_id: string, name: string, description?: string }[], use: (callbackId: string) => void }} props
 */
export const ShortcutItems = ({ shortcuts, use }) =>
  shortcuts.map(
    one => html`<button type="button" role="menuitem" onClick=${() => use(one.callback_id)}>
      <${Icon} name="bolt" /><span>${one.name}<small>${one.description || store.state.app.name}</small></span>
    </button>`,
  );

export const closeDialog = () => set({ dialog: null });
