// @ts-check
import { byId, h, icon } from './dom.js';
import { linked } from './linked.js';
import { store } from './store.js';
import { clock } from './times.js';

/** Texts on the screen, by their place in the list. @type {Map<string, any>} */
const drawn = new Map();

/** Draws the phone once; `renderPhone` fills its screen. @param {() => void} close */
export function startPhone(close) {
  byId('phone').replaceChildren(
    h(
      'h2',
      { class: 'side-title' },
      'The phone',
      h(
        'button',
        { type: 'button', class: 'icon-button drawer-only', 'aria-label': 'Close', onClick: close },
        icon('close'),
      ),
    ),
    h(
      'div',
      { class: 'phone' },
      h(
        'div',
        { class: 'screen' },
        h(
          'div',
          { class: 'status-bar', 'aria-hidden': 'true' },
          h('span', { id: 'phone-clock' }),
          h('span', { class: 'island' }),
          h('span', null, '4G'),
        ),
        h('div', { class: 'screen-head' }, h('b', null, 'Messages'), h('span', { id: 'phone-count' })),
        h('ol', { class: 'texts', id: 'texts', role: 'log', 'aria-label': 'Texts', tabindex: '0' }),
      ),
    ),
  );
}

/** The phone may hold only the latest; ids count them all. @param {any[]} texts */
function counted(texts) {
  const all = Math.max(texts.length, Number(texts.at(-1)?.id ?? 0) || 0);
  if (all === 0) return 'Texts that the SMS service accepts';
  return `${all > texts.length ? `the last ${texts.length} of ` : ''}${all} accepted by the SMS service`;
}

/** Every text the SMS service accepted, oldest first; those already shown stay as they are. */
export function renderPhone() {
  const texts = store.state.phone;
  byId('phone-clock').textContent = hour(store.state.now);
  byId('phone-count').textContent = counted(texts);
  const list = byId('texts');
  const next = texts.map((/** @type {any} */ text, /** @type {number} */ index) => {
    const key = `${text.id ?? index} ${text.at}`;
    const node = drawn.get(key) ?? textItem(text);
    drawn.set(key, node);
    return node;
  });
  if (next.length === 0) {
    list.replaceChildren(h('li', { class: 'none' }, 'No text has been sent yet.'));
    return;
  }
  if (next.length === list.children.length && next.at(-1) === list.lastElementChild) return;
  for (const old of [...list.children]) if (!next.includes(old)) old.remove();
  for (const node of next) if (!node.isConnected) list.append(node);
  list.scrollTop = list.scrollHeight;
}

/** @param {number | string} at */
const hour = at => clock(new Date(at));

const LETTERS = new Intl.Segmenter('bn', { granularity: 'grapheme' });

/** Parts end anywhere, also between a letter and its vowel sign. A phone joins them; here such a letter stands in the first. @param {string[]} parts */
function wholeLetters(parts) {
  const letters = LETTERS.segment(parts.join(''));
  let sent = 0;
  let shown = 0;
  return parts.map(part => {
    sent += part.length;
    const torn = letters.containing(sent);
    const end = torn && torn.index < sent ? torn.index + torn.segment.length : sent;
    const piece = parts.join('').slice(shown, end);
    shown = end;
    return piece;
  });
}

/** @param {any} text */
function textItem(text) {
  const at = new Date(text.at);
  const pieces = wholeLetters(text.pieces ?? [text.message]);
  const several = pieces.length > 1;
  return h(
    'li',
    { class: several ? 'text several' : 'text' },
    h(
      'div',
      { class: 'text-head' },
      h('span', null, `To ${text.number}`),
      h('time', { datetime: at.toISOString() }, hour(text.at)),
    ),
    linked(pieces).map((runs, index) => [
      h(
        'div',
        { class: 'bubble', lang: /[\u0980-\u09ff]/.test(pieces[index]) ? 'bn' : null, dir: 'auto' },
        runs.map(({ text: words, href }) =>
          href ? h('a', { href, target: '_blank', rel: 'noreferrer' }, words) : words,
        ),
      ),
      several ? h('div', { class: 'text-foot' }, `Part ${index + 1} of ${pieces.length}`) : null,
    ]),
    several
      ? null
      : h('div', { class: 'text-foot' }, `${text.parts} ${Number(text.parts) === 1 ? 'part' : 'parts'}`),
  );
}
