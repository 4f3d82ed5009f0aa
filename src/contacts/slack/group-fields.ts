import { fold } from '../../kit/name-matching.ts';
import { numberErrors, readNumbers, withoutNames } from '../../kit/parse-values.ts';
import { type FieldErrors, fieldId } from '../../kit/slack/form.ts';
import type { Services } from '../../kit/slack/services.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { tidyName } from '../../texts/parse/name.ts';
import { nameProblem } from '../../texts/slack/compose/recipients-field.ts';
import { MAX_NAME, MAX_NUMBERS } from '../contact.ts';
import type { WantedGroup } from '../groups.ts';

/**
 * What is typed into a group's form. `numbers`: of all its fields, null for a large group; `come` and `leave`: null for one that
 * its form shows whole.
 */
export type GroupTyped = {
  name: string;
  numbers: string[] | null;
  come: string | null;
  leave: string | null;
};

export const GROUP_FORM = { id: 'group' };

/** `because`: the same in sentences. */
type ReadGroup =
  | { ok: true; group: WantedGroup }
  | { ok: false; wrong: FieldErrors<GroupTyped>; because: string };

/** The group that is filled in, with people who are named without their numbers; or what is wrong. */
export async function readNumberGroup(
  services: Services,
  words: Wording,
  workspace: string,
  { name, numbers: given }: GroupTyped,
): Promise<ReadGroup> {
  const { groups, settings } = words;
  const blockOf = (index: number) => `${fieldId(GROUP_FORM, 'numbers')}_${index + 1}`;
  const named = await withContacts(services, words, workspace, given ?? []);
  const typed = named.map(({ text, wrong }, index) => ({
    block: blockOf(index),
    wrong,
    ...withoutNames(text),
  }));
  const { numbers, bad } = readNumbers(typed.map(one => one.numbers).join('\n'));
  const errors = numberErrors(
    settings,
    typed.map(one => ({ block: one.block, text: one.numbers })),
  );
  const first = blockOf(0);
  if (numbers.length > MAX_NUMBERS) errors[first] ??= settings.wrong.tooMany(MAX_NUMBERS);
  const isEmpty = numbers.length + bad.length === 0 && typed.every(({ wrong }) => wrong === null);
  if (isEmpty) errors[first] = groups.wrong.noNumber;
  const names: Record<string, string> = {};
  for (const one of typed) {
    for (const [number, called] of one.names) {
      names[number] = tidyName(called);
      const why = nameProblem(words, tidyName(called), MAX_NAME);
      if (why) errors[one.block] ??= why;
    }
    if (one.wrong) errors[one.block] = [one.wrong, errors[one.block] ?? []].flat().join(' ');
  }
  const because = Object.values(errors).join('\n');
  if (because !== '') return { ok: false, wrong: { numbers: errors }, because };
  return { ok: true, group: { name, numbers, names } };
}

/** Who comes to a large group and who leaves; or what is wrong. */
export async function readChange(
  services: Services,
  words: Wording,
  workspace: string,
  { name, come, leave }: GroupTyped,
): Promise<ReadGroup> {
  const read = await Promise.all(
    [come ?? '', leave ?? ''].map(async typed => {
      const [named] = await withContacts(services, words, workspace, [typed]);
      const { numbers, names } = withoutNames(named?.text ?? '');
      const { field: bad } = numberErrors(words.settings, [{ block: 'field', text: numbers }]);
      const called = [...names].map(([number, its]) => [number, tidyName(its)] as const);
      const badName = called.flatMap(([, its]) => nameProblem(words, its, MAX_NAME) ?? [])[0];
      const wrong = [named?.wrong ?? [], bad ?? badName ?? []].flat().join(' ');
      return { wrong, numbers: readNumbers(numbers).numbers, names: Object.fromEntries(called) };
    }),
  );
  const [coming, erasing] = read;
  const because = read.flatMap(one => one.wrong || []).join('\n');
  if (!coming || !erasing || because !== '')
    return { ok: false, wrong: { come: coming?.wrong || null, leave: erasing?.wrong || null }, because };
  const { numbers, names } = coming;
  return { ok: true, group: { name, numbers, names, leave: erasing.numbers } };
}

/** No form has more. */
const MOST = 400;
const BETWEEN = /([\n\r,;،]+)/;

/**
 * What is typed into fields of people, with their numbers in place of people who are named without them. `wrong`: the first name
 * that belongs to nobody, or to several.
 */
async function withContacts(
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
