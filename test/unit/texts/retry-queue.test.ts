import { expect, test } from 'vitest';
import { createRetryQueue } from '../../../src/texts/sending/resolver.ts';

const at = { now: 0 };
const retries = () => createRetryQueue<{ id: string }>({ now: () => at.now });

test('a failure is tried again a little later each time, at most half a minute; a success starts over', () => {
  const queue = retries();
  const item = { id: 'one' };
  const waits = Array.from({ length: 7 }, () => {
    queue.put(item, null);
    const due = queue.orNext(null) ?? 0;
    expect(queue.take(due - 1)).toEqual([]);
    expect(queue.take(due)).toEqual([item]);
    return due;
  });
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  queue.succeeded(item);
  queue.put(item, null);
  expect(queue.orNext(null)).toBe(1000);
});

test('says when the first of all is due', () => {
  const some = retries();
  expect([some.orNext(null), some.orNext(7)]).toEqual([null, 7]);
  some.put({ id: 'now' }, 0);
  some.put({ id: 'later' }, 500);
  expect([some.orNext(null), some.orNext(7)]).toEqual([0, 0]);
  expect(some.take(0)).toEqual([{ id: 'now' }]);
  expect([some.orNext(null), some.orNext(7), some.orNext(900)]).toEqual([500, 7, 500]);
});

test('holds a thousand at most', () => {
  const many = retries();
  for (let n = 0; n < 1100; n++) many.put({ id: String(n) }, 0);
  expect(many.take(0)).toHaveLength(1000);
});
