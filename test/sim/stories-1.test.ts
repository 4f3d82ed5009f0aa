import { expect, test } from 'vitest';
import { everyCommit } from './every-commit.ts';
import { FIXED, ONCE_FAILED, SHORT } from './seeds.ts';
import { story } from './story.ts';

/* Half of the stories of each check. `SIM_SEED=… npm run sim` runs one again. */

test('the same seed is the same story, to the letter', async () => {
  for (const seed of FIXED.slice(0, 3)) {
    const { trace } = await story(seed);
    expect((await story(seed)).trace).toBe(trace);
  }
});

test.each(FIXED.filter(seed => seed % 2 === 1))('story %d', async seed => {
  expect((await story(seed)).wrong).toEqual([]);
});

test.each(ONCE_FAILED)('story %d, which once failed', async seed => {
  expect((await story(seed)).wrong).toEqual([]);
});

test('a process dies at each commit, before and after it is on disk', async () => {
  for await (const { wrong, commit, fate } of everyCommit(SHORT[0], ['dies before', 'dies after']))
    expect(wrong, `${fate} commit ${commit}`).toEqual([]);
});
