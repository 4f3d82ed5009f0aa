import { z } from 'zod';
import type { Clock } from '../kit/clock.ts';
import { digestOf } from '../kit/json.ts';
import { fold, nearest } from '../kit/name-matching.ts';
import { nearInAnyScript, soughtName, soundsIn } from '../kit/name-sounds.ts';
import { type LocalNumber, maskNumber } from '../kit/number.ts';
import { isSameName, tidyName } from '../texts/parse/name.ts';
import type { OnCallRotasOf } from '../texts/recipient-directory.ts';
import type { Audit } from '../workspace/store.ts';
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
  createWhom,
  type FoundPeople,
  type Offers,
  type Whom,
} from './name-lookup.ts';
import type { ContactAnswer, ContactChange } from './store/model.ts';
import type { Contacts } from './store/store.ts';

/** How many with a name like it are read. */
const MOST_NEAR = 30;
/** How many people leave a large group in one step. */
const STEP = 200;

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

/** A group as its form shows it; `shown` null: with more people than a form shows. */
export type ShownGroup = SizedGroup & { id: string; shown: GroupPeople | null };
/** `names`: of those who have one, by number. */
type GroupPeople = { numbers: LocalNumber[]; names: Readonly<Record<string, string>> };

/** A group as somebody saw it before they changed it; `version` null: they didn't see everybody in it. */
export const seenGroupSchema = z.object({ id: z.string(), name: z.string(), version: z.string().nullable() });
export type SeenGroup = z.infer<typeof seenGroupSchema>;

export const seenAs = ({ id, name, shown }: ShownGroup): SeenGroup => ({
  ...{ id, name },
  version: shown && versionOf(name, shown),
});

/** Tells a group as it was from what it is later; in which order its numbers were typed makes no difference. */
function versionOf(name: string, { numbers, names }: GroupPeople): string {
  return digestOf([name, numbers.toSorted().map(number => [number, names[number] ?? ''])]);
}

const wantedSchema = z
  .object({
    name: groupNameSchema,
    /** Who is in it, each once. */
    numbers: z.array(localNumber),
    /** Whose numbers they are, by number; who comes and isn't named here keeps the name that they have. */
    names: z.record(z.string(), groupNameSchema).default({}),
    /** Who is to leave; absent: everybody else, and who is in it keeps no name that isn't here. */
    leave: z.array(localNumber).optional(),
  })
  .refine(({ numbers, leave }) => leave || (numbers.length > 0 && numbers.length <= MAX_NUMBERS));
/** What a group is to be. */
export type WantedGroup = z.input<typeof wantedSchema>;

export type ContactGroups = Whom &
  Offers & {
    /** The same look-ups where so many people may be reached. */
    upTo(most: number): Whom;
    /** All of a workspace, by name. */
    of(workspace: string): Promise<(SizedGroup & { id: string })[]>;
    /** The group of that name, however it is written; null: there is none. */
    named(workspace: string, name: string): Promise<ShownGroup | null>;
    /**
     * Whose name is like one of these, the first that any is like: `name` is that one. Null: nobody's is.
     */
    suggest(
      workspace: string,
      names: readonly string[],
    ): Promise<{ name: string; called: FoundPeople } | 'no names' | null>;
    /**
     * Makes a group, or changes the one that was seen, under its old name or a new one; the audit trail has what changed. Judged and
     * saved in one step, so what others did meanwhile is never undone unseen.
     *
     * @param by who does it; whether they may is for the caller to judge
     * @param seen null: it is a new one
     * @throws z.ZodError when the name or a number can't be, or there are too many numbers
     */
    save(workspace: string, by: string, wanted: WantedGroup, seen: SeenGroup | null): Promise<GroupSaved>;
    /**
     * Removes a group, unless somebody changed it since it was seen, and with it the people we know nothing else about; from a large
     * one, some at a time.
     */
    remove(workspace: string, by: string, seen: SeenGroup): Promise<'removed' | 'changed' | 'gone'>;
  };

/** What came of it: whose numbers left and came, and who has another name now. */
type Saving = { saved: GroupSaved; left: LocalNumber[]; came: LocalNumber[]; named: Contact[] };

