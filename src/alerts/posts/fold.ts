import { addCounts } from '../../domain/count.ts';
import { noNews } from '../deciding/news.ts';
import type { AlertMessage, Feed, FeedLetter, PostedNews } from './feed.ts';

/** Alerts within this time of each other are one message, as far as it holds them. */
const BURST_MS = 10_000;
const MAX_LINES = 100;
/** What is said of a text changes in its message for so long, in so many messages. */
const MESSAGE_MS = 24 * 3_600_000;
const MAX_MESSAGES = 60;

/** Works letters into what a channel is to show: a burst becomes few messages, and what changes changes in place. */
export function fold(before: Feed, letters: readonly FeedLetter[], now: number): Feed {
  const feed = structuredClone(before);
  for (const letter of letters) {
    if (letter.kind === 'news') {
      const { kind: _kind, ...news } = letter;
      for (const page of inPages(news)) addNews(feed, page, now);
    } else {
      for (const message of feed.messages) if (message.texts.includes(letter.intent)) message.stale = true;
    }
  }
  const isKept = ({ openedAt, stale }: AlertMessage): boolean => stale || now - openedAt < MESSAGE_MS;
  feed.messages = feed.messages.filter(isKept);
  const tooMany = feed.messages.length - MAX_MESSAGES;
  feed.messages = feed.messages.filter(({ stale }, index) => stale || index >= tooMany);
  const intents = new Set(feed.messages.flatMap(({ texts }) => texts));
  feed.uncertain = feed.uncertain.filter(({ intent, posted }) => !posted || intents.has(intent));
  return feed;
}

/** Adds what an earlier feed was to show, or showed, and this one does not know. */
export function withEarlier(feed: Feed, earlier: Feed): Feed {
  const known = new Set(feed.uncertain.map(({ text }) => text));
  return {
    ...feed,
    messages: [...earlier.messages, ...feed.messages],
    uncertain: [...earlier.uncertain.filter(({ text }) => !known.has(text)), ...feed.uncertain],
  };
}

/** News of nothing but what can't be read. */
export const unreadableNews = (ids: string[]): FeedLetter => ({ kind: 'news', ...NOTHING, unreadable: ids });

/** News as one message can hold them: the rest of a long list of alerts goes on in the next. */
function inPages(news: PostedNews): PostedNews[] {
  const pages: PostedNews[] = [];
  const { fired, resolved } = news;
  for (let at = 0; at === 0 || at < fired.length + resolved.length; at += MAX_LINES) {
    const page = {
      fired: fired.slice(at, at + MAX_LINES),
      resolved: resolved.slice(Math.max(0, at - fired.length), Math.max(0, at + MAX_LINES - fired.length)),
    };
    pages.push(at === 0 ? { ...news, ...page } : { ...NOTHING, ...page, held: news.held, texts: [] });
  }
  return pages;
}

function addNews(feed: Feed, news: PostedNews, now: number): void {
  const last = feed.messages.at(-1);
  const lines = news.fired.length + news.resolved.length + news.unreadable.length;
  const joins = last && (lines === 0 || isOpen(last, lines, now));
  if (joins) {
    merge(last, news);
    return;
  }
  // What is held is said in the newest message alone: once, and as it is.
  for (const message of feed.messages) {
    if (message.held.length > 0) Object.assign(message, { held: [], stale: true });
  }
  feed.messages.push({ ...news, openedAt: now, posts: [], stale: true, astray: false });
}

const isOpen = (message: AlertMessage, lines: number, now: number): boolean =>
  now - message.openedAt < BURST_MS && message.fired.length + message.resolved.length + lines <= MAX_LINES;

function merge(message: AlertMessage, news: PostedNews): void {
  message.fired.push(...news.fired);
  message.resolved.push(...news.resolved);
  message.texts.push(...news.texts);
  message.unreached = together([...message.unreached, ...news.unreached]);
  message.unreadable.push(...news.unreadable);
  message.held = news.held;
  for (const count of COUNTS) message[count] = addCounts(message[count], news[count]);
  message.stale = true;
}

/** Each recipient once for each reason, with all the alerts that did not reach it. */
function together(unreached: PostedNews['unreached']): PostedNews['unreached'] {
  const all = new Map<string, PostedNews['unreached'][number]>();
  for (const one of unreached) {
    const key = JSON.stringify([one.recipient, one.problem]);
    const alerts = addCounts(all.get(key)?.alerts ?? 0, one.alerts);
    all.set(key, { ...one, alerts });
  }
  return [...all.values()];
}

const COUNTS = ['unrouted', 'overUntold', 'repeated', 'reminded', 'folded', 'leftOut', 'untracked'] as const;

const { hook: _hook, ...NO_NEWS } = noNews('');
const NOTHING: PostedNews = { ...NO_NEWS, texts: [] };
