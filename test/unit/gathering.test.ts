import { expect, test } from 'vitest';
import { gathering } from '../../src/storage/redis/gathering.ts';

/** Groups as they are asked for, each answered when the test says so. */
function createAsked() {
  const groups: {
    items: string[];
    answer: (answers: (string | Error)[]) => void;
    fail: (why: Error) => void;
  }[] = [];
  const run = (items: string[]) =>
    new Promise<(string | Error)[]>((answer, fail) => groups.push({ items, answer, fail }));
  return { groups, run };
}

const endOfTurn = () => new Promise(resolve => setImmediate(resolve));

test('what is asked for in one turn goes together, no more than so many, and each has its own answer', async () => {
  const { groups, run } = createAsked();
  const ask = gathering({ most: 2, atOnce: 9, run });
  const answers = Promise.all(['a', 'b', 'c'].map(ask));
  expect(groups).toEqual([]);
  await endOfTurn();
  expect(groups.map(({ items }) => items)).toEqual([['a', 'b'], ['c']]);
  groups[1]?.answer(['C']);
  groups[0]?.answer(['A', 'B']);
  expect(await answers).toEqual(['A', 'B', 'C']);
});

test('what is asked for while so many groups are under way goes when one of them has its answer', async () => {
  const { groups, run } = createAsked();
  const ask = gathering({ most: 9, atOnce: 1, run });
  const first = ask('a');
  await endOfTurn();
  const later = [ask('b')];
  await endOfTurn();
  later.push(ask('c'));
  await endOfTurn();
  expect(groups.map(({ items }) => items)).toEqual([['a']]);
  groups[0]?.answer(['A']);
  expect(await first).toBe('A');
  await endOfTurn();
  expect(groups.map(({ items }) => items)).toEqual([['a'], ['b', 'c']]);
  groups[1]?.answer(['B', 'C']);
  expect(await Promise.all(later)).toEqual(['B', 'C']);
});

test('one that fails is no matter of the others; a group that fails is, and what comes after goes on', async () => {
  const { groups, run } = createAsked();
  const ask = gathering({ most: 2, atOnce: 1, run });
  const settled = Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(ask));
  await endOfTurn();
  groups[0]?.answer(['A', new Error('only b')]);
  await endOfTurn();
  await endOfTurn();
  groups[1]?.fail(new Error('c and d'));
  await endOfTurn();
  await endOfTurn();
  groups[2]?.answer(['E']);
  const seen = (await settled).map(one => (one.status === 'fulfilled' ? one.value : one.reason.message));
  expect(seen).toEqual(['A', 'only b', 'c and d', 'c and d', 'E']);
});