export function createContactGroups(deps: {
  contacts: Contacts;
  audit: Audit;
  onCallRotas: OnCallRotasOf;
  clock: Clock;
  newId: () => string;
}): ContactGroups {
  const { contacts, audit, onCallRotas, clock, newId } = deps;

  return {
    ...createWhom(contacts, onCallRotas),
    ...createOffers(contacts),
    upTo: most => createWhom(contacts, onCallRotas, most),
    async of(workspace) {
      const { groups, sizes } = await contacts.find(workspace, { allGroups: true });
      return groups.map(({ id, name }) => ({ id, name, size: sizes.get(id) ?? 0 }));
    },
    async named(workspace, name) {
      const { groups, sizes } = await contacts.find(workspace, { names: [name] });
      const group = groups.find(one => isSameName(one.name, name));
      if (!group) return null;
      const [{ id }, size] = [group, sizes.get(group.id) ?? 0];
      if (size > MAX_NUMBERS) return { id, name: group.name, size, shown: null };
      const { contacts: members } = await contacts.find(workspace, { membersOf: [id] });
      return { id, name: group.name, size, shown: peopleIn(members) };
    },
    async suggest(workspace, names) {
      const [kept, all] = await Promise.all([contacts.near(workspace, names), onCallRotas(workspace)]);
      const sought = names.map(soughtName);
      const near = all.flatMap(rota => {
        const its = nearInAnyScript({ folded: fold(rota.name), sounds: soundsIn(rota.name) }, sought);
        return its ? [{ ...its, rota, id: '' }] : [];
      });
      const best = nearest([...near, ...kept.map(one => ({ ...one, rota: null, id: one.hit.id }))]);
      const name = best[0] && names[best[0].at];
      if (name !== undefined) {
        const ids = best.flatMap(({ id }) => (id === '' ? [] : [id])).slice(0, MOST_NEAR);
        const found = await contacts.find(workspace, { contacts: ids, groups: ids });
        const near = best.flatMap(({ rota }) => rota ?? []);
        return { name, called: { ...asRecipients(found), onCallRotas: near, unreadable: [] } };
      }
      if (all.length > 0) return null;
      const { hits } = await contacts.search(workspace, '', { offset: 0, limit: 1 });
      return hits.some(({ folded }) => folded !== '') ? null : 'no names';
    },
    async save(workspace, by, given, seen) {
      const { name, leave, ...wanted } = wantedSchema.parse({ ...given, name: tidyName(given.name) });
      const numbers = [...new Set(wanted.numbers)];
      const asked = {
        ...{ names: [name], groups: seen ? [seen.id] : [], numbers: [...numbers, ...(leave ?? [])] },
        membersOf: seen && !leave ? [seen.id] : [],
      };
      const { saved, left, came, named } = await contacts.update<Saving>(workspace, asked, found =>
        decideGroup({ ...wanted, workspace, name, numbers, leave, seen, newId }, found),
      );
      if (saved !== 'saved') return saved;
      const said = { at: clock.wall(), by };
      // Under another name it is, to whoever names it, another group.
      if (seen && seen.name !== name)
        await audit.record(workspace, { what: 'group_removed', name: seen.name, ...said });
      const [gone, there] = [left.map(maskNumber), came.map(maskNumber)];
      await audit.record(workspace, { what: 'group', name, left: gone, came: there, ...said });
      for (const one of named) {
        const entry = { what: 'contact' as const, number: maskNumber(one.number), name: one.name };
        await audit.record(workspace, { ...entry, ...said });
      }
      return saved;
    },
    async remove(workspace, by, seen) {
      const asked = { groups: [seen.id], membersOf: seen.version === null ? [] : [seen.id] };
      const outcome = await contacts.update(workspace, asked, found => {
        const [group] = found.groups;
        if (group?.name !== seen.name) return { change: {}, result: 'gone' as const };
        const version = seen.version && versionOf(group.name, peopleIn(found.contacts));
        if (version !== seen.version) return { change: {}, result: 'changed' as const };
        const { contacts, goes } = erasing(found.contacts.map(one => without(one, seen.id)));
        return { change: { contacts, goes: [...goes, seen.id] }, result: 'removed' as const };
      });
      if (outcome !== 'removed') return outcome;
      await audit.record(workspace, { what: 'group_removed', name: seen.name, at: clock.wall(), by });
      for (let left = STEP; left > 0 && seen.version === null; ) {
        left = await contacts.update(workspace, { membersOf: [seen.id], most: STEP }, found => {
          const members = found.contacts.map(one => without(one, seen.id));
          return { change: erasing(members), result: members.length };
        });
      }
      return outcome;
    },
  };
}

