// @ts-check
import { act } from './api.js';
import { renderBlocks } from './blocks.js';
import { askFirst } from './confirm.js';
import { avatar, byId, closeMenu, h, icon, openMenu, toast } from './dom.js';
import { inspect } from './inspect.js';
import { mrkdwn } from './mrkdwn.js';
import { channel, person, postsOf, store } from './store.js';

/** @type {Map<string, { look: string, node: any }>} */
let drawn = new Map();
let drawnFor = '';

/** Draws the posts of the open channel; a post that has not changed keeps its element, and so its focus. */
export function renderPosts() {
  const list = byId('posts');
  const here = `${store.user} ${store.channel}`;
  const sameView = drawnFor === here;
  if (!sameView) drawn = new Map();
  const posts = postsOf(store.channel);
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 80;
  const next = new Map();
  for (const post of posts) {
    const look = JSON.stringify(post);
    const known = drawn.get(post.ts);
    const node = known?.look === look ? known.node : draw(post, sameView && !known);
    if (known && known.node !== node && known.node.contains(document.activeElement))
      queueMicrotask(() => node.querySelector('button')?.focus());
    next.set(post.ts, { look, node });
  }
  const nodes = [...next.values()].map(one => one.node);
  const wanted = nodes.length > 0 ? nodes : [empty()];
  if (wanted.length !== list.children.length || wanted.some((node, index) => list.children[index] !== node)) {
    sync(list, wanted);
  }
  drawn = next;
  drawnFor = here;
  if (!sameView || atEnd) list.scrollTop = list.scrollHeight;
}

/** Puts nodes in order without moving those already in place. @param {any} list @param {any[]} nodes */
function sync(list, nodes) {
  for (const old of [...list.children]) if (!nodes.includes(old)) old.remove();
  for (const [index, node] of nodes.entries()) {
    if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null);
  }
}

/** @param {any} post @param {boolean} fresh */
function draw(post, fresh) {
  const author = person(post.author.id) ?? {
    realName: post.author.name,
    displayName: post.author.name,
    color: '#5b4a8a',
  };
  const isApp = post.author.kind !== 'person';
  const on = {
    use: async (
      /** @type {any} */ element,
      /** @type {string} */ blockId,
      /** @type {any} */ value,
      /** @type {any} */ node,
    ) => {
      if (element.confirm && !(await askFirst(element.confirm))) return;
      node.setAttribute('aria-busy', 'true');
      await act({
        do: 'press',
        channel: post.channel,
        ts: post.ts,
        blockId,
        actionId: element.action_id,
        value,
      });
      node.removeAttribute('aria-busy');
    },
  };
  const body = post.blocks.length > 0 ? renderBlocks(post.blocks, on) : mrkdwn(post.text);
  return h(
    'article',
    {
      class: `post ${post.kind}${fresh ? ' fresh' : ''}`,
      'data-ts': post.ts,
      'aria-label': `Post by ${author.displayName}`,
    },
    post.kind === 'ephemeral' ? h('p', { class: 'only-you' }, icon('eye'), 'Only visible to you') : null,
    avatar(author),
    h(
      'div',
      { class: 'post-head' },
      h('b', null, author.displayName),
      isApp ? h('span', { class: 'tag' }, post.author.kind === 'app' ? 'App' : 'Slack') : null,
      h('time', { datetime: new Date(Number(post.ts) * 1000).toISOString() }, clock(post.ts)),
    ),
    h('div', { class: 'post-body' }, body, post.edited ? h('span', { class: 'edited' }, '(edited)') : null),
    tools(post),
  );
}

/** @param {any} post */
function tools(post) {
  const shortcuts = store.state.manifest.shortcuts.filter((/** @type {any} */ one) => one.type === 'message');
  const more = h(
    'button',
    {
      type: 'button',
      'aria-label': 'More actions',
      'aria-haspopup': 'menu',
      onClick: () => openShortcuts(more, post, shortcuts),
    },
    icon('more'),
  );
  return h(
    'div',
    { class: 'post-tools' },
    h('button', { type: 'button', onClick: () => inspect(post) }, icon('code'), 'What did Slack see?'),
    post.kind === 'channel' && shortcuts.length > 0 ? more : null,
  );
}

/** @param {any} anchor @param {any} post @param {any[]} shortcuts */
function openShortcuts(anchor, post, shortcuts) {
  openMenu(anchor, [
    h('h3', null, 'Shortcuts'),
    ...shortcuts.map(one =>
      h(
        'button',
        {
          type: 'button',
          onClick: () => {
            closeMenu();
            act({ do: 'message-shortcut', channel: post.channel, ts: post.ts, callbackId: one.callbackId });
          },
        },
        icon('bolt'),
        h('span', null, one.name, h('small', null, store.state.app.name)),
      ),
    ),
  ]);
}

function empty() {
  const here = channel(store.channel);
  const command = store.state.manifest.commands[0];
  const name = here?.kind === 'im' ? here.name : `#${here?.name ?? ''}`;
  return h(
    'div',
    { class: 'empty' },
    h('b', null, name),
    command
      ? ['Nothing here yet. Try ', h('code', null, `${command.command} ${command.usageHint ?? ''}`)]
      : 'Nothing here yet.',
  );
}

/** @param {string} ts */
function clock(ts) {
  return new Date(Number(ts) * 1000).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

let noticed = -1;
/** Says what Slack tells this person outside any channel, once. */
export function renderNotices() {
  const { notices } = store.state;
  const newest = notices.at(-1)?.at ?? 0;
  if (noticed >= 0) for (const one of notices) if (one.at > noticed) toast(one.text);
  noticed = Math.max(noticed, newest, 0);
}
