// @ts-check
import { html } from 'htm/preact';
import { Blocks } from './blocks.js';
import { mrkdwn, plainText, spoken } from './mrkdwn.js';
import { act, announce, askFirst, busy, channel, person, postsOf, set, store } from './store.js';
import { clock, weekday } from './times.js';
import { Avatar, closeDialog, Dialog, DialogHead, Icon, MenuButton, ShortcutItems } from './ui.js';
import { isAtHome, useValues } from './view.js';

/** @typedef {import('../http/page-state.ts').PageState['posts'][number]} Post */

/** The open channel, newest post last. The list is laid out from its end, so that the end stays in sight. */
export function Posts() {
  const posts = threaded(postsOf(store.channel));
  const lines = posts.flatMap((post, at) => {
    const before = posts[at - 1];
    const day = dayOf(post);
    const follows = before !== undefined && followsOn(before, post);
    const line = html`<${OnePost} key=${post.ts} post=${post} follows=${follows} />`;
    return before && dayOf(before) === day ? [line] : [html`<${Day} key=${day} day=${day} />`, line];
  });
  return html`<section key=${`${store.team} ${store.user} ${store.channel}`} class="posts" id="posts" aria-label="Messages"
    tabindex="0" hidden=${isAtHome()}>
    <div class="posts-lines">${lines.length > 0 ? lines : html`<${Empty} />`}</div>
  </section>`;
}

/** @param {{ day: string }} props */
const Day = ({ day }) =>
  html`<div class="day" role="separator" aria-label=${day}><span aria-hidden="true">${day}</span></div>`;

