import { fold } from '../../../domain/folded.ts';
import { harmless } from '../../../domain/slack-text.ts';
import type { Wording } from '../../../wording/index.ts';
import type { FormState } from '../../kit/state.ts';
import type { Services } from '../../services.ts';

/** No form has more. */
const MOST = 400;
const BETWEEN = /([\n\r,;،]+)/;

/**
 * A form in which people are named without their numbers, as if their numbers had been typed; and, by block id, which
 * names belong to nobody or to several.
 *
 * @param prefixes of the block ids of fields with people
 */
export async function withContacts(
  { contacts }: Services,
  { groups: words }: Wording,
  workspace: string,
  state: FormState,
  prefixes: readonly string[],
): Promise<{ state: FormState; errors: Record<string, string> }> {
  const fields = prefixes.flatMap(prefix => state.texts(prefix));
  const names = fields.flatMap(({ text }) => text.split(BETWEEN).filter(isName)).slice(0, MOST);
  if (names.length === 0) return { state, errors: {} };
  const found = await contacts.find(workspace, { names, contactsToo: true });
  const byName = Map.groupBy(found.contacts, one => fold(one.name));
  const errors: Record<string, string> = {};
  const texts = new Map(
    fields.map(({ block, text }) => {
      const numbers = text.split(BETWEEN).map(piece => {
        if (!isName(piece)) return piece;
        const [one, ...others] = byName.get(fold(piece)) ?? [];
        if (one && others.length === 0) return one.number;
        const name = harmless(piece.trim(), 40);
        errors[block] ??= one ? words.wrong.sharedName(name) : words.wrong.noSuchName(name);
        return '';
      });
      return [block, numbers.join('')] as const;
    }),
  );
  const text = (block: string): string => texts.get(block) ?? state.text(block);
  const numbered: FormState = {
    ...state,
    text,
    texts: prefix => state.texts(prefix).map(({ block }) => ({ block, text: text(block) })),
  };
  return { state: numbered, errors };
}

/** What is wrong with a form's fields, by block id: first with its names, then with all else. */
export function allErrors(
  { groups }: Wording,
  names: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>>,
): Record<string, string> {
  const both = Object.entries(names).map(([block, error]) => {
    const more = others[block] ?? '';
    // There is something: the name.
    return [block, more === '' || more === groups.wrong.noNumber ? error : `${error} ${more}`];
  });
  return { ...others, ...Object.fromEntries(both) };
}

/** Words, and nothing that could be meant as a number. */
const isName = (piece: string): boolean => /^\s*\p{L}/u.test(piece) && !/\p{Nd}{4}/u.test(piece);
