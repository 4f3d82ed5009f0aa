import { z } from 'zod';
import { contactOf } from '../domain/contact.ts';
import { isLocalNumber, type LocalNumber } from '../domain/number.ts';
import type { Contacts, Documents } from '../storage/ports.ts';
import { isSameName } from './number-group.ts';

const DOCUMENT = 'lists';
const listsSchema = z.array(
  z.object({
    name: z.string(),
    numbers: z.array(z.custom<LocalNumber>(value => typeof value === 'string' && isLocalNumber(value))),
  }),
);

/**
 * Earlier versions kept groups as lists of numbers, in a document. Anybody who asks for a workspace's groups first
 * makes us move them: each list becomes a group under its name, once, even if the program dies in between or two do it
 * at a time.
 */
export function createEarlierLists(parts: {
  documents: Documents;
  contacts: Contacts;
  newId: () => string;
}): { move(workspace: string): Promise<void> } {
  const { documents, contacts, newId } = parts;
  return {
    async move(workspace) {
      const lists = await documents.get(workspace, DOCUMENT, listsSchema);
      if (!lists) return;
      for (const list of lists) await moveOne(workspace, list);
      await documents.delete(workspace, DOCUMENT);
    },
  };

  async function moveOne(workspace: string, list: z.infer<typeof listsSchema>[number]): Promise<void> {
    const { name, numbers } = list;
    // Names that differ in a dot below a letter were two, and are one now.
    const second = `${name} 2`;
    await contacts.update(workspace, { names: [name, second], numbers }, found => {
      const same = found.groups.filter(one => isSameName(one.name, name));
      const called = same.every(one => one.name === name) ? name : second;
      if (found.groups.some(one => one.name === called)) return { change: {}, result: null };
      const group = { id: newId(), workspace, name: called };
      const known = new Map(found.contacts.map(one => [one.number, one]));
      const members = numbers.map(number => {
        const one = known.get(number) ?? contactOf({ id: newId(), workspace, number });
        return { ...one, groups: [...one.groups, group.id] };
      });
      return { change: { groups: [group], contacts: members }, result: null };
    });
  }
}
