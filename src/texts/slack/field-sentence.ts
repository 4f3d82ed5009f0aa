import type { Problem } from '../../kit/problem.ts';
import { plainLine } from '../../kit/slack-text.ts';
import { type Wording, wordProblem } from '../../kit/words/wording.ts';

/**
 * A problem's sentence under a field of an open form: plain text, because Slack formats nothing there, and without "The text
 * was not sent.".
 *
 * @param label the chosen recipient's name, for problems about the recipient
 */
export function fieldSentence(words: Wording, problem: Problem, label = ''): string {
  if (problem.kind === 'MESSAGE_EMPTY') return words.compose.messageMissing;
  const sentence = wordProblem(words, problem);
  const { notSent } = words.several;
  return plainLine(sentence.endsWith(notSent) ? sentence.slice(0, -notSent.length).trim() : sentence, label);
}
