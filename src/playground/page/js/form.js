// @ts-check
import { act } from './api.js';
import { askFirst } from './confirm.js';

/** Everything views report goes out in the order it happened. */
let queue = Promise.resolve();
let typing = /** @type {any} */ (undefined);
const TYPING_PAUSE_MS = 150;

/**
 * The live controls of one drawn view, and what its blocks report. `alive` tells whether it is still shown.
 * @param {any} view @param {() => boolean} alive
 */
export function viewForm(view, alive) {
  /** @type {Map<string, { made: any, type: string }>} */
  const controls = new Map();
  /** Every value now in the view, under `block id/action id`. */
  const values = () => Object.fromEntries([...controls].map(([key, { made }]) => [key, made.get()]));

  /** @param {any} element @param {string} blockId @param {any} value @param {any} node @param {string} how */
  async function used(element, blockId, value, node, how) {
    const block = view.blocks.find((/** @type {any} */ one) => one.block_id === blockId);
    if (block.type === 'input' && !block.dispatch_action) return;
    if (element.confirm && !(await askFirst(element.confirm))) return;
    const report = () => {
      queue = queue.then(async () => {
        if (!alive()) return;
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
    if (how === 'typed') typing = setTimeout(report, TYPING_PAUSE_MS);
    else report();
  }

  return {
    view,
    controls,
    values,
    /** Resolves once all that was reported is answered. */
    settled() {
      clearTimeout(typing);
      return queue;
    },
    /** Takes over what was typed into the same inputs before an update. @param {any} before */
    takeOver(before) {
      for (const [key, { made, type }] of before.controls) {
        const now = controls.get(key);
        if (now?.type !== type) continue;
        now.made.set(made.get());
        // What is being searched for in a picker is no value of it.
        if (made.focusable.type === 'search') now.made.focusable.value = made.focusable.value;
      }
    },
    /** For `renderBlocks`. */
    on: {
      values: view.state.values,
      errors: view.errors,
      control(/** @type {string} */ key, /** @type {any} */ made, /** @type {any} */ element) {
        controls.set(key, { made, type: element.type });
      },
      use: used,
      async suggest(/** @type {any} */ element, /** @type {string} */ blockId, /** @type {string} */ query) {
        const what = { viewId: view.id, blockId, actionId: element.action_id, value: query };
        const answer = await act({ do: 'suggest', ...what });
        return answer;
      },
    },
  };
}

/** Where the focus is in a form, to put it back after an update. @param {any} root @param {any} form */
export function focusIn(root, form) {
  const active = /** @type {any} */ (document.activeElement);
  if (!active || !root.contains(active)) return null;
  for (const [key, { made }] of form.controls) {
    if (!made.node.contains(active)) continue;
    return {
      key,
      nth: focusables(made.node).indexOf(active),
      start: active.selectionStart,
      end: active.selectionEnd,
      open: openList(made.node) !== null,
    };
  }
  return { key: '', nth: -1, start: null, end: null, open: false };
}

/** Puts the focus, and the caret, back; tells whether it could. @param {any} form @param {any} focus */
export function restoreFocus(form, focus) {
  const made = form.controls.get(focus.key)?.made;
  if (!made) return false;
  const target = focusables(made.node)[focus.nth] ?? made.focusable;
  target.focus();
  if (focus.start !== null && target.setSelectionRange && /text|search|url|tel/.test(target.type)) {
    target.setSelectionRange(focus.start, focus.end);
  }
  // Its list opens with the focus, and was closed: something had been chosen from it.
  if (!focus.open) openList(made.node)?.hidePopover();
  return true;
}

/** @param {any} node @returns {any} */
const openList = node => node.querySelector('.picker-list:popover-open');

/** @param {any} node @returns {any[]} */
function focusables(node) {
  return node.matches('input, select, textarea')
    ? [node]
    : [...node.querySelectorAll('input, select, textarea')];
}
