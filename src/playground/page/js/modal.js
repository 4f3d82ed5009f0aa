// @ts-check
import { act } from './api.js';
import { renderBlocks } from './blocks.js';
import { askFirst } from './confirm.js';
import { byId, h, icon } from './dom.js';
import { plainNodes } from './mrkdwn.js';
import { store } from './store.js';

/** What is on screen: the view, how it looked, and its live controls. */
let shown = /** @type {any} */ (null);
/** Everything a view reports goes out in the order it happened. */
let queue = Promise.resolve();
let typing = /** @type {any} */ (undefined);

/** Shows the topmost modal of the person, or none. What was typed survives every update. */
export function renderModal() {
  const dialog = byId('modal');
  const views = store.state.modals;
  const view = views.at(-1);
  if (!view) {
    shown = null;
    if (dialog.open) dialog.close();
    return;
  }
  const look = JSON.stringify([view.hash, view.errors, view.problem, views.length]);
  if (shown?.id === view.id && shown.look === look) return;
  const before = shown?.id === view.id ? shown : null;
  const focus = before ? focusIn(dialog, before) : null;
  const next = { id: view.id, look, controls: new Map(), view };
  draw(dialog, next, view, views.length > 1);
  if (before) {
    for (const [key, { made, type }] of before.controls) {
      const now = next.controls.get(key);
      if (now?.type === type) now.made.set(made.get());
    }
  }
  shown = next;
  if (!dialog.open) dialog.showModal();
  if (focus) restore(dialog, next, focus);
  else firstField(dialog, view)?.focus();
}

/** @param {any} dialog @param {any} next @param {any} view @param {boolean} stacked */
function draw(dialog, next, view, stacked) {
  const on = {
    values: view.state.values,
    errors: view.errors,
    control: (/** @type {string} */ key, /** @type {any} */ made, /** @type {any} */ element) => {
      next.controls.set(key, { made, type: element.type });
    },
    use: (
      /** @type {any} */ element,
      /** @type {string} */ blockId,
      /** @type {any} */ value,
      /** @type {any} */ node,
      /** @type {string} */ how,
    ) => used(view, element, blockId, value, node, how),
    suggest: async (
      /** @type {any} */ element,
      /** @type {string} */ blockId,
      /** @type {string} */ query,
    ) => {
      const answer = await act({
        do: 'suggest',
        viewId: view.id,
        blockId,
        actionId: element.action_id,
        value: query,
      });
      return answer.options ?? [];
    },
  };
  const scrolled = dialog.querySelector('.dialog-body')?.scrollTop ?? 0;
  const close = h(
    'button',
    { type: 'button', class: 'button', onClick: closeTop },
    plainNodes(view.close?.text ?? (stacked ? 'Back' : 'Cancel')),
  );
  const submit = view.submit
    ? h('button', { type: 'submit', class: 'button primary' }, plainNodes(view.submit.text))
    : null;
  dialog.replaceChildren(
    h(
      'form',
      {
        method: 'dialog',
        novalidate: true,
        class: 'modal-form',
        onSubmit: (/** @type {Event} */ event) => submitTop(event, view, submit),
      },
      h(
        'header',
        { class: 'dialog-head' },
        stacked
          ? h(
              'button',
              { type: 'button', class: 'icon-button', 'aria-label': 'Back', onClick: closeTop },
              icon('back'),
            )
          : null,
        h(
          'h2',
          { id: 'modal-title' },
          h('span', { class: 'app-name' }, store.state.app.name),
          plainNodes(view.title.text),
        ),
        h(
          'button',
          { type: 'button', class: 'icon-button', 'aria-label': 'Close', onClick: closeTop },
          icon('close'),
        ),
      ),
      h('div', { class: 'dialog-body' }, renderBlocks(view.blocks, on)),
      view.problem ? h('p', { class: 'dialog-problem', role: 'alert' }, view.problem) : null,
      h('footer', { class: 'dialog-foot' }, close, submit),
    ),
  );
  dialog.setAttribute('aria-labelledby', 'modal-title');
  dialog.querySelector('.dialog-body').scrollTop = scrolled;
}

/** Every value now in the view, under `block id/action id`. */
function values() {
  return Object.fromEntries([...shown.controls].map(([key, { made }]) => [key, made.get()]));
}

/** @param {any} view @param {any} element @param {string} blockId @param {any} value @param {any} node @param {string} how */
async function used(view, element, blockId, value, node, how) {
  const block = view.blocks.find((/** @type {any} */ one) => one.block_id === blockId);
  if (block.type === 'input' && !block.dispatch_action) return;
  if (element.confirm && !(await askFirst(element.confirm))) return;
  const report = () => {
    queue = queue.then(async () => {
      if (shown?.id !== view.id) return;
      node.setAttribute('aria-busy', 'true');
      await act({
        do: 'act',
        viewId: view.id,
        blockId,
        actionId: element.action_id,
        value,
        values: values(),
      });
      node.removeAttribute('aria-busy');
    });
  };
  clearTimeout(typing);
  if (how === 'typed') typing = setTimeout(report, 150);
  else report();
}

/** @param {Event} event @param {any} view @param {any} button */
async function submitTop(event, view, button) {
  event.preventDefault();
  clearTimeout(typing);
  await queue;
  button?.setAttribute('aria-busy', 'true');
  await act({ do: 'submit', viewId: view.id, values: values() });
  button?.removeAttribute('aria-busy');
}

export function closeTop() {
  if (shown) act({ do: 'close', viewId: shown.id });
}

/** @param {any} dialog @param {any} before */
function focusIn(dialog, before) {
  const active = /** @type {any} */ (document.activeElement);
  if (!active || !dialog.contains(active)) return null;
  for (const [key, { made }] of before.controls) {
    if (made.node.contains(active)) return { key, start: active.selectionStart, end: active.selectionEnd };
  }
  return { key: '', start: null, end: null };
}

/** @param {any} dialog @param {any} next @param {any} focus */
function restore(dialog, next, focus) {
  const target = next.controls.get(focus.key)?.made.focusable ?? firstField(dialog, next.view);
  target?.focus();
  if (focus.start !== null && target?.setSelectionRange && /text|search|url|tel/.test(target.type)) {
    target.setSelectionRange(focus.start, focus.end);
  }
}

/** @param {any} dialog @param {any} view */
function firstField(dialog, view) {
  const wrong = Object.keys(view.errors)[0];
  const at = wrong ? dialog.querySelector(`[data-block="${CSS.escape(wrong)}"]`) : dialog;
  return dialog.querySelector('[autofocus]') && !wrong
    ? dialog.querySelector('[autofocus]')
    : (at?.querySelector('.control, .picker input, .choices input') ??
        dialog.querySelector('.dialog-foot button'));
}
