import { addCounts } from '../../domain/count.ts';
import type { PausableWork } from '../../domain/in-turns.ts';
import { addTallies, totalOf } from '../deciding/tally.ts';
import { addContent, nothing, setHeld } from './content.ts';
import { type AlertMessage, type Feed, type FeedEvent, isOpen, type PostedNews } from './feed.ts';

/** Without an incident that says where they belong, alerts within this time of each other share a message. */
const BURST_MS = 10_000;
/** How long a message keeps showing what becomes of its texts if nothing of it fires, and how many messages there are. */
const MESSAGE_MS = 24 * 3_600_000;
const MAX_MESSAGES = 60;
/** By then, texts of alerts went out or never will. */
const SETTLED_MS = 3_600_000;
/** How many intents a message shows: the latest. */
const MAX_TEXTS = 200;

/** Adds events to what a channel shows: each incident has its message, which changes in place until it is over. */
export function* fold(before: Feed, events: readonly FeedEvent[], now: number): PausableWork<Feed> {
  const feed = structuredClone(before);
  yield;
  for (const event of events) {
    if (event.kind === 'news') addNews(feed, event, now);
    else for (const message of feed.messages) if (message.texts.includes(event.intent)) message.stale = true;
    yield;
  }
  const last = feed.messages.at(-1);
  // What Slack already shows still changes with the outcome of its texts.
  const isKept = (message: AlertMessage): boolean =>
    message.stale ||
    isOpen(message) ||
    (now - message.openedAt < MESSAGE_MS && (message.texts.length > 0 || message === last));
  feed.messages = feed.messages.filter(isKept);
  // The oldest go first, and of these what is over for so long that nothing becomes of its texts any more.
  const isSettled = (message: AlertMessage): boolean =>
    !isOpen(message) && now - message.openedAt > SETTLED_MS;
  dropOldest(feed, message => !message.stale && isSettled(message));
  dropOldest(feed, message => !message.stale);
  const intents = new Set(feed.messages.flatMap(({ texts }) => texts));
  feed.uncertain = feed.uncertain.filter(({ intent, posted }) => !posted || intents.has(intent));
  return feed;
}

function dropOldest(feed: Feed, mayGo: (message: AlertMessage) => boolean): void {
  const tooMany = feed.messages.length - MAX_MESSAGES;
  const gone = tooMany > 0 ? new Set(feed.messages.filter(mayGo).slice(0, tooMany)) : new Set();
  feed.messages = feed.messages.filter(message => !gone.has(message));
}

/** Adds what an earlier feed was to show, or showed, and this one doesn't know. */
export function withEarlier(feed: Feed, earlier: Feed): Feed {
  const known = new Set(feed.uncertain.map(({ text }) => text));
  return {
    ...feed,
    messages: [...earlier.messages, ...feed.messages],
    uncertain: [...earlier.uncertain.filter(({ text }) => !known.has(text)), ...feed.uncertain],
  };
}

/** News about nothing but what we couldn't read. */
export const unreadableNews = (ids: string[]): FeedEvent => ({
  kind: 'news',
  ...nothing(),
  posts: [],
  texts: [],
  unreadable: ids,
});

function addNews(
  feed: Feed,
  { kind: _kind, posts, texts, held, moreHeld, ...rest }: PostedNews & { kind: 'news' },
  now: number,
): void {
  let home: AlertMessage | undefined;
  let unlisted = rest.unlisted;
  for (const { fired, lapsed, resolved, ...standing } of posts) {
    const message = ofPost(feed, standing.post) ?? begin(feed, standing.post, now);
    if (!message) {
      unlisted = addCounts(unlisted, addCounts(fired, totalOf(resolved)));
      continue;
    }
    home = message;
    message.fired = addTallies(message.fired, lapsed);
    message.resolved = addTallies(message.resolved, resolved);
    message.standing = standing;
    if (standing.unanswered === 0) message.unanswered = 'no';
    else if (message.unanswered === 'no') message.unanswered = 'unsaid';
    message.stale = true;
  }
  const lines = totalOf(rest.fired) + totalOf(rest.resolved) + rest.unreadable.length + rest.unwatched.length;
  const last = feed.messages.at(-1);
  const isRecent = last && (lines === 0 || now - last.openedAt < BURST_MS);
  home ??= (isRecent ? last : begin(feed, null, now)) ?? last;
  if (!home) return;
  addContent(home, { ...rest, unlisted });
  for (const { intent, posts: its } of texts) {
    const shownBy = its.flatMap(post => ofPost(feed, post) ?? []);
    for (const message of shownBy.length > 0 ? shownBy : [home]) {
      message.texts = [...message.texts, intent].slice(-MAX_TEXTS);
      message.stale = true;
    }
  }
  // Only the newest message says what is held: once, as it is now.
  for (const message of feed.messages) {
    const isNewest = message === feed.messages.at(-1);
    setHeld(message, isNewest ? { held, moreHeld } : { held: [], moreHeld: 0 }, held, now);
  }
}

const ofPost = (feed: Feed, post: number): AlertMessage | undefined =>
  feed.messages.findLast(message => message.post === post);

/** A new message; null: Slack accepts nothing, and there are too many already. */
function begin(feed: Feed, post: number | null, now: number): AlertMessage | null {
  if (feed.messages.length >= MAX_MESSAGES && feed.messages.every(({ stale }) => stale)) return null;
  const message: AlertMessage = {
    ...nothing(),
    post,
    standing: null,
    heldBefore: [],
    unanswered: 'no',
    unpaged: 'no',
    texts: [],
    openedAt: now,
    posts: [],
    stale: true,
    astray: false,
  };
  feed.messages.push(message);
  return message;
}
