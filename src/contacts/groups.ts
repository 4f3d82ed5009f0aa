import type { Clock } from '../kit/clock.ts';
import { fold, nearest, nearTo } from '../kit/folded.ts';
import { type LocalNumber, maskNumber } from '../kit/number.ts';
import { isSameName } from '../texts/kept-name.ts';
import type { DutiesOf } from '../texts/people.ts';
import type { Audit } from '../workspace/store.ts';
import {
  type Contact,
  type ContactGroup,
  contactOf,
  groupChange,
  isWorthKeeping,
  MAX_CONTACTS,
  MAX_GROUPS,
  type NumberGroup,
  type SeenGroup,
  tidyGroup,
  versionOf,
} from './contact.ts';
import type { ContactAnswer, ContactChange, Contacts } from './store/model.ts';
import {
  asRecipients,
  createOffers,
  createWhom,
  type FoundPeople,
  type Offers,
  type Steps,
  type Whom,
} from './whom.ts';

/** How many with a name like it are read. */
const MOST_NEAR = 30;

/**
 * What came of saving a group, and why it may be left as it is:
 * - `unchanged`: it was like that already
 * - `changed`: somebody else changed it since it was seen
 * - `gone`: somebody else removed or renamed it
 * - `taken`: another group has that name
 * - `too_many`: the workspace has no room for another group
 * - `no_room`: nor for so many more contacts
 */
export type GroupSaved = 'saved' | 'unchanged' | 'changed' | 'gone' | 'taken' | 'too_many' | 'no_room';

/** A group's name, and how many are in it. */
export type SizedGroup = { name: string; size: number };

export type ContactGroups = Whom &
  Offers & {
    /** The same look-ups where so many people may be reached; `steps` lets others have their turn in between. */
    upTo(most: number, steps: Steps): Whom;
    /** All of a workspace, by name. */
    of(workspace: string): Promise<SizedGroup[]>;
    /** The group of that name, however it is written; null: there is none. */
    named(workspace: string, name: string): Promise<NumberGroup | null>;
    /**
     * Whose name is like one of these, the first that any is like: `name` is that one. Null: nobody's is.
     */
    near(
      workspace: string,
      names: readonly string[],
    ): Promise<{ name: string; called: FoundPeople } | 'no names' | null>;
    /**
     * Makes a group, or puts it in the place of the one that was seen, under its old name or a new one; the audit trail
     * has what changed. Judged and saved in one step, so what others did meanwhile is never undone unseen.
     *
     * @param by who does it; whether they may is for the caller to judge
     * @param seen what it is to replace; null: nothing
     * @throws z.ZodError when the name or a number can't be, or there are too many numbers
     */
    save(workspace: string, by: string, group: NumberGroup, seen: SeenGroup | null): Promise<GroupSaved>;
    /**
     * Removes a group, unless somebody changed it since it was seen, and with it the people we know nothing else about.
     */
    remove(workspace: string, by: string, seen: SeenGroup): Promise<'removed' | 'changed' | 'gone'>;
  };

type Saving = { saved: GroupSaved; before: Standing | null; named: Contact[] };

/** A group as it stands, with everybody in it. */
type Standing = { group: ContactGroup; members: Contact[]; shown: NumberGroup };

