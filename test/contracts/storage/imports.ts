import { describe, expect, test } from 'vitest';
import { type Contact, type ContactGroup, contactOf, groupAs } from '../../../src/contacts/contact.ts';
import { createPeopleLookup } from '../../../src/contacts/name-lookup.ts';
import type { ComingPerson, Import, IntoGroup } from '../../../src/contacts/store/imports-model.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { type Engine, MINUTE, Rig, WORKSPACE } from './rig.ts';

const DAY = 24 * 60 * MINUTE;
const number = (end: number) => `017${String(end).padStart(8, '0')}` as LocalNumber;

function person(end: number, name: string, more: Partial<ComingPerson> = {}): ComingPerson {
  const nothing = { note: '', language: null, doNotText: false, columns: {}, groups: [] };
  return { id: `new-${end}`, number: number(end), name, ...nothing, ...more };
}

export function describeImports(engine: Engine): void {
  describe('imports', () => {
    async function gather(rig: Rig, people: ComingPerson[], id = 'import') {
      const { imports } = rig.storage;
      await imports.open({ id, workspace: WORKSPACE, by: 'U1', at: rig.now, endsAt: rig.now + DAY });
      for (let from = 0; from < people.length; from += 2) await imports.add(id, people.slice(from, from + 2));
    }
    const begin = (rig: Rig, group: IntoGroup, id = 'import', coming = 0) =>
      rig.storage.imports.begin(id, { group, named: [], coming, endsAt: rig.now + DAY });
    async function finish(rig: Rig, id = 'import'): Promise<Import | null> {
      let last: Import | null = null;
      for (;;) {
        const next = await rig.storage.imports.step(id, rig.now);
        if (!next) return last;
        last = next;
      }
    }
    async function known(rig: Rig) {
      const { contacts } = rig.storage;
      const { groups, sizes } = await contacts.find(WORKSPACE, { allGroups: true });
      const members = async ({ id, name }: ContactGroup) => {
        const matches = await contacts.find(WORKSPACE, { membersOf: [id] });
        expect((await contacts.members(WORKSPACE, id, null, 1000)).contacts).toEqual(matches.contacts);
        return [name, sizes.get(id), matches.contacts.map(contact => contact.name).sort()];
      };
      return Promise.all(groups.map(members));
    }
    async function contactOfNumber(rig: Rig, end: number): Promise<Contact | undefined> {
      return (await rig.storage.contacts.find(WORKSPACE, { numbers: [number(end)] })).contacts[0];
    }
    async function keep(rig: Rig, contacts: Contact[], groups: ContactGroup[] = []) {
      const reads = { contacts: contacts.map(({ id }) => id), groups: groups.map(({ id }) => id) };
      await rig.storage.contacts.update(WORKSPACE, reads, () => ({
        change: { contacts, groups },
        result: null,
      }));
    }
    const contact = (end: number, name: string, more: Partial<Contact> = {}): Contact => ({
      ...contactOf({ id: `c${end}`, workspace: WORKSPACE, number: number(end) }),
      name,
      ...more,
    });
    const three = [person(1, 'Ranu'), person(2, 'Shirin'), person(3, 'Karim')];

    test('when undone, keep people who said stop, and numbers that were changed', async () => {
      const rig = await Rig.on(engine);
      const marked = [person(1, 'Ranu', { doNotText: true }), person(2, 'Shirin', { doNotText: true })];
      await gather(rig, marked);
      await begin(rig, null);
      await finish(rig);
      const stop = { at: rig.now + 1, by: null };
      const [ranu, shirin] = [await contactOfNumber(rig, 1), await contactOfNumber(rig, 2)];
      if (!ranu || !shirin) throw new Error('They are not there');
      await keep(rig, [
        { ...ranu, doNotText: stop },
        { ...shirin, number: number(3) },
      ]);
      await rig.storage.imports.undo(WORKSPACE, 'import', rig.now);
      await finish(rig);
      expect(await contactOfNumber(rig, 1)).toMatchObject({ doNotText: stop });
      expect(await contactOfNumber(rig, 3)).toMatchObject({ name: 'Shirin' });
    });

    test('exist only once they are begun, even if their process died before', async () => {
      const rig = await Rig.on(engine);
      await gather(rig, three);
      await rig.ownerGone();
      expect(await finish(rig)).toBeNull();
      expect(await rig.storage.imports.inFlight()).toEqual([]);
      expect(await contactOfNumber(rig, 1)).toBeUndefined();
      rig.pass(DAY);
      while ((await rig.storage.imports.sweep(rig.now, 100)) > 0);
      expect(await begin(rig, null)).toBe('gone');
    });

    describe('a reader who goes through the group page by page', () => {
      const range = (from: number, count: number) =>
        Array.from({ length: count }, (_, index) => from + index);

      /** Reads the group, with an event between two pages. */
      async function readWhile(rig: Rig, happens: () => Promise<unknown>): Promise<number> {
        let turn = 0;
        const letOthers = async () => void (turn++ === 0 && (await happens()));
        const { contacts } = rig.storage;
        const lookup = createPeopleLookup(contacts, async () => [], 1000, letOthers);
        const means = await lookup.resolveChoice(WORKSPACE, groupAs({ id: 'night', name: 'Night' }));
        if (means.kind !== 'numbers') throw new Error(means.kind);
        expect(means.size).toBe(means.numbers.length);
        return means.numbers.length;
      }

      async function hundred(rig: Rig) {
        const old = range(1, 100).map(end => contact(2 * end, `Old ${end}`, { groups: ['night'] }));
        await keep(rig, old, [{ id: 'night', workspace: WORKSPACE, name: 'Night' }]);
        await gather(
          rig,
          range(1, 100).map(end => person(2 * end + 1, `New ${end}`)),
        );
      }

      test('gets either all imported people or none, also if the import begins and ends meanwhile', async () => {
        const rig = await Rig.on(engine);
        await hundred(rig);
        const into = { kind: 'existing' as const, id: 'night' };
        const comes = () => begin(rig, into).then(() => finish(rig));
        expect(await readWhile(rig, comes)).toBe(200);
        expect(await readWhile(rig, () => rig.storage.imports.undo(WORKSPACE, 'import', rig.now))).toBe(100);
      });

      test('gets them if they are all there by the end, and nobody who left at the same moment', async () => {
        const rig = await Rig.on(engine);
        await hundred(rig);
        await begin(rig, { kind: 'existing', id: 'night' });
        expect(await readWhile(rig, () => finish(rig))).toBe(200);
        const undone = () => rig.storage.imports.undo(WORKSPACE, 'import', rig.now).then(() => finish(rig));
        expect(await readWhile(rig, undone)).toBe(100);
      });
    });

    test('are complete in the end, and join their group at one moment, though the process died meanwhile', async () => {
      const rig = await Rig.on(engine);
      const night = { id: 'night', workspace: WORKSPACE, name: 'Night' };
      await keep(
        rig,
        [contact(1, 'Ranu', { note: 'old' }), contact(9, 'Old', { groups: ['night'] })],
        [night],
      );
      await gather(rig, [...three, person(9, 'Old')]);
      expect(await begin(rig, { kind: 'existing', id: 'night' })).toMatchObject({
        state: 'applying',
        people: 4,
      });
      expect(await rig.storage.imports.step('import', rig.now)).toMatchObject({ next: 1 });
      expect(await known(rig), 'nobody has come yet').toEqual([['Night', 1, ['Old']]]);
      const half = await contactOfNumber(rig, 1);
      expect(half && (await keep(rig, [{ ...half, note: 'changed meanwhile' }]))).toBeUndefined();
      await rig.ownerGone();
      expect(await rig.storage.imports.inFlight()).toMatchObject([{ id: 'import' }]);
      expect(await finish(rig)).toMatchObject({ state: 'done', counts: { new: 2, changed: 1, same: 1 } });
      expect(await known(rig)).toEqual([['Night', 4, ['Karim', 'Old', 'Ranu', 'Shirin']]]);
      expect(await contactOfNumber(rig, 1)).toMatchObject({
        id: 'c1',
        note: 'changed meanwhile',
        groups: ['night'],
      });
      const { hits } = await rig.storage.contacts.search(WORKSPACE, 'shi', { offset: 0, limit: 9 });
      expect(hits.map(({ id }) => id)).toEqual(['new-2']);
      const [entry] = await rig.storage.audit.list(WORKSPACE, 9);
      expect(entry).toMatchObject({
        what: 'people_imported',
        new: 2,
        changed: 1,
        same: 1,
        groups: ['Night'],
        by: 'U1',
      });
    });

    test('are left alone while their process lives', async () => {
      const rig = await Rig.on(engine);
      await gather(rig, three);
      await begin(rig, null);
      expect(await begin(rig, null, 'import'), 'it was begun').toBe('gone');
      await gather(rig, [person(4, 'Dipa')], 'other');
      expect(await begin(rig, null, 'other')).toBe('busy');
      await finish(rig);
      expect(await begin(rig, { kind: 'new', name: 'New' }, 'other')).toMatchObject({ state: 'applying' });
    });

    test('are undone except for later changes, and the groups they made are deleted', async () => {
      const rig = await Rig.on(engine);
      const ranu = contact(1, 'Ranu', { note: 'old', columns: { village: 'A', crop: 'Jute' } });
      await keep(rig, [ranu, contact(2, 'Shi')]);
      await gather(rig, [
        person(1, 'Ranu Begum', { columns: { village: 'B' }, doNotText: true }),
        person(2, 'Shirin', { language: 'bn' }),
        person(3, 'Karim'),
        person(4, 'Dipa'),
      ]);
      await begin(rig, { kind: 'new', name: 'Farmers' });
      await finish(rig);
      expect(await known(rig)).toEqual([['Farmers', 4, ['Dipa', 'Karim', 'Ranu Begum', 'Shirin']]]);
      const [shirin, karim] = [await contactOfNumber(rig, 2), await contactOfNumber(rig, 3)];
      if (shirin && karim)
        await keep(rig, [
          { ...shirin, name: 'Shirin Akter' },
          { ...karim, doNotText: { at: rig.now, by: null } },
        ]);
      expect(await rig.storage.imports.undo('T2', 'import', rig.now)).toBe('gone');
      expect(await rig.storage.imports.undo(WORKSPACE, 'import', rig.now)).toMatchObject({
        state: 'undoing',
      });
      expect(await known(rig), 'all have left at once').toEqual([['Farmers', 0, []]]);
      await rig.ownerGone();
      expect(await finish(rig)).toMatchObject({ state: 'undone' });
      expect(await known(rig)).toEqual([]);
      expect(await contactOfNumber(rig, 1)).toMatchObject(ranu);
      expect(await contactOfNumber(rig, 2)).toMatchObject({
        name: 'Shirin Akter',
        language: null,
        groups: [],
      });
      expect(await contactOfNumber(rig, 3), 'said so themselves').toMatchObject({
        doNotText: { by: null },
        groups: [],
      });
      expect(await contactOfNumber(rig, 4)).toBeUndefined();
      const { hits } = await rig.storage.contacts.search(WORKSPACE, '', { offset: 0, limit: 9 });
      expect(hits.map(({ folded }) => folded)).toEqual(['karim', 'ranu', 'shirin akter']);
      expect(await rig.storage.imports.undo(WORKSPACE, 'import', rig.now)).toBe('gone');
    });

    test('bring people to groups of their own, which appear and disappear as one', async () => {
      const rig = await Rig.on(engine);
      await keep(
        rig,
        [contact(9, 'Old', { groups: ['night'] })],
        [{ id: 'night', workspace: WORKSPACE, name: 'Night' }],
      );
      await gather(rig, [
        person(1, 'Ranu', { groups: ['NIGHT', 'Char'] }),
        person(2, 'Shirin', { groups: ['Char'] }),
        person(3, 'Karim', { groups: ['nobody named it'] }),
      ]);
      const into = { group: { kind: 'new' as const, name: 'All' }, named: ['night', 'Char'] };
      await rig.storage.imports.begin('import', { ...into, coming: 3, endsAt: rig.now + DAY });
      await rig.storage.imports.step('import', rig.now);
      const before = [
        ['All', 0, []],
        ['Char', 0, []],
        ['Night', 1, ['Old']],
      ];
      expect(await known(rig), 'nobody has come yet').toEqual(before);
      await finish(rig);
      expect(await known(rig)).toEqual([
        ['All', 3, ['Karim', 'Ranu', 'Shirin']],
        ['Char', 2, ['Ranu', 'Shirin']],
        ['Night', 2, ['Old', 'Ranu']],
      ]);
      await rig.storage.imports.undo(WORKSPACE, 'import', rig.now);
      expect(await known(rig), 'all have left at once').toEqual(before);
      await finish(rig);
      expect(await known(rig)).toEqual([['Night', 1, ['Old']]]);
    });

    test('can be undone for a day; then nothing of them is kept', async () => {
      const rig = await Rig.on(engine);
      await gather(rig, three);
      await begin(rig, null);
      await finish(rig);
      rig.pass(DAY);
      expect(await rig.storage.imports.undo(WORKSPACE, 'import', rig.now)).toBe('gone');
      while ((await rig.storage.imports.sweep(rig.now, 2)) > 0);
      expect(await rig.storage.imports.of(WORKSPACE, 9)).toEqual([]);
      expect(await contactOfNumber(rig, 3)).toMatchObject({ name: 'Karim' });
    });

    test('are refused in the wrong state, and then nothing has changed', async () => {
      const rig = await Rig.on(engine);
      await keep(
        rig,
        [contact(8, 'Old', { groups: ['night'] })],
        [{ id: 'night', workspace: WORKSPACE, name: 'Night' }],
      );
      await gather(rig, three);
      expect(await begin(rig, null, 'import', 50_000)).toBe('full');
      expect(await begin(rig, { kind: 'new', name: 'NIGHT' })).toBe('group_taken');
      expect(await begin(rig, { kind: 'existing', id: 'gone' })).toBe('group_gone');
      expect(await known(rig)).toEqual([['Night', 1, ['Old']]]);
      expect(await begin(rig, { kind: 'existing', id: 'night' })).toMatchObject({ state: 'applying' });
    });

    test('lose erased people, and are deleted with their workspace', async () => {
      const rig = await Rig.on(engine);
      await gather(rig, three);
      await begin(rig, null);
      await rig.storage.imports.step('import', rig.now);
      await rig.storage.imports.erase(WORKSPACE, number(1));
      await rig.storage.imports.erase(WORKSPACE, number(3));
      await finish(rig);
      expect(await contactOfNumber(rig, 3)).toBeUndefined();
      await rig.storage.imports.undo(WORKSPACE, 'import', rig.now);
      await finish(rig);
      expect(await contactOfNumber(rig, 1), 'nothing is known that could be put back').toMatchObject({
        name: 'Ranu',
      });
      await gather(rig, three, 'more');
      await rig.storage.deletions.schedule(WORKSPACE, rig.now);
      while ((await rig.storage.deletions.removeDue(rig.now, 10)) > 0);
      expect(await rig.storage.imports.of(WORKSPACE, 9)).toEqual([]);
    });
  });
}
