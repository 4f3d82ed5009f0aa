import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noNotes } from '../../../src/alerts/policy/channel/channel-update.ts';
import { incomingCallSchema } from '../../../src/alerts/policy/events.ts';
import { EMPTY_FEED, type Feed, feedSchema, fold } from '../../../src/alerts/posts/feed.ts';
import { feedEventSchema } from '../../../src/alerts/posts/news.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';
import { readPayload } from '../../support/alert-samples.ts';

const stored = <T>(value: T): unknown => JSON.parse(JSON.stringify(value));
const NOTHING = { kind: 'news', ...noNotes(), posts: [], texts: [] };
const event = (counts: object) => feedEventSchema.parse(stored({ ...NOTHING, ...counts }));

describe('counts that a sender sends', () => {
  const body = (fields: object) => ({
    version: '4',
    groupKey: 'g',
    status: 'firing',
    alerts: [{ status: 'firing', labels: { alertname: 'HighCPU' }, startsAt: '2026-11-21T09:51:03Z' }],
    ...fields,
  });
  const ABOUT = { idempotencyKey: null, callId: 'call', receivedAt: 0 };

  test.each([
    ['Alertmanager', {}],
    ['Grafana', { orgId: 1 }],
  ])('are limited, and the alert is still accepted (%s)', (_name, fields) => {
    const read = (truncatedAlerts: number) => readPayload(body({ ...fields, truncatedAlerts }), ABOUT);
    expect(read(7)).toMatchObject({ kind: 'read', payload: { leftOut: 7 } });
    for (const huge of [Number.MAX_SAFE_INTEGER, 1e300]) {
      expect(read(huge)).toMatchObject({ kind: 'read', payload: { leftOut: 1e9 } });
    }
    expect(read(-1)).toMatchObject({ kind: 'read', payload: { leftOut: 0 } });
  });
});

describe('a channel’s feed', () => {
  test('reads back, however large the counts in its updates are', () => {
    const count = fc.oneof(fc.nat(5), fc.constantFrom(1e9, Number.MAX_SAFE_INTEGER, 2 ** 60));
    const news = fc.record({
      leftOut: count,
      repeated: count,
      folded: count,
      untracked: count,
    });
    fc.assert(
      fc.property(fc.array(news, { maxLength: 5 }), all => {
        let feed: Feed = EMPTY_FEED;
        for (const count of all) feed = feedSchema.parse(stored(runToEnd(fold(feed, [event(count)], 0))));
        for (const { leftOut } of feed.messages) expect(Number.isSafeInteger(leftOut)).toBe(true);
      }),
    );
  });

  test('reads back even after a sum beyond the safe integers was stored, and so do its events', () => {
    const [message] = runToEnd(fold(EMPTY_FEED, [event({ leftOut: 1 })], 0)).messages;
    const damaged = { ...EMPTY_FEED, messages: [{ ...message, leftOut: 2 ** 54 }] };
    expect(feedSchema.parse(stored(damaged)).messages[0]?.leftOut).toBe(1e9);
    expect(event({ leftOut: 2 ** 54 })).toMatchObject({ leftOut: 1e9 });
    const call = {
      id: '1',
      hook: 'h',
      group: 'g',
      alerts: [],
      leftOut: 2 ** 53 - 1,
      to: null,
      single: false,
    };
    expect(incomingCallSchema.parse({ kind: 'call', ...call, receivedAt: 0 }).leftOut).toBe(1e9);
  });
});
