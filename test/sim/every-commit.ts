import type { Fate } from './disk.ts';
import { type Story, story } from './story.ts';

/** One story after the other in which its process dies at one commit: at each, before and after it is on disk. */
export async function* everyCommit(
  seed: number,
  options: { step?: number; fates?: readonly Fate[] } = {},
): AsyncGenerator<Story & { commit: number; fate: Fate }> {
  const { step = 1, fates = ['dies before', 'dies after'] } = options;
  const { commits } = await story(seed, new Map());
  for (let commit = 1; commit <= commits; commit += step) {
    for (const fate of fates) yield { ...(await story(seed, new Map([[commit, fate]]))), commit, fate };
  }
}
