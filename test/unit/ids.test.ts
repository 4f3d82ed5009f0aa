import { expect, test } from 'vitest';
import { timeOrderedId } from '../../src/storage/ids.ts';

test('an id is a UUID of version 7, in the order of time, and no two are the same', () => {
  const now = Date.UTC(2026, 10, 21);
  const ids = Array.from({ length: 1000 }, (_, index) => timeOrderedId(now + index));
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  expect(ids.toSorted()).toEqual(ids);
  expect(Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16)).toBe(now);
  expect(new Set(Array.from({ length: 1000 }, () => timeOrderedId(now))).size).toBe(1000);
});
