import { z } from 'zod';
import type { Clock } from '../kit/clock.ts';
import { fold, nearest } from '../kit/name-matching.ts';
import { nearInAnyScript, soughtName, soundsIn } from '../kit/name-sounds.ts';
import { type LocalNumber, maskNumber } from '../kit/number.ts';
import { isSameName, tidyName } from '../texts/parse/name.ts';
import type { OnCallRotasOf } from '../texts/recipient-directory.ts';
import type { AuditEntry } from '../workspace/audit.ts';
import type { Audit } from '../workspace/audit-log.ts';
import {
  type Contact,
  type ContactGroup,
  contactOf,
  groupNameSchema,
  isWorthKeeping,
  localNumber,
  MAX_CONTACTS,
  MAX_GROUPS,
  MAX_NUMBERS,
} from './contact.ts';
import {
  asRecipients,
  createOffers,
  createPeopleLookup,
  type FoundPeople,
  type Offers,
  type PeopleLookup,
} from './name-lookup.ts';
import type { ContactAnswer, ContactChange } from './store/model.ts';
import type { Contacts } from './store/store.ts';

/** The most contacts and groups that a suggestion loads. */
const MAX_NEAR_NAMES = 30;
const MEMBERS_PER_STEP = 200;

/** `size`: the number of people in the group. */
export type SizedGroup = { id: string; name: string; size: number };

/** The version of a group that a user saw before deleting it. */
export const seenGroupSchema = z.object({ id: z.string(), name: z.string(), size: z.int() });

/** A person to add to a group. `name`: used if the number has no name yet; empty if unknown. */
export type NewMember = { number: LocalNumber; name: string };

const nameSchema = z.string().transform(tidyName).pipe(groupNameSchema);
const newMembersSchema = z.array(z.object({ number: localNumber, name: z.string() })).max(MAX_NUMBERS);

/** `taken`: another group has the name. `too_many`: the workspace has as many groups as it may. */
type GroupMade = { kind: 'made'; id: string } | { kind: 'taken' } | { kind: 'too_many' };
/** `gone`: another user deleted or renamed it. */
type GroupRenamed = 'saved' | 'unchanged' | 'gone' | 'taken';
/**
 * `came`: the number of people added; `were`: the number who were in the group already. `no_room`: the workspace
 * would exceed its limit of contacts.
 */
export type GroupAdded = { kind: 'added'; came: number; were: number } | { kind: 'gone' | 'no_room' };

export type ContactGroups = PeopleLookup &
  Offers & {
    /** Returns the look-ups of people with another limit for their number. */
    upTo(most: number): PeopleLookup;
    /** All groups of a workspace, sorted by name. */
    of(workspace: string): Promise<SizedGroup[]>;
    /** The group with this id; null if there is none. */
    group(workspace: string, id: string): Promise<SizedGroup | null>;
    /**
     * Finds the contacts, groups and rotas whose names are most similar to one of `names`: the first that has any
     * similar name. `name`: that one. `'no names'`: nothing in the workspace has a name. Null if no name is similar.
     */
    suggest(
      workspace: string,
      names: readonly string[],
    ): Promise<{ name: string; called: FoundPeople } | 'no names' | null>;
    /**
     * Creates an empty group. If an empty group has exactly this name, it is returned, because the first answer
     * may have been lost. Here and below, the caller checks the permission of `by`, and the audit log records the
     * change.
     *
     * @throws z.ZodError if the name isn't possible
     */
    make(workspace: string, by: string, name: string): Promise<GroupMade>;
    /**
     * Renames a group, unless its name is no longer `from`.
     *
     * @throws z.ZodError if the name isn't possible
     */
    rename(
      workspace: string,
      by: string,
      id: string,
      name: { from: string; to: string },
    ): Promise<GroupRenamed>;
    /**
     * Adds people. Concurrent changes to the group are kept, and so is a contact's name.
     *
     * @throws z.ZodError for an impossible number, or more than `MAX_NUMBERS`
     */
    add(workspace: string, by: string, id: string, people: readonly NewMember[]): Promise<GroupAdded>;
    /**
     * Takes a contact out of a group. A bare number that is in no other group is deleted.
     *
     * @returns the contact, and whether it still exists; null if it wasn't in the group
     */
    takeOut(
      workspace: string,
      by: string,
      id: string,
      contactId: string,
    ): Promise<{ contact: Contact; staysContact: boolean } | null>;
    /**
     * Deletes a group, unless its name or size has changed since the user saw it. Its people leave in several
     * transactions, and bare numbers are deleted. Calling it again completes what a crash interrupted.
     */
    remove(
      workspace: string,
      by: string,
      seen: z.infer<typeof seenGroupSchema>,
    ): Promise<'removed' | 'changed' | 'gone'>;
  };

