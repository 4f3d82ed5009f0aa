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

/** The endings of a trouble: it was mended, its incident was acknowledged or muted, or the incident is over. */
const ENDINGS = ['mended', 'acknowledged', 'muted', 'over'] as const;
export type Ending = (typeof ENDINGS)[number];

/** A post about a trouble. `user`: the person who got it; null if the channel did. */
const noticeSchema = z.object({
  trouble: z.enum(['unanswered', 'unpaged']),
  user: z.string().nullable(),
  /** The alerts that it names. */
  named: z.string(),
  post: standingPostSchema,
  /** Null while the trouble goes on. */
  ended: z.object({ at: z.number(), how: z.enum(ENDINGS) }).nullable(),
});
export type TroubleNotice = z.infer<typeof noticeSchema>;

/** One message in Slack about one incident, or about several that share it, with the outcome of their texts. */
const messageSchema = notesSchema.extend({
  /** The status of its incidents; null if it is about none. */
  status: postStatusSchema.nullable(),
  /** The responder who acknowledged them and can't be texted, so that others are; null if there is none. */
  lost: responderSchema.nullable(),
  /** `unsaid` once all steps are over without an acknowledgement, then `said` once a post told the channel. */
  unanswered: z.enum(['no', 'unsaid', 'said']),
  /** `no` while its texts go out, then `unsaid`; `admins` once a post told the channel, and `said` once admins were told, too. */
  unpaged: z.enum(['no', 'unsaid', 'admins', 'said']),
  /** Posts about either trouble, until they say how it ended. */
  notices: z.array(noticeSchema),
  /** The intents of its latest texts, and some of their numbers. */
  texts: z.array(z.string()),
  to: z.array(z.string()),
  /** People who were messaged about its incidents, by user id. `arrived`: Slack took their last message. */
  messaged: z.array(z.object({ userId: z.string(), arrived: z.boolean() })),
  /** Critical alerts that fired since Slack last notified the channel's members, and when it did. */
  fresh: tallySchema,
  notifiedAt: z.number(),
  openedAt: z.number(),
  post: standingPostSchema,
  /** If the message goes to the hook's maker instead of the channel, it says why. Only the first such message does. */
  saysWhy: z.boolean(),
});
export type AlertMessage = z.infer<typeof messageSchema>;

/** A message that says nothing yet but the status of its incidents. */
export const newMessage = (status: AlertMessage['status'], now: number): AlertMessage => ({
  ...noNotes(),
  status,
  lost: null,
  unanswered: 'no',
  unpaged: 'no',
  notices: [],
  texts: [],
  to: [],
  messaged: [],
  fresh: NO_ALERTS,
  notifiedAt: now,
  openedAt: now,
  post: newPost(),
  saysWhy: false,
});

