import { addCounts } from '../../domain/count.ts';
import type { PausableWork } from '../../domain/in-turns.ts';
import { addUnreached, noNews } from '../deciding/news.ts';
import type { AlertMessage, Feed, FeedEvent, PostedNews } from './feed.ts';

/** Alerts within this time of each other share a message, as long as it has room. */
const BURST_MS = 10_000;
const MAX_LINES = 100;
/** How long a message keeps showing what becomes of its texts, and how many messages do. */
const MESSAGE_MS = 24 * 3_600_000;
const MAX_MESSAGES = 60;
/** All names in all messages, in characters including what surrounds each. Anything beyond is counted. */
const MAX_CHARACTERS = 128 * 1024;
const AROUND = 40;

/** Adds events to what a channel shows: a burst becomes a few messages, and changes are made in place. */
export function* fold(before: Feed, events: readonly FeedEvent[], now: number): PausableWork<Feed> {
  const feed = structuredClone(before);
  for (const event of events) {
    if (event.kind === 'news') {
      const { kind: _kind, ...news } = event;
      for (const page of inPages(news)) {
        addNews(feed, page, now);
        yield;
      }
    } else {
      for (const message of feed.messages) if (message.texts.includes(event.intent)) message.stale = true;
    }
  }
  const last = feed.messages.at(-1);
  // What Slack already shows still changes with the outcome of its texts.
  const isKept = (message: AlertMessage): boolean =>
    message.stale || (now - message.openedAt < MESSAGE_MS && (message.texts.length > 0 || message === last));
  feed.messages = feed.messages.filter(isKept);
  const tooMany = feed.messages.length - MAX_MESSAGES;
  feed.messages = feed.messages.filter(({ stale }, index) => stale || index >= tooMany);
  const intents = new Set(feed.messages.flatMap(({ texts }) => texts));
  feed.uncertain = feed.uncertain.filter(({ intent, posted }) => !posted || intents.has(intent));
  return feed;
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
  unreadable: ids,
});

/** News split to fit messages: a long list of alerts continues in the next. */
function inPages(news: PostedNews): PostedNews[] {
  const pages: PostedNews[] = [];
  const { fired, resolved } = news;
  for (let at = 0; at === 0 || at < fired.length + resolved.length; at += MAX_LINES) {
    const page = {
      fired: fired.slice(at, at + MAX_LINES),
      resolved: resolved.slice(Math.max(0, at - fired.length), Math.max(0, at + MAX_LINES - fired.length)),
    };
    const { held, moreHeld } = news;
    pages.push(at === 0 ? { ...news, ...page } : { ...nothing(), ...page, held, moreHeld });
  }
  return pages;
}

function addNews(feed: Feed, page: PostedNews, now: number): void {
  const news = makeRoom(feed, charactersIn(page)) ? page : unlisted(page);
  const last = feed.messages.at(-1);
  const lines = news.fired.length + news.resolved.length + news.unreadable.length;
  const isFull = feed.messages.length >= MAX_MESSAGES && feed.messages.every(({ stale }) => stale);
  if (last && (lines === 0 || isOpen(last, lines, now))) merge(last, news);
  else if (last && isFull) merge(last, unlisted(news));
  else {
    // Only the newest message says what is held: once, as it is now.
    for (const message of feed.messages) {
      if (message.held.length > 0) Object.assign(message, { held: [], moreHeld: 0, stale: true });
    }
    feed.messages.push({ ...news, openedAt: now, posts: [], stale: true, astray: false });
  }
}

/** Whether there is room for this many characters: what Slack already shows makes way, the oldest first. */
function makeRoom(feed: Feed, characters: number): boolean {
  let used = feed.messages.reduce((sum, message) => sum + charactersIn(message), 0);
  const shown = feed.messages.filter(message => !message.stale && charactersIn(message) > 0).slice(0, -1);
  for (const message of shown) {
    if (used + characters <= MAX_CHARACTERS) return true;
    used -= charactersIn(message);
    // What becomes of its texts then goes into a new post.
    const { texts, openedAt, astray } = message;
    Object.assign(message, nothing(), { texts, openedAt, astray, posts: [] });
  }
  return used + characters <= MAX_CHARACTERS;
}

const charactersIn = ({ fired, resolved, unreached }: PostedNews): number =>
  [...fired, ...resolved]
    .map(({ name }) => name)
    .concat(unreached.map(({ recipient }) => recipient))
    .reduce((sum, name) => sum + name.length + AROUND, 0);

/** The same, with its alerts and the people they didn't reach only as counts. */
const unlisted = (news: PostedNews): PostedNews => ({
  ...news,
  fired: [],
  resolved: [],
  unlisted: addCounts(news.unlisted, news.fired.length + news.resolved.length),
  unreached: [],
  moreUnreached: addCounts(news.moreUnreached, news.unreached.length),
});

const isOpen = (message: AlertMessage, lines: number, now: number): boolean =>
  now - message.openedAt < BURST_MS && message.fired.length + message.resolved.length + lines <= MAX_LINES;

function merge(message: AlertMessage, news: PostedNews): void {
  message.fired.push(...news.fired);
  message.resolved.push(...news.resolved);
  message.texts.push(...news.texts);
  for (const one of news.unreached) addUnreached(message, one);
  message.unreadable.push(...news.unreadable);
  message.held = news.held;
  message.moreHeld = news.moreHeld;
  for (const count of COUNTS) message[count] = addCounts(message[count], news[count]);
  message.stale = true;
}

const COUNTS = [
  'unrouted',
  'overUntold',
  'repeated',
  'reminded',
  'folded',
  'leftOut',
  'untracked',
  'unlisted',
  'moreUnreached',
] as const;

/** Created each time, because merging changes it. */
function nothing(): PostedNews {
  const { hook: _hook, ...news } = noNews('');
  return { ...news, unlisted: 0, texts: [] };
}