export function createContactGroups(parts: {
  contacts: Contacts;
  audit: Audit;
  duties: DutiesOf;
  clock: Clock;
  newId: () => string;
}): ContactGroups {
  const { contacts, audit, duties, clock, newId } = parts;

  async function standing(workspace: string, name: string): Promise<Standing | null> {
    const { groups } = await contacts.find(workspace, { names: [name] });
    const group = groups.find(one => isSameName(one.name, name));
    if (!group) return null;
    return stands(group, await contacts.find(workspace, { membersOf: [group.id] }));
  }

  /**
   * Asks for what decides about the group that was seen and the one that is to be, until both are still the same groups when it is
   * written.
   */
  async function decided<T>(
    workspace: string,
    names: string[],
    numbers: readonly LocalNumber[],
    decide: (
      find: (name: string) => Standing | null,
      found: ContactAnswer,
    ) => { change: ContactChange; result: T },
  ): Promise<T> {
    for (;;) {
      const { groups } = await contacts.find(workspace, { names });
      const membersOf = groups.map(({ id }) => id);
      const done = await contacts.update(workspace, { names, membersOf, numbers }, found => {
        if (found.groups.some(({ id }) => !membersOf.includes(id))) return { change: {}, result: null };
        const find = (name: string): Standing | null => {
          const group = found.groups.find(one => isSameName(one.name, name));
          return group ? stands(group, found) : null;
        };
        const { change, result } = decide(find, found);
        return { change, result: { result } };
      });
      if (done) return done.result;
    }
  }

  return {
    ...createWhom(contacts, duties),
    ...createOffers(contacts),
    upTo: (most, steps) => createWhom(contacts, duties, most, steps),
    async of(workspace) {
      const { groups, sizes } = await contacts.find(workspace, { allGroups: true });
      return groups.map(({ id, name }) => ({ name, size: sizes.get(id) ?? 0 }));
    },
    async named(workspace, name) {
      return (await standing(workspace, name))?.shown ?? null;
    },
    async near(workspace, names) {
      const [kept, all] = await Promise.all([contacts.near(workspace, names), duties(workspace)]);
      const sought = names.map(fold);
      const near = all.flatMap(duty => {
        const its = nearTo(fold(duty.name), sought);
        return its ? [{ ...its, duty, id: '' }] : [];
      });
      const best = nearest([...near, ...kept.map(one => ({ ...one, duty: null, id: one.hit.id }))]);
      const name = best[0] && names[best[0].at];
      if (name !== undefined) {
        const ids = best.flatMap(({ id }) => (id === '' ? [] : [id])).slice(0, MOST_NEAR);
        const found = await contacts.find(workspace, { contacts: ids, groups: ids });
        const near = best.flatMap(({ duty }) => duty ?? []);
        return { name, called: { ...asRecipients(found), duties: near, unreadable: [] } };
      }
      if (all.length > 0) return null;
      const { hits } = await contacts.search(workspace, '', { offset: 0, limit: 1 });
      return hits.some(({ folded }) => folded !== '') ? null : 'no names';
    },
    async save(workspace, by, wanted, seen) {
      const after = tidyGroup(wanted);
      const names = [after.name, ...(seen ? [seen.name] : [])];
      const { saved, before, named } = await decided<Saving>(
        workspace,
        names,
        after.numbers,
        (find, found) => {
          const before = seen && find(seen.name);
          const saved = judge(find, after, seen, found);
          if (saved !== 'saved') return { change: {}, result: { saved, before, named: [] } };
          const group = { id: before?.group.id ?? newId(), workspace, name: after.name };
          const change = members(group, after, found);
          const were = namesOf(found.contacts);
          const named = change.contacts.filter(({ number, name }) => (were[number] ?? '') !== name);
          return { change: { groups: [group], ...change }, result: { saved, before, named } };
        },
      );
      if (saved === 'saved') await recordSaved(workspace, by, before?.shown ?? null, after);
      for (const { number, name } of named) {
        await audit.record(workspace, {
          what: 'contact',
          number: maskNumber(number),
          name,
          at: clock.wall(),
          by,
        });
      }
      return saved;
    },
    async remove(workspace, by, seen) {
      const before = await decided<Standing | null>(workspace, [seen.name], [], find => {
        const before = find(seen.name);
        if (!before || !isAsSeen(before, seen)) return { change: {}, result: before };
        const leave = before.members.map(one => without(one, before.group.id));
        const { contacts, goes } = leaving(leave);
        return { change: { contacts, goes: [...goes, before.group.id] }, result: before };
      });
      if (!before) return 'gone';
      if (!isAsSeen(before, seen)) return 'changed';
      await recordRemoved(workspace, by, before.shown);
      return 'removed';
    },
  };

  /** Everybody who comes to the group, leaves it or gets another name, as they are then. */
  function members(group: ContactGroup, wanted: NumberGroup, { contacts }: ContactAnswer): Written {
    const numbers = new Set(wanted.numbers);
    const known = new Map(contacts.map(one => [one.number, one]));
    const leave = contacts.filter(one => one.groups.includes(group.id) && !numbers.has(one.number));
    const stay = wanted.numbers.flatMap(number => {
      const one = known.get(number) ?? contactOf({ id: newId(), workspace: group.workspace, number });
      const isIn = one.groups.includes(group.id);
      // The form showed people in the group with their names: without its name, somebody has none any more.
      const name = wanted.names?.[number] ?? (isIn ? '' : one.name);
      if (isIn && name === one.name) return [];
      return { ...one, name, groups: isIn ? one.groups : [...one.groups, group.id] };
    });
    return leaving([...leave.map(one => without(one, group.id)), ...stay]);
  }

  /** Under another name it is, to whoever names it, another group: one that was removed, and one with all its numbers. */
  async function recordSaved(workspace: string, by: string, before: NumberGroup | null, group: NumberGroup) {
    const isRenamed = before !== null && before.name !== group.name;
    if (isRenamed) await recordRemoved(workspace, by, before);
    const change = groupChange(isRenamed ? null : before, group);
    await audit.record(workspace, { what: 'group', name: group.name, ...change, at: clock.wall(), by });
  }

  function recordRemoved(workspace: string, by: string, { name }: NumberGroup): Promise<void> {
    return audit.record(workspace, { what: 'group_removed', name, at: clock.wall(), by });
  }
}

