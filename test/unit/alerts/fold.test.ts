import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameFrom } from '../../../src/alerts/payloads/payload.ts';
import { NO_ALERTS, tallyOf, totalOf } from '../../../src/alerts/policy/channel/alert-summary.ts';
import { noNotes } from '../../../src/alerts/policy/channel/channel-update.ts';
import { atRest, EMPTY_FEED, type Feed, feedSchema, fold } from '../../../src/alerts/posts/feed.ts';
import type { FeedEvent, NewsEvent } from '../../../src/alerts/posts/news.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';
import { HOUR, MINUTE, SECOND } from './policy/world.ts';

/* The stored feed of a hook's channel. */

const NOW = Date.UTC(2026, 10, 21, 9);
type PostNews = NewsEvent['posts'][number];

/** The status of a post about alerts that just fired. */
function firing(
  post: number,
  { count = 1, from = 0, unanswered = 0, resolved = NO_ALERTS } = {},
  fired = tallyOf(Array.from({ length: count }, (_, n) => named(`Alert ${from + n} on web-1`))),
): PostNews {
  const nobody = {
    acknowledged: [],
    overdue: null,
    resolvedHere: [],
    step: null,
    unreached: 0,
    mentionsAll: false,
    blocked: 0,
    blockedBy: null,
    muted: 0,
    mutedUntil: null,
    mutedBy: null,
  };
  const status = {
    post,
    upTo: post,
    open: 1,
    unacknowledged: 1,
    firing: fired,
    worst: [],
    sharing: [],
    others: NO_ALERTS,
    unanswered,
    ...nobody,
  };
  return { ...noNotes(), post, status, fired, resolved, happened: [] };
}
const named = (name: string) => ({ name, severity: 'error' as const });
function over(post: number): PostNews {
  const { status, ...news } = firing(post, { resolved: tallyOf([{ name: 'x' }]) }, NO_ALERTS);
  return { ...news, status: status && { ...status, open: 0, unacknowledged: 0 } };
}
const news = (fields: Partial<NewsEvent>): NewsEvent => ({
  kind: 'news',
  ...noNotes(),
  posts: [],
  texts: [],
  ...fields,
});
/** The stored feed once Slack shows all its messages. */
function shown(feed: Feed): Feed {
  const read = feedSchema.parse(JSON.parse(JSON.stringify(feed)));
  for (const message of read.messages) {
    if (message.post.stale) Object.assign(message.post, { stale: false, at: { channel: 'C1', ts: '1' } });
  }
  return read;
}
const folded = (feed: Feed, events: FeedEvent[], now: number): Feed => runToEnd(fold(feed, events, now));
const counted = ({ messages }: Feed): number =>
  messages.reduce((sum, { status, unlisted }) => sum + totalOf(status?.firing ?? NO_ALERTS) + unlisted, 0);

test('news of an incident goes into its post until it is over, however long ago the post was opened', () => {
  let feed = folded(EMPTY_FEED, [news({ posts: [firing(1)] })], NOW);
  feed = folded(shown(feed), [news({ posts: [firing(2)] })], NOW + MINUTE);
  feed = folded(shown(feed), [news({ posts: [firing(1, { count: 3 })] })], NOW + 72 * HOUR);
  expect(feed.messages.map(({ status, post }) => [status?.post, post.stale])).toEqual([
    [1, true],
    [2, false],
  ]);
  expect(totalOf(feed.messages[0]?.status?.firing ?? NO_ALERTS)).toBe(3);
  feed = folded(shown(feed), [news({ posts: [over(1)] })], NOW + 73 * HOUR);
  expect(feed.messages[0]).toMatchObject({ post: { stale: true }, status: { post: 1, open: 0 } });
  feed = folded(shown(feed), [], NOW + 74 * HOUR);
  expect(feed.messages.map(({ status }) => status?.post)).toEqual([2]);
});

