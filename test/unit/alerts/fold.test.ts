import { expect, test } from 'vitest';
import { noNews } from '../../../src/alerts/deciding/news.ts';
import { EMPTY_FEED, type Feed, type FeedEvent, feedSchema } from '../../../src/alerts/posts/feed.ts';
import { fold } from '../../../src/alerts/posts/fold.ts';
import { atOnce } from '../../../src/domain/in-turns.ts';
import { MINUTE, SECOND } from './storm.ts';

/* What we keep of what a channel shows. */

const NOW = Date.UTC(2026, 10, 21, 9);
const firing = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({
    name: `Alert ${from + n} on web-1`,
    severity: 'error' as const,
    post: null,
  }));
function news(given: Partial<Extract<FeedEvent, { kind: 'news' }>>): FeedEvent {
  const { hook: _hook, ...nothing } = noNews('ops');
  return { kind: 'news', ...nothing, unlisted: 0, texts: [], ...given };
}
/** The feed as it is stored in between, after everything was shown. */
function shown(feed: Feed): Feed {
  const read = feedSchema.parse(JSON.parse(JSON.stringify(feed)));
  for (const message of read.messages) {
    if (message.stale)
      Object.assign(message, { stale: false, posts: [{ channel: 'C1', ts: '1', shows: '' }] });
  }
  return read;
}
const counted = ({ messages }: Feed): number =>
  messages.reduce((sum, { fired, resolved, unlisted }) => sum + fired.length + resolved.length + unlisted, 0);

test('while Slack accepts nothing, no alert is left out: those that don’t fit are counted', () => {
  let feed = EMPTY_FEED;
  let now = NOW;
  for (let n = 0; n < 60; n++) {
    feed = atOnce(fold(feed, [news({ fired: firing(300, 300 * n) })], now));
    now += MINUTE;
  }
  expect(counted(feed)).toBe(18_000);
  expect(JSON.stringify(feed).length).toBeLessThan(256 * 1024);
  expect(feed.messages[0]?.fired).toEqual(firing(100));
  // One at a time, too.
  for (let n = 0; n < 200; n++) {
    feed = atOnce(fold(feed, [news({ fired: firing(1), texts: [`intent-${n}`] })], now));
    now += MINUTE;
  }
  expect([counted(feed), feed.messages.flatMap(({ texts }) => texts).length]).toEqual([18_200, 200]);
  expect(feed.messages.length).toBeLessThanOrEqual(60);
});

test('an alert that Slack already shows makes room, and the result of its texts gets its own post', () => {
  let feed = EMPTY_FEED;
  for (let n = 0; n < 40; n++) {
    const event = news({ fired: firing(100, 100 * n), texts: [`intent-${n}`] });
    feed = atOnce(fold(shown(feed), [event], NOW + n * MINUTE));
  }
  const outcomes = ['intent-0', 'intent-39'].map(intent => ({ kind: 'outcome' as const, intent }));
  feed = atOnce(fold(shown(feed), outcomes, NOW + 41 * MINUTE));
  const stale = feed.messages.filter(message => message.stale);
  expect(stale.map(({ texts, fired, posts }) => [texts, fired.length, posts.length])).toEqual([
    [['intent-0'], 0, 0],
    [['intent-39'], 100, 1],
  ]);
  expect(JSON.stringify(feed).length).toBeLessThan(256 * 1024);
});

test('recipients who weren’t reached get one line each, up to a limit', () => {
  const unreached = (from: number) =>
    Array.from({ length: 400 }, (_, n) => ({ recipient: `${from + n}`, alerts: 2, problem: null }));
  const events = [0, 200, 0].map(from => news({ unreached: unreached(from), moreUnreached: 5 }));
  const [message] = atOnce(fold(EMPTY_FEED, events, NOW)).messages;
  expect(message?.unreached).toHaveLength(500);
  expect(message?.unreached[250]).toEqual({ recipient: '250', alerts: 6, problem: null });
  expect(message?.moreUnreached).toBe(15 + 100);
});

test('the pages of one hook’s news contain nothing of another’s', () => {
  const unreached = [{ recipient: 'ours', alerts: 1, problem: null }];
  atOnce(fold(EMPTY_FEED, [news({ fired: firing(150) }), news({ unreached })], NOW));
  const { messages } = atOnce(fold(EMPTY_FEED, [news({ fired: firing(150) })], NOW + SECOND));
  expect(messages.map(message => message.unreached)).toEqual([[], []]);
});
