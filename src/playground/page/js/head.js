// @ts-check
import { act } from './api.js';
import { byId, h, icon } from './dom.js';
import { channel, store } from './store.js';

let drawn = '';

/** @param {{ showSidebar: () => void, showSide: () => void, redraw: () => void }} on */
export function renderHead(on) {
  const here = channel(store.channel);
  const direct = here?.kind === 'im';
  const sign = direct ? '' : here?.kind === 'private' ? '🔒 ' : '# ';
  const about = direct ? 'Direct messages with the app' : (here?.topic ?? '');
  const people = direct ? '' : `${here?.members ?? 0} people`;
  document.title = `${sign}${here?.name ?? 'Playground'} · ${store.state.workspace.name}`;
  const look = [store.channel, sign, here?.name, about, people, store.tab].join('\n');
  if (look === drawn) return;
  drawn = look;
  byId('channel-head').replaceChildren(
    h(
      'button',
      {
        type: 'button',
        id: 'open-sidebar',
        class: 'icon-button',
        'aria-label': 'Channels',
        onClick: on.showSidebar,
      },
      icon('menu'),
    ),
    h('div', { class: 'head-words' }, h('h1', null, `${sign}${here?.name ?? ''}`), h('p', null, about)),
    direct ? tabs(on.redraw) : h('span', { class: 'head-people' }, people),
    h(
      'button',
      {
        type: 'button',
        id: 'open-side',
        class: 'icon-button drawer-only',
        'aria-label': 'Phone and knobs',
        onClick: on.showSide,
      },
      icon('phone'),
    ),
  );
}

/** @param {() => void} redraw */
function tabs(redraw) {
  const tab = (/** @type {'home' | 'messages'} */ key, /** @type {string} */ label) =>
    h(
      'button',
      {
        type: 'button',
        id: `tab-${key}`,
        'aria-pressed': String(store.tab === key),
        onClick: () => {
          store.tab = key;
          redraw();
          byId(`tab-${key}`)?.focus();
          act({ do: 'open-app', tab: key });
        },
      },
      label,
    );
  return h(
    'div',
    { class: 'tabs', role: 'group', 'aria-label': 'Parts of the app' },
    tab('home', 'Home'),
    tab('messages', 'Messages'),
  );
}
