import { z } from 'zod';
import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { addCounts } from '../../kit/json.ts';
import { newPost, standingPostSchema } from '../../kit/slack/standing-post.ts';
import { responderSchema } from '../alert.ts';
import {
  addTallies,
  type NameTally,
  NO_ALERTS,
  tallySchema,
  totalOf,
} from '../policy/channel/alert-summary.ts';
import { addNotes, noNotes, notesSchema, saysSomething } from '../policy/channel/channel-update.ts';
import { postStatusSchema } from '../policy/channel/post-status.ts';
import { type FeedEvent, MAX_TO, type NewsEvent } from './news.ts';

/** How a trouble ended: it is mended, or somebody acknowledged or muted what it was about, or that is over. */
const ENDINGS = ['mended', 'acknowledged', 'muted', 'over'] as const;
export type Ending = (typeof ENDINGS)[number];

/** What was said, in a post of its own, about a trouble. `user`: whom it was said to; null: the channel. */
const noticeSchema = z.object({
  what: z.enum(['unanswered', 'unpaged']),
  user: z.string().nullable(),
  /** The alerts that it names. */
  named: z.string(),
  post: standingPostSchema,
  /** Null: it goes on. */
  ended: z.object({ at: z.number(), how: z.enum(ENDINGS) }).nullable(),
});
export type TroubleNotice = z.infer<typeof noticeSchema>;

/** One message in Slack: an incident, or several that share it, and what became of the texts about them. */
const messageSchema = notesSchema.extend({
  /** The status of its incidents; null: it is about no incident that we know. */
  status: postStatusSchema.nullable(),
  /** Who has them and can't be texted, so that others are; null: nobody. */
  lost: responderSchema.nullable(),
  /** Whether the channel was told, in a post of its own, that nobody answered. */
  unanswered: z.enum(['no', 'unsaid', 'said']),
  /**
   * Whether the channel, and then the workspace's admins, were told that texts about it don't go out; `no` while they do.
   */
  unpaged: z.enum(['no', 'unsaid', 'admins', 'said']),
  /** What the channel was told of either, until that says how it ended. */
  notices: z.array(noticeSchema),
  /** Intents of its texts, and the numbers that some of them are for. */
  texts: z.array(z.string()),
  to: z.array(z.string()),
  /** Critical alerts that fired since somebody in the channel was last notified of it, and when that was. */
  fresh: tallySchema,
  notifiedAt: z.number(),
  openedAt: z.number(),
  post: standingPostSchema,
  /** Where it goes to the hook's maker, it says why: the first one does. */
  saysWhy: z.boolean(),
});
export type AlertMessage = z.infer<typeof messageSchema>;

/** One that says nothing yet. @param status how its incidents stand */
export const newMessage = (status: AlertMessage['status'], now: number): AlertMessage => ({
  ...noNotes(),
  status,
  lost: null,
  unanswered: 'no',
  unpaged: 'no',
  notices: [],
  texts: [],
  to: [],
  fresh: NO_ALERTS,
  notifiedAt: now,
  openedAt: now,
  post: newPost(),
  saysWhy: false,
});

/** Everything a hook's channel still has to show, or recently showed. Stored as JSON. */
export const feedSchema = z.object({
  messages: z.array(messageSchema),
  /** Uncertain texts: each gets a lasting post of its own. */
  uncertain: z.array(z.object({ text: z.string(), intent: z.string(), posted: z.boolean() })),
  /** When we last asked Slack to show something. */
  askedAt: z.number(),
  /** Failed attempts since the last success. */
  failures: z.int(),
  /** When admins were last told that texts of this hook don't go out; null: never. */
  adminsToldAt: z.number().nullable(),
  /** Of those who are being told just now, whoever has heard it, in case Slack goes away in between. */
  adminsTold: z.array(z.string()),
  /** What they were told, until that says how it ended. */
  toAdmins: z.array(noticeSchema),
  /** Since when no text can go, as the channel was told last; null: never. */
  blockedSaid: z.number().nullable(),
  /** Where the app couldn't post, and since when; it wrote to the hook's maker instead. */
  astray: z.object({ channel: z.string(), since: z.number() }).nullable(),
});
export type Feed = z.infer<typeof feedSchema>;

