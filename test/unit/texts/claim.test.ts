import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PACE, roomAt } from '../../../src/texts/pace.ts';
import { claimed, mostClaims, nextOf, type Queues } from '../../../src/texts/store/claim.ts';
import { KEY_LISTS, KEYS, windowOf, withReply } from '../../../src/texts/store/key.ts';
import { PRIORITIES, type Priority } from '../../../src/texts/text.ts';
import { keys, keyWith, NOW, slotWith, textWith } from './samples.ts';

const NONE: Queues = { alert: [], people: [], bulk: [] };
const due = (id: string) => ({ id, notBefore: NOW });

const queueOf = (priority: Priority) =>
  fc
    .array(fc.integer({ min: NOW - 5000, max: NOW + 5000 }), { maxLength: 3 })
    .map(all => all.toSorted((a, b) => a - b).map((notBefore, n) => ({ id: `${priority} ${n}`, notBefore })));
const queues: fc.Arbitrary<Queues> = fc.record({
  alert: queueOf('alert'),
  people: queueOf('people'),
  bulk: queueOf('bulk'),
});

describe('which text of a key goes next', () => {
  test('the most urgent one that is due', () => {
    const all = { alert: [due('a')], people: [due('p')], bulk: [due('b')] };
    expect(nextOf(keyWith(), all, NOW)).toEqual({ kind: 'go', priority: 'alert', id: 'a' });
    const later = { ...all, alert: [{ id: 'a', notBefore: NOW + 1 }] };
    expect(nextOf(keyWith(), later, NOW)).toEqual({ kind: 'go', priority: 'people', id: 'p' });
  });

  test('none: look at the key when the first may go, or when something comes if nothing waits', () => {
    const later = { ...NONE, people: [{ id: 'p', notBefore: NOW + 700 }] };
    expect(nextOf(keyWith(), later, NOW)).toMatchObject({ kind: 'wait', key: { readyAt: NOW + 700 } });
    expect(nextOf(keyWith({ readyAt: NOW }), NONE, NOW)).toMatchObject({ key: { readyAt: null } });
  });

  test('none while twenty requests have no reply, and no time to name', () => {
    const slots = Array.from({ length: PACE.maxInFlight }, (_, n) => slotWith({ id: `${n}` }));
    const next = nextOf(keyWith({ slots }), { ...NONE, alert: [due('a')] }, NOW);
    expect(next).toMatchObject({ kind: 'wait', key: { unanswered: true, readyAt: NOW + 30_000 } });
  });

  test('the pace allows it, nothing more urgent may go, and a wait never lasts longer than necessary', () => {
    fc.assert(
      fc.property(keys, queues, (key, waiting) => {
        const isDue = (priority: Priority) => waiting[priority].some(({ notBefore }) => notBefore <= NOW);
        const window = windowOf(key, { peopleWait: isDue('people'), bulkWaits: isDue('bulk') }, NOW);
        const mayGo = (priority: Priority) => {
          const [first] = waiting[priority];
          return first ? Math.max(first.notBefore, roomAt(priority, window, NOW)) : Number.POSITIVE_INFINITY;
        };
        const next = nextOf(key, waiting, NOW);
        const urgent = PRIORITIES.find(priority => mayGo(priority) <= NOW);
        if (next.kind === 'go') {
          expect(next.priority).toBe(urgent);
          return;
        }
        expect(urgent).toBeUndefined();
        const first = Math.min(...PRIORITIES.map(mayGo));
        if (Number.isFinite(first)) expect(next.key.readyAt).toBe(first);
      }),
    );
  });

  test('in any order of claims and replies, never sends more in a minute than the service accepts', () => {
    const step = fc.oneof(fc.constant('claim'), fc.constant('reply'), fc.integer({ min: 1, max: 20_000 }));
    const everything = { alert: [due('a')], people: [due('p')], bulk: [due('b')] };
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), steps => {
        let [key, now, made] = [keyWith(), NOW, 0];
        const begun: { at: number; ended: number }[] = [];
        for (const what of steps) {
          if (typeof what === 'number') now += what;
          else if (what === 'reply') {
            const open = key.slots.find(({ freeAt }) => freeAt === null);
            if (!open) continue;
            key = withReply(key, open.id, now);
            const request = begun[Number(open.id)];
            if (request) request.ended = now;
          } else {
            const next = nextOf(key, everything, now);
            if (next.kind === 'wait') continue;
            const id = String(made++);
            const text = textWith({ id: `text ${id}`, priority: next.priority });
            key = claimed(key, text, { id, owner: 'me' }, now).key;
            begun.push({ at: now, ended: Number.POSITIVE_INFINITY });
          }
          // The service counted each at some moment between its begin and its reply: in any minute sixty at most.
          const inMinute = begun.filter(({ ended }) => ended > now - 60_000).length;
          expect(inMinute).toBeLessThanOrEqual(PACE.minuteSlots);
        }
      }),
    );
  });
});

test('a claim marks the text and takes a slot with its id, and the key’s next turn comes after the others', () => {
  const after = claimed(
    keyWith({ unanswered: true }),
    textWith({ priority: 'bulk' }),
    { id: 'c', owner: 'me' },
    NOW,
  );
  expect(after.text).toMatchObject({ state: 'sending', claim: 'c' });
  const slot = { id: 'c', priority: 'bulk', owner: 'me', text: 'text', takenAt: NOW, freeAt: null };
  const key = { slots: [slot], servedAt: NOW, lastBulk: NOW, unanswered: false, readyAt: NOW };
  expect(after.key).toMatchObject(key);
});

test('allows no more claims at once than may be in flight; on trial, one', () => {
  fc.assert(
    fc.property(keys, key => {
      const inFlight = key.slots.filter(({ freeAt }) => freeAt === null).length;
      const most = key.trial === null ? PACE.maxInFlight : PACE.maxOnTrial;
      expect(mostClaims(key, NOW)).toBe(Math.max(0, most - inFlight));
    }),
  );
});

test('a held key is not in the list of keys worth a look', () => {
  const places = KEYS.places(keyWith({ held: 'INVALID_API_KEY', readyAt: NOW }));
  expect(places).toEqual([]);
  expect(KEYS.places(keyWith({ readyAt: NOW }))).toEqual([{ list: KEY_LISTS.ready, score: NOW }]);
});
