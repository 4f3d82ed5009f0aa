import { type Wording, wordProblem } from '../../../kit/words/wording.ts';
import { nameFault } from '../../kept-name.ts';

/**
 * What is wrong with the name of something that is kept, such as a group or somebody in it; null: nothing.
 *
 * @param limit in characters
 */
export function nameProblem(words: Wording, name: string, limit: number): string | null {
  const why = nameFault(name, limit);
  return why && wordProblem(words, { kind: 'NAME_NOT_KEPT', typed: name, why, limit });
}
