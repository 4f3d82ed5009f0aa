import { expect, test } from 'vitest';
import { createLostCommits } from '../../src/kit/store/lost-commits.ts';

const SECOND = 1000;

/**
 * A process with commits 1 to `lastNumber`, one a second, on a store that accepts a commit again if
 * `mayWrite` allows it.
 */
function processWith(
  lastNumber: number,
  {
    lastKept,
    mayWrite = () => true,
    othersRecovered = async () => true,
  }: {
    lastKept: () => Promise<number | null>;
    mayWrite?: (number: number) => boolean;
    othersRecovered?: () => Promise<boolean>;
  },
) {
  const written: number[] = [];
  const failures: unknown[] = [];
  const recoveredEpochs: string[] = [];
  const pause = Promise.withResolvers<boolean>();
  const lost = createLostCommits<{ number: number }>({
    lastKept,
    async write({ number }) {
      if (mayWrite(number)) written.push(number);
      return mayWrite(number);
    },
    mayTryAgain: () => pause.promise,
    async sayRecovered(epoch) {
      recoveredEpochs.push(epoch);
    },
    othersRecovered,
    failed: error => failures.push(error),
  });
  for (let number = 1; number <= lastNumber; number++) lost.add({ number }, 10, number * SECOND);
  return { lost, written, failures, recoveredEpochs, tryAgain: () => pause.resolve(true) };
}

test('commits that the store lost are written again, the oldest first, and the others are not', async () => {
  const { lost, written } = processWith(9, { lastKept: async () => 6 });
  await lost.recover('2');
  expect(written).toEqual([7, 8, 9]);
});

test('a commit that builds on another process’s commit waits for that one', async () => {
  let isThere = false;
  const { lost, written, recoveredEpochs, tryAgain } = processWith(3, {
    lastKept: async () => 1,
    mayWrite: number => number !== 2 || isThere,
  });
  const recovery = lost.recover('2');
  await expect.poll(() => written).toEqual([3]);
  expect(recoveredEpochs).toEqual([]);
  isThere = true;
  tryAgain();
  await recovery;
  expect([written, recoveredEpochs]).toEqual([[3, 2], ['2']]);
});

test('nothing is written until the store says which commits it has, and it is asked again', async () => {
  let tries = 0;
  const { lost, written, failures, tryAgain } = processWith(3, {
    async lastKept() {
      tries += 1;
      if (tries === 1) throw new Error('away');
      return 2;
    },
  });
  void lost.recover('2');
  await expect.poll(() => failures.length).toBe(1);
  expect(written).toEqual([]);
  tryAgain();
  await expect.poll(() => written).toEqual([3]);
});

test('no transaction runs before the other processes have written theirs again, which may change the same records', async () => {
  let haveOthers = false;
  let hasRecovered = false;
  const { lost, recoveredEpochs, tryAgain } = processWith(2, {
    lastKept: async () => 2,
    othersRecovered: async () => haveOthers,
  });
  const recovered = lost.recover('2').then(() => {
    hasRecovered = true;
  });
  await expect.poll(() => recoveredEpochs).toEqual(['2']);
  expect(hasRecovered).toBe(false);
  haveOthers = true;
  tryAgain();
  await recovered;
});

test('processes that never report are waited for in a limited number of tries', async () => {
  const { lost, recoveredEpochs, tryAgain } = processWith(2, {
    lastKept: async () => 2,
    othersRecovered: async () => false,
  });
  tryAgain();
  await lost.recover('2');
  expect(recoveredEpochs.length).toBe(40);
});

test.each([
  ['writes all commits of a process that has just begun again', 4, [1, 2, 3, 4]],
  ['writes none of a process that has long been quiet again', 40, []],
])('a store without a number %s', async (_name, lastNumber, expected) => {
  const { lost, written } = processWith(lastNumber, { lastKept: async () => null });
  await lost.recover('2');
  expect(written).toEqual(expected);
});
