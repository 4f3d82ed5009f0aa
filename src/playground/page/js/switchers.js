// @ts-check
import { avatar, closeMenu, h, icon, openMenu } from './dom.js';
import { keep, person, store } from './store.js';

/** The workspace's name, with a menu if there are several. @param {any} on @param {any} more */
export function workspaceHead(on, more) {
  const { workspace, workspaces } = store.state;
  const words = h(
    'span',
    { class: 'workspace-words' },
    h('strong', null, workspace.name),
    h('small', null, 'A playground, not Slack'),
  );
  if (workspaces.length < 2) return h('div', { class: 'workspace' }, words, more);
  const button = h(
    'button',
    {
      type: 'button',
      id: 'workspace',
      'aria-haspopup': 'menu',
      'aria-label': `Workspace ${workspace.name}. Switch workspace`,
      onClick: () => openWorkspaces(button, on),
    },
    words,
    icon('chevron'),
  );
  return h('div', { class: 'workspace' }, button, more);
}

/** @param {any} anchor @param {any} on */
function openWorkspaces(anchor, on) {
  openMenu(
    anchor,
    'Workspaces',
    store.state.workspaces.map((/** @type {any} */ one) =>
      choice(one.id === store.team, { 'data-workspace': one.name }, () => on.go('team', one.id), [
        h('span', { class: 'avatar small', 'aria-hidden': 'true' }, one.name[0]),
        h('span', null, one.name),
      ]),
    ),
  );
}

/** Who the person at the page is, with a menu to become somebody else. @param {any} on */
export function personButton(on) {
  const me = person(store.user);
  const button = h(
    'button',
    {
      type: 'button',
      class: 'who',
      id: 'who',
      'aria-haspopup': 'menu',
      'aria-label': `You are ${me.realName}, ${me.role}. Switch person`,
      onClick: () => openPeople(button, on),
    },
    avatar(me),
    h('span', { class: 'who-text' }, h('b', null, me.realName), h('span', null, me.role)),
    icon('chevron'),
  );
  return button;
}

/** @param {any} anchor @param {any} on */
function openPeople(anchor, on) {
  const people = store.state.people.filter((/** @type {any} */ one) => !one.isBot && !one.deleted);
  openMenu(
    anchor,
    'Be someone else',
    people.map((/** @type {any} */ one) =>
      choice(one.id === store.user, { 'data-person': one.name }, () => on.go('user', one.id), [
        avatar(one, true),
        h('span', null, one.realName, h('small', null, one.title)),
        h('span', { class: 'role' }, one.role),
      ]),
    ),
  );
}

/** @param {boolean} current @param {Record<string, string>} data @param {() => void} go @param {any[]} words */
function choice(current, data, go, words) {
  const use = () => {
    closeMenu();
    go();
  };
  return h(
    'button',
    { type: 'button', role: 'menuitemradio', 'aria-checked': String(current), ...data, onClick: use },
    words,
  );
}

/** Light or dark, whatever the system says, until pressed again. */
export function switchTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  keep(localStorage, 'theme', root.dataset.theme);
}