function judge(
  find: (name: string) => Standing | null,
  wanted: NumberGroup,
  seen: SeenGroup | null,
  found: ContactAnswer,
): GroupSaved {
  const before = seen && find(seen.name);
  const there = find(wanted.name);
  const isFree = !there || !before || there.group.id === before.group.id;
  // Also when the same was saved before, and the answer was lost.
  if (there && isFree && versionOf(there.shown) === versionOf(wanted)) return 'unchanged';
  if (seen && !before) return 'gone';
  if (seen && before && !isAsSeen(before, seen)) return 'changed';
  if (there && there.group.id !== before?.group.id) return 'taken';
  if (!before && found.counts.groups >= MAX_GROUPS) return 'too_many';
  return hasRoomFor(wanted.numbers, found) ? 'saved' : 'no_room';
}

function stands(group: ContactGroup, { contacts }: Pick<ContactAnswer, 'contacts'>): Standing {
  const members = contacts.filter(one => one.groups.includes(group.id));
  const numbers = members.map(({ number }) => number);
  return { group, members, shown: { name: group.name, numbers, names: namesOf(members) } };
}

/** The names of those who have one, by number. */
function namesOf(contacts: readonly Contact[]): Record<string, string> {
  return Object.fromEntries(contacts.flatMap(({ number, name }) => (name === '' ? [] : [[number, name]])));
}

function isAsSeen({ shown }: Standing, seen: SeenGroup): boolean {
  return versionOf(shown) === seen.version;
}

/* What becomes of contacts that come to a group and leave it. */

/** Contacts as they are from now on, and the ids of those that go. */
type Written = { contacts: Contact[]; goes: string[] };

/** Contacts as they are from now on; those of whom nothing else is known, and that are in no group any more, go. */
export function leaving(contacts: readonly Contact[]): Written {
  return {
    contacts: contacts.filter(isWorthKeeping),
    goes: contacts.filter(one => !isWorthKeeping(one)).map(({ id }) => id),
  };
}

export function without(contact: Contact, groupId: string): Contact {
  return { ...contact, groups: contact.groups.filter(id => id !== groupId) };
}

/** Whether the workspace may have as many contacts more as these numbers make. */
export function hasRoomFor(numbers: readonly LocalNumber[], { contacts, counts }: ContactAnswer): boolean {
  const known = new Set(contacts.map(({ number }) => number));
  const coming = numbers.filter(number => !known.has(number)).length;
  return coming === 0 || counts.contacts + coming <= MAX_CONTACTS;
}
