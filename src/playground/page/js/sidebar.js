// @ts-check
import { act } from './api.js';
import { openBench } from './bench.js';
import { byId, h, icon } from './dom.js';
import { postsOf, store } from './store.js';
import { personButton, switchTheme, workspaceHead } from './switchers.js';
import { openWorkflow } from './workflow.js';

let drawn = '';

/** @param {{ go: (key: 'user' | 'channel' | 'team', value: string) => void, hints: () => void, close: () => void }} on */
export function renderSidebar(on) {
  const { state } = store;
  const unread = Object.fromEntries(
    state.channels.map((/** @type {any} */ one) => [one.id, one.id === store.channel ? 0 : unreadIn(one.id)]),
  );
  const look = JSON.stringify([
    state.workspaces,
    state.workspace,
    state.installUrl,
    store.user,
    store.channel,
    state.channels,
    state.manifest.functions,
    state.bench !== null,
    state.places,
    unread,
  ]);
  if (look === drawn) return;
  drawn = look;
  const rooms = state.channels.filter((/** @type {any} */ one) => one.kind !== 'im');
  const direct = state.channels.filter((/** @type {any} */ one) => one.kind === 'im');
  const focused = byId('sidebar').contains(document.activeElement) ? document.activeElement?.id : '';
  byId('sidebar').replaceChildren(
    workspaceHead(
      on,
      h(
        'button',
        {
          type: 'button',
          id: 'theme',
          class: 'icon-button',
          'aria-label': 'Light or dark',
          onClick: switchTheme,
        },
        icon('sun'),
      ),
    ),
    personButton(on),
    h('h2', { id: 'rooms' }, 'Channels'),
    list(rooms, 'rooms', unread, on),
    ...(direct.length > 0 ? [h('h2', { id: 'apps' }, 'Apps'), list(direct, 'apps', unread, on)] : []),
    ...steps(state.manifest.functions),
    ...(state.bench ? bench() : []),
    ...places(state.places),
    h(
      'div',
      { class: 'sidebar-foot' },
      installation(),
      state.hints.length > 0
        ? h('button', { type: 'button', id: 'bring-hints', onClick: on.hints }, 'Show the first steps')
        : null,
      h('p', null, 'Nothing leaves this machine.'),
    ),
  );
  if (focused) byId(focused)?.focus();
}

/** The app's steps for workflows. @param {any[]} functions */
function steps(functions) {
  if (functions.length === 0) return [];
  return [
    h('h2', { id: 'workflow-steps' }, 'Workflow steps'),
    h(
      'ul',
      { class: 'channels', 'aria-labelledby': 'workflow-steps' },
      functions.map(one =>
        h(
          'li',
          null,
          h(
            'button',
            {
              type: 'button',
              id: `s-${one.callbackId}`,
              'aria-haspopup': 'dialog',
              onClick: () => openWorkflow(one.callbackId),
            },
            h('span', { class: 'sign', 'aria-hidden': 'true' }, icon('bolt')),
            h('span', { class: 'name' }, one.title),
          ),
        ),
      ),
    ),
  ];
}

/** The way to the alert bench. */
function bench() {
  return [
    h('h2', { id: 'alerts' }, 'Alerts'),
    h(
      'ul',
      { class: 'channels', 'aria-labelledby': 'alerts' },
      h(
        'li',
        null,
        h(
          'button',
          { type: 'button', id: 'open-bench', 'aria-haspopup': 'dialog', onClick: openBench },
          h('span', { class: 'sign', 'aria-hidden': 'true' }, icon('bell')),
          h('span', { class: 'name' }, 'Alert bench'),
        ),
      ),
    ),
  ];
}

/** Pages of other programs, each in a tab of its own. @param {any[]} all */
function places(all) {
  return [...Map.groupBy(all, place => String(place.of))].flatMap(([of, members], at) => [
    h('h2', { id: `places-${at}` }, of),
    h(
      'ul',
      { class: 'channels', 'aria-labelledby': `places-${at}` },
      members.map(place =>
        h(
          'li',
          null,
          h(
            'a',
            { id: `p-${place.id}`, href: `page/go/${place.id}`, target: `place-${place.id}` },
            h('span', { class: 'sign', 'aria-hidden': 'true' }, '↗'),
            h(
              'span',
              { class: 'name' },
              place.label,
              h('span', { class: 'visually-hidden' }, ' in another tab'),
            ),
          ),
        ),
      ),
    ),
  ]);
}

/** If the app can be installed: a link to do so, or to remove it. */
function installation() {
  const { app, workspace, installUrl } = store.state;
  if (!installUrl) return null;
  return workspace.installed
    ? h(
        'button',
        { type: 'button', id: 'uninstall', onClick: () => act({ do: 'uninstall' }) },
        `Remove ${app.name} from ${workspace.name}`,
      )
    : h(
        'a',
        { id: 'install', href: installUrl, target: '_blank', rel: 'noopener' },
        `Install ${app.name} in ${workspace.name}`,
      );
}

/** @param {any[]} channels @param {string} labelledBy @param {Record<string, number>} unread @param {any} on */
function list(channels, labelledBy, unread, on) {
  return h(
    'ul',
    { class: 'channels', 'aria-labelledby': labelledBy },
    channels.map(one => {
      const sign = one.kind === 'private' ? icon('lock') : one.kind === 'im' ? icon('phone') : '#';
      const news = unread[one.id] ?? 0;
      return h(
        'li',
        null,
        h(
          'button',
          {
            type: 'button',
            id: `c-${one.id}`,
            'aria-current': String(one.id === store.channel),
            onClick: () => on.go('channel', one.id),
          },
          h('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
          h('span', { class: 'name' }, one.name),
          news > 0
            ? h('span', { class: 'unread' }, String(news), h('span', { class: 'visually-hidden' }, ' new'))
            : null,
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