test('news of an unchanged incident goes into its post, or into the newest if no post shows it', () => {
  let feed = folded(EMPTY_FEED, [news({ posts: [firing(1), firing(2)] })], NOW);
  const unchanged = (post: number) => ({ ...firing(post), status: null, reminded: 3 });
  feed = folded(shown(feed), [news({ posts: [unchanged(1)] })], NOW + HOUR);
  expect(feed.messages.map(({ reminded, post }) => [reminded, post.stale])).toEqual([
    [3, true],
    [0, false],
  ]);
  feed = folded(shown(feed), [news({ posts: [unchanged(7)] })], NOW + HOUR);
  expect(feed.messages.map(({ reminded }) => reminded)).toEqual([3, 3]);
});

test('a text and its outcome are shown by the posts of its incidents', () => {
  let feed = folded(EMPTY_FEED, [news({ posts: [firing(1), firing(2)] })], NOW);
  feed = folded(shown(feed), [news({ texts: [{ intent: 'i1', posts: [1], to: [] }] })], NOW + HOUR);
  feed = folded(shown(feed), [{ kind: 'outcome', intent: 'i1' }], NOW + HOUR);
  expect(feed.messages.map(({ texts, post }) => [texts, post.stale])).toEqual([
    [['i1'], true],
    [[], false],
  ]);
});

test('the newest post says what is held back while it is', () => {
  const held = (until: number, alerts = 12): NewsEvent['held'] => ({
    alerts,
    until,
    why: 'pace',
  });
  let feed = folded(EMPTY_FEED, [news({ posts: [firing(1)], held: held(NOW + MINUTE, 7) })], NOW);
  feed = folded(shown(feed), [news({ held: held(NOW + MINUTE) })], NOW + SECOND);
  expect(feed.messages).toMatchObject([{ held: held(NOW + MINUTE), post: { stale: true } }]);
  feed = folded(shown(feed), [news({ posts: [firing(2)], held: held(NOW + MINUTE) })], NOW + 20 * SECOND);
  expect(feed.messages).toMatchObject([{ held: null, post: { stale: true } }, { held: held(NOW + MINUTE) }]);
  feed = folded(shown(feed), [news({})], NOW + 30 * SECOND);
  expect(feed.messages[1]).toMatchObject({ held: null, post: { stale: true } });
});

test('while Slack accepts nothing, every alert is shown or counted', () => {
  let feed = EMPTY_FEED;
  let now = NOW;
  for (let n = 0; n < 100; n++) {
    const texts = [{ intent: `intent-${n}`, posts: [n], to: [] }];
    feed = folded(feed, [news({ posts: [firing(n, { count: 300, from: 300 * n })], texts })], now);
    now += MINUTE;
  }
  expect(counted(feed)).toBe(30_000);
  expect(feed.messages).toHaveLength(60);
  expect(feed.messages.flatMap(({ texts }) => texts)).toHaveLength(100);
});

test('a feed stays small, however long its names are', () => {
  const arbitraryName = fc
    .string({ unit: 'binary', minLength: 100, maxLength: 120 })
    .map(name => nameFrom(name));
  fc.assert(
    fc.property(fc.array(arbitraryName, { minLength: 30, maxLength: 30 }), names => {
      const tally = tallyOf(names.map(named));
      const undeliverable = names.map(recipient => ({ recipient, alerts: 1, problem: null }));
      let feed = EMPTY_FEED;
      for (let n = 0; n < 70; n++) {
        const posts = [firing(n, { resolved: tally }, tally)];
        feed = folded(feed, [news({ posts, undeliverable })], NOW + n * MINUTE);
      }
      expect(JSON.stringify(feed).length).toBeLessThan(512 * 1024);
    }),
    { numRuns: 2 },
  );
});

test('of too many messages the oldest are dropped, first those that have been over for an hour', () => {
  let feed = EMPTY_FEED;
  for (let n = 0; n < 70; n++) {
    const posts = n < 5 ? [firing(n)] : [over(n)];
    const texts = [{ intent: `intent-${n}`, posts: [n], to: [] }];
    feed = folded(shown(feed), [news({ posts, texts })], NOW + 2 * n * MINUTE);
  }
  expect(feed.messages.map(({ status }) => status?.post)).toEqual([
    ...[0, 1, 2, 3, 4],
    ...Array.from({ length: 55 }, (_, n) => n + 15),
  ]);
});