/** The posts of a hook that may still change, as stored. */
export const feedSchema = z.object({
  messages: z.array(messageSchema),
  /** Uncertain texts. Each gets a post of its own that stays. */
  uncertain: z.array(z.object({ text: z.string(), intent: z.string(), posted: z.boolean() })),
  /** When the app last tried to make or change a post. */
  askedAt: z.number(),
  /** Failed attempts since the last success. */
  failures: z.int(),
  /** When admins were last told that texts of this hook don't go out; null if never. */
  adminsToldAt: z.number().nullable(),
  /** The admins who have been told so far, in case Slack becomes unavailable before all are. */
  adminsTold: z.array(z.string()),
  /** The posts to admins, until they say how the trouble ended. */
  toAdmins: z.array(noticeSchema),
  /** The start of the last block that the channel was told of; null if there was none. */
  blockedSaid: z.number().nullable(),
  /** The channel that was closed to the app, and since when. Posts go to the hook's maker instead. */
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

/** True if an incident of a message isn't over. */
export const isOpen = ({ status }: Pick<AlertMessage, 'status'>): boolean => (status?.open ?? 0) > 0;

/** Lines about no incident join the newest message if it is younger than this. Counts join it at any age. */
const BURST_MS = 10_000;
/** The time in which a message of ended incidents still shows the outcome of its texts, and the most messages of a feed. */
const MESSAGE_MS = 24 * 3_600_000;
const MAX_MESSAGES = 60;
/** The time for which a feed without messages is stored, for the time of its last post and the admins that were told. */
const REMEMBERED_MS = 3_600_000;
/** After this time, texts of alerts have gone out or never will. */
const SETTLED_MS = 3_600_000;
/** The most intents of a message. The latest are kept. */
const MAX_TEXTS = 200;

/** Adds events to a feed. Each incident has its message, which changes in place until it is over. */
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
  const staysInFeed = (message: AlertMessage): boolean =>
    isUnshown(message) ||
    isOpen(message) ||
    (now - message.openedAt < MESSAGE_MS && (message.texts.length > 0 || message === last));
  feed.messages = feed.messages.filter(staysInFeed);
  // Beyond the limit, the oldest messages go, and first those whose texts can't change any more.
  const isSettled = (message: AlertMessage): boolean =>
    !isOpen(message) && now - message.openedAt > SETTLED_MS;
  dropOldest(feed, message => !isUnshown(message) && isSettled(message));
  dropOldest(feed, message => !isUnshown(message));
  const intents = new Set(feed.messages.flatMap(({ texts }) => texts));
  feed.uncertain = feed.uncertain.filter(({ intent, posted }) => !posted || intents.has(intent));
  return feed;
}

/** True until Slack shows a message's current content, and how its troubles ended. */
const isUnshown = ({ post, notices }: AlertMessage): boolean =>
  post.stale || notices.some(notice => notice.post.stale);

/**
 * The part to store of a feed that Slack shows completely, and when parts of it can be dropped without a new event.
 *
 * @returns `feed` null if nothing needs to be stored; `dueAt` null if only an event changes the feed
 */
export function atRest(feed: Feed, now: number): { feed: Feed | null; dueAt: number | null } {
  const { messages, uncertain, askedAt } = feed;
  if (messages.length === 0 && uncertain.length === 0 && now - askedAt >= REMEMBERED_MS)
    return { feed: null, dueAt: null };
  const closed = messages.filter(message => !isOpen(message) && !isUnshown(message));
  if (closed.length > 0)
    return { feed, dueAt: Math.min(...closed.map(({ openedAt }) => openedAt + MESSAGE_MS)) };
  return { feed, dueAt: messages.length > 0 ? null : askedAt + REMEMBERED_MS };
}

/** Ends a trouble of a message. The posts about it will say how. */
export function endTrouble(
  message: AlertMessage,
  trouble: TroubleNotice['trouble'],
  how: Ending,
  at: number,
): void {
  message[trouble] = 'no';
  for (const notice of message.notices) if (notice.trouble === trouble) endNotice(notice, how, at);
}

/** Ends a notice. If it has ended before, it keeps its first ending. */
export function endNotice(notice: TroubleNotice, how: Ending, at: number): void {
  notice.ended ??= { at, how };
  notice.post.stale = true;
}

function dropOldest(feed: Feed, mayGo: (message: AlertMessage) => boolean): void {
  const tooMany = feed.messages.length - MAX_MESSAGES;
  const gone = tooMany > 0 ? new Set(feed.messages.filter(mayGo).slice(0, tooMany)) : new Set();
  feed.messages = feed.messages.filter(message => !gone.has(message));
}

/** Adds the posts of an earlier feed that was quarantined. */
export function withEarlier(feed: Feed, earlier: Feed): Feed {
  const texts = new Set(feed.uncertain.map(({ text }) => text));
  return {
    ...feed,
    messages: [...earlier.messages, ...feed.messages],
    uncertain: [...earlier.uncertain.filter(({ text }) => !texts.has(text)), ...feed.uncertain],
    toAdmins: [...earlier.toAdmins, ...feed.toAdmins],
  };
}

function addNews(
  feed: Feed,
  { kind: _kind, posts, texts, held, mutesEnded, ...hookNotes }: NewsEvent,
  now: number,
): void {
  const notes = { ...hookNotes, mutesEnded: [] };
  let home: AlertMessage | undefined;
  for (const { post, status, fired, happened, ...postNotes } of posts) {
    const message = ofPost(feed, post) ?? (status && begin(feed, status, now));
    if (!message) {
      if (status) notes.unlisted = [fired, postNotes.resolved].map(totalOf).reduce(addCounts, notes.unlisted);
      else addNotes(notes, postNotes);
      continue;
    }
    change(message, () => {
      addNotes(message, postNotes);
      message.messaged = withMessaged(message.messaged, happened);
    });
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
  for (const { intent, posts: about, to } of texts) {
    const shownBy = about.flatMap(post => ofPost(feed, post) ?? []);
    for (const message of shownBy.length > 0 ? shownBy : [home]) {
      message.texts = [...message.texts, intent].slice(-MAX_TEXTS);
      message.to = [...new Set([...message.to, ...to])].slice(0, MAX_TO);
      message.post.stale = true;
    }
  }
  // Only the newest message says what waits now.
  for (const message of feed.messages) {
    const isNewest = message === feed.messages.at(-1);
    change(message, () => Object.assign(message, { held: isNewest ? held : null }));
  }
}

/**
 * Adds ended mutes as a message of their own. The post of the alerts that they covered may be days old, and Slack notifies no one of an
 * edit.
 */
function addMutesEnded(feed: Feed, mutesEnded: NewsEvent['mutesEnded'], now: number): void {
  const message = mutesEnded.length > 0 ? (begin(feed, null, now) ?? feed.messages.at(-1)) : null;
  if (message) change(message, () => addNotes(message, { mutesEnded }));
}

/** The people who were messaged, the latest last. */
function withMessaged(
  before: AlertMessage['messaged'],
  happened: NewsEvent['posts'][number]['happened'],
): AlertMessage['messaged'] {
  const news = happened.flatMap(({ happening, by }) =>
    (happening === 'messaged' || happening === 'not_messaged') && by?.kind === 'person'
      ? [[by.userId, happening === 'messaged'] as const]
      : [],
  );
  if (news.length === 0) return before;
  const after = new Map(before.map(({ userId, arrived }) => [userId, arrived] as const));
  for (const [userId, arrived] of news) {
    after.delete(userId);
    after.set(userId, arrived);
  }
  return [...after].map(([userId, arrived]) => ({ userId, arrived })).slice(-MAX_TO);
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
  // The steps have begun again, and no responder is on it yet.
  if (how === null) message.unanswered = 'no';
  else endTrouble(message, 'unanswered', how, now);
}

/** Why a post's incidents need no responder any more; null if one does. */
export function endingOf(status: NonNullable<AlertMessage['status']>): Exclude<Ending, 'mended'> | null {
  if (status.open === 0) return 'over';
  if (status.unacknowledged === 0) return 'acknowledged';
  return status.muted > 0 && status.muted === totalOf(status.firing) ? 'muted' : null;
}

/** The critical alerts. A reply repeats them, because Slack notifies no one of an edited post. */
const criticalAmong = ({ names }: NameTally): NameTally => ({
  names: names.filter(({ severity }) => severity === 'critical'),
  others: 0,
});

/** Marks a message as stale if `edit` changes it. */
function change(message: AlertMessage, edit: () => void): void {
  const before = JSON.stringify(message);
  edit();
  if (JSON.stringify(message) !== before) message.post.stale = true;
}

const ofPost = (feed: Feed, post: number): AlertMessage | undefined =>
  feed.messages.findLast(({ status }) => status?.post === post);

/** Begins a message; null if too many wait for Slack already. */
function begin(feed: Feed, status: AlertMessage['status'], now: number): AlertMessage | null {
  if (feed.messages.length >= MAX_MESSAGES && feed.messages.every(isUnshown)) return null;
  const message = newMessage(status, now);
  feed.messages.push(message);
  return message;
}
