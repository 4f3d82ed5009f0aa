// @ts-check
import { html, render } from 'htm/preact';
import { useEffect, useState } from 'preact/hooks';
import { bringBackHints, Composer, Hints } from './composer.js';
import { asked, Consent } from './consent.js';
import { Inspect, Posts, tellNews } from './posts.js';
import { Knobs, Panel, PanelDialog } from './side.js';
import { Sidebar } from './sidebar.js';
import { act, channel, choose, kept, onChange, postsOf, set, store, toast } from './store.js';
import { clock } from './times.js';
import { IconButton, Question, Toasts } from './ui.js';
import { Home, Modal } from './view.js';
import { StepDialog } from './workflow.js';

/** @typedef {import('./store.js').PageState} PageState */

function App() {
  const { drawer, dialog, state } = store;
  const newest = postsOf(store.channel).at(-1);
  if (newest) store.readUpTo.set(`${store.user} ${store.channel}`, newest.ts);
  const panels = state.panels.filter(one => one.where === 'side');
  return html`
    <a class="skip" href="#message">Skip to the message box</a>
    <div class=${drawer ? `frame show-${drawer}` : 'frame'} id="frame">
      <${Sidebar} go=${go} showHints=${bringBackHints} />
      <main class="channel" id="channel" inert=${drawer !== ''}>
        <${Head} side=${sideLabel(panels)} />
        <${WorldClock} />
        <${Banner} />
        <${Posts} />
        <${Home} />
        <${Hints} showSide=${() => openDrawer('side')} />
        <${Composer} />
      </main>
      <aside class="side" id="side" aria-label=${sideLabel(panels)}>
        <${IconButton} icon="close" label="Close" class="drawer-only" onClick=${closeDrawer} />
        ${panels.map(({ id, label }) => html`<section key=${id} class="panel" id=${id} aria-label=${label}><${Panel} id=${id} /></section>`)}
        <${Knobs} />
      </aside>
      ${drawer && html`<button type="button" class="shade" aria-label="Close" tabindex="-1" onClick=${closeDrawer} />`}
    </div>
    <${Modal} />
    ${dialog?.kind === 'inspect' && html`<${Inspect} post=${dialog.post} />`}
    ${dialog?.kind === 'step' && html`<${StepDialog} key=${dialog.callbackId} callbackId=${dialog.callbackId} />`}
    ${dialog?.kind === 'panel' && html`<${PanelDialog} key=${dialog.id} id=${dialog.id} />`}
    <${Question} />
    <${Toasts} />
  `;
}

/** @param {PageState['panels']} panels */
const sideLabel = panels => [...panels.map(one => one.label), 'knobs'].join(' and ');

/** @param {{ side: string }} props */
function Head({ side }) {
  const here = channel(store.channel);
  const isDirect = here?.kind === 'im';
  const sign = isDirect ? '' : here?.kind === 'private' ? '🔒 ' : '# ';
  const title = `${sign}${here?.name ?? 'Playground'}`;
  useEffect(() => {
    document.title = `${title} · ${store.state.workspace.name}`;
  });
  /** @param {'home' | 'messages'} key @param {string} label */
  const tab = (key, label) => html`<button type="button" id=${`tab-${key}`}
    aria-pressed=${String(store.tab === key)} onClick=${() => openTab(key)}>${label}</button>`;
  return html`<header class="channel-head" id="channel-head">
    <${IconButton} icon="menu" label="Channels" id="open-sidebar" onClick=${() => openDrawer('sidebar')} />
    <div class="head-words"><h1>${title}</h1><p>${isDirect ? 'Direct messages with the app' : here?.topic}</p></div>
    ${
      isDirect
        ? html`<div class="tabs" role="group" aria-label="Parts of the app">${tab('home', 'Home')}${tab('messages', 'Messages')}</div>`
        : html`<span class="head-people">${here?.members ?? 0} people</span>`
    }
    <${IconButton} icon="side" label=${side} id="open-side" class="drawer-only" onClick=${() => openDrawer('side')} />
  </header>`;
}

/** @param {'home' | 'messages'} tab */
function openTab(tab) {
  set({ tab });
  act({ do: 'openApp', tab });
}

const TICK_MS = 200;

