import type { Fate } from './disk.ts';
import { type Story, story } from './story.ts';

/** A short story again and again: each time its process dies at another commit, or the answer to one is lost. */
export async function* everyCommit(
  seed: number,
  fates: readonly Fate[],
): AsyncGenerator<Story & { commit: number; fate: Fate }> {
  const { commits } = await story(seed, { fates: new Map(), isShort: true });
  for (let commit = 1; commit <= commits; commit++) {
    for (const fate of fates)
      yield { ...(await story(seed, { fates: new Map([[commit, fate]]), isShort: true })), commit, fate };
  }
}
