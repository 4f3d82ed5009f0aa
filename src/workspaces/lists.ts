import { z } from 'zod';
import type { Clock } from '../domain/clock.ts';
import { isLocalNumber, type LocalNumber, maskNumber } from '../domain/number.ts';
import type { Audit, Documents } from '../storage/ports.ts';

/** A document of its own: settings are read for each text, and lists are long. */
const DOCUMENT = 'lists';
const MAX_LISTS = 50;
const MAX_NUMBERS = 200;
const MAX_NAME = 40;

const localNumber = z.custom<LocalNumber>(value => typeof value === 'string' && isLocalNumber(value));

/** A name begins with a letter, so that it is never taken for a number, and has nothing that stands between names. */
const listSchema = z.object({
  name: z
    .string()
    .max(MAX_NAME)
    .regex(/^\p{L}[^,;،؛、，；।<>\p{Cc}\u2028\u2029]*$/u),
  numbers: z.array(localNumber).min(1).max(MAX_NUMBERS),
});
const listsSchema = z.array(listSchema).max(MAX_LISTS);

/** Numbers that a workspace keeps under a name. */
export type NumberList = z.infer<typeof listSchema>;

export type Lists = {
  /** All of a workspace, by name. */
  of(workspace: string): Promise<NumberList[]>;
  /** The numbers under a name, however it is capitalised; null: there is no such list. */
  numbers(workspace: string, name: string): Promise<LocalNumber[] | null>;
  /**
   * Makes a list, or puts these numbers in the place of those under that name; the audit trail has what changed.
   *
   * @param by who does it; whether they may is for the caller to judge
   * @returns `too_many` when the workspace has no room for another list
   * @throws z.ZodError when the name or a number can't be, or there are too many numbers
   */
  save(workspace: string, by: string, list: NumberList): Promise<'saved' | 'too_many'>;
  /** False: there was none of that name. */
  remove(workspace: string, by: string, name: string): Promise<boolean>;
};

export function createLists(parts: { documents: Documents; audit: Audit; clock: Clock }): Lists {
  const { documents, audit, clock } = parts;

  async function of(workspace: string): Promise<NumberList[]> {
    return (await documents.get(workspace, DOCUMENT, listsSchema)) ?? [];
  }

  /** Puts a list, or nothing, in the place of the one of that name; returns what was there, if the result may be. */
  async function replace(workspace: string, name: string, list: NumberList | null) {
    let before: NumberList | undefined;
    let isKept = true;
    await documents.update(workspace, DOCUMENT, listsSchema, (current = []) => {
      before = current.find(one => keyOf(one.name) === keyOf(name));
      const others = current.filter(one => one !== before);
      const next = [...others, ...(list ? [list] : [])].toSorted((a, b) => a.name.localeCompare(b.name));
      isKept = next.length <= MAX_LISTS;
      return isKept ? next : current;
    });
    return { before, isKept };
  }

  return {
    of,
    async numbers(workspace, name) {
      const lists = await of(workspace);
      return lists.find(list => keyOf(list.name) === keyOf(name))?.numbers ?? null;
    },
    async save(workspace, by, { name, numbers }) {
      const written = { name: name.normalize('NFC').trim(), numbers: [...new Set(numbers)] };
      const list = listSchema.parse(written);
      const { before, isKept } = await replace(workspace, list.name, list);
      if (!isKept) return 'too_many';
      const [came, left] = [without(list.numbers, before?.numbers), without(before?.numbers, list.numbers)];
      if (!before || came.length + left.length > 0) {
        await audit.record(workspace, { what: 'list', name: list.name, left, came, at: clock.now(), by });
      }
      return 'saved';
    },
    async remove(workspace, by, name) {
      const { before } = await replace(workspace, name, null);
      if (!before) return false;
      await audit.record(workspace, { what: 'list_removed', name: before.name, at: clock.now(), by });
      return true;
    },
  };
}

/** Equal for names that people take for the same. */
const keyOf = (name: string): string => name.normalize('NFC').trim().toLowerCase();

function without(numbers: LocalNumber[] = [], others: LocalNumber[] = []): string[] {
  const known = new Set(others);
  return numbers.filter(number => !known.has(number)).map(maskNumber);
}
