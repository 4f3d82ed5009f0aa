// @ts-check
import { html } from 'htm/preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, IconButton } from './ui.js';

/** @typedef {{ value: string, label: string, about?: string | undefined }} Choice */
/** @typedef {{ heading?: string, choices: Choice[] }} Section */

/**
 * A search field after the chosen values, with a list of choices that floats below it. The list covers the content
 * below, so it opens only by typing, an arrow key or its own button, never by focus alone. Arrow keys move through the
 * list, Escape closes it.
 * @param {{
 *   chosen: Choice[], query: string, onQuery: (typed: string) => void, sections: Section[],
 *   take: (choice: Choice) => void, drop: (choice: Choice) => void, placeholder?: string | undefined, [more: string]: unknown,
 * }} props `sections` match `query`, the user's typing
 */
export function Picker({ chosen, query, onQuery, sections, take, drop, placeholder, ...rest }) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const frame = useRef(/** @type {HTMLElement | null} */ (null));
  const search = useRef(/** @type {HTMLInputElement | null} */ (null));
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    // @ts-expect-error TypeScript's DOM has no `source` yet.
    if (isOpen) list.current?.showPopover({ source: frame.current });
    else list.current?.hidePopover();
  }, [isOpen]);

  const change = (/** @type {() => void} */ how) => {
    how();
    search.current?.focus();
  };
  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation();
      search.current?.focus();
      // Otherwise the next Escape would clear the field instead of closing its dialog.
      if (query !== '') onQuery('');
      setOpen(false);
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    setOpen(true);
    /** @type {(HTMLElement | null)[]} */
    const stops = [search.current, ...(list.current?.querySelectorAll('button') ?? [])];
    const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    stops[(at + step + stops.length) % stops.length]?.focus();
  };
  const left = (/** @type {FocusEvent} */ event) => {
    if (!frame.current?.contains(/** @type {Node | null} */ (event.relatedTarget))) setOpen(false);
  };
  const open = () => setOpen(true);
  const picked = (/** @type {Choice} */ one) => {
    change(() => take(one));
    setOpen(false);
  };

  return html`<div ref=${frame} class="picker" onKeyDown=${keys} onFocusOut=${left}>
    <div class="chips" onInput=${open}>
      ${chosen.map(
        one => html`<button key=${one.value} type="button" class="chip" aria-label=${`Remove ${one.label}`}
          onClick=${() => change(() => drop(one))}>${one.label}<${Icon} name="close" /></button>`,
      )}
      <input key="search" ref=${search} type="search" value=${query} autocomplete="off" role="combobox"
        aria-expanded=${String(isOpen && sections.length > 0)} aria-controls=${listId} aria-haspopup="listbox"
        placeholder=${placeholder ?? 'Search'}
        onInput=${(/** @type {any} */ event) => onQuery(event.target.value)} ...${rest} />
      <${IconButton} icon="chevron" label="Show the list" aria-expanded=${isOpen} onClick=${() => change(() => setOpen(!isOpen))} />
    </div>
    <ul ref=${list} id=${listId} class="picker-list" popover="manual" aria-label="Choices">
      ${sections.map(
        ({ heading, choices }) => html`
          ${heading && html`<li class="heading">${heading}</li>`}
          ${choices.map(
            one => html`<li key=${one.value}><button type="button" data-value=${one.value} onClick=${() => picked(one)}>
              ${one.label}${one.about && html`<span class="about">${one.about}</span>`}
            </button></li>`,
          )}
        `,
      )}
    </ul>
  </div>`;
}
