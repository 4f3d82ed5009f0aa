// @ts-check
import { act } from './api.js';
import { renderBlocks } from './blocks.js';
import { askFirst } from './confirm.js';
import { avatar, closeMenu, h, icon, openMenu } from './dom.js';
import { inspect } from './inspect.js';
import { mrkdwn } from './mrkdwn.js';
import { person, store } from './store.js';
import { clock } from './times.js';

/**
 * One post. `follows` leaves out the name after a post by the same person, `fresh` makes it appear gently.
 * @param {any} post @param {{ follows: boolean, fresh: boolean }} how
 */
export function drawPost(post, how) {
  const author = authorOf(post);
  const kind = post.author.kind;
  const classes = ['post', post.kind];
  if (how.fresh) classes.push('fresh');
  if (how.follows) classes.push('follows');
  if (post.threadTs) classes.push('reply');
  return h(
    'article',
    { class: classes.join(' '), 'data-ts': post.ts, 'aria-label': `Post by ${author.displayName}` },
    post.kind === 'ephemeral' ? h('p', { class: 'only-you' }, icon('eye'), 'Only visible to you') : null,
    avatar(author),
    h(
      'div',
      { class: 'post-head' },
      h('b', null, author.displayName),
      kind === 'person' ? null : h('span', { class: 'tag' }, kind === 'app' ? 'App' : 'Slack'),
      h('time', { datetime: new Date(Number(post.ts) * 1000).toISOString() }, clock(Number(post.ts) * 1000)),
    ),
    h(
      'div',
      { class: 'post-body', lang: /[\u0980-\u09ff]/.test(post.text) ? 'bn' : null },
      post.blocks.length > 0 ? renderBlocks(post.blocks, pressing(post)) : mrkdwn(post.text),
      post.edited ? h('span', { class: 'edited' }, '(edited)') : null,
    ),
    tools(post),
  );
}

/** @param {any} post */
export function authorOf(post) {
  const { id, name } = post.author;
  return person(id) ?? { realName: name, displayName: name, color: '#5b4a8a' };
}

/** What `renderBlocks` calls for the buttons and selects of a post. @param {any} post */
function pressing(post) {
  return {
    use: async (
      /** @type {any} */ element,
      /** @type {string} */ blockId,
      /** @type {any} */ value,
      /** @type {any} */ node,
    ) => {
      if (element.confirm && !(await askFirst(element.confirm))) return;
      node.setAttribute('aria-busy', 'true');
      const where = { channel: post.channel, ts: post.ts };
      await act({ do: 'press', ...where, blockId, actionId: element.action_id, value });
      node.removeAttribute('aria-busy');
    },
  };
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
    // Ephemeral posts have no such menu in Slack.
    post.kind === 'channel' && (shortcuts.length > 0 || mayDelete(post)) ? more : null,
  );
}

/** @param {any} anchor @param {any} post @param {any[]} shortcuts */
function openShortcuts(anchor, post, shortcuts) {
  const use = (/** @type {any} */ one) => {
    closeMenu();
    act({ do: 'message-shortcut', channel: post.channel, ts: post.ts, callbackId: one.callbackId });
  };
  const remove = async () => {
    closeMenu();
    if (await askFirst(DELETE)) act({ do: 'delete-post', channel: post.channel, ts: post.ts });
  };
  const deleting = h(
    'button',
    { type: 'button', role: 'menuitem', onClick: remove },
    icon('close'),
    'Delete message…',
  );
  openMenu(anchor, 'Message', [...shortcutItems(shortcuts, use), mayDelete(post) ? deleting : '']);
}

const DELETE = {
  title: { text: 'Delete message' },
  text: { text: 'Are you sure you want to delete this message? This can’t be undone.' },
  confirm: { text: 'Delete' },
  style: 'danger',
};

/** Whether Slack lets this person delete it. @param {any} post */
const mayDelete = post =>
  post.author.id === store.user || ['admin', 'owner'].includes(person(store.user)?.role);

/** Menu items for shortcuts of either kind. @param {any[]} shortcuts @param {(one: any) => void} use */
export function shortcutItems(shortcuts, use) {
  return shortcuts.map(one =>
    h(
      'button',
      { type: 'button', role: 'menuitem', onClick: () => use(one) },
      icon('bolt'),
      h('span', null, one.name, h('small', null, one.description || store.state.app.name)),
    ),
  );
}
