// @ts-check

/**
 * Makes an element. `on…` props are listeners, `class` and plain attributes are set as such,
 * true gives an empty attribute, false and null leave it out.
 * @param {string} tag
 * @param {Record<string, any> | null} [props]
 * @param {...any} children
 * @returns {any}
 */
export function h(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2).toLowerCase(), value);
    else node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...children.flat(3).filter(child => child !== null && child !== undefined && child !== false));
  return node;
}

/** One of the pictures in index.html. @param {string} name */
export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  use.setAttribute('href', `#i-${name}`);
  svg.setAttribute('aria-hidden', 'true');
  svg.append(use);
  return svg;
}

/** @param {string} id @returns {any} */
export const byId = id => document.getElementById(id);

let counter = 0;
/** An id no other element has. */
export function freshId() {
  counter += 1;
  return `x${counter}`;
}

/** A person's initials on their colour. @param {any} person @param {boolean} [small] */
export function avatar(person, small = false) {
  const node = h('span', { class: small ? 'avatar small' : 'avatar', 'aria-hidden': 'true' });
  const words = (person?.realName ?? '?').split(' ');
  node.append(
    person?.isBot
      ? icon('phone')
      : words
          .map((/** @type {string} */ word) => word[0])
          .slice(0, 2)
          .join(''),
  );
  node.style.background = person?.isBot
    ? '#0d6b54'
    : `color-mix(in oklab, ${person?.color ?? '#777777'} 58%, #101010)`;
  return node;
}

/** Announces something to people who use a screen reader. @param {string} text */
export function announce(text) {
  const node = byId('announce');
  // A repeated sentence is announced again.
  node.replaceChildren(h('p', null, text));
}

/**
 * Closes a dialog. The browser returns the focus to where it was, but Chromium forgets the caret, so that what is
 * typed next would be lost.
 * @param {any} dialog
 */
export function closeDialog(dialog) {
  dialog.close();
  const back = /** @type {any} */ (document.activeElement);
  if (!back?.matches('input, textarea')) return;
  back.blur();
  back.focus();
}

/** Copies, and tells on the button that it did. @param {string} text @param {any} button */
export async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // No clipboard without permission or a secure address: the old way.
    const field = h('textarea', { class: 'visually-hidden' });
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand('copy');
    field.remove();
    button.focus();
  }
  const before = button.dataset.words ?? button.textContent;
  button.dataset.words = before;
  button.textContent = 'Copied';
  announce('Copied');
  setTimeout(() => {
    button.textContent = before;
  }, 2000);
}

/** Opens a popover menu beside a button. @param {any} anchor @param {string} title @param {any[]} items */
export function openMenu(anchor, title, items) {
  const menu = byId('menu');
  menu.setAttribute('aria-label', title);
  menu.replaceChildren(h('p', { class: 'menu-title', role: 'presentation' }, title), ...items);
  menu.showPopover();
  opener = anchor;
  const at = anchor.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, innerWidth - width - 8));
  const below = at.bottom + 4;
  menu.style.left = `${left}px`;
  menu.style.top = `${below + height > innerHeight - 8 ? Math.max(8, at.top - height - 4) : below}px`;
  (menu.querySelector('[aria-checked="true"]') ?? menu.querySelector('button'))?.focus();
}

/** What the menu was opened from, by id where it has one: it may be drawn anew meanwhile. @type {any} */
let opener = null;

/** Closes the menu and gives the focus back. */
export function closeMenu() {
  byId('menu').hidePopover();
  (byId(opener?.id) ?? opener)?.focus();
}

/** Arrow keys move through a menu, Tab leaves it. @param {KeyboardEvent} event */
export function menuKeys(event) {
  if (event.key === 'Tab') {
    event.preventDefault();
    closeMenu();
  }
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const buttons = [...byId('menu').querySelectorAll('button')];
  const at = buttons.indexOf(/** @type {any} */ (document.activeElement));
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
}

/** A passing sentence at the foot of the page. @param {string} text */
export function toast(text) {
  const node = h('div', { class: 'toast' }, text);
  byId('toasts').append(node);
  setTimeout(() => node.remove(), 6000);
}
