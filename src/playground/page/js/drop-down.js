// @ts-check

/**
 * Shows the list while the focus is in the picker. It floats above everything, so that opening and closing
 * it moves nothing that someone is about to click. Arrow keys move through it.
 * @param {any} node @param {any} search @param {any} list
 */
export function dropDown(node, search, list) {
  const place = () => {
    const at = node.getBoundingClientRect();
    const below = innerHeight - at.bottom - 12;
    const upwards = below < 160 && at.top > below;
    list.style.width = `${at.width}px`;
    list.style.left = `${at.left}px`;
    list.style.top = upwards ? 'auto' : `${at.bottom + 4}px`;
    list.style.bottom = upwards ? `${innerHeight - at.top + 4}px` : 'auto';
    list.style.maxHeight = `${Math.min(220, upwards ? at.top - 12 : below)}px`;
  };
  const open = () => {
    if (!list.matches(':popover-open')) list.showPopover();
    place();
    addEventListener('scroll', place, { capture: true });
  };
  for (const sign of ['focusin', 'click', 'input']) search.parentNode.addEventListener(sign, open);
  node.addEventListener('focusout', (/** @type {FocusEvent} */ event) => {
    if (node.contains(/** @type {Node | null} */ (event.relatedTarget))) return;
    removeEventListener('scroll', place, { capture: true });
    if (list.isConnected) list.hidePopover();
  });
  node.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Escape' && list.matches(':popover-open')) {
      event.preventDefault();
      event.stopPropagation();
      search.focus();
      list.hidePopover();
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    open();
    const stops = [search, ...list.querySelectorAll('button')];
    const at = stops.indexOf(document.activeElement);
    stops[(at + step + stops.length) % stops.length]?.focus();
  });
}
