import { expect, test } from 'vitest';
import { createLostCommits } from '../../src/kit/store/lost-commits.ts';

const SECOND = 1000;

/** A process that has made commits 1 to `made`, one a second, on a store that can write again what `mayWrite` says. */
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

test('what the store no longer has is written again, the oldest first; what it has is left alone', async () => {
  const { lost, written } = processWith(9, { lastKept: async () => 6 });
  await lost.recover('2');
  expect(written).toEqual([7, 8, 9]);
});

test('what builds on another process’ commit waits for that one', async () => {
  let isThere = false;
  const { lost, written, recoveredEpochs, tryAgain } = processWith(3, {
    lastKept: async () => 1,
    mayWrite: number => number !== 2 || isThere,
  });
  const goesOn = lost.recover('2');
  await expect.poll(() => written).toEqual([3]);
  expect(recoveredEpochs).toEqual([]);
  isThere = true;
  tryAgain();
  await goesOn;
  expect([written, recoveredEpochs]).toEqual([[3, 2], ['2']]);
});

test('while the store doesn’t say what it has, nothing is written; it is asked again', async () => {
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

test('no step is taken before the others have written again theirs, which may build on the same records', async () => {
  let haveOthers = false;
  let goesOn = false;
  const { lost, recoveredEpochs, tryAgain } = processWith(2, {
    lastKept: async () => 2,
    othersRecovered: async () => haveOthers,
  });
  const recovered = lost.recover('2').then(() => {
    goesOn = true;
  });
  await expect.poll(() => recoveredEpochs).toEqual(['2']);
  expect(goesOn).toBe(false);
  haveOthers = true;
  tryAgain();
  await recovered;
});

test('others that never say so are waited for in so many tries', async () => {
  const { lost, recoveredEpochs, tryAgain } = processWith(2, {
    lastKept: async () => 2,
    othersRecovered: async () => false,
  });
  tryAgain();
  await lost.recover('2');
  expect(recoveredEpochs.length).toBe(40);
});

test.each([
  ['has none of a process that has just begun: all are written again', 4, [1, 2, 3, 4]],
  ['forgot the number of one that has long been quiet: nothing is', 40, []],
])('a store that knows no number %s', async (_name, lastNumber, expected) => {
  const { lost, written } = processWith(lastNumber, { lastKept: async () => null });
  await lost.recover('2');
  expect(written).toEqual(expected);
});
