// @ts-check
import { avatar, byId, closeMenu, h, icon, openMenu } from './dom.js';
import { channel, person, postsOf, store } from './store.js';

/** @param {(key: 'user' | 'channel' | 'team', value: string) => void} go */
export function renderSidebar(go) {
  const { state } = store;
  const me = person(store.user);
  const rooms = state.channels.filter((/** @type {any} */ one) => one.kind !== 'im');
  const direct = state.channels.filter((/** @type {any} */ one) => one.kind === 'im');
  const who = h(
    'button',
    {
      type: 'button',
      class: 'who',
      id: 'who',
      'aria-haspopup': 'menu',
      'aria-label': `You are ${me.realName}, ${me.role}. Switch person`,
      onClick: () => openPeople(who, go),
    },
    avatar(me),
    h('span', { class: 'who-text' }, h('b', null, me.realName), h('span', null, me.role)),
    icon('chevron'),
  );
  const focused = document.activeElement?.id;
  byId('sidebar').replaceChildren(
    h(
      'div',
      { class: 'workspace' },
      h('div', null, h('strong', null, state.workspace.name), h('small', null, 'A playground, not Slack')),
      h(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': 'Light or dark', onClick: switchTheme },
        icon('sun'),
      ),
    ),
    who,
    h('h2', null, 'Channels'),
    list(rooms, go),
    h('h2', null, 'Apps'),
    list(direct, go),
    h('p', { class: 'sidebar-foot' }, 'Nothing leaves this machine.'),
  );
  if (focused) byId(focused)?.focus();
}

/** @param {any[]} channels @param {any} go */
function list(channels, go) {
  return h(
    'ul',
    { class: 'channels' },
    channels.map(one => {
      const unread = one.id === store.channel ? 0 : unreadIn(one.id);
      const sign = one.kind === 'private' ? icon('lock') : one.kind === 'im' ? icon('phone') : '#';
      return h(
        'li',
        null,
        h(
          'button',
          {
            type: 'button',
            id: `c-${one.id}`,
            'aria-current': String(one.id === store.channel),
            onClick: () => go('channel', one.id),
          },
          h('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
          h('span', null, one.name),
          unread > 0 ? h('span', { class: 'unread', 'aria-label': `${unread} new` }, String(unread)) : null,
        ),
      );
    }),
  );
}

/** @param {string} id */
function unreadIn(id) {
  const read = store.readUpTo.get(`${store.user} ${id}`) ?? String(store.loadedAt / 1000);
  return postsOf(id).filter(
    (/** @type {any} */ post) => Number(post.ts) > Number(read) && post.author.id !== store.user,
  ).length;
}

/** @param {any} anchor @param {any} go */
function openPeople(anchor, go) {
  const people = store.state.people.filter((/** @type {any} */ one) => !one.isBot && !one.deleted);
  openMenu(anchor, [
    h('h3', null, 'Be someone else'),
    ...people.map((/** @type {any} */ one) =>
      h(
        'button',
        {
          type: 'button',
          'data-person': one.name,
          'aria-checked': String(one.id === store.user),
          role: 'menuitemradio',
          onClick: () => {
            closeMenu();
            go('user', one.id);
          },
        },
        avatar(one, true),
        h('span', null, one.realName, h('small', null, one.title)),
        h('span', { class: 'role' }, one.role),
      ),
    ),
  ]);
}

/** @param {() => void} openSidebar @param {() => void} openSide */
export function renderHead(openSidebar, openSide) {
  const here = channel(store.channel);
  const sign = here?.kind === 'im' ? '' : here?.kind === 'private' ? '🔒 ' : '# ';
  byId('channel-head').replaceChildren(
    h(
      'button',
      { type: 'button', class: 'icon-button narrow-only', 'aria-label': 'Channels', onClick: openSidebar },
      icon('menu'),
    ),
    h(
      'div',
      null,
      h('h1', null, `${sign}${here?.name ?? ''}`),
      h(
        'p',
        null,
        here?.kind === 'im' ? 'Direct messages with the app' : here?.topic || `${here?.members ?? 0} people`,
      ),
    ),
    h(
      'button',
      { type: 'button', class: 'icon-button narrow-only for-side', 'aria-label': 'Phone', onClick: openSide },
      icon('phone'),
    ),
  );
  document.title = `${sign}${here?.name ?? 'Playground'} · ${store.state.workspace.name}`;
}

function switchTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  try {
    localStorage.setItem('playground.theme', root.dataset.theme);
  } catch {
    // Then it lasts until the reload.
  }
}
