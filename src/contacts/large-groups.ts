import type { Clock } from '../kit/clock.ts';
import { type LocalNumber, maskNumber } from '../kit/number.ts';
import { isSameName } from '../texts/kept-name.ts';
import type { Audit } from '../workspace/store.ts';
import { contactOf, MAX_NUMBERS } from './contact.ts';
import { type GroupSaved, hasRoomFor, leaving, without } from './groups.ts';
import type { Contacts } from './store/model.ts';

/** How many people leave a group in one step. */
const STEP = 200;

/** A group with more people than its form shows. */
export type LargeGroup = { id: string; name: string; size: number };

/** What is to change about one: its name, who comes (with the names that are given), and who leaves. */
export type LargeGroupChange = {
  name: string;
  come: readonly LocalNumber[];
  names: Readonly<Record<string, string>>;
  leave: readonly LocalNumber[];
};

/** Groups that are changed a few people at a time, since nobody can see all of them at once; the others stay as they are. */
export type LargeGroups = {
  /** The group of that name, if it is a large one. */
  named(workspace: string, name: string): Promise<LargeGroup | null>;
  /** @param by who does it; whether they may is for the caller to judge */
  change(workspace: string, by: string, seen: LargeGroup, change: LargeGroupChange): Promise<GroupSaved>;
  /**
   * Removes the group at once, and its people from it in several steps; those we know nothing else about are removed
   * too.
   */
  remove(workspace: string, by: string, seen: LargeGroup): Promise<boolean>;
};

/** What came of it, and whose numbers left and came, masked. */
type Changed = { saved: GroupSaved; left: string[]; came: string[] };

export function createLargeGroups(parts: {
  contacts: Contacts;
  audit: Audit;
  clock: Clock;
  newId: () => string;
}): LargeGroups {
  const { contacts, audit, clock, newId } = parts;
  return {
    async named(workspace, name) {
      const { groups, sizes } = await contacts.find(workspace, { names: [name] });
      const group = groups.find(one => isSameName(one.name, name));
      const size = (group && sizes.get(group.id)) ?? 0;
      return group && size > MAX_NUMBERS ? { id: group.id, name: group.name, size } : null;
    },

    async change(workspace, by, seen, { name, come, names, leave }) {
      const asked = { names: [name], groups: [seen.id], numbers: [...come, ...leave] };
      const { saved, left, came } = await contacts.update<Changed>(workspace, asked, found => {
        const not = (saved: GroupSaved) => ({ change: {}, result: { saved, left: [], came: [] } });
        const group = found.groups.find(({ id }) => id === seen.id);
        if (!group) return not('gone');
        if (group.name !== seen.name) return not('changed');
        if (found.groups.some(one => one.id !== seen.id && isSameName(one.name, name))) return not('taken');
        if (!hasRoomFor(come, found)) return not('no_room');
        const known = new Map(found.contacts.map(one => [one.number, one]));
        const coming = come.flatMap(number => {
          const one = known.get(number) ?? contactOf({ id: newId(), workspace, number });
          const called = names[number] ?? one.name;
          const isIn = one.groups.includes(group.id);
          if (isIn && called === one.name) return [];
          return { ...one, name: called, groups: isIn ? one.groups : [...one.groups, group.id] };
        });
        const going = leave.flatMap(number => {
          const one = known.get(number);
          return one?.groups.includes(group.id) && !come.includes(number) ? without(one, group.id) : [];
        });
        if (name === group.name && coming.length + going.length === 0) return not('unchanged');
        const [left, came] = [going, coming].map(all => all.map(({ number }) => maskNumber(number)));
        return {
          change: { groups: [{ ...group, name }], ...leaving([...coming, ...going]) },
          result: { saved: 'saved', left: left ?? [], came: came ?? [] },
        };
      });
      if (saved !== 'saved') return saved;
      const said = { at: clock.wall(), by };
      if (name !== seen.name)
        await audit.record(workspace, { what: 'group_removed', name: seen.name, ...said });
      await audit.record(workspace, { what: 'group', name, left, came, ...said });
      return saved;
    },

    async remove(workspace, by, seen) {
      const isGone = await contacts.update(workspace, { groups: [seen.id] }, ({ groups: [group] }) =>
        group?.name === seen.name
          ? { change: { goes: [seen.id] }, result: true }
          : { change: {}, result: false },
      );
      if (!isGone) return false;
      await audit.record(workspace, { what: 'group_removed', name: seen.name, at: clock.wall(), by });
      for (let left = STEP; left > 0; ) {
        left = await contacts.update(workspace, { membersOf: [seen.id], most: STEP }, found => {
          const members = found.contacts.map(one => without(one, seen.id));
          return { change: leaving(members), result: members.length };
        });
      }
      return true;
    },
  };
}
