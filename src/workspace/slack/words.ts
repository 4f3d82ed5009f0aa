import type { Wordings, WordsFor } from '../../kit/words/wording.ts';
import type { Languages } from '../languages.ts';

export function createWords(languages: Languages, wordings: Wordings): WordsFor {
  return {
    async of(workspace, userId, rules) {
      try {
        return wordings[await languages.of(workspace, userId, rules)];
      } catch {
        return wordings[languages.atOnce(workspace, userId)]; // The store is away: a guess is better than no answer.
      }
    },
    atOnce: (workspace, userId) => wordings[languages.atOnce(workspace, userId)],
    in: language => wordings[language],
  };
}
