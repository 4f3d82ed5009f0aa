import type { Problem } from '../../kit/problem.ts';
import { plainLine } from '../../kit/slack-text.ts';
import { type Wording, wordProblem } from '../../kit/words/wording.ts';

/**
 * What a form says of a problem: as plain text, since Slack formats nothing under a field, and without what goes without saying while
 * the form is still open.
 *
 * @param label what whoever was chosen is called, for a problem that is about them
 */
export function fieldSentence(words: Wording, problem: Problem, label = ''): string {
  if (problem.kind === 'MESSAGE_EMPTY') return words.compose.messageMissing;
  const said = wordProblem(words, problem);
  const { notSent } = words.several;
  return plainLine(said.endsWith(notSent) ? said.slice(0, -notSent.length).trim() : said, label);
}
