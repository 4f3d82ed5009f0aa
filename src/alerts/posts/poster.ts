import { type Clock, doubled } from '../../kit/clock.ts';
import type { FairScheduler } from '../../kit/fair-scheduler.ts';
import type { LeasedInbox } from '../../kit/inbox/model.ts';
import { pack, readInbox } from '../../kit/inbox/reading.ts';
import type { Inboxes } from '../../kit/inbox/store.ts';
import { createInboxWorker } from '../../kit/inbox/worker.ts';
import { isLocalNumber, type LocalNumber } from '../../kit/number.ts';
import type { Pinned, Poster } from '../../kit/slack/posting.ts';
import type { Handling } from '../../kit/stalls/handling.ts';
import type { WordsFor } from '../../kit/words/wording.ts';
import type { Worker } from '../../kit/worker.ts';
import type { Log } from '../../log.ts';
import type { Deliver } from '../../texts/sending/reporter.ts';
import type { History } from '../../texts/store/history.ts';
import type { KnownNumbers, People } from '../../workspace/people.ts';
import type { SettingsOf } from '../../workspace/settings.ts';
import { keyOfResponder } from '../alert.ts';
import type { Hook, Hooks } from '../hooks.ts';
import { isPage } from '../paging/page-id.ts';
import { alertSourceOf } from '../plan-texts.ts';
import { totalOf } from '../policy/channel/alert-summary.ts';
import { noNotes } from '../policy/channel/channel-update.ts';
import type { FindOnCall, FindPaged, NameNext } from '../recipient-lookup.ts';
import {
  type AlertMessage,
  atRest,
  EMPTY_FEED,
  type Feed,
  feedSchema,
  fold,
  type TroubleNotice,
  withEarlier,
} from './feed.ts';
import { feedEventSchema } from './news.ts';
import type { FeedContext, InsteadOf } from './post-places.ts';
import { userOf } from './text-lines.ts';
import { createShowing } from './update-post.ts';

/** An attempt may take two requests of five seconds each. */
const LEASE_MS = 30_000;
/** Slack allows about one post a second in a channel. */
const GAP_MS = 1000;
/** The time between two replies about new critical alerts of the same post. */
const NOTIFIED_MS = 60_000;
const WAIT_MS = { first: 2000, last: 5 * 60_000 };

const SCHEMAS = { state: feedSchema, event: feedEventSchema };