test('“nobody answered” is said once, and again only after an acknowledgement in between', () => {
  const unanswered = firing(1, { unanswered: 1 });
  let feed = folded(EMPTY_FEED, [news({ posts: [unanswered] })], NOW);
  expect(feed.messages[0]?.unanswered).toBe('unsaid');
  for (const message of feed.messages) message.unanswered = 'said';
  feed = folded(feed, [news({ posts: [unanswered] })], NOW);
  expect(feed.messages[0]?.unanswered).toBe('said');
  feed = folded(feed, [news({ posts: [firing(1)] }), news({ posts: [unanswered] })], NOW);
  expect(feed.messages[0]?.unanswered).toBe('unsaid');
});

test('a trouble that was announced also gets its end announced: acknowledged, muted or over, but not steps that start over', () => {
  const shownAfter = (next: PostNews): unknown => {
    const feed = folded(EMPTY_FEED, [news({ posts: [firing(1, { unanswered: 1 })] })], NOW);
    const [message] = feed.messages;
    const post = { at: { channel: 'C1', ts: '1' }, place: 0, shows: '', stale: false };
    message?.notices.push({ trouble: 'unanswered', user: null, named: 'x', post, ended: null });
    return folded(shown(feed), [news({ posts: [next] })], NOW + MINUTE).messages[0]?.notices;
  };
  const changed = (fields: { unacknowledged?: number; muted?: number }): PostNews => {
    const { status, ...remaining } = firing(1);
    return { ...remaining, status: status && { ...status, ...fields } };
  };
  const ends = { acknowledged: changed({ unacknowledged: 0 }), muted: changed({ muted: 1 }), over: over(1) };
  for (const [how, next] of Object.entries(ends))
    expect(shownAfter(next)).toMatchObject([{ ended: { at: NOW + MINUTE, how }, post: { stale: true } }]);
  expect(shownAfter(changed({}))).toMatchObject([{ ended: null }]);
});

test('only critical alerts that join a visible post are announced again', () => {
  const fired = (severity: 'critical' | 'error') => firing(1, {}, tallyOf([{ name: 'HostDown', severity }]));
  let feed = folded(EMPTY_FEED, [news({ posts: [fired('critical')] })], NOW);
  expect(feed.messages[0]?.fresh, 'it is in the post itself').toEqual(NO_ALERTS);
  feed = folded(shown(feed), [news({ posts: [fired('error')] })], NOW);
  expect(feed.messages[0]?.fresh).toEqual(NO_ALERTS);
  feed = folded(shown(feed), [news({ posts: [fired('critical')] })], NOW);
  expect(totalOf(feed.messages[0]?.fresh ?? NO_ALERTS)).toBe(1);
});

test('recipients who weren’t reached are named up to a limit, and then counted', () => {
  const unreached = (from: number) =>
    Array.from({ length: 8 }, (_, n) => ({ recipient: `${from + n}`, alerts: 2, problem: null }));
  const events = [0, 4, 0].map(from => news({ undeliverable: unreached(from), moreUndeliverable: 5 }));
  const [message] = folded(EMPTY_FEED, events, NOW).messages;
  expect(message?.undeliverable).toHaveLength(10);
  expect(message?.undeliverable[4]).toEqual({ recipient: '4', alerts: 6, problem: null });
  expect(message?.moreUndeliverable).toBe(15 + 2);
});

test('a message is dropped a day after it began if it is over, and then the feed itself, without a further event', () => {
  let feed = shown(folded(EMPTY_FEED, [news({ posts: [firing(1)] })], NOW));
  expect(atRest(feed, NOW).dueAt, 'it still fires').toBeNull();
  feed = shown(folded({ ...feed, askedAt: NOW + HOUR }, [news({ posts: [over(1)] })], NOW + HOUR));
  const forgetsAt = atRest(feed, NOW + HOUR).dueAt ?? 0;
  expect(forgetsAt).toBe(NOW + 24 * HOUR);
  feed = folded(feed, [], forgetsAt);
  expect(feed.messages).toEqual([]);
  expect(atRest(feed, forgetsAt)).toEqual({ feed: null, dueAt: null });
  // Dropping the message must not forget that admins heard of trouble just now.
  const recent = { ...feed, askedAt: forgetsAt - MINUTE };
  expect(atRest(recent, forgetsAt)).toEqual({ feed: recent, dueAt: forgetsAt + 59 * MINUTE });
});
