import { type Wording, wordingIn } from '../wording/index.ts';
import type { Languages } from '../workspaces/languages.ts';
import type { Settings } from '../workspaces/settings.ts';

/** The sentences for whoever reads them. */
export type Words = {
  /**
   * @param userId who reads it; null: everybody in the workspace
   * @param rules the workspace's settings, if they were just read
   */
  of(workspace: string, userId: string | null, rules?: Settings): Promise<Wording>;
  /** Without asking the store: for a modal that has to open at once, or while the store is away. */
  atOnce(workspace: string, userId: string): Wording;
};

export function createWords(languages: Languages): Words {
  return {
    async of(workspace, userId, rules) {
      try {
        return wordingIn(await languages.of(workspace, userId, rules));
      } catch {
        return wordingIn(languages.atOnce(workspace, userId)); // The store is away: a guess is better than no answer.
      }
    },
    atOnce: (workspace, userId) => wordingIn(languages.atOnce(workspace, userId)),
  };
}
