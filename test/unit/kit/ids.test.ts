import { expect, test } from 'vitest';
import { createNewId } from '../../../src/kit/store/ids.ts';

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('an id is a UUID, and sorts after earlier ones: in one millisecond, later, and after the clock went back', () => {
  let now = Date.UTC(2026, 10, 21);
  const newId = createNewId(() => now);
  const ids: string[] = [];
  for (const [ms, count] of [
    [0, 5000],
    [1, 10],
    [-3_600_000, 10],
    [7_200_000, 10],
  ] as const) {
    now += ms;
    ids.push(...Array.from({ length: count }, newId));
  }
  expect(ids.filter(id => !UUID_7.test(id))).toEqual([]);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('two makers never make the same id', () => {
  const [first, second] = [createNewId(() => 1), createNewId(() => 1)];
  const ids = Array.from({ length: 1000 }, () => [first(), second()]).flat();
  expect(new Set(ids).size).toBe(2000);
});