/** An audit entry without its time. */
type Undated = AuditEntry extends infer Entry
  ? Entry extends { at: number }
    ? Omit<Entry, 'at'>
    : never
  : never;

export function createContactGroups(deps: {
  contacts: Contacts;
  audit: Audit;
  onCallRotas: OnCallRotasOf;
  clock: Clock;
  newId: () => string;
}): ContactGroups {
  const { contacts, audit, onCallRotas, clock, newId } = deps;
  const record = (workspace: string, entry: Undated): Promise<void> =>
    audit.record(workspace, { ...entry, at: clock.wall() });

  return {
    ...createPeopleLookup(contacts, onCallRotas),
    ...createOffers(contacts),
    upTo: limit => createPeopleLookup(contacts, onCallRotas, limit),
    async of(workspace) {
      const { groups, sizes } = await contacts.find(workspace, { allGroups: true });
      return groups.map(group => sized(group, sizes));
    },
    async group(workspace, id) {
      const { groups, sizes } = await contacts.find(workspace, { groups: [id] });
      return groups[0] ? sized(groups[0], sizes) : null;
    },
    async suggest(workspace, names) {
      const [nearHits, all] = await Promise.all([contacts.near(workspace, names), onCallRotas(workspace)]);
      const sought = names.map(name => soughtName(name, true));
      const near = all.flatMap(rota => {
        const match = nearInAnyScript({ folded: fold(rota.name), sounds: soundsIn(rota.name) }, sought);
        return match ? [{ ...match, rota, id: '' }] : [];
      });
      const best = nearest([...near, ...nearHits.map(match => ({ ...match, rota: null, id: match.hit.id }))]);
      const name = best[0] && names[best[0].at];
      if (name !== undefined) {
        const ids = best.flatMap(({ id }) => (id === '' ? [] : [id])).slice(0, MAX_NEAR_NAMES);
        const stored = await contacts.find(workspace, { contacts: ids, groups: ids });
        const near = best.flatMap(({ rota }) => rota ?? []);
        return { name, called: { ...asRecipients(stored), onCallRotas: near, unreadable: [] } };
      }
      if (all.length > 0) return null;
      const { hits } = await contacts.search(workspace, '', { offset: 0, limit: 1 });
      return hits.some(({ folded }) => folded !== '') ? null : 'no names';
    },
    async make(workspace, by, typed) {
      const name = nameSchema.parse(typed);
      const id = newId();
      const { outcome, isNew } = await contacts.update(workspace, { names: [name] }, stored =>
        decideMade({ id, workspace, name }, stored),
      );
      if (isNew) await record(workspace, { what: 'group', name, left: [], came: [], by });
      return outcome;
    },
    async rename(workspace, by, id, { from, to }) {
      const name = nameSchema.parse(to);
      const renamed = await contacts.update(workspace, { groups: [id], names: [name] }, stored =>
        decideRenamed(id, from, name, stored),
      );
      if (renamed !== 'saved') return renamed;
      // Workflows address the group by name, so the log says that one group went and another came.
      await record(workspace, { what: 'group_removed', name: from, by });
      await record(workspace, { what: 'group', name, left: [], came: [], by });
      return renamed;
    },
    async add(workspace, by, id, newMembers) {
      const people = new Map(newMembersSchema.parse(newMembers).map(member => [member.number, member]));
      const question = { groups: [id], numbers: [...people.keys()] };
      const { added, group, coming } = await contacts.update(workspace, question, stored =>
        decideAdded({ workspace, id, people: [...people.values()], newId }, stored),
      );
      if (coming.length === 0) return added;
      const came = coming.map(({ number }) => maskNumber(number));
      await record(workspace, { what: 'group', name: group, left: [], came, by });
      for (const { number, name } of coming.filter(({ isNamed }) => isNamed))
        await record(workspace, { what: 'contact', number: maskNumber(number), name, by });
      return added;
    },
    async takeOut(workspace, by, id, contactId) {
      const out = await contacts.update(workspace, { groups: [id], contacts: [contactId] }, stored => {
        const [group, contact] = [stored.groups[0], stored.contacts[0]];
        if (!group || !contact?.groups.includes(id)) return { change: {}, result: null };
        const change = keptOrDeleted([without(contact, id)]);
        return {
          change,
          result: { contact, staysContact: change.deleted.length === 0, name: group.name },
        };
      });
      if (!out) return null;
      const { contact, staysContact, name } = out;
      await record(workspace, { what: 'group', name, left: [maskNumber(contact.number)], came: [], by });
      return { contact, staysContact };
    },
    async remove(workspace, by, seen) {
      const outcome = await contacts.update(workspace, { groups: [seen.id] }, stored => {
        const [group] = stored.groups;
        if (!group) return { change: {}, result: 'gone' as const };
        const isSeen = group.name === seen.name && stored.sizes.get(group.id) === seen.size;
        if (!isSeen) return { change: {}, result: 'changed' as const };
        return { change: { deleted: [seen.id] }, result: 'removed' as const };
      });
      if (outcome === 'changed') return outcome;
      if (outcome === 'removed') await record(workspace, { what: 'group_removed', name: seen.name, by });
      for (let removed = MEMBERS_PER_STEP; removed > 0; ) {
        removed = await contacts.update(
          workspace,
          { membersOf: [seen.id], limit: MEMBERS_PER_STEP },
          stored => {
            const members = stored.contacts.map(member => without(member, seen.id));
            return { change: keptOrDeleted(members), result: members.length };
          },
        );
      }
      return outcome;
    },
  };
}

