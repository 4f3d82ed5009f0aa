import { expect, test } from 'vitest';
import { type CooperativeTask, createFairScheduler } from '../../../src/kit/fair-scheduler.ts';

/** An event loop whose time passes only while tasks compute or wait. */
function createLoop() {
  const loop = {
    ms: 0,
    turns: 0,
    now: () => loop.ms,
    async endOfTurn() {
      await new Promise(resolve => setImmediate(resolve));
      loop.turns += 1;
    },
    waits: [] as number[],
    async after(ms: number) {
      loop.waits.push(ms);
      loop.ms += ms;
    },
  };
  return loop;
}

/** A task of one-millisecond steps that records who ran in which turn. */
function* work(
  loop: { ms: number; turns: number },
  name: string,
  steps: number,
  seen: string[],
): CooperativeTask<string> {
  for (let n = 0; n < steps; n++) {
    loop.ms += 1;
    seen.push(`${loop.turns}${name}`);
    yield;
  }
  return name;
}

test('one task runs for three milliseconds in a turn of the event loop; then the next one gets its turn', async () => {
  const loop = createLoop();
  const runFairly = createFairScheduler(loop);
  const seen: string[] = [];
  const both = ['a', 'b'].map(name => runFairly(name, work(loop, name, 5, seen)));
  expect(await Promise.all(both)).toEqual(['a', 'b']);
  expect(seen.join(' ')).toBe('1a 1a 1a 2b 2b 2b 3a 3a 4b 4b');
});

test('beyond 50 ms, a workspace’s work takes ten times as long, and other workspaces’ work doesn’t', async () => {
  const loop = createLoop();
  const runFairly = createFairScheduler(loop);
  await runFairly('small', work(loop, 'small', 50, []));
  await runFairly('large', work(loop, 'large', 50, []));
  expect(loop.waits).toEqual([]);
  const began = loop.ms;
  await runFairly('large', work(loop, 'large', 100, []));
  expect(loop.ms - began).toBeGreaterThan(900);
  expect(loop.ms - began).toBeLessThan(1050);
  const count = loop.waits.length;
  await runFairly('small', work(loop, 'small', 20, []));
  expect(loop.waits).toHaveLength(count);
});

test('a failure is passed on, and the next task runs', async () => {
  const loop = createLoop();
  const runFairly = createFairScheduler(loop);
  // biome-ignore lint/correctness/useYield: it gets nowhere.
  const failing = (function* (): CooperativeTask<void> {
    throw new Error('no');
  })();
  await expect(runFairly('a', failing)).rejects.toThrow('no');
  expect(await runFairly('a', work(loop, 'a', 5, []))).toBe('a');
});
