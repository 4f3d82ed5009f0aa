// @ts-check
import { byId, h } from './dom.js';

/** On narrow pages the sidebar and the phone are drawers: one at a time, above everything else. */
let opener = /** @type {any} */ (null);

/** @param {'sidebar' | 'side'} which */
export function openDrawer(which) {
  const frame = byId('frame');
  opener = document.activeElement;
  frame.classList.add(`show-${which}`);
  byId('channel').inert = true;
  frame.append(
    h('button', {
      type: 'button',
      class: 'shade',
      'aria-label': 'Close',
      tabindex: '-1',
      onClick: closeDrawers,
    }),
  );
  byId(which).querySelector('button, input')?.focus();
  // What was drawn while hidden couldn't scroll.
  if (which === 'side') byId('texts').scrollTop = byId('texts').scrollHeight;
}

/** Closes whichever is open, and returns the focus. */
export function closeDrawers() {
  const frame = byId('frame');
  const shade = frame.querySelector('.shade');
  if (!shade) return;
  shade.remove();
  frame.classList.remove('show-sidebar', 'show-side');
  byId('channel').inert = false;
  (byId(opener?.id) ?? opener)?.focus();
}