const sized = ({ id, name }: ContactGroup, sizes: ContactAnswer['sizes']): SizedGroup => ({
  id,
  name,
  size: sizes.get(id) ?? 0,
});

function decideMade(
  group: ContactGroup,
  { groups, sizes, counts }: ContactAnswer,
): { change: ContactChange; result: { outcome: GroupMade; isNew: boolean } } {
  const unchanged = (outcome: GroupMade) => ({ change: {}, result: { outcome, isNew: false } });
  const existing = groups.find(candidate => isSameName(candidate.name, group.name));
  if (existing?.name === group.name && sizes.get(existing.id) === 0)
    return unchanged({ kind: 'made', id: existing.id });
  if (existing) return unchanged({ kind: 'taken' });
  if (counts.groups >= MAX_GROUPS) return unchanged({ kind: 'too_many' });
  return { change: { groups: [group] }, result: { outcome: { kind: 'made', id: group.id }, isNew: true } };
}

function decideRenamed(
  id: string,
  from: string,
  to: string,
  { groups }: ContactAnswer,
): { change: ContactChange; result: GroupRenamed } {
  const group = groups.find(candidate => candidate.id === id);
  if (group?.name === to) return { change: {}, result: 'unchanged' };
  if (group?.name !== from) return { change: {}, result: 'gone' };
  if (groups.some(candidate => candidate.id !== id && isSameName(candidate.name, to)))
    return { change: {}, result: 'taken' };
  return { change: { groups: [{ ...group, name: to }] }, result: 'saved' };
}

/** A person who joins. `isNamed`: this gives their number its first name. */
type Coming = NewMember & { isNamed: boolean };

function decideAdded(
  wish: { workspace: string; id: string; people: readonly NewMember[]; newId: () => string },
  stored: ContactAnswer,
): { change: ContactChange; result: { added: GroupAdded; group: string; coming: Coming[] } } {
  const { workspace, id, people, newId } = wish;
  const unchanged = (added: GroupAdded) => ({ change: {}, result: { added, group: '', coming: [] } });
  const [group] = stored.groups;
  if (!group) return unchanged({ kind: 'gone' });
  const byNumber = new Map(stored.contacts.map(contact => [contact.number, contact]));
  const coming = people.filter(({ number }) => !byNumber.get(number)?.groups.includes(id));
  const [came, were] = [coming.length, people.length - coming.length];
  if (came === 0) return unchanged({ kind: 'added', came, were });
  const numbers = coming.map(({ number }) => number);
  if (!hasRoomFor(numbers, stored)) return unchanged({ kind: 'no_room' });
  const contacts = coming.map(({ number, name }) => {
    const contact = byNumber.get(number) ?? contactOf({ id: newId(), workspace, number });
    return { ...contact, name: contact.name || name, groups: [...contact.groups, id] };
  });
  const isNamed = ({ number, name }: NewMember) => name !== '' && !byNumber.get(number)?.name;
  return {
    change: { groups: [group], contacts },
    result: {
      added: { kind: 'added', came, were },
      group: group.name,
      coming: coming.map(member => ({ ...member, isNamed: isNamed(member) })),
    },
  };
}

/** Contacts to store, and the ids of those to delete. */
type MemberChange = Required<Pick<ContactChange, 'contacts' | 'deleted'>>;

/** Divides contacts into those to store and bare numbers in no group, which are deleted. */
function keptOrDeleted(contacts: readonly Contact[]): MemberChange {
  return {
    contacts: contacts.filter(isWorthKeeping),
    deleted: contacts.filter(contact => !isWorthKeeping(contact)).map(({ id }) => id),
  };
}

function without(contact: Contact, groupId: string): Contact {
  return { ...contact, groups: contact.groups.filter(id => id !== groupId) };
}

/** True if the workspace has room for these numbers. */
export function hasRoomFor(numbers: readonly LocalNumber[], { contacts, counts }: ContactAnswer): boolean {
  const storedNumbers = new Set(contacts.map(({ number }) => number));
  const coming = numbers.filter(number => !storedNumbers.has(number)).length;
  return coming === 0 || counts.contacts + coming <= MAX_CONTACTS;
}
