import type { Problem } from '../../kit/problem.ts';
import { type Wording, wordLeftOut } from '../../kit/words/wording.ts';
import type { Text } from '../../texts/text.ts';

/** Why a row of a broadcast got no text, or why nobody knows: a clause. Null: there is nothing to say. */
export function wordRow(
  words: Wording,
  row: {
    text: Pick<Text, 'state' | 'problem' | 'uncertain'> | null;
    problem: Problem | null;
    isSentAgain: boolean;
  },
): string | null {
  const { text, problem, isSentAgain } = row;
  if (text === null) return problem && wordLeftOut(words, problem);
  if (isSentAgain) return words.progress.details.sentAgain;
  if (text.state === 'uncertain') return words.uncertainBecause[text.uncertain ?? 'interrupted'];
  if (text.state !== 'refused') return null;
  return text.problem ? wordLeftOut(words, text.problem) : words.state.refused;
}