export const EMPTY_FEED: Feed = {
  messages: [],
  uncertain: [],
  askedAt: 0,
  failures: 0,
  adminsToldAt: null,
  adminsTold: [],
  toAdmins: [],
  blockedSaid: null,
  astray: null,
};

/** Whether something that a message shows still fires. */
export const isOpen = ({ status }: Pick<AlertMessage, 'status'>): boolean => (status?.open ?? 0) > 0;

/** What is about no incident joins the newest message, unless that is older. */
const BURST_MS = 10_000;
/** How long a message keeps showing what becomes of its texts if nothing of it fires, and how many messages there are. */
const MESSAGE_MS = 24 * 3_600_000;
const MAX_MESSAGES = 60;
/** How long a feed keeps when Slack was last asked and which admins were told. */
const REMEMBERED_MS = 3_600_000;
/** By then, texts of alerts went out or never will. */
const SETTLED_MS = 3_600_000;
/** How many intents a message shows: the latest. */
const MAX_TEXTS = 200;

/** Adds events to what a channel shows: each incident has its message, which changes in place until it is over. */
export function* fold(before: Feed, events: readonly FeedEvent[], now: number): CooperativeTask<Feed> {
  const feed = structuredClone(before);
  yield;
  for (const event of events) {
    if (event.kind === 'news') addNews(feed, event, now);
    else
      for (const message of feed.messages)
        if (message.texts.includes(event.intent)) message.post.stale = true;
    yield;
  }
  const last = feed.messages.at(-1);
  // What Slack already shows still changes with the outcome of its texts.
  const isKept = (message: AlertMessage): boolean =>
    isUnshown(message) ||
    isOpen(message) ||
    (now - message.openedAt < MESSAGE_MS && (message.texts.length > 0 || message === last));
  feed.messages = feed.messages.filter(isKept);
  // The oldest go first, and of these what is over for so long that nothing becomes of its texts any more.
  const isSettled = (message: AlertMessage): boolean =>
    !isOpen(message) && now - message.openedAt > SETTLED_MS;
  dropOldest(feed, message => !isUnshown(message) && isSettled(message));
  dropOldest(feed, message => !isUnshown(message));
  const intents = new Set(feed.messages.flatMap(({ texts }) => texts));
  feed.uncertain = feed.uncertain.filter(({ intent, posted }) => !posted || intents.has(intent));
  return feed;
}

/** Slack doesn't show yet how it stands, or how its trouble ended. */
const isUnshown = ({ post, notices }: AlertMessage): boolean =>
  post.stale || notices.some(notice => notice.post.stale);

/** Nothing is left to show or remember. */
const hasNothingLeft = ({ messages, uncertain, askedAt }: Feed, now: number): boolean =>
  messages.length === 0 && uncertain.length === 0 && now - askedAt >= REMEMBERED_MS;

/**
 * What is kept of a feed that Slack shows completely, and when that becomes less without a new event.
 *
 * @returns `feed` null: nothing is kept; `dueAt` null: what is open is kept until it is over
 */
export function atRest(feed: Feed, now: number): { feed: Feed | null; dueAt: number | null } {
  if (hasNothingLeft(feed, now)) return { feed: null, dueAt: null };
  const closed = feed.messages.filter(message => !isOpen(message) && !isUnshown(message));
  if (closed.length > 0)
    return { feed, dueAt: Math.min(...closed.map(({ openedAt }) => openedAt + MESSAGE_MS)) };
  return { feed, dueAt: feed.messages.length > 0 ? null : feed.askedAt + REMEMBERED_MS };
}

/** Ends a trouble of a message: what was said of it says so. */
export function endTrouble(
  message: AlertMessage,
  what: TroubleNotice['what'],
  how: Ending,
  at: number,
): void {
  message[what] = 'no';
  for (const notice of message.notices) if (notice.what === what) endNotice(notice, how, at);
}

/** A notice that has ended stays as it ended. */
export function endNotice(notice: TroubleNotice, how: Ending, at: number): void {
  notice.ended ??= { at, how };
  notice.post.stale = true;
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
    toAdmins: [...earlier.toAdmins, ...feed.toAdmins],
  };
}

