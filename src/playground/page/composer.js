// @ts-check
import { html } from 'htm/preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { act, announce, channel, enter, keep, kept, set, store } from './store.js';
import { Avatar, Icon, IconButton, MenuButton, ShortcutItems } from './ui.js';
import { isAtHome } from './view.js';

/** @typedef {import('preact').ComponentChildren} Children */

const draftKey = () => `${store.team} ${store.user} ${store.channel}`;

/** Puts a text into the message box. @param {string} text */
function writeDraft(text) {
  store.drafts.set(draftKey(), text);
  set({});
  document.getElementById('message')?.focus();
}

/** The message box, with a draft for each person in each channel, and completions of the word at the caret. */
export function Composer() {
  const box = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const [offered, setOffered] = useState(/** @type {Suggestion[]} */ ([]));
  const [chosen, setChosen] = useState(0);
  const [problem, setProblem] = useState('');
  const key = draftKey();
  const text = store.drafts.get(key) ?? '';
  const command = store.state.manifest.commands.find(one => one.command === /^(\/\S+)\s/.exec(text)?.[1]);
  useEffect(() => setProblem(''), [key]);
  useLayoutEffect(() =>
    document.querySelector('#suggestions [aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
  );

  const write = (/** @type {string} */ next) => {
    store.drafts.set(key, next);
    setProblem('');
    set({});
  };
  const offer = () => {
    const { value, selectionStart, selectionEnd } = /** @type {HTMLTextAreaElement} */ (box.current);
    const next = selectionStart === selectionEnd ? suggestions(value, selectionStart) : [];
    if (next.length !== offered.length && next.length > 0) announce(`${next.length} suggestions`);
    setOffered(next);
    setChosen(0);
  };
  const take = (/** @type {Suggestion | undefined} */ one) => {
    if (!one || !box.current) return;
    box.current.setRangeText(one.insert, one.from, one.to, 'end');
    write(box.current.value);
    offer();
  };
  const send = async () => {
    if (text.trim() === '') return;
    write('');
    setOffered([]);
    const answer = await act({ do: 'write', channel: store.channel, text });
    document.getElementById('posts')?.scrollTo(0, 0);
    if (!answer.problem) return;
    write(text);
    setProblem(answer.problem);
  };
  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (event.isComposing) return;
    const enters = event.key === 'Enter' && !event.shiftKey;
    if (offered.length > 0) {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      // A complete command is sent instead of completed.
      const takes = (event.key === 'Tab' && !event.shiftKey) || (enters && !offered[chosen]?.exact);
      if (step !== 0 || takes || event.key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        if (takes) return take(offered[chosen]);
        if (event.key === 'Escape') return setOffered([]);
        return setChosen((chosen + step + offered.length) % offered.length);
      }
    }
    if (!enters) return;
    event.preventDefault();
    send();
  };

  const here = channel(store.channel);
  const [first] = store.state.manifest.commands;
  const where = here?.kind === 'im' ? here.name : `#${here?.name ?? ''}`;
  const shortcuts = store.state.manifest.shortcuts.filter(one => one.type === 'global');
  const use = (/** @type {string} */ callbackId) => act({ do: 'globalShortcut', callbackId });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    send();
  };
  return html`<form class="composer" id="composer" hidden=${isAtHome()} onSubmit=${submit}>
    <div class="suggestions" id="suggestions" role="listbox" aria-label="Suggestions" hidden=${offered.length === 0}>
      ${offered.map(
        (one, at) => html`<div id=${`suggestion-${at}`} role="option" aria-selected=${String(at === chosen)}
          onMouseDown=${(/** @type {Event} */ event) => event.preventDefault()} onClick=${() => take(one)}>${one.shown}</div>`,
      )}
    </div>
    <div class="composer-box">
      <label class="visually-hidden" for="message">Message</label>
      <textarea ref=${box} id="message" rows="1" autocomplete="off" spellcheck="false" value=${text}
        placeholder=${first ? `Message ${where}, or type ${first.command}` : `Message ${where}`}
        aria-autocomplete="list" aria-controls="suggestions" aria-describedby="composer-foot composer-usage"
        aria-activedescendant=${offered.length > 0 ? `suggestion-${chosen}` : null}
        onKeyDown=${keys} onClick=${offer} onBlur=${() => setOffered([])}
        onInput=${(/** @type {any} */ event) => {
          write(event.target.value);
          offer();
        }}></textarea>
      ${
        shortcuts.length > 0 &&
        html`<${MenuButton} title="Shortcuts" label="Shortcuts" id="shortcuts" class="icon-button"
          items=${() => html`<${ShortcutItems} shortcuts=${shortcuts} use=${use} />`}><${Icon} name="bolt" /><//>`
      }
      <button class="send" type="submit" aria-label="Send" disabled=${text.trim() === ''}><${Icon} name="send" /></button>
    </div>
    <p class="composer-foot">
      <span id="composer-foot"><kbd>Enter</kbd> sends, <kbd>Shift</kbd> <kbd>Enter</kbd> breaks the line</span>
      <span class="usage" id="composer-usage">
        ${command && html`<code>${command.command} ${command.usage_hint}</code> ${command.description}`}
      </span>
    </p>
    ${problem && html`<p class="composer-problem" role="alert"><${Icon} name="warn" />${problem}</p>`}
  </form>`;
}

/** @typedef {{ from: number, to: number, insert: string, shown: Children, exact: boolean }} Suggestion */

/**
 * Completions for the word before the caret: a command at the start, people after @, channels after #.
 * @param {string} text @param {number} caret @returns {Suggestion[]}
 */
function suggestions(text, caret) {
  const typed = text.slice(0, caret);
  const command = /^\/\S*$/.exec(typed)?.[0];
  if (command) return commands(command);
  const [, sign = '', word = ''] = /(?:^|[\s(])([@#])([\p{L}\p{M}\p{N}._-]*)$/u.exec(typed) ?? [];
  if (!sign) return [];
  const at = { from: caret - word.length - 1, to: caret, exact: false };
  const found = sign === '@' ? people(word.toLowerCase()) : channels(word.toLowerCase());
  return found.slice(0, 6).map(one => ({ ...at, ...one }));
}

/** @param {string} typed @returns {Suggestion[]} */
const commands = typed =>
  store.state.manifest.commands
    .filter(one => one.command.startsWith(typed))
    .map(({ command, usage_hint, description }) => ({
      from: 0,
      to: typed.length,
      insert: `${command} `,
      exact: command === typed,
      shown: html`<${Icon} name="bolt" /><code>${command}</code><code class="usage">${usage_hint}</code><span class="about">${description}</span>`,
    }));

/** Finds people by handle or name, and inserts the text that Slack turns into a mention. @param {string} word */
const people = word =>
  store.state.people
    .filter(one => !one.deleted && !one.isBot)
    .filter(one => [one.name, ...one.realName.toLowerCase().split(' ')].some(name => name.startsWith(word)))
    .map(one => ({
      insert: `@${one.name} `,
      shown: html`<${Avatar} of=${one} small /><b>${one.realName}</b><span class="about">${one.title || one.role}</span>`,
    }));

/** @param {string} word */
const channels = word =>
  store.state.channels
    .filter(one => one.kind !== 'im' && one.name.startsWith(word))
    .map(one => ({
      insert: `#${one.name} `,
      shown: html`<b>#${one.name}</b><span class="about">${one.topic}</span>`,
    }));

