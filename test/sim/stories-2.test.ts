import { expect, test } from 'vitest';
import { everyCommit } from './every-commit.ts';
import { FIXED, SHORT } from './seeds.ts';
import { story } from './story.ts';

/* The other half of the stories of each check. */

test.each(FIXED.filter(seed => seed % 2 === 0))('story %d', async seed => {
  expect((await story(seed)).wrong).toEqual([]);
});

test.each(SHORT.slice(1))('a process dies at each commit of story %d', async seed => {
  for await (const { wrong, commit, fate } of everyCommit(seed, ['dies before', 'dies after']))
    expect(wrong, `${fate} commit ${commit}`).toEqual([]);
});
