// @ts-check
import { act } from './api.js';
import { byId, h } from './dom.js';
import { channel, store } from './store.js';

/** @type {Map<string, string>} */
const drafts = new Map();
let draftFor = '';

export function startComposer() {
  const form = byId('composer');
  const box = byId('message');
  form.addEventListener('submit', (/** @type {Event} */ event) => {
    event.preventDefault();
    send();
  });
  box.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    if (event.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'Tab' && !event.shiftKey) {
      const hint = byId('composer-hints').querySelector('button');
      if (hint) {
        event.preventDefault();
        hint.click();
      }
    }
  });
  box.addEventListener('input', changed);
}

/** Each person keeps a draft in each channel. */
export function renderComposer() {
  const box = byId('message');
  const key = `${store.user} ${store.channel}`;
  if (key !== draftFor) {
    draftFor = key;
    box.value = drafts.get(key) ?? '';
    changed();
  }
  const here = channel(store.channel);
  const command = store.state.manifest.commands[0]?.command;
  const where = here?.kind === 'im' ? here.name : `#${here?.name ?? ''}`;
  box.placeholder = command ? `Message ${where}, or type ${command}` : `Message ${where}`;
}

function changed() {
  const box = byId('message');
  drafts.set(draftFor, box.value);
  box.style.height = 'auto';
  box.style.height = `${box.scrollHeight}px`;
  byId('composer').querySelector('.send').disabled = box.value.trim() === '';
  byId('composer').querySelector('.composer-problem')?.remove();
  hints(box);
}

/** While a command is typed, what it is for; Tab or a click completes it. @param {any} box */
function hints(box) {
  const typed = /^\/\S*/.exec(box.value)?.[0];
  const known = typed
    ? store.state.manifest.commands.filter((/** @type {any} */ one) => one.command.startsWith(typed))
    : [];
  const list = byId('composer-hints');
  list.hidden = known.length === 0;
  list.replaceChildren(
    ...known.map((/** @type {any} */ one) =>
      h(
        'button',
        {
          type: 'button',
          tabindex: '-1',
          onClick: () => {
            const rest = box.value.slice(typed?.length).trimStart();
            box.value = `${one.command} ${rest}`;
            box.focus();
            changed();
          },
        },
        h('code', null, one.command),
        h('code', null, one.usageHint ?? ''),
        h('span', null, one.description ?? ''),
      ),
    ),
  );
}

async function send() {
  const box = byId('message');
  const text = box.value;
  if (text.trim() === '') return;
  box.value = '';
  changed();
  const answer = await act({ do: 'write', channel: store.channel, text });
  if (!answer.problem) return;
  box.value = text;
  changed();
  byId('composer').append(h('p', { class: 'composer-problem', role: 'alert' }, answer.problem));
  const list = byId('posts');
  list.scrollTop = list.scrollHeight;
}
