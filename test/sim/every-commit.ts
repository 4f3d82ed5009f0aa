import type { Fate } from './disk.ts';
import { type Story, story } from './story.ts';

/** Repeats a short story once per commit and fate: each time, another commit meets that fate. */
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
