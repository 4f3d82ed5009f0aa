// @ts-check
import { act } from './api.js';
import { renderBlocks } from './blocks.js';
import { byId, closeDialog, h, icon } from './dom.js';
import { focusIn, restoreFocus, viewForm } from './form.js';
import { plainNodes } from './mrkdwn.js';
import { store } from './store.js';

/** What is on screen: the form of the topmost view, and how the view looked. */
let shown = /** @type {any} */ (null);
/** While an input method composes, leave the modal alone: drawing it again would lose the half-typed word. */
let composing = false;

export function startModal() {
  const dialog = byId('modal');
  dialog.addEventListener('cancel', (/** @type {Event} */ event) => {
    event.preventDefault();
    closeTop();
  });
  dialog.addEventListener('compositionstart', () => {
    composing = true;
  });
  dialog.addEventListener('compositionend', () => {
    composing = false;
    renderModal();
  });
}

/** Shows the person's topmost modal, if any. What was typed survives every update. */
export function renderModal() {
  const dialog = byId('modal');
  const views = store.state.modals;
  const view = views.at(-1);
  if (!view) {
    composing = false;
    shown = null;
    if (dialog.open) closeDialog(dialog);
    return;
  }
  const look = JSON.stringify([view.hash, view.errors, view.problem, views.length]);
  const same = shown?.view.id === view.id;
  if (same && (composing || shown.look === look)) return;
  const before = same ? shown : null;
  const focus = before ? focusIn(dialog, before) : null;
  const form = viewForm(view, () => shown?.view.id === view.id);
  draw(dialog, form, views.length > 1);
  if (before) form.takeOver(before);
  shown = { ...form, look };
  if (!dialog.open) dialog.showModal();
  const wrong = Object.keys(view.errors).length > 0;
  if (wrong || !focus || !restoreFocus(form, focus)) firstField(dialog, view)?.focus();
}

/** @param {any} dialog @param {any} form @param {boolean} stacked */
function draw(dialog, form, stacked) {
  const { view } = form;
  const scrolled = dialog.querySelector('.dialog-body')?.scrollTop ?? 0;
  const submit = view.submit
    ? h('button', { type: 'submit', class: 'button primary' }, plainNodes(view.submit.text))
    : null;
  dialog.setAttribute('aria-labelledby', 'modal-title');
  dialog.replaceChildren(
    h(
      'form',
      {
        method: 'dialog',
        novalidate: true,
        class: 'modal-form',
        onSubmit: (/** @type {Event} */ event) => submitTop(event, form, submit),
      },
      head(view, stacked),
      h('div', { class: 'dialog-body' }, renderBlocks(view.blocks, form.on)),
      view.problem ? h('p', { class: 'dialog-problem', role: 'alert' }, view.problem) : null,
      h(
        'footer',
        { class: 'dialog-foot' },
        h(
          'button',
          { type: 'button', class: 'button', onClick: closeTop },
          plainNodes(view.close?.text ?? (stacked ? 'Back' : 'Cancel')),
        ),
        submit,
      ),
    ),
  );
  dialog.querySelector('.dialog-body').scrollTop = scrolled;
}

/** @param {any} view @param {boolean} stacked */
function head(view, stacked) {
  const iconButton = (/** @type {string} */ label, /** @type {string} */ picture) =>
    h(
      'button',
      { type: 'button', class: 'icon-button', 'aria-label': label, onClick: closeTop },
      icon(picture),
    );
  return h(
    'header',
    { class: 'dialog-head' },
    stacked ? iconButton('Back', 'back') : null,
    h(
      'h2',
      { id: 'modal-title' },
      h('span', { class: 'app-name' }, store.state.app.name),
      plainNodes(view.title.text),
    ),
    iconButton('Close', 'close'),
  );
}

/** @param {Event} event @param {any} form @param {any} button */
async function submitTop(event, form, button) {
  event.preventDefault();
  await form.settled();
  // An update may have drawn it again meanwhile, or another view may be on top of it.
  if (shown?.view.id !== form.view.id) return;
  button?.setAttribute('aria-busy', 'true');
  await act({ do: 'submit', viewId: form.view.id, values: shown.values() });
  button?.removeAttribute('aria-busy');
}

function closeTop() {
  if (shown) act({ do: 'close', viewId: shown.view.id });
}

/** The field in error, or the one the app wants first, or the first, or a button. @param {any} dialog @param {any} view */
function firstField(dialog, view) {
  const fields = '.control, .picker input, .choices input';
  const wrong = Object.keys(view.errors)[0];
  if (wrong) return dialog.querySelector(`[data-block="${CSS.escape(wrong)}"]`)?.querySelector(fields);
  return (
    dialog.querySelector('[autofocus]') ??
    dialog.querySelector(fields) ??
    dialog.querySelector('.dialog-foot button:last-child')
  );
}
