// @ts-check
import { act } from './api.js';
import { announce, byId, closeMenu, h, icon, openMenu } from './dom.js';
import { shortcutItems } from './post.js';
import { channel, store } from './store.js';
import { suggestions, usageOf } from './suggest.js';

/** @type {Map<string, string>} */
const drafts = new Map();
let draftFor = '';
/** Completions of the word at the caret, and which one is selected. */
let offered = /** @type {import('./suggest.js').Suggestion[]} */ ([]);
let chosen = 0;

export function startComposer() {
  const box = byId('message');
  byId('composer').addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    send();
  });
  box.addEventListener('keydown', keys);
  box.addEventListener('input', changed);
  box.addEventListener('click', offer);
  box.addEventListener('blur', () => offerNone());
  byId('shortcuts').addEventListener('click', openShortcuts);
}

/** Each person has a draft in each channel. */
export function renderComposer() {
  const box = byId('message');
  const key = `${store.team} ${store.user} ${store.channel}`;
  if (key !== draftFor) {
    draftFor = key;
    box.value = drafts.get(key) ?? '';
    changed();
  } else if (box.style.height === 'auto') grow();
  const here = channel(store.channel);
  const command = store.state.manifest.commands[0]?.command;
  const where = here?.kind === 'im' ? here.name : `#${here?.name ?? ''}`;
  box.placeholder = command ? `Message ${where}, or type ${command}` : `Message ${where}`;
  byId('shortcuts').hidden = globalShortcuts().length === 0;
}

/** Fills the box with words to send or change. @param {string} text */
export function writeDraft(text) {
  const box = byId('message');
  box.value = text;
  box.focus();
  changed();
}

/** @param {KeyboardEvent} event */
function keys(event) {
  if (event.isComposing) return;
  if (offered.length > 0) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const takes =
      (event.key === 'Tab' && !event.shiftKey) ||
      // A complete command is sent, not completed.
      (event.key === 'Enter' && !event.shiftKey && !offered[chosen]?.exact);
    if (step !== 0 || takes || event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (takes) return take(chosen);
      if (event.key === 'Escape') return offerNone();
      return choose((chosen + step + offered.length) % offered.length);
    }
  }
  if (event.key === 'Enter' && !event.shiftKey) {
    event.preventDefault();
    send();
  }
}

/** As high as what is typed; a box that isn’t shown, as beside Home, has no height to go by. */
function grow() {
  const box = byId('message');
  box.style.height = 'auto';
  if (box.scrollHeight > 0) box.style.height = `${box.scrollHeight}px`;
}

function changed() {
  const box = byId('message');
  drafts.set(draftFor, box.value);
  grow();
  byId('composer').querySelector('.send').disabled = box.value.trim() === '';
  byId('composer').querySelector('.composer-problem')?.remove();
  usage(box.value);
  if (document.activeElement === box) offer();
}

/** How to use the command that is being typed. @param {string} text */
function usage(text) {
  const command = usageOf(text);
  byId('composer-usage').replaceChildren(
    ...(command
      ? [h('code', null, `${command.command} ${command.usageHint ?? ''}`), ` ${command.description ?? ''}`]
      : []),
  );
}

function offer() {
  const box = byId('message');
  const before = offered.length;
  offered = box.selectionStart === box.selectionEnd ? suggestions(box.value, box.selectionStart) : [];
  byId('suggestions').replaceChildren(
    ...offered.map((one, index) =>
      h(
        'div',
        {
          id: `suggestion-${index}`,
          role: 'option',
          onMousedown: (/** @type {Event} */ event) => event.preventDefault(),
          onClick: () => take(index),
        },
        one.node,
      ),
    ),
  );
  byId('suggestions').hidden = offered.length === 0;
  if (offered.length === 0) box.removeAttribute('aria-activedescendant');
  else choose(0);
  if (offered.length !== before && offered.length > 0) announce(`${offered.length} suggestions`);
}

function offerNone() {
  offered = [];
  byId('suggestions').hidden = true;
  byId('message').removeAttribute('aria-activedescendant');
}

/** @param {number} index */
function choose(index) {
  chosen = index;
  for (const [at, node] of [...byId('suggestions').children].entries()) {
    node.setAttribute('aria-selected', String(at === index));
    if (at === index) node.scrollIntoView({ block: 'nearest' });
  }
  byId('message').setAttribute('aria-activedescendant', `suggestion-${index}`);
}

/** @param {number} index */
function take(index) {
  const one = offered[index];
  if (!one) return;
  const box = byId('message');
  box.setRangeText(one.insert, one.from, one.to, 'end');
  box.focus();
  offerNone();
  changed();
}

const globalShortcuts = () =>
  store.state.manifest.shortcuts.filter((/** @type {any} */ one) => one.type === 'global');

function openShortcuts() {
  const use = (/** @type {any} */ one) => {
    closeMenu();
    act({ do: 'global-shortcut', callbackId: one.callbackId });
  };
  openMenu(byId('shortcuts'), 'Shortcuts', shortcutItems(globalShortcuts(), use));
}

async function send() {
  const box = byId('message');
  const text = box.value;
  if (text.trim() === '') return;
  box.value = '';
  offerNone();
  changed();
  const answer = await act({ do: 'write', channel: store.channel, text });
  const list = byId('posts');
  list.scrollTop = list.scrollHeight;
  if (!answer.problem) return;
  box.value = text;
  changed();
  byId('composer').append(h('p', { class: 'composer-problem', role: 'alert' }, icon('warn'), answer.problem));
}
