import { type Wording, wordLeftOut } from '../kit/words/wording.ts';
import type { Text } from './text.ts';

/** A clause that says why a text wasn't sent, or may not have been; null if it was sent, waits, or was cancelled. */
export function whyNotSent(
  words: Wording,
  { state, problem, uncertain }: Pick<Text, 'state' | 'problem' | 'uncertain'>,
): string | null {
  if (state === 'uncertain') return words.uncertainBecause[uncertain ?? 'interrupted'];
  if (state !== 'refused') return null;
  return problem ? wordLeftOut(words, problem) : words.state.refused;
}
