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

/** Members loaded before other work gets a turn of the event loop. */
const MEMBERS_PER_TURN = 50;

/** The contacts, groups and rotas that have one of some names. */
export type FoundPeople = {
  contacts: (Contact & { as: Recipient })[];
  groups: (ContactGroup & { as: Recipient; size: number })[];
  onCallRotas: OnCallRota[];
  /** Contacts that may have the name, but are unreadable. */
  unreadable: { id: string; problem: Problem }[];
};

/** Finds the people behind a name or a choice. */
export type PeopleLookup = NameLookup & {
  /** Finds all contacts, groups and rotas with one of these names, in any spelling; see `isSameName`. */
  findByName(workspace: string, names: readonly string[]): Promise<FoundPeople>;
};

/**
 * @param most the most people that may be reached
 * @param yieldToOthers gives other work a turn while a large group is loaded
 */
export function createPeopleLookup(
  contacts: Contacts,
  onCallRotasOf: OnCallRotasOf,
  most: number = MAX_RECIPIENTS,
  yieldToOthers: () => Promise<unknown> = endOfTurn,
): PeopleLookup {
  /** Reads all members consistently: starts over if a bulk change happens between two pages. */
  async function inGroup(workspace: string, id: string, label: string): Promise<NameMatch> {
    const load = () => contacts.find(workspace, { groups: [id] });
    for (let before = await load(); ; ) {
      if (before.groups.length === 0) return { kind: 'unknown' };
      const read = await everybodyIn(workspace, id);
      const after = await load();
      if (after.moments.get(id) === before.moments.get(id)) {
        const size = Math.max(before.sizes.get(id) ?? 0, read.numbers.length + read.unreadable.length);
        if (size === 0) return { kind: 'problem', problem: failure('NAMED_GROUP_EMPTY', { label }) };
        return {
          kind: 'numbers',
          ...read,
          unreadable: asProblems(read.unreadable, label),
          isGroup: true,
          size,
        };
      }
      before = after;
    }
  }

  async function everybodyIn(workspace: string, id: string) {
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
      await yieldToOthers();
    }
    return { numbers, unreadable };
  }
  const asProblems = (unreadable: readonly string[], label: string) =>
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
      onCallRotasOf(workspace),
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
      unreadable: asProblems(stored.unreadable, names.at(-1) ?? ''),
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
      return person ? single(person.number) : nobody(asProblems(stored.unreadable, label));
    },
  };
}

/** Adds to each contact and group the recipient that stands for it. */
export const asRecipients = ({
  contacts,
  groups,
  sizes,
}: Pick<ContactAnswer, 'contacts' | 'groups' | 'sizes'>): Pick<FoundPeople, 'contacts' | 'groups'> => ({
  contacts: contacts.map(contact => ({ ...contact, as: contactAs(contact) })),
  groups: groups.map(group => ({ ...group, as: groupAs(group), size: sizes.get(group.id) ?? 0 })),
});

/** Suggests contacts and groups, best matches first. */
export type Offers = {
  /**
   * Contacts and groups that match the typed text (see `Contacts.search`); any if it is empty.
   *
   * @param most the most contacts, and the most groups
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