function addNews(
  feed: Feed,
  { kind: _kind, posts, texts, held, mutesEnded, ...others }: NewsEvent,
  now: number,
): void {
  const notes = { ...others, mutesEnded: [] };
  let home: AlertMessage | undefined;
  for (const { post, status, fired, happened, ...its } of posts) {
    const message = ofPost(feed, post) ?? (status && begin(feed, status, now));
    if (!message) {
      if (status) notes.unlisted = [fired, its.resolved].map(totalOf).reduce(addCounts, notes.unlisted);
      else addNotes(notes, its);
      continue;
    }
    change(message, () => addNotes(message, its));
    if (message.post.at) message.fresh = addTallies(message.fresh, criticalAmong(fired));
    if (!status) continue;
    home = message;
    setStatus(message, status, happened, now);
  }
  addMutesEnded(feed, mutesEnded, now);
  const { resolved, tried, unreadable, unwatched } = notes;
  const hasLines = saysSomething({ resolved, tried, unreadable, unwatched });
  const last = feed.messages.at(-1);
  if (!last && texts.length === 0 && !saysSomething({ ...notes, held })) return;
  const isRecent = last && (!hasLines || now - last.openedAt < BURST_MS);
  home ??= (isRecent ? last : begin(feed, null, now)) ?? last;
  if (!home) return;
  change(home, () => addNotes(home, notes));
  for (const { intent, posts: its, to } of texts) {
    const shownBy = its.flatMap(post => ofPost(feed, post) ?? []);
    for (const message of shownBy.length > 0 ? shownBy : [home]) {
      message.texts = [...message.texts, intent].slice(-MAX_TEXTS);
      message.to = [...new Set([...message.to, ...to])].slice(0, MAX_TO);
      message.post.stale = true;
    }
  }
  // Only the newest message says what is held: once, as it is now.
  for (const message of feed.messages) {
    const isNewest = message === feed.messages.at(-1);
    change(message, () => Object.assign(message, { held: isNewest ? held : null }));
  }
}

/** In a message of their own: the post of what they covered may be days old, and a change in place notifies nobody. */
function addMutesEnded(feed: Feed, mutesEnded: NewsEvent['mutesEnded'], now: number): void {
  const message = mutesEnded.length > 0 ? (begin(feed, null, now) ?? feed.messages.at(-1)) : null;
  if (message) change(message, () => addNotes(message, { mutesEnded }));
}

function setStatus(
  message: AlertMessage,
  status: NonNullable<AlertMessage['status']>,
  happened: NewsEvent['posts'][number]['happened'],
  now: number,
): void {
  message.status = status;
  message.post.stale = true;
  const lost = happened.find(({ happening }) => happening === 'acknowledger_unreachable')?.by;
  if (lost) message.lost = lost;
  else if (status.acknowledged.length === 0 && !status.overdue) message.lost = null;
  const isBlocked = status.blocked > 0 && status.unacknowledged > 0;
  if (isBlocked && message.unpaged === 'no') message.unpaged = 'unsaid';
  if (status.unanswered > 0) {
    if (message.unanswered === 'no') message.unanswered = 'unsaid';
    return;
  }
  const isAcknowledged = happened.some(({ happening }) => happening === 'acknowledged');
  const how = isAcknowledged && isOpen(message) ? 'acknowledged' : endingOf(status);
  // Its steps have begun anew, and nobody has it yet.
  if (how === null) message.unanswered = 'no';
  else endTrouble(message, 'unanswered', how, now);
}

/** How what a post shows stopped needing anybody; null: it still needs somebody. */
export function endingOf(status: NonNullable<AlertMessage['status']>): Exclude<Ending, 'mended'> | null {
  if (status.open === 0) return 'over';
  if (status.unacknowledged === 0) return 'acknowledged';
  return status.muted > 0 && status.muted === totalOf(status.firing) ? 'muted' : null;
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
  if (JSON.stringify(message) !== before) message.post.stale = true;
}

const ofPost = (feed: Feed, post: number): AlertMessage | undefined =>
  feed.messages.findLast(({ status }) => status?.post === post);

/** A new message; null: Slack accepts nothing, and there are too many already. */
function begin(feed: Feed, status: AlertMessage['status'], now: number): AlertMessage | null {
  if (feed.messages.length >= MAX_MESSAGES && feed.messages.every(isUnshown)) return null;
  const message = newMessage(status, now);
  feed.messages.push(message);
  return message;
}
