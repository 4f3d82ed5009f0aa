// @ts-check

import { writeDraft } from './composer.js';
import { byId, copyText, h, icon } from './dom.js';
import { keep, kept, store } from './store.js';

let drawn = '';

/** The hints somebody dismissed, or `off` for all of them. */
const dismissed = () => kept(localStorage, 'hints').split(' ');

/** @param {string[]} ids */
function dismiss(ids) {
  keep(localStorage, 'hints', [...new Set([...dismissed(), ...ids])].join(' ').trim());
}

/** The first hint that is still useful, as a card above the message box. @param {{ showSide: () => void }} on */
export function renderHints(on) {
  const { hints } = store.state;
  const gone = dismissed();
  const isOpen = (/** @type {any} */ hint) => !hint.done && !gone.includes(hint.id) && !gone.includes('off');
  const at = hints.findIndex(isOpen);
  const hint = hints[at];
  const look = hint ? JSON.stringify(hint) : '';
  if (look === drawn) return;
  drawn = look;
  const card = byId('hints');
  const hadFocus = card.contains(document.activeElement);
  card.hidden = !hint;
  card.replaceChildren(...(hint ? contents(hint, at, hints.length, on) : []));
  if (hadFocus) byId('message').focus();
}

/** @param {any} hint @param {number} at @param {number} of @param {{ showSide: () => void }} on */
function contents(hint, at, of, on) {
  const leave = () => {
    dismiss([hint.id]);
    renderHints(on);
    byId('message').focus();
  };
  const copy = hint.copy
    ? h(
        'button',
        { type: 'button', class: 'button small', onClick: () => copyText(hint.copy.value, copy) },
        hint.copy.label,
      )
    : null;
  return [
    h('span', { class: 'hint-step', 'aria-hidden': 'true' }, String(at + 1)),
    h(
      'div',
      { class: 'hint-words' },
      h('h2', null, h('span', { class: 'visually-hidden' }, `Step ${at + 1} of ${of}: `), hint.title),
      h('p', null, hint.text),
    ),
    h(
      'div',
      { class: 'hint-buttons' },
      hint.go
        ? h(
            'a',
            {
              class: 'button small primary',
              href: `page/go/${hint.go.place}`,
              target: `place-${hint.go.place}`,
            },
            hint.go.label,
          )
        : null,
      copy,
      hint.write
        ? h(
            'button',
            { type: 'button', class: 'button small primary', onClick: () => writeDraft(hint.write.text) },
            hint.write.label,
          )
        : null,
      hint.show
        ? h(
            'button',
            { type: 'button', class: 'button small drawer-only', onClick: on.showSide },
            hint.show.label,
          )
        : null,
      hint.write ? null : h('button', { type: 'button', class: 'button small', onClick: leave }, 'Got it'),
    ),
    h(
      'button',
      { type: 'button', class: 'icon-button', 'aria-label': 'Dismiss this hint', onClick: leave },
      icon('close'),
    ),
  ];
}

/** Brings dismissed hints back. @param {{ showSide: () => void }} on */
export function bringBackHints(on) {
  keep(localStorage, 'hints', '');
  drawn = '?';
  renderHints(on);
}
