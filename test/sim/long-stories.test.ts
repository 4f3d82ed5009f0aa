import { expect, test } from 'vitest';
import { IN_CHECK, longStory } from './weeks/long-story.ts';

/* Eight weeks of a workspace; `npm run sim -- --long` runs those of a larger one. */

test.each([1, 2])('long story %d', { timeout: 600_000 }, async seed => {
  expect((await longStory(seed, IN_CHECK)).wrong).toEqual([]);
});
