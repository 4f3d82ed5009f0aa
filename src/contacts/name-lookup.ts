import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { LocalNumber } from '../kit/number.ts';
import type { Problem } from '../kit/problem.ts';
import { isSameName } from '../texts/parse/name.ts';
import { MAX_RECIPIENTS, type Recipient } from '../texts/recipient.ts';
import type { NameLookup, NameMatch, OnCallRota, OnCallRotasOf } from '../texts/recipient-directory.ts';
import { type Contact, type ContactGroup, contactAs, groupAs } from './contact.ts';
import { failure } from './problem.ts';
import type { ContactAnswer } from './store/model.ts';
import type { Contacts } from './store/store.ts';

/** How many of a group are read at once; others get their turn in between. */
const MEMBERS_PER_TURN = 50;

/** Everybody with one of these names. */
export type FoundPeople = {
  contacts: (Contact & { as: Recipient })[];
  groups: (ContactGroup & { as: Recipient; size: number })[];
  onCallRotas: OnCallRota[];
  /** Those who may be among them, but can't be read. */
  unreadable: { id: string; problem: Problem }[];
};

/** Looks up whom names and choices mean. */
export type PeopleLookup = NameLookup & {
  /** Everybody, every group and every rota with one of these names, however it is written; see `isSameName`. */
  findByName(workspace: string, names: readonly string[]): Promise<FoundPeople>;
};

/**
 * @param dutiesOf a workspace's rotas, as texts see them
 * @param most how many people may be reached
 * @param letOthers resolves when others had their turn, while a large group is read
 */
export function createPeopleLookup(
  contacts: Contacts,
  dutiesOf: OnCallRotasOf,
  most: number = MAX_RECIPIENTS,
  letOthers: () => Promise<unknown> = endOfTurn,
): PeopleLookup {
  /** Everybody at one moment: if many come or leave at once while its pages are read, they are read again. */
  async function inGroup(workspace: string, id: string, label: string): Promise<NameMatch> {
    const look = () => contacts.find(workspace, { groups: [id] });
    for (let before = await look(); ; ) {
      if (before.groups.length === 0) return { kind: 'unknown' };
      const read = await everybodyIn(contacts, workspace, id);
      const after = await look();
      if (after.moments.get(id) === before.moments.get(id)) {
        const size = Math.max(before.sizes.get(id) ?? 0, read.numbers.length + read.unreadable.length);
        if (size === 0) return { kind: 'problem', problem: failure('NAMED_GROUP_EMPTY', { label }) };
        return { kind: 'numbers', ...read, unreadable: named(read.unreadable, label), isGroup: true, size };
      }
      before = after;
    }
  }

  async function everybodyIn(contacts: Contacts, workspace: string, id: string) {
    const numbers: LocalNumber[] = [];
    const unreadable: string[] = [];
    for (let after: LocalNumber | null = null; numbers.length <= most; ) {
      const page = await contacts.members(
        workspace,
        id,
        after,
        Math.min(MEMBERS_PER_TURN, most + 1 - numbers.length),
      );
      numbers.push(...page.contacts.map(({ number }) => number));
      unreadable.push(...page.unreadable);
      after = page.next;
      if (after === null) break;
      await letOthers();
    }
    return { numbers, unreadable };
  }
  const named = (unreadable: readonly string[], label: string) =>
    unreadable.map(id => ({ id, problem: failure('CONTACT_UNREADABLE', { label, id }) }));
  const nobody = (unreadable: FoundPeople['unreadable']): NameMatch =>
    unreadable.length === 0
      ? { kind: 'unknown' }
      : { kind: 'numbers', numbers: [], isGroup: false, size: unreadable.length, unreadable };
  const single = (number: LocalNumber): NameMatch => ({
    kind: 'numbers',
    numbers: [number],
    isGroup: false,
    size: 1,
    unreadable: [],
  });

  async function findByName(workspace: string, names: readonly string[]): Promise<FoundPeople> {
    const [stored, onCallRotas] = await Promise.all([
      contacts.find(workspace, { names, contactsToo: true }),
      dutiesOf(workspace),
    ]);
    const isMeant = (candidate: { name: string }): boolean =>
      names.some(name => isSameName(candidate.name, name));
    return {
      ...asRecipients({
        ...stored,
        contacts: stored.contacts.filter(isMeant),
        groups: stored.groups.filter(isMeant),
      }),
      onCallRotas: onCallRotas.filter(isMeant),
      unreadable: named(stored.unreadable, names.at(-1) ?? ''),
    };
  }

  return {
    findByName,
    async resolveName(workspace, name) {
      const matches = await findByName(workspace, [name]);
      const { groups, contacts, onCallRotas } = matches;
      if (groups.length + contacts.length + onCallRotas.length > 1) return { kind: 'shared' };
      const [group, person, rota] = [groups[0], contacts[0], onCallRotas[0]];
      if (rota) return { kind: 'rota', rota };
      if (group) return inGroup(workspace, group.id, name);
      return person ? single(person.number) : nobody(matches.unreadable);
    },
    async resolveChoice(workspace, { kind, data: { id, label } }) {
      if (kind === 'group') return inGroup(workspace, id, label);
      const stored = await contacts.find(workspace, { contacts: [id] });
      const [person] = stored.contacts;
      return person ? single(person.number) : nobody(named(stored.unreadable, label));
    },
  };
}

/** Contacts and groups, each as the recipient that it is. */
export const asRecipients = ({
  contacts,
  groups,
  sizes,
}: Pick<ContactAnswer, 'contacts' | 'groups' | 'sizes'>): Pick<FoundPeople, 'contacts' | 'groups'> => ({
  contacts: contacts.map(contact => ({ ...contact, as: contactAs(contact) })),
  groups: groups.map(group => ({ ...group, as: groupAs(group), size: sizes.get(group.id) ?? 0 })),
});

/** Contacts and groups to choose from, the best match first. */
export type Offers = {
  /**
   * Those whose name contains what was typed, or whose number ends in it; any if nothing was typed.
   *
   * @param most how many contacts, and how many groups
   */
  offered(workspace: string, typed: string, most: number): Promise<Pick<FoundPeople, 'contacts' | 'groups'>>;
};

export function createOffers(contacts: Contacts): Offers {
  return {
    async offered(workspace, typed, most) {
      const { hits } = await contacts.search(workspace, typed, { offset: 0, limit: most, apart: true });
      const ids = hits.map(({ id }) => id);
      const stored = await contacts.find(workspace, { contacts: ids, groups: ids });
      const inOrder = <T extends { id: string }>(all: readonly T[]): T[] =>
        all.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
      return asRecipients({ ...stored, contacts: inOrder(stored.contacts), groups: inOrder(stored.groups) });
    },
  };
}
