import type { PausableWork } from '../../kit/in-turns.ts';
import { addCounts } from '../../kit/json.ts';
import { addNotes, noNotes } from '../deciding/news.ts';
import { addTallies, type NameTally, totalOf } from '../deciding/tally.ts';
import { type AlertMessage, type Feed, type FeedEvent, isOpen, type NewsEvent, newMessage } from './feed.ts';

/** Without an incident that says where they belong, alerts within this time of each other share a message. */
const BURST_MS = 10_000;
/** How long a message keeps showing what becomes of its texts if nothing of it fires, and how many messages there are. */
const MESSAGE_MS = 24 * 3_600_000;
const MAX_MESSAGES = 60;
/** By then, texts of alerts went out or never will. */
const SETTLED_MS = 3_600_000;
/** How many intents a message shows: the latest. */
const MAX_TEXTS = 200;
/** How many numbers it remembers before it is known what becomes of their texts. */
export const MAX_TO = 20;
/** How many people we didn't reach a message names. */
const MAX_UNREACHED = 10;

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
  ...{ kind: 'news', ...noNotes(), posts: [], texts: [], held: [], moreHeld: 0 },
  unreadable: ids,
});

function addNews(feed: Feed, { posts, texts, held, moreHeld, ...notes }: NewsEvent, now: number): void {
  let home: AlertMessage | undefined;
  for (const { standing, fired, lapsed, resolved } of posts) {
    const message = ofPost(feed, standing.post) ?? begin(feed, standing, now);
    if (!message) {
      notes.unlisted = [fired, resolved].map(totalOf).reduce(addCounts, notes.unlisted);
      continue;
    }
    home = message;
    addNotes(message, { lapsed, resolved }, MAX_UNREACHED);
    if (message.shown) message.fresh = addTallies(message.fresh, criticalAmong(fired));
    message.standing = standing;
    if (standing.unanswered === 0) message.unanswered = 'no';
    else if (message.unanswered === 'no') message.unanswered = 'unsaid';
    message.stale = true;
  }
  const lines =
    totalOf(notes.resolved) + totalOf(notes.tried) + notes.unreadable.length + notes.unwatched.length;
  const last = feed.messages.at(-1);
  const isRecent = last && (lines === 0 || now - last.openedAt < BURST_MS);
  home ??= (isRecent ? last : begin(feed, null, now)) ?? last;
  if (!home) return;
  change(home, () => addNotes(home, notes, MAX_UNREACHED));
  for (const { intent, posts: its, to } of texts) {
    const shownBy = its.flatMap(post => ofPost(feed, post) ?? []);
    for (const message of shownBy.length > 0 ? shownBy : [home]) {
      message.texts = [...message.texts, intent].slice(-MAX_TEXTS);
      message.to = [...new Set([...message.to, ...to])].slice(0, MAX_TO);
      message.stale = true;
    }
  }
  // Only the newest message says what is held: once, as it is now.
  for (const message of feed.messages) {
    const its = message === feed.messages.at(-1) ? { held, moreHeld } : { held: [], moreHeld: 0 };
    change(message, () => Object.assign(message, its));
  }
}

/** A change in place notifies nobody: these have to be said once more. */
const criticalAmong = ({ names }: NameTally): NameTally => ({
  names: names.filter(({ severity }) => severity === 'critical'),
  others: 0,
});

/** Slack has to show a message again if this changes it. */
function change(message: AlertMessage, by: () => void): void {
  const before = JSON.stringify(message);
  by();
  if (JSON.stringify(message) !== before) message.stale = true;
}

const ofPost = (feed: Feed, post: number): AlertMessage | undefined =>
  feed.messages.findLast(({ standing }) => standing?.post === post);

/** A new message; null: Slack accepts nothing, and there are too many already. */
function begin(feed: Feed, standing: AlertMessage['standing'], now: number): AlertMessage | null {
  if (feed.messages.length >= MAX_MESSAGES && feed.messages.every(({ stale }) => stale)) return null;
  const message = newMessage(standing, now);
  feed.messages.push(message);
  return message;
}
