import { expect, test } from 'vitest';
import { everyCommit } from './every-commit.ts';
import { FIXED } from './seeds.ts';
import { story } from './story.ts';

/* The other half of the stories that each check tells. */

test.each(FIXED.filter(seed => seed % 2 === 0))('story %d', async seed => {
  expect((await story(seed)).wrong).toEqual([]);
});

test('a process dies at each commit, after it is on disk', async () => {
  for await (const { wrong, commit } of everyCommit(12, { fates: ['dies after'] }))
    expect(wrong, `at commit ${commit}`).toEqual([]);
});
