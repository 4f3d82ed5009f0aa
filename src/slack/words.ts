import { type Wording, wordingIn } from '../wording/index.ts';
import type { Languages } from '../workspaces/languages.ts';

/** The sentences for whoever reads them. */
export type Words = {
  /** @param userId who reads it; null: all in the workspace */
  of(workspace: string, userId: string | null): Promise<Wording>;
  /** Without asking the store: for a modal that has to open at once, and for when the store is away. */
  atOnce(workspace: string, userId: string): Wording;
};

export function createWords(languages: Languages): Words {
  return {
    async of(workspace, userId) {
      try {
        return wordingIn(await languages.of(workspace, userId));
      } catch {
        return wordingIn(languages.atOnce(workspace, userId)); // The store is away: better said in a guess than not.
      }
    },
    atOnce: (workspace, userId) => wordingIn(languages.atOnce(workspace, userId)),
  };
}
