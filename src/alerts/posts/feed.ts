import { z } from 'zod';
import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import type { InboxCommit } from '../../kit/inbox/model.ts';
import { pack } from '../../kit/inbox/reading.ts';
import { addCounts } from '../../kit/json.ts';
import { responderSchema } from '../alert.ts';
import type { PlannedIntent } from '../plan-texts.ts';
import {
  addTallies,
  type NameTally,
  NO_ALERTS,
  tallyOf,
  tallySchema,
  totalOf,
} from '../policy/channel/alert-summary.ts';
import {
  addNotes,
  type ChannelUpdate,
  incidentNoteSchema,
  noNotes,
  notesSchema,
  noUpdate,
  saysSomething,
} from '../policy/channel/channel-update.ts';
import { postStatusSchema } from '../policy/channel/post-status.ts';
import type { AlertState } from '../policy/incidents/state.ts';

/** News of a decision: how posts stand now, what happened of each just now, and what is to be counted. */
const newsSchema = notesSchema.extend({
  kind: z.literal('news'),
  posts: z.array(
    z.object({
      status: postStatusSchema,
      fired: tallySchema,
      resolved: tallySchema,
      lapsed: tallySchema,
      happened: z.array(incidentNoteSchema),
    }),
  ),
  /** Intents of the texts, and the posts that show what these are about. */
  texts: z.array(z.object({ intent: z.string(), posts: z.array(z.int()), to: z.array(z.string()) })),
});
export type NewsEvent = z.infer<typeof newsSchema>;

export const feedEventSchema = z.discriminatedUnion('kind', [
  newsSchema,
  /** The outcome of an intent is known now, or has changed. */
  z.object({ kind: z.literal('outcome'), intent: z.string() }),
]);
export type FeedEvent = z.infer<typeof feedEventSchema>;

/** Where a post is, and a digest of what it shows. */
const postSchema = z.object({ channel: z.string(), ts: z.string(), shows: z.string() });

/** One message in Slack: the incidents that began at about the same time, and what became of the texts about them. */
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
  /** Intents of its texts, and the numbers that some of them are for. */
  texts: z.array(z.string()),
  to: z.array(z.string()),
  /** Critical alerts that fired since somebody in the channel was last notified of it, and when that was. */
  fresh: tallySchema,
  notifiedAt: z.number(),
  openedAt: z.number(),
  /** Its post in Slack; null: not posted yet. */
  shown: postSchema.nullable(),
  /** Slack doesn't show its current content. */
  stale: z.boolean(),
  /** It tells the hook's maker why it went to them and not to the channel. */
  astray: z.boolean(),
});
export type AlertMessage = z.infer<typeof messageSchema>;

