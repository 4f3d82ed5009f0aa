import type { Contact } from './contact.ts';
import type { Contacts } from './store/model.ts';

/** Contacts and groups to choose from, the best match first. */
export type Offered = {
  contacts: Contact[];
  groups: { id: string; name: string; size: number }[];
};

export type Offers = {
  /**
   * Those whose name contains what was typed, or whose number ends in it; any if nothing was typed.
   *
   * @param most how many contacts, and how many groups
   */
  offered(workspace: string, typed: string, most: number): Promise<Offered>;
};

export function createOffers(contacts: Contacts): Offers {
  return {
    async offered(workspace, typed, most) {
      const { hits } = await contacts.search(workspace, typed, { offset: 0, limit: most, apart: true });
      const ids = (wanted: 'contact' | 'group') =>
        hits.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
      const found = await contacts.find(workspace, { contacts: ids('contact'), groups: ids('group') });
      const place = new Map(hits.map(({ id }, index) => [id, index]));
      const inOrder = <T extends { id: string }>(all: readonly T[]): T[] =>
        all.toSorted((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0));
      return {
        contacts: inOrder(found.contacts),
        groups: inOrder(found.groups).map(({ id, name }) => ({ id, name, size: found.sizes.get(id) ?? 0 })),
      };
    },
  };
}
