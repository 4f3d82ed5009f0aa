// @ts-check
import { announce, byId, h, toast } from './dom.js';
import { mrkdwn } from './mrkdwn.js';
import { authorOf, drawPost } from './post.js';
import { channel, postsOf, store } from './store.js';
import { weekday } from './times.js';

/** @typedef {{ look: string, node: any }} Drawn */

/** @type {Map<string, Drawn>} */
let drawn = new Map();
let drawnFor = '';

/** Keeps the newest posts in view when the list becomes shorter or narrower. */
export function startPosts() {
  const list = byId('posts');
  const size = () => `${list.clientWidth} ${list.clientHeight}`;
  let atEnd = true;
  let known = size();
  list.addEventListener('scroll', () => {
    // A change of size makes the browser scroll too.
    if (size() === known) atEnd = isAtEnd(list);
  });
  new ResizeObserver(() => {
    known = size();
    if (atEnd) list.scrollTop = list.scrollHeight;
  }).observe(list);
}

/** @param {any} list */
const isAtEnd = list => list.scrollHeight - list.scrollTop - list.clientHeight < 80;

/** Draws the posts of the open channel; unchanged posts keep their element, and so their focus. */
export function renderPosts() {
  const list = byId('posts');
  const here = `${store.team} ${store.user} ${store.channel}`;
  const sameView = drawnFor === here;
  if (!sameView) drawn = new Map();
  const atEnd = isAtEnd(list);
  const hadFocus = list.contains(document.activeElement);

  /** @type {Map<string, Drawn>} */
  const next = new Map();
  let before = /** @type {any} */ (null);
  for (const post of threaded(postsOf(store.channel))) {
    const day = dayOf(post);
    if (!before || dayOf(before) !== day) next.set(day, drawn.get(day) ?? { look: day, node: divider(day) });
    const follows = before !== null && followsOn(before, post);
    next.set(post.ts, redraw(post, follows, sameView));
    before = post;
  }
  const nodes = [...next.values()].map(one => one.node);
  sync(list, nodes.length > 0 ? nodes : [empty()]);
  drawn = next;
  drawnFor = here;
  if (hadFocus && !list.contains(document.activeElement)) byId('message').focus();
  if (!sameView || atEnd) list.scrollTop = list.scrollHeight;
}

/** @param {any} post @param {boolean} follows @param {boolean} sameView @returns {Drawn} */
function redraw(post, follows, sameView) {
  const look = JSON.stringify([post, follows]);
  const known = drawn.get(post.ts);
  if (known?.look === look) return known;
  const node = drawPost(post, { follows, fresh: sameView && !known });
  if (sameView) tell(post, known !== undefined);
  if (known?.node.contains(document.activeElement)) {
    queueMicrotask(() => node.querySelector('button')?.focus());
  }
  return { look, node };
}

/** Announces new and changed posts by others to people who use a screen reader. @param {any} post @param {boolean} changed */
function tell(post, changed) {
  if (post.author.id === store.user) return;
  const kind = changed ? 'Changed: ' : post.kind === 'ephemeral' ? 'Only visible to you: ' : '';
  // Slack, too, uses a post's text where blocks can't be shown.
  const words = mrkdwn(post.text).textContent;
  announce(`${authorOf(post).displayName}. ${kind}${words}`);
}

/** Puts replies below the post they belong to. @param {any[]} posts */
function threaded(posts) {
  const parents = new Set(posts.map(one => one.ts));
  const isReply = (/** @type {any} */ one) =>
    one.threadTs && one.threadTs !== one.ts && parents.has(one.threadTs);
  return posts
    .filter(one => !isReply(one))
    .flatMap(one => [one, ...posts.filter(reply => isReply(reply) && reply.threadTs === one.ts)]);
}

/** Whether it is the same person, within five minutes. @param {any} before @param {any} post */
function followsOn(before, post) {
  return (
    post.author.kind === 'person' &&
    post.author.id === before.author.id &&
    post.threadTs === before.threadTs &&
    Number(post.ts) - Number(before.ts) < 300
  );
}

/** @param {any} post */
function dayOf(post) {
  const day = weekday(Number(post.ts) * 1000);
  return day === weekday(store.state.now) ? 'Today' : day;
}

/** @param {string} day */
function divider(day) {
  return h(
    'div',
    { class: 'day', role: 'separator', 'aria-label': day },
    h('span', { 'aria-hidden': 'true' }, day),
  );
}

/** Puts nodes in order without moving those already in place. @param {any} list @param {any[]} nodes */
function sync(list, nodes) {
  const wanted = new Set(nodes);
  for (const old of [...list.children]) if (!wanted.has(old)) old.remove();
  for (const [index, node] of nodes.entries()) {
    if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null);
  }
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

let noticed = -1;
/** Shows, once, what Slack tells this person outside any channel. */
export function renderNotices() {
  const { notices } = store.state;
  const newest = notices.at(-1)?.at ?? 0;
  if (noticed >= 0) for (const one of notices) if (one.at > noticed) toast(one.text);
  noticed = Math.max(noticed, newest, 0);
}
