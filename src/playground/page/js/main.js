// @ts-check
import { act, fetchState, listen } from './api.js';
import { renderBench } from './bench.js';
import { renderComposer, startComposer } from './composer.js';
import { byId, menuKeys } from './dom.js';
import { closeDrawers, openDrawer } from './drawers.js';
import { renderHead } from './head.js';
import { bringBackHints, renderHints } from './hints.js';
import { renderHome } from './home.js';
import { renderKnobs } from './knobs.js';
import { renderModal, startModal } from './modal.js';
import { renderPhone, startPhone } from './phone.js';
import { renderNotices, renderPosts, startPosts } from './posts.js';
import { renderSidebar } from './sidebar.js';
import { channel, choose, kept, postsOf, store } from './store.js';
import { renderWorkflow } from './workflow.js';
import { renderWorldClock } from './world-clock.js';

let loading = false;
let again = false;

/** Fetches the state and draws it; any calls meanwhile cause one more round. */
async function refresh() {
  if (loading) {
    again = true;
    return;
  }
  loading = true;
  try {
    do {
      again = false;
      const { team, user } = store;
      const state = await fetchState();
      // The page switched to another person meanwhile: this is what the previous one would see.
      if (store.team !== team || store.user !== user) {
        again = true;
        continue;
      }
      store.state = state;
      draw();
    } while (again);
  } finally {
    loading = false;
  }
}

const on = {
  go,
  showSidebar: () => openDrawer('sidebar'),
  showSide: () => openDrawer('side'),
  hints: () => {
    closeDrawers();
    bringBackHints(on);
  },
  redraw: draw,
  close: closeDrawers,
};

function draw() {
  const { state } = store;
  choose('team', state.workspace.id);
  choose('user', state.me);
  if (!channel(store.channel)) choose('channel', state.channels[0]?.id ?? '');
  const newest = postsOf(store.channel).at(-1);
  if (newest) store.readUpTo.set(`${store.user} ${store.channel}`, newest.ts);
  renderSidebar(on);
  renderHead(on);
  renderWorldClock();
  renderHome();
  renderPosts();
  renderComposer();
  renderModal();
  renderWorkflow();
  renderBench();
  renderPhone();
  renderKnobs();
  renderHints(on);
  renderNotices();
  banner();
}

/** Another person, channel or workspace. @param {'user' | 'channel' | 'team'} key @param {string} value */
async function go(key, value) {
  choose(key, value);
  if (key === 'team') choose('user', '');
  store.tab = 'messages';
  closeDrawers();
  // Asking first would leave time to type into the previous person's or channel's draft.
  renderComposer();
  // All of a person's channels are here already.
  if (key === 'channel') draw();
  else await refresh();
  if (channel(store.channel)?.kind === 'im' && key === 'channel') act({ do: 'open-app', tab: store.tab });
  byId('message').focus();
}

let heard = true;
function banner() {
  const node = byId('banner');
  const text = !heard
    ? 'The playground isn’t answering. Is it still running?'
    : store.state?.connected
      ? ''
      : 'No app is connected yet.';
  node.hidden = text === '';
  if (node.textContent !== text) node.textContent = text;
}

async function start() {
  const theme = kept(localStorage, 'theme');
  if (theme) document.documentElement.dataset.theme = theme;
  store.state = await fetchState();
  store.loadedAt = store.state.now;
  choose('team', store.state.workspace.id);
  choose('user', store.state.me);
  await act({ do: 'reloaded' });
  startComposer();
  startPosts();
  startModal();
  startPhone(closeDrawers);
  byId('menu').addEventListener('keydown', menuKeys);
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape' && !byId('menu').matches(':popover-open')) closeDrawers();
  });
  listen(refresh, open => {
    heard = open;
    banner();
  });
}

start();
