// @ts-check
import { html } from 'htm/preact';
import { act, enter, keep, postsOf, set, store } from './store.js';
import { Avatar, Icon, IconButton, MenuButton } from './ui.js';

/** @typedef {import('../http/page-state.ts').PageState['channels'][number]} Channel */
/** @typedef {{ team?: string, user?: string, channel?: string }} Where */

/**
 * The workspace, the current person, the channels, and everything that can be opened.
 * @param {{ go: (where: Where) => void, showHints: () => void }} props
 */
export function Sidebar({ go, showHints }) {
  const { channels, manifest, panels, places, hints } = store.state;
  const direct = channels.filter(one => one.kind === 'im');
  const dialogs = panels.filter(one => one.where === 'dialog');
  /** @param {string} id @param {import('./store.js').Dialog} dialog @param {string} label */
  const entry = (id, dialog, label) => html`<li>
    <button type="button" id=${id} aria-haspopup="dialog" onClick=${() => set({ dialog })}>
      <span class="sign" aria-hidden="true"><${Icon} name="bolt" /></span><span class="name">${label}</span>
    </button>
  </li>`;
  return html`<nav class="sidebar" id="sidebar" aria-label="Workspace">
    <div class="workspace">
      <${WorkspaceName} go=${go} />
      <${IconButton} icon="sun" label="Light or dark" id="theme" onClick=${switchTheme} />
    </div>
    <${Who} go=${go} />
    <${Group} id="rooms" heading="Channels">
      ${channels.filter(one => one.kind !== 'im').map(one => html`<${ChannelLink} key=${one.id} channel=${one} go=${go} />`)}
    <//>
    ${
      direct.length > 0 &&
      html`<${Group} id="apps" heading="Apps">${direct.map(one => html`<${ChannelLink} key=${one.id} channel=${one} go=${go} />`)}<//>`
    }
    ${
      manifest.steps.length > 0 &&
      html`<${Group} id="workflow-steps" heading="Workflow steps">
        ${manifest.steps.map(({ callbackId, title }) => entry(`s-${callbackId}`, { kind: 'step', callbackId }, title))}
      <//>`
    }
    ${[...Map.groupBy(dialogs, panel => panel.of)].map(
      ([of, members], at) => html`<${Group} id=${`panels-${at}`} heading=${of}>
        ${members.map(({ id, label }) => entry(`open-${id}`, { kind: 'panel', id }, label))}
      <//>`,
    )}
    ${[...Map.groupBy(places, place => place.of)].map(
      ([of, members], at) => html`<${Group} id=${`places-${at}`} heading=${of}>
        ${members.map(
          ({ id, label }) => html`<li><a id=${`p-${id}`} href=${`page/go/${id}`} onClick=${enter(id)}>
            <span class="sign" aria-hidden="true">↗</span>
            <span class="name">${label}<span class="visually-hidden"> in another tab</span></span>
          </a></li>`,
        )}
      <//>`,
    )}
    <div class="sidebar-foot">
      <${Installation} />
      ${hints.length > 0 && html`<button type="button" id="bring-hints" onClick=${showHints}>Show the first steps</button>`}
      <p>Nothing leaves this machine.</p>
    </div>
  </nav>`;
}

/** @param {{ id: string, heading: string, children: import('preact').ComponentChildren }} props */
const Group = ({ id, heading, children }) =>
  html`<h2 id=${id}>${heading}</h2><ul class="channels" aria-labelledby=${id}>${children}</ul>`;

/** The workspace's name, with a menu if there are several. @param {{ go: (where: Where) => void }} props */
function WorkspaceName({ go }) {
  const { workspace, workspaces } = store.state;
  const words = html`<span class="workspace-words"><strong>${workspace.name}</strong><small>A playground, not Slack</small></span>`;
  if (workspaces.length < 2) return words;
  const items = () =>
    workspaces.map(
      one => html`<button type="button" role="menuitemradio" aria-checked=${String(one.id === store.team)}
        data-workspace=${one.name} onClick=${() => go({ team: one.id, user: '' })}>
        <span class="avatar small" aria-hidden="true">${one.name[0]}</span><span>${one.name}</span>
      </button>`,
    );
  const label = `Workspace ${workspace.name}. Switch workspace`;
  return html`<${MenuButton} title="Workspaces" label=${label} id="workspace" items=${items}>${words}<${Icon} name="chevron" /><//>`;
}

/** The current person, with a menu to become another. @param {{ go: (where: Where) => void }} props */
function Who({ go }) {
  const me = store.state.people.find(one => one.id === store.user);
  if (!me) return null;
  const others = store.state.people.filter(one => !one.isBot && !one.deleted);
  const items = () =>
    others.map(
      one => html`<button type="button" role="menuitemradio" aria-checked=${String(one.id === store.user)}
        data-person=${one.name} onClick=${() => go({ user: one.id })}>
        <${Avatar} of=${one} small /><span>${one.realName}<small>${one.title}</small></span><span class="role">${one.role}</span>
      </button>`,
    );
  const label = `You are ${me.realName}, ${me.role}. Switch person`;
  return html`<${MenuButton} title="Be someone else" label=${label} id="who" class="who" items=${items}>
    <${Avatar} of=${me} /><span class="who-text"><b>${me.realName}</b><span>${me.role}</span></span><${Icon} name="chevron" />
  <//>`;
}

/** @param {{ channel: Channel, go: (where: Where) => void }} props */
function ChannelLink({ channel: { id, kind, name }, go }) {
  const isOpen = id === store.channel;
  const news = isOpen ? 0 : unreadIn(id);
  const sign =
    kind === 'private' ? html`<${Icon} name="lock" />` : kind === 'im' ? html`<${Icon} name="app" />` : '#';
  return html`<li>
    <button type="button" id=${`c-${id}`} aria-current=${String(isOpen)} onClick=${() => go({ channel: id })}>
      <span class="sign" aria-hidden="true">${sign}</span><span class="name">${name}</span>
      ${news > 0 && html`<span class="unread">${news}<span class="visually-hidden"> new</span></span>`}
    </button>
  </li>`;
}

/** @param {string} id */
function unreadIn(id) {
  const read = store.readUpTo.get(`${store.user} ${id}`) ?? String(store.loadedAt / 1000);
  return postsOf(id).filter(post => Number(post.ts) > Number(read) && post.author.id !== store.user).length;
}

/** A link to install the app, or a button to remove it; empty if the app can't be installed. */
function Installation() {
  const { app, workspace, installUrl } = store.state;
  if (!installUrl) return null;
  return workspace.installed
    ? html`<button type="button" id="uninstall" onClick=${() => act({ do: 'uninstall' })}>Remove ${app.name} from ${workspace.name}</button>`
    : html`<a id="install" href=${installUrl} target="_blank" rel="noopener">Install ${app.name} in ${workspace.name}</a>`;
}

/** Switches between light and dark, whatever the system's setting. */
function switchTheme() {
  const root = document.documentElement;
  const isDark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
  keep(localStorage, 'theme', root.dataset.theme);
}
