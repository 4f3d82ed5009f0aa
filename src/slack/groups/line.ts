import { harmless } from '../../domain/slack-text.ts';
import type { Wording } from '../../wording/index.ts';
import type { SizedGroup } from '../../workspaces/contact-groups.ts';
import { MAX_NAME } from '../../workspaces/number-group.ts';

/** A group's name and its size. */
export function groupLine(words: Wording['groups'], { name, size }: SizedGroup): string {
  return words.line({ name: shownName(name), count: size });
}

/** A group's name inside a sentence. */
export function shownName(name: string): string {
  return harmless(name, MAX_NAME);
}