function Empty() {
  const here = channel(store.channel);
  const [command] = store.state.manifest.commands;
  return html`<div class="empty">
    <b>${here?.kind === 'im' ? here.name : `#${here?.name ?? ''}`}</b>
    Nothing here yet.${command && html` Try <code>${command.command} ${command.usage_hint}</code>`}
  </div>`;
}

/**
 * @param {{ post: Post, follows: boolean }} props `follows`: after a post by the same person, so the name isn't repeated
 */
function OnePost({ post, follows }) {
  const { current, keep } = useValues(post.values);
  const author = authorOf(post);
  const at = Number(post.ts) * 1000;
  const looks = [
    'post',
    post.kind,
    at > openedAt() && 'fresh',
    follows && 'follows',
    post.threadTs && 'reply',
  ];
  const { channel: channelId, ts } = post;
  /** @type {import('./blocks.js').Surroundings} */
  const on = {
    current,
    suggest: async () => ({}),
    async use(block, element, value, event, how) {
      keep(block, element, value);
      if (how === 'kept') return;
      const node = /** @type {any} */ ({ currentTarget: event.currentTarget });
      if (element.confirm && !(await askFirst(element.confirm))) return;
      const used = { blockId: block.block_id, actionId: element.action_id, value };
      await busy(node, () => act({ do: 'press', post: { channel: channelId, ts }, ...used }));
    },
  };
  return html`<article class=${looks.filter(Boolean).join(' ')} data-ts=${ts} aria-label=${`Post by ${author.displayName}`}>
    ${post.kind === 'ephemeral' && html`<p class="only-you"><${Icon} name="eye" />Only visible to you</p>`}
    <${Avatar} of=${author} />
    <div class="post-head">
      <b>${author.displayName}</b>
      ${post.author.kind !== 'person' && html`<span class="tag">${post.author.kind === 'app' ? 'App' : 'Slack'}</span>`}
      <time datetime=${new Date(at).toISOString()}>${clock(at)}</time>
    </div>
    <div class="post-body" lang=${/[\u0980-\u09ff]/.test(post.text) ? 'bn' : null}>
      ${post.blocks.length > 0 ? html`<${Blocks} blocks=${post.blocks} on=${on} />` : mrkdwn(post.text)}
      ${post.edited && html`<span class="edited">(edited)</span>`}
    </div>
    <${Tools} post=${post} />
  </article>`;
}

/** The world's time when the open channel was first shown. Later posts appear with an animation. */
const opened = { where: '', at: 0 };
function openedAt() {
  const where = `${store.team} ${store.user} ${store.channel}`;
  if (opened.where !== where) Object.assign(opened, { where, at: store.state.now });
  return opened.at;
}

/** @param {Post} post */
function authorOf(post) {
  const { id, name } = post.author;
  return person(id) ?? { realName: name, displayName: name, color: '#5b4a8a' };
}

/** @param {{ post: Post }} props */
function Tools({ post }) {
  const shortcuts = store.state.manifest.shortcuts.filter(one => one.type === 'message');
  // Ephemeral posts have no menu in Slack.
  const hasMenu = post.kind === 'channel' && (shortcuts.length > 0 || mayDelete(post));
  const where = { post: { channel: post.channel, ts: post.ts } };
  const items = () => html`
    <${ShortcutItems} shortcuts=${shortcuts} use=${(/** @type {string} */ callbackId) => act({ do: 'messageShortcut', ...where, callbackId })} />
    ${mayDelete(post) && html`<button type="button" role="menuitem" onClick=${() => remove(post)}><${Icon} name="close" />Delete message…</button>`}
  `;
  return html`<div class="post-tools">
    <button type="button" onClick=${() => set({ dialog: { kind: 'inspect', post } })}><${Icon} name="code" />What did Slack see?</button>
    ${hasMenu && html`<${MenuButton} title="Message" label="More actions" items=${items}><${Icon} name="more" /><//>`}
  </div>`;
}

/** True if Slack lets this person delete the post. @param {Post} post */
const mayDelete = post =>
  post.author.id === store.user || ['admin', 'owner'].includes(person(store.user)?.role ?? '');

/** @param {Post} post */
async function remove({ channel: channelId, ts }) {
  const sure = await askFirst({
    title: plainText('Delete message'),
    text: plainText('Are you sure you want to delete this message? This can’t be undone.'),
    confirm: plainText('Delete'),
    style: 'danger',
  });
  if (sure) await act({ do: 'deletePost', post: { channel: channelId, ts } });
}

/** Puts replies below their thread's first post. @param {Post[]} posts */
function threaded(posts) {
  const parents = new Set(posts.map(one => one.ts));
  const isReply = (/** @type {Post} */ one) =>
    one.threadTs !== undefined && one.threadTs !== one.ts && parents.has(one.threadTs);
  return posts
    .filter(one => !isReply(one))
    .flatMap(one => [one, ...posts.filter(reply => isReply(reply) && reply.threadTs === one.ts)]);
}

/** True for two posts by the same person within five minutes. @param {Post} before @param {Post} post */
const followsOn = (before, post) =>
  post.author.kind === 'person' &&
  post.author.id === before.author.id &&
  post.threadTs === before.threadTs &&
  Number(post.ts) - Number(before.ts) < 300;

/** @param {Post} post */
function dayOf(post) {
  const day = weekday(Number(post.ts) * 1000);
  return day === weekday(store.state.now) ? 'Today' : day;
}

/** Announces other people's new and changed posts to screen readers. @param {Post[]} before @param {Post[]} now */
export function tellNews(before, now) {
  const known = new Map(before.map(post => [post.ts, post]));
  for (const post of now) {
    const old = known.get(post.ts);
    if (post.author.id === store.user || (old && old.seen.at(-1)?.at === post.seen.at(-1)?.at)) continue;
    const kind = old ? 'Changed: ' : post.kind === 'ephemeral' ? 'Only visible to you: ' : '';
    // Like Slack, uses the post's text where blocks can't be shown.
    announce(`${authorOf(post).displayName}. ${kind}${spoken(post.text)}`);
  }
}

/** A post's versions as they went over the wire, oldest first. @param {{ post: Post }} props */
export const Inspect = ({ post }) => html`<${Dialog} id="inspect" class="inspect" onClose=${closeDialog}>
  <${DialogHead} id="inspect" title="What did Slack see?" onClose=${closeDialog} />
  <div class="dialog-body" tabindex="0">
    ${post.seen.map(
      one => html`<h3>${one.via}<span> at ${new Date(one.at).toLocaleTimeString('en-GB')}</span></h3>
        <pre>${JSON.stringify(one.payload, null, 2)}</pre>`,
    )}
  </div>
<//>`;