/** One that says nothing yet. @param status how its incidents stand */
export const newMessage = (status: AlertMessage['status'], now: number): AlertMessage => ({
  ...noNotes(),
  ...{ status, lost: null, unanswered: 'no', unpaged: 'no', texts: [] },
  ...{ to: [], fresh: NO_ALERTS, notifiedAt: now, openedAt: now, shown: null, stale: true, astray: false },
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
  blockedSaid: null,
  astray: null,
};

/** Whether something that a message shows still fires. */
export const isOpen = ({ status }: Pick<AlertMessage, 'status'>): boolean => (status?.open ?? 0) > 0;

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
const MAX_TO = 20;

/** Adds events to what a channel shows: each incident has its message, which changes in place until it is over. */
export function* fold(before: Feed, events: readonly FeedEvent[], now: number): CooperativeTask<Feed> {
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

function addNews(feed: Feed, { kind: _kind, posts, texts, held, ...notes }: NewsEvent, now: number): void {
  let home: AlertMessage | undefined;
  for (const { status, fired, lapsed, resolved, happened } of posts) {
    const message = ofPost(feed, status.post) ?? begin(feed, status, now);
    if (!message) {
      notes.unlisted = [fired, resolved].map(totalOf).reduce(addCounts, notes.unlisted);
      continue;
    }
    home = message;
    addNotes(message, { lapsed, resolved });
    if (message.shown) message.fresh = addTallies(message.fresh, criticalAmong(fired));
    message.status = status;
    const [lost] = happened.filter(({ happening }) => happening === 'acknowledger_unreachable');
    if (status.acknowledged.length === 0) message.lost = null;
    if (lost?.by) message.lost = lost.by;
    const isBlocked = status.blocked > 0 && status.unacknowledged > 0;
    if (isBlocked && message.unpaged === 'no') message.unpaged = 'unsaid';
    if (status.unanswered === 0) message.unanswered = 'no';
    else if (message.unanswered === 'no') message.unanswered = 'unsaid';
    message.stale = true;
  }
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
      message.stale = true;
    }
  }
  // Only the newest message says what is held: once, as it is now.
  for (const message of feed.messages) {
    const isNewest = message === feed.messages.at(-1);
    change(message, () => Object.assign(message, { held: isNewest ? held : null }));
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
  feed.messages.findLast(({ status }) => status?.post === post);

/** A new message; null: Slack accepts nothing, and there are too many already. */
function begin(feed: Feed, status: AlertMessage['status'], now: number): AlertMessage | null {
  if (feed.messages.length >= MAX_MESSAGES && feed.messages.every(({ stale }) => stale)) return null;
  const message = newMessage(status, now);
  feed.messages.push(message);
  return message;
}

/**
 * Events for the hooks whose channels have something to read.
 *
 * @param before what was decided before: where something waited, the channel hears what does now
 */
export function eventsOf(
  workspace: string,
  updates: readonly ChannelUpdate[],
  planned: readonly PlannedIntent[],
  { incidents }: Pick<AlertState, 'incidents'>,
  before: Pick<AlertState, 'incidents'>,
): InboxCommit['events'] {
  const byId = new Map([...incidents.values()].map(incident => [incident.id, incident]));
  const postsOf = (hook: string, told: readonly number[]): number[] => {
    const its = told.flatMap(id => byId.get(id) ?? []).filter(incident => incident.hook === hook);
    return [...new Set(its.map(({ post }) => post))];
  };
  const waited = new Set(hooksThatWait(before));
  const silent = new Set([...waited, ...planned.flatMap(({ text }) => text.hooks)]);
  for (const { hook } of updates) silent.delete(hook);
  return [...updates, ...[...silent].map(noUpdate)].flatMap(update => {
    const { hook, ...said } = update;
    const texts = planned
      .filter(({ text }) => text.hooks.includes(hook))
      .map(({ intent, text }) => ({
        intent: intent.id,
        posts: postsOf(hook, text.incidents),
        to: intent.to.flatMap(one => (one.kind === 'number' ? one.number : [])).slice(0, MAX_TO),
      }));
    const isNews = texts.length > 0 || saysSomething(said) || waited.has(hook);
    return isNews ? eventFor(workspace, update, texts) : [];
  });
}

/** Hooks of which something waits to be texted. */
function* hooksThatWait({ incidents }: Pick<AlertState, 'incidents'>): Iterable<string> {
  for (const { hook, unresolved, endsHeld } of incidents.values())
    if (unresolved.length > 0 || endsHeld !== null) yield hook;
}

function eventFor(
  workspace: string,
  { hook, fired, resolved, lapsed, happened, posts, ...notes }: ChannelUpdate,
  texts: NewsEvent['texts'],
): InboxCommit['events'][number] {
  const [firedIn, resolvedIn, lapsedIn, happenedIn] = [
    Map.groupBy(fired, ({ post }) => post),
    Map.groupBy(resolved, ({ post }) => post),
    Map.groupBy(lapsed, ({ post }) => post),
    Map.groupBy(happened, ({ post }) => post),
  ];
  const shown = new Set<number | null>(posts.map(({ post }) => post));
  const event: FeedEvent = {
    kind: 'news',
    ...notes,
    lapsed: NO_ALERTS,
    resolved: tallyOf(resolved.filter(({ post }) => !shown.has(post))),
    posts: posts.map(status => ({
      status,
      fired: tallyOf(firedIn.get(status.post) ?? []),
      lapsed: tallyOf(lapsedIn.get(status.post) ?? []),
      resolved: tallyOf(resolvedIn.get(status.post) ?? []),
      happened: happenedIn.get(status.post) ?? [],
    })),
    texts,
  };
  return { address: { kind: 'posts', workspace, name: hook }, body: pack(JSON.stringify(event)) };
}