/** The ids of dismissed hints, or `off` for all. */
const dismissed = () => kept(localStorage, 'hints').split(' ');

/** @param {string[]} ids */
function dismiss(ids) {
  keep(localStorage, 'hints', [...new Set([...dismissed(), ...ids])].join(' ').trim());
  set({});
  document.getElementById('message')?.focus();
}

/** Shows dismissed hints again. */
export const bringBackHints = () => {
  keep(localStorage, 'hints', '');
  set({ drawer: '' });
};

/** The first hint that is still useful, as a card above the message box. @param {{ showSide: () => void }} props */
export function Hints({ showSide }) {
  const { hints } = store.state;
  const gone = dismissed();
  const at = gone.includes('off') ? -1 : hints.findIndex(one => !one.done && !gone.includes(one.id));
  const hint = hints[at];
  if (!hint) return null;
  const { id, title, text, go, write, show } = hint;
  const leave = () => dismiss([id]);
  return html`<section class="hint-card" id="hints" aria-label="First steps" aria-live="polite">
    <span class="hint-step" aria-hidden="true">${at + 1}</span>
    <div class="hint-words">
      <h2><span class="visually-hidden">Step ${at + 1} of ${hints.length}: </span>${title}</h2>
      <p>${text}</p>
    </div>
    <div class="hint-buttons">
      ${go && html`<a class="button small primary" href=${`page/go/${go.place}`} onClick=${enter(go.place)}>${go.label}</a>`}
      ${write && html`<button type="button" class="button small primary" onClick=${() => writeDraft(write.text)}>${write.label}</button>`}
      ${show && html`<button type="button" class="button small drawer-only" onClick=${showSide}>${show.label}</button>`}
      ${!write && html`<button type="button" class="button small" onClick=${leave}>Got it</button>`}
    </div>
    <${IconButton} icon="close" label="Dismiss this hint" onClick=${leave} />
  </section>`;
}