/** The time here, if it differs from the machine's because the clock runs fast, or did. */
function WorldClock() {
  const { now, speed, aheadMs } = store.state;
  const isOwn = speed !== 1 || aheadMs >= 1000;
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isOwn) return;
    const ticking = setInterval(() => tick(times => times + 1), TICK_MS);
    return () => clearInterval(ticking);
  }, [isOwn]);
  if (!isOwn) return null;
  const time = clock(now + (performance.now() - heardAt) * speed, { second: '2-digit' });
  return html`<p class="world-clock" id="world-clock">
    For this Slack and the app it is ${time}${speed === 1 ? '.' : `: time passes ${speed} times as fast.`}
  </p>`;
}

function Banner() {
  const text = !store.heard
    ? 'The playground isn’t answering. Is it still running?'
    : store.state.connected
      ? ''
      : 'No app is connected yet.';
  return html`<div class="banner" id="banner" role="status" hidden=${text === ''}>${text}</div>`;
}

/** The element that opened the drawer, which gets the focus back. @type {HTMLElement | null} */
let opener = null;

/**
 * On narrow pages the sidebar and the side are drawers: one at a time, above everything else.
 * @param {'sidebar' | 'side'} drawer
 */
function openDrawer(drawer) {
  opener = /** @type {HTMLElement | null} */ (document.activeElement);
  set({ drawer });
  requestAnimationFrame(() => {
    const first = document.querySelector(`#${drawer} :is(button, input)`);
    if (first instanceof HTMLElement) first.focus();
  });
}

function closeDrawer() {
  if (store.drawer === '') return;
  set({ drawer: '' });
  requestAnimationFrame(() => opener?.focus());
}

/** Goes to another person, channel or workspace. @param {{ team?: string, user?: string, channel?: string }} where */
async function go(where) {
  choose(where);
  // Waiting for the state first would let the user type into the previous draft.
  set({ tab: 'messages', drawer: '' });
  // The state already has all of the person's channels.
  if (!where.channel) await refresh();
  if (where.channel && channel(where.channel)?.kind === 'im') act({ do: 'openApp', tab: store.tab });
  document.getElementById('message')?.focus();
}

/** The browser's time when the shown state arrived. */
let heardAt = 0;
let isLoading = false;
let again = false;

/** Fetches the state and draws it. Calls during a fetch cause one more round. */
async function refresh() {
  if (isLoading) {
    again = true;
    return;
  }
  isLoading = true;
  try {
    do {
      again = false;
      const { team, user } = store;
      const answer = await fetch(`page/state?${new URLSearchParams({ team, user })}`);
      if (!answer.ok) throw new Error(`The playground answered ${answer.status}`);
      const state = await answer.json();
      // The page has switched to another person, so this state is the previous person's.
      if (store.team !== team || store.user !== user) again = true;
      else show(state);
    } while (again);
  } finally {
    isLoading = false;
  }
}

/** @param {PageState} state */
function show(state) {
  const { state: before, channel: open } = store;
  const isSame = before?.me === state.me && before.workspace.id === state.workspace.id;
  const seen = isSame ? postsOf(open) : null;
  heardAt = performance.now();
  store.state = state;
  if (!before) store.loadedAt = state.now;
  choose({ team: state.workspace.id, user: state.me });
  if (!channel(store.channel)) choose({ channel: state.channels[0]?.id ?? '' });
  set({});
  if (!isSame || !seen) return;
  tellNews(seen, postsOf(open));
  const noticed = before.notices.at(-1)?.at ?? 0;
  for (const { at, text } of state.notices) if (at > noticed) toast(text);
}

/** Draws the page, and refreshes it on every change of the playground. */
async function start() {
  const theme = kept(localStorage, 'theme');
  if (theme) document.documentElement.dataset.theme = theme;
  const isAsked = asked.has('client_id');
  choose({ team: asked.get('team') ?? store.team });
  await refresh();
  const root = /** @type {HTMLElement} */ (document.getElementById('app'));
  onChange(() => render(html`<${isAsked ? Consent : App} />`, root));
  set({});
  if (isAsked) return;
  await act({ do: 'reloaded' });
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape' && !document.querySelector(':popover-open')) closeDrawer();
  });
  const events = new EventSource('page/events');
  events.addEventListener('change', refresh);
  events.addEventListener('open', () => {
    set({ heard: true });
    refresh();
  });
  events.addEventListener('error', () => set({ heard: false }));
}

start();
