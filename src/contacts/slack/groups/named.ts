import { fold } from '../../../kit/folded.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';

/** No form has more. */
const MOST = 400;
const BETWEEN = /([\n\r,;،]+)/;

/**
 * What is typed into fields of people, with their numbers in place of people who are named without them. `wrong`: the first name
 * that belongs to nobody, or to several.
 */
export async function withContacts(
  { contacts }: Services,
  { groups: words }: Wording,
  workspace: string,
  texts: readonly string[],
): Promise<{ text: string; wrong: string | null }[]> {
  const names = texts.flatMap(text => text.split(BETWEEN).filter(isName)).slice(0, MOST);
  const found = names.length > 0 ? await contacts.find(workspace, { names, contactsToo: true }) : null;
  const byName = Map.groupBy(found?.contacts ?? [], one => fold(one.name));
  return texts.map(typed => {
    let wrong: string | null = null;
    const numbers = typed.split(BETWEEN).map(piece => {
      if (!isName(piece)) return piece;
      const [one, ...others] = byName.get(fold(piece)) ?? [];
      if (one && others.length === 0) return one.number;
      const name = harmless(piece.trim(), 40);
      wrong ??= one ? words.wrong.sharedName(name) : words.wrong.noSuchName(name);
      return '';
    });
    return { text: numbers.join(''), wrong };
  });
}

/** Words, and nothing that could be meant as a number. */
const isName = (piece: string): boolean => /^\s*\p{L}/u.test(piece) && !/\p{Nd}{4}/u.test(piece);
