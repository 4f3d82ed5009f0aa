// @ts-check
import { act, fetchState, listen } from './api.js';
import { renderComposer, startComposer } from './composer.js';
import { byId, h, menuKeys } from './dom.js';
import { closeTop, renderModal } from './modal.js';
import { renderKnobs, renderPhone } from './phone.js';
import { renderNotices, renderPosts } from './posts.js';
import { renderHead, renderSidebar } from './sidebar.js';
import { channel, choose, postsOf, store } from './store.js';

let loading = false;
let again = false;

/** Fetches the state and draws it; calls meanwhile are answered by one more round. */
async function refresh() {
  if (loading) {
    again = true;
    return;
  }
  loading = true;
  try {
    do {
      again = false;
      store.state = await fetchState();
      draw();
    } while (again);
  } finally {
    loading = false;
  }
}

function draw() {
  const { state } = store;
  choose('team', state.workspace.id);
  choose('user', state.me);
  if (!channel(store.channel)) choose('channel', state.channels[0]?.id ?? '');
  const newest = postsOf(store.channel).at(-1);
  if (newest) store.readUpTo.set(`${store.user} ${store.channel}`, newest.ts);
  renderSidebar(go);
  renderHead(
    () => drawer('show-sidebar'),
    () => drawer('show-side'),
  );
  renderPosts();
  renderComposer();
  renderModal();
  renderPhone(closeDrawers);
  renderKnobs();
  renderNotices();
  banner();
}

/** @param {'user' | 'channel' | 'team'} key @param {string} value */
async function go(key, value) {
  choose(key, value);
  closeDrawers();
  await refresh();
  byId('message').focus();
}

let heard = true;
function banner() {
  const node = byId('banner');
  const text = !heard
    ? 'The playground does not answer. Is it still running?'
    : store.state?.connected
      ? ''
      : 'No app is connected yet.';
  node.hidden = text === '';
  node.textContent = text;
}

/** @param {string} which */
function drawer(which) {
  const frame = byId('frame');
  frame.classList.add(which);
  frame.append(h('button', { type: 'button', class: 'shade', 'aria-label': 'Close', onClick: closeDrawers }));
}

function closeDrawers() {
  const frame = byId('frame');
  frame.classList.remove('show-sidebar', 'show-side');
  frame.querySelector('.shade')?.remove();
}

async function start() {
  try {
    const theme = localStorage.getItem('playground.theme');
    if (theme) document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage the system's choice holds.
  }
  store.state = await fetchState();
  store.loadedAt = store.state.now;
  choose('team', store.state.workspace.id);
  choose('user', store.state.me);
  await act({ do: 'reloaded' });
  startComposer();
  byId('menu').addEventListener('keydown', menuKeys);
  byId('modal').addEventListener('cancel', (/** @type {Event} */ event) => {
    event.preventDefault();
    closeTop();
  });
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') closeDrawers();
  });
  listen(refresh, open => {
    heard = open;
    banner();
  });
}

start();