/** What becomes of a group that somebody wants to make or change, and of everybody who comes, leaves or gets another name. */
function decideGroup(
  wish: z.output<typeof wantedSchema> & { workspace: string; seen: SeenGroup | null; newId: () => string },
  found: ContactAnswer,
): { change: ContactChange; result: Saving } {
  const { workspace, name, numbers, names, leave, seen, newId } = wish;
  const not = (saved: GroupSaved) => ({ change: {}, result: { saved, left: [], came: [], named: [] } });
  const known = new Map(found.contacts.map(one => [one.number, one]));
  const before = found.groups.find(({ id }) => id === seen?.id) ?? null;
  const there = found.groups.find(one => isSameName(one.name, name));
  if (seen && before?.name !== seen.name) return not('gone');
  // Also when the same was saved before, and the answer was lost.
  if (!seen && there) return not(isLike(there, wish, known, found) ? 'unchanged' : 'taken');
  const group = { ...(before ?? { id: newId(), workspace }), name };
  const isIn = (one: Contact | undefined): boolean => one?.groups.includes(group.id) ?? false;
  const staying = new Set(numbers);
  const coming = numbers.flatMap(number => {
    const one = known.get(number) ?? contactOf({ id: newId(), workspace, number });
    // A form that shows everybody shows them with their names: without its name, somebody has none any more.
    const called = names[number] ?? (isIn(one) && !leave ? '' : one.name);
    if (isIn(one) && called === one.name) return [];
    return { ...one, name: called, groups: isIn(one) ? one.groups : [...one.groups, group.id] };
  });
  const leavers = leave ? leave.flatMap(number => known.get(number) ?? []) : found.contacts;
  const going = leavers.filter(one => isIn(one) && !staying.has(one.number));
  if (name === before?.name && coming.length + going.length === 0) return not('unchanged');
  if (before && !leave) {
    const version = versionOf(before.name, peopleIn(found.contacts.filter(isIn)));
    if (version !== seen?.version) return not('changed');
  }
  if (there && there.id !== before?.id) return not('taken');
  if (!before && found.counts.groups >= MAX_GROUPS) return not('too_many');
  if (!hasRoomFor(numbers, found)) return not('no_room');
  // To whoever names it, it is another one under another name: with all its numbers, if they are known.
  const isAnother = before !== null && before.name !== name && !leave;
  return {
    change: { groups: [group], ...erasing([...going.map(one => without(one, group.id)), ...coming]) },
    result: {
      saved: 'saved',
      left: isAnother ? [] : going.map(({ number }) => number),
      came: numbers.filter(number => isAnother || !isIn(known.get(number))),
      named: coming.filter(({ number, name }) => (known.get(number)?.name ?? '') !== name),
    },
  };
}

/** Whether a group is just what somebody wants to make. */
function isLike(
  { id, name }: ContactGroup,
  wanted: z.output<typeof wantedSchema>,
  known: ReadonlyMap<LocalNumber, Contact>,
  { sizes }: ContactAnswer,
): boolean {
  return (
    name === wanted.name &&
    sizes.get(id) === wanted.numbers.length &&
    wanted.numbers.every(number => {
      const one = known.get(number);
      return one?.groups.includes(id) && one.name === (wanted.names[number] ?? '');
    })
  );
}

function peopleIn(members: readonly Contact[]): GroupPeople {
  const named = members.flatMap(({ number, name }) => (name === '' ? [] : [[number, name]]));
  return { numbers: members.map(({ number }) => number), names: Object.fromEntries(named) };
}

/* What becomes of contacts that come to a group and leave it. */

/** Contacts as they are from now on, and the ids of those that go. */
type Written = { contacts: Contact[]; goes: string[] };

/** Contacts as they are from now on; those of whom nothing else is known, and that are in no group any more, go. */
function erasing(contacts: readonly Contact[]): Written {
  return {
    contacts: contacts.filter(isWorthKeeping),
    goes: contacts.filter(one => !isWorthKeeping(one)).map(({ id }) => id),
  };
}

function without(contact: Contact, groupId: string): Contact {
  return { ...contact, groups: contact.groups.filter(id => id !== groupId) };
}

/** Whether the workspace may have as many contacts more as these numbers make. */
export function hasRoomFor(numbers: readonly LocalNumber[], { contacts, counts }: ContactAnswer): boolean {
  const known = new Set(contacts.map(({ number }) => number));
  const coming = numbers.filter(number => !known.has(number)).length;
  return coming === 0 || counts.contacts + coming <= MAX_CONTACTS;
}
