import { expect, test } from 'vitest';
import { createLostCommits } from '../../src/kit/store/lost-commits.ts';

const SECOND = 1000;

/** A process that has made commits 1 to `made`, one a second, on a store that can write again what `mayWrite` says. */
function processWith(
  made: number,
  {
    lastKept,
    mayWrite = () => true,
  }: { lastKept: () => Promise<number | null>; mayWrite?: (number: number) => boolean },
) {
  const written: number[] = [];
  const failures: unknown[] = [];
  const pause = Promise.withResolvers<boolean>();
  const lost = createLostCommits<{ number: number }>({
    lastKept,
    async write({ number }) {
      if (mayWrite(number)) written.push(number);
      return mayWrite(number);
    },
    mayTryAgain: () => pause.promise,
    failed: error => failures.push(error),
  });
  for (let number = 1; number <= made; number++) lost.add({ number }, 10, number * SECOND);
  return { lost, written, failures, tryAgain: () => pause.resolve(true) };
}

test('what the store no longer has is written again, the oldest first; what it has is left alone', async () => {
  const { lost, written } = processWith(9, { lastKept: async () => 6 });
  await lost.recover();
  expect(written).toEqual([7, 8, 9]);
});

test('what builds on another process’ commit waits for that one', async () => {
  let isThere = false;
  const { lost, written, tryAgain } = processWith(3, {
    lastKept: async () => 1,
    mayWrite: number => number !== 2 || isThere,
  });
  await lost.recover();
  expect(written).toEqual([3]);
  isThere = true;
  tryAgain();
  await expect.poll(() => written).toEqual([3, 2]);
});

test('while the store doesn’t say what it has, nothing is written; it is asked again', async () => {
  let asked = 0;
  const { lost, written, failures, tryAgain } = processWith(3, {
    async lastKept() {
      asked += 1;
      if (asked === 1) throw new Error('away');
      return 2;
    },
  });
  await lost.recover();
  expect([written, failures.length]).toEqual([[], 1]);
  tryAgain();
  await expect.poll(() => written).toEqual([3]);
});

test.each([
  ['has none of a process that has just begun: all are written again', 4, [1, 2, 3, 4]],
  ['forgot the number of one that has long been quiet: nothing is', 40, []],
])('a store that knows no number %s', async (_name, made, expected) => {
  const { lost, written } = processWith(made, { lastKept: async () => null });
  await lost.recover();
  expect(written).toEqual(expected);
});
