import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { SizedGroup } from '../../groups.ts';
import { MAX_NAME } from '../../number-group.ts';

/** A group's name and its size. */
export function groupLine(words: Wording['groups'], { name, size }: SizedGroup): string {
  return words.line({ name: shownName(name), count: size });
}

/** A group's name inside a sentence. */
export function shownName(name: string): string {
  return harmless(name, MAX_NAME);
}