/** Keeps the posts of each hook up to date, with about one request to Slack a second. */
export function createAlertPosts(deps: {
  inboxes: Inboxes;
  history: Pick<History, 'outcome' | 'waiting'>;
  findPaged: FindPaged;
  findOnCall: FindOnCall;
  nameNext: NameNext;
  people: Pick<People, 'admins'>;
  insteadOf: InsteadOf;
  teammates: KnownNumbers;
  hooks: Pick<Hooks, 'remembered'>;
  poster: Pick<Poster, 'pin' | 'update'>;
  words: Pick<WordsFor, 'of' | 'in'>;
  settings: Pick<SettingsOf, 'shown'>;
  runFairly: FairScheduler;
  handling: Handling;
  clock: Clock;
  log: Log;
  newId: () => string;
}): Worker & { deliver: Deliver } {
  const { findPaged, findOnCall, people } = deps;
  const { inboxes, hooks, settings, runFairly, clock, log, newId } = deps;
  const showing = createShowing(deps);

  async function work(leased: LeasedInbox): Promise<void> {
    const { workspace, name } = leased.address;
    const hook = (await hooks.remembered(workspace)).find(({ id }) => id === name);
    const read = await runFairly(workspace, readInbox(leased, SCHEMAS, newId));
    const { state, earlier, events, unreadable, toCommit } = read;
    const before = earlier.reduce(withEarlier, state ?? EMPTY_FEED);
    const news = unreadable.filter(({ isKnown }) => !isKnown).map(({ id }) => id);
    if (news.length > 0) events.push({ ...noNotes(), kind: 'news', posts: [], texts: [], unreadable: news });
    const feed = hook ? await runFairly(workspace, fold(before, events, clock.now())) : EMPTY_FEED;
    const showAt = hook ? await showNext(feed, workspace, hook) : null;
    const stored = showAt === null ? atRest(feed, clock.now()) : { feed, dueAt: showAt };
    const next = {
      state: stored.feed && pack(JSON.stringify(stored.feed)),
      dueAt: stored.dueAt,
      intents: [],
      events: [],
      unreadable,
    };
    await inboxes.commit(toCommit, next, clock.now());
  }

  /** Brings at most one post up to date, and records the result in `feed`. Returns when the next post is due; null if none is. */
  async function showNext(feed: Feed, workspace: string, hook: Hook): Promise<number | null> {
    if (!nextOf(feed, clock.now())) return freshAt(feed);
    const free = feed.askedAt + GAP_MS;
    if (clock.now() < free) return free;
    feed.askedAt = clock.now();
    const words = hook.language ? deps.words.in(hook.language) : await deps.words.of(workspace, null);
    const nameNumber = userOf(await deps.teammates.numbers(workspace));
    const shown = await show(feed, { workspace, hook, words, nameNumber });
    if (shown.kind === 'away') {
      feed.failures += 1;
      const wait = doubled(WAIT_MS, feed.failures - 1);
      return clock.now() + Math.max(wait, shown.afterMs ?? 0);
    }
    feed.failures = 0;
    if (shown.kind === 'refused') log.warn({ error: shown.error }, 'Slack refused a post about alerts');
    return nextOf(feed, clock.now()) ? clock.now() + GAP_MS : freshAt(feed);
  }

  async function show(feed: Feed, context: FeedContext): Promise<Pinned> {
    const next = nextOf(feed, clock.now());
    if (next === 'uncertain' || next === null) return showing.uncertain(feed, context);
    if (next.what === 'message') return showing.message(feed, next.message, context);
    const { workspace, hook } = context;
    if (next.what === 'ending') {
      const { user } = next.notice;
      const words = user === null ? context.words : await deps.words.of(workspace, user);
      return showing.ending(feed, next.notice, context, words);
    }
    const { alertsMention } = await settings.shown(workspace);
    const everybody = alertsMention && hook.escalation?.mention ? '<!channel>' : '';
    const mention = async (
      numbers: ReadonlySet<LocalNumber>,
      recipients: readonly string[] = [],
    ): Promise<string> => {
      const userIds = new Set([
        ...(await findPaged(workspace, hook, numbers)),
        ...(await findOnCall(workspace, recipients)),
      ]);
      return [...userIds].map(userId => `<@${userId}>`).join(' ');
    };
    if (next.what !== 'unpaged') {
      const textedNumbers = new Set(next.message.to.filter(isLocalNumber));
      const texted = () => mention(textedNumbers);
      // Whoever paged has to know that nobody came.
      const pager = isPage(hook.id) ? [keyOfResponder({ kind: 'person', userId: hook.createdBy })] : [];
      return next.what === 'fresh'
        ? showing.fresh(feed, next.message, context, texted)
        : showing.unanswered(feed, next.message, context, everybody || (await mention(textedNumbers, pager)));
    }
    return showing.unpaged(feed, next.message, context, {
      mention: async (numbers, recipients) => (await mention(numbers, recipients)) || everybody,
      onCall: recipients => findOnCall(workspace, recipients),
      async admins() {
        const admins = await people.admins(workspace);
        return Promise.all(
          admins.map(async userId => ({ userId, words: await deps.words.of(workspace, userId) })),
        );
      },
    });
  }

  const worker = createInboxWorker({
    inboxes,
    kind: 'posts',
    leaseMs: LEASE_MS,
    byTimeOfDay: false,
    work,
    failure: 'can’t post about alerts; trying again',
    handling: deps.handling,
    clock,
    log,
  });

  return {
    ...worker,
    /** Updates the messages of an intent's texts, in the feed of each hook whose alerts the texts tell of. */
    async deliver({ intent }) {
      const { id, workspace } = intent;
      const body = JSON.stringify({ kind: 'outcome', intent: id });
      for (const name of alertSourceOf(intent)?.hooks ?? []) {
        const event = { id: newId(), address: { kind: 'posts' as const, workspace, name }, body };
        await inboxes.put({ ...event, dedupe: null }, clock.now());
      }
      worker.wake();
      return { kind: 'posted', viaResponseUrl: false };
    },
  };
}

/** When a reply may tell of a message's new critical alerts: a minute after the last notification; Infinity if there are none. */
const dueAt = ({ fresh, notifiedAt }: AlertMessage): number =>
  totalOf(fresh) > 0 ? notifiedAt + NOTIFIED_MS : Number.POSITIVE_INFINITY;

function freshAt({ messages }: Feed): number | null {
  const first = messages.map(dueAt).reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  return Number.isFinite(first) ? first : null;
}

type NextShown =
  | { what: 'message' | 'unanswered' | 'unpaged' | 'fresh'; message: AlertMessage }
  | { what: 'ending'; notice: TroubleNotice }
  | 'uncertain';

/** The post to make or edit next: new posts come first, then replies, then changed posts. */
function nextOf({ messages, uncertain, toAdmins }: Feed, now: number): NextShown | null {
  const unseen = messages.find(({ post }) => post.stale && !post.at);
  if (unseen) return { what: 'message', message: unseen };
  const unanswered = messages.find(message => message.unanswered === 'unsaid');
  if (unanswered) return { what: 'unanswered', message: unanswered };
  const unpaged = messages.find(message => message.unpaged === 'unsaid' || message.unpaged === 'admins');
  if (unpaged) return { what: 'unpaged', message: unpaged };
  const fresh = messages.find(message => dueAt(message) <= now);
  if (fresh) return { what: 'fresh', message: fresh };
  if (uncertain.some(({ posted }) => !posted)) return 'uncertain';
  const changed = messages.find(({ post }) => post.stale);
  if (changed) return { what: 'message', message: changed };
  const notices = [...messages.flatMap(message => message.notices), ...toAdmins];
  const notice = notices.find(({ post, ended }) => ended !== null && post.stale);
  return notice ? { what: 'ending', notice } : null;
}
