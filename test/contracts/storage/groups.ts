import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contactOf } from '../../../src/contacts/contact.ts';
import { createDoNotTextHash } from '../../../src/contacts/do-not-text.ts';
import { type ContactGroups, createContactGroups } from '../../../src/contacts/groups.ts';
import { failure } from '../../../src/contacts/problem.ts';
import { createContactBook } from '../../../src/contacts/service.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { createSealer } from '../../../src/workspace/sealing.ts';
import { createSettings } from '../../../src/workspace/settings.ts';
import { type Engine, Rig } from './rig.ts';

export function describeGroups(engine: Engine): void {
  describe('groups', () => {
    const numbers = (...ends: number[]) => ends.map(end => `0171234567${end}`) as LocalNumber[];
    async function setUp() {
      const rig = await Rig.on(engine);
      const { documents, contacts, audit } = rig.storage;
      const clock = { now: () => rig.now, wall: () => rig.now, after: () => () => undefined };
      const newId = () => rig.id('id');
      const { revisions } = rig.storage;
      const sealer = createSealer([Buffer.alloc(32)]);
      return {
        rig,
        contactBook: createContactBook({
          contacts,
          audit,
          clock,
          newId,
          doNotTextHash: createDoNotTextHash({ documents, revisions, sealer }),
          settings: createSettings({ documents, revisions, audit, clock }),
          onCallRotas: async () => [],
        }),
        audit,
        documents,
        contacts,
        groups: createContactGroups({
          contacts,
          audit,
          onCallRotas: async () => [],
          clock,
          newId,
        }),
      };
    }

    const people = (...ends: number[]) => numbers(...ends).map(number => ({ number, name: '' }));
    /** Makes a group of these people, and returns its id. */
    async function makeGroup(groups: ContactGroups, name: string, ...ends: number[]): Promise<string> {
      const result = await groups.make('T1', 'U1', name);
      if (result.kind !== 'made') throw new Error(result.kind);
      if (ends.length > 0) await groups.add('T1', 'U1', result.id, people(...ends));
      return result.id;
    }
    const takeOut = async (
      { contacts, groups }: Awaited<ReturnType<typeof setUp>>,
      id: string,
      end: number,
    ) => {
      const matches = await contacts.find('T1', { numbers: numbers(end) });
      return groups.takeOut('T1', 'U1', id, matches.contacts[0]?.id ?? '');
    };

    test('are found by their name, however it is capitalised, composed or spaced, only in their workspace', async () => {
      const { groups } = await setUp();
      const id = await makeGroup(groups, ' Caf\u0065\u0301  Night ', 1, 2, 1);
      expect(await groups.of('T1')).toEqual([{ id, name: 'Caf\u00e9 Night', size: 2 }]);
      const match = await groups.resolveName('T1', 'CAF\u00c9 night');
      expect(match).toMatchObject({ kind: 'numbers', numbers: numbers(1, 2) });
      expect(await groups.resolveName('T1', 'caf\u00e9')).toEqual({ kind: 'unknown' });
      expect(await groups.resolveName('T2', 'Caf\u00e9 Night')).toEqual({ kind: 'unknown' });
      expect(await groups.group('T2', id)).toBeNull();
      expect(await groups.add('T2', 'U1', id, people(3))).toEqual({ kind: 'gone' });
    });

    test('are made, filled, renamed, emptied and removed, and leave audit entries with masked numbers', async () => {
      const all = await setUp();
      const { rig, audit, groups } = all;
      const id = await makeGroup(groups, 'Night', 1, 2);
      expect(await groups.make('T1', 'U2', 'Night'), 'it has a member').toEqual({ kind: 'taken' });
      expect(await groups.add('T1', 'U2', id, people(2, 3))).toEqual({ kind: 'added', came: 1, were: 1 });
      expect(await groups.add('T1', 'U2', id, people(2))).toEqual({ kind: 'added', came: 0, were: 1 });
      expect(await takeOut(all, id, 1)).toMatchObject({ staysContact: false });
      expect(await takeOut(all, id, 1)).toBeNull();
      const name = { from: 'Night', to: 'Day' };
      expect(await groups.rename('T1', 'U2', id, name)).toBe('saved');
      expect(await groups.rename('T1', 'U2', id, name), 'its answer may have been lost').toBe('unchanged');
      const last = (await groups.of('T1')).find(({ name }) => name === 'Day') ?? {
        id: '',
        name: '',
        size: 0,
      };
      expect(await groups.remove('T1', 'U1', last)).toBe('removed');
      expect(await groups.remove('T1', 'U1', last)).toBe('gone');
      expect(await groups.of('T1')).toEqual([]);
      const [first, two, three] = ['017••••5671', '017••••5672', '017••••5673'];
      const at = rig.now;
      expect(await audit.list('T1', 9)).toEqual([
        { what: 'group_removed', name: 'Day', at, by: 'U1' },
        { what: 'group', name: 'Day', left: [], came: [], at, by: 'U2' },
        { what: 'group_removed', name: 'Night', at, by: 'U2' },
        { what: 'group', name: 'Night', left: [first], came: [], at, by: 'U1' },
        { what: 'group', name: 'Night', left: [], came: [three], at, by: 'U2' },
        { what: 'group', name: 'Night', left: [], came: [first, two], at, by: 'U1' },
        { what: 'group', name: 'Night', left: [], came: [], at, by: 'U1' },
      ]);
    });

    test('are made by several people at once without losing any; one group too many is reported', async () => {
      const { contacts, groups } = await setUp();
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) => groups.make('T1', 'U1', `group ${index}`)),
      );
      expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['made']));
      expect(await groups.of('T1')).toHaveLength(20);
      const [first] = results;
      expect(await groups.make('T1', 'U1', 'group 0'), 'its answer may have been lost').toEqual(first);
      const more = Array.from({ length: 980 }, (_, n) => ({
        id: `g${n}`,
        workspace: 'T1',
        name: `more ${n}`,
      }));
      await contacts.update('T1', {}, () => ({ change: { groups: more }, result: null }));
      expect(await groups.make('T1', 'U1', 'one more')).toEqual({ kind: 'too_many' });
      expect(await groups.rename('T1', 'U1', 'g7', { from: 'more 7', to: 'Renamed' })).toBe('saved');
    });

    test('lose nobody when several people add and take out members at once', async () => {
      const all = await setUp();
      const id = await makeGroup(all.groups, 'Night', 1, 2);
      await Promise.all([
        all.groups.add('T1', 'U1', id, people(3, 4)),
        all.groups.add('T1', 'U2', id, people(4, 5)),
        takeOut(all, id, 1),
        all.groups.rename('T1', 'U3', id, { from: 'Night', to: 'Day' }),
      ]);
      expect(await all.groups.resolveName('T1', 'Day')).toMatchObject({ numbers: numbers(2, 3, 4, 5) });
    });

    test('name a number that has no name; members with a name, a note, columns, a mark or another group stay contacts when taken out', async () => {
      const all = await setUp();
      const { audit, contacts, groups } = all;
      const id = await makeGroup(groups, 'Night', 1);
      const day = await makeGroup(groups, 'Day', 4);
      const [first = '' as LocalNumber, two = '' as LocalNumber] = numbers(1, 2);
      await groups.add('T1', 'U1', id, [
        { number: two, name: 'Shirin' },
        { number: numbers(3)[0] ?? first, name: '' },
        ...people(4, 5),
      ]);
      await groups.add('T1', 'U1', day, [{ number: two, name: 'Somebody else' }]);
      expect((await contacts.find('T1', { numbers: [two] })).contacts).toMatchObject([{ name: 'Shirin' }]);
      const named = (await audit.list('T1', 9)).filter(entry => entry.what === 'contact');
      expect(named).toMatchObject([{ number: '017••••5672', name: 'Shirin' }]);
      const members = await contacts.find('T1', { numbers: numbers(1, 5) });
      const more = [{ note: 'calls back' }, { columns: { Village: 'Char Kukri' } }];
      const noted = members.contacts.map((contact, index) => ({ ...contact, ...more[index] }));
      const reads = { contacts: noted.map(contact => contact.id) };
      await contacts.update('T1', reads, () => ({ change: { contacts: noted }, result: null }));
      const staysContact = await Promise.all(
        [1, 2, 3, 4, 5].map(async end => (await takeOut(all, id, end))?.staysContact),
      );
      expect(staysContact).toEqual([true, true, false, true, true]);
      expect((await contacts.find('T1', { numbers: numbers(1, 2, 3, 4, 5) })).contacts).toMatchObject([
        { groups: [] },
        { groups: [day] },
        { groups: [day] },
        { columns: { Village: 'Char Kukri' }, groups: [] },
      ]);
      expect(await groups.group('T1', id)).toEqual({ id, name: 'Night', size: 0 });
    });

    test('and contacts are found by name; an ambiguous name means none of them', async () => {
      const { contacts, groups } = await setUp();
      await makeGroup(groups, 'Night', 1, 2);
      const members = await contacts.find('T1', { numbers: numbers(1, 2) });
      const named = members.contacts.map((contact, index) => ({
        ...contact,
        name: ['Ranu', 'NIGHT'][index] ?? '',
      }));
      const reads = { contacts: named.map(({ id }) => id) };
      await contacts.update('T1', reads, () => ({ change: { contacts: named }, result: null }));
      expect(await groups.resolveName('T1', 'ranu')).toMatchObject({ kind: 'numbers', numbers: numbers(1) });
      expect(await groups.resolveName('T1', 'night')).toEqual({ kind: 'shared' });
    });

    test('and contacts chosen in a form mean their current members, until they are deleted; large groups are read in part', async () => {
      const { contacts, groups } = await setUp();
      const label = 'as they were called';
      await makeGroup(groups, 'Night', 1, 2);
      const matches = await contacts.find('T1', { names: ['night'], numbers: numbers(1) });
      const [group, contact] = [matches.groups[0]?.id ?? '', matches.contacts[0]?.id ?? ''];
      await groups.add('T1', 'U1', group, people(3));
      await groups.rename('T1', 'U1', group, { from: 'Night', to: 'Day' });
      const mean = async (workspace = 'T1') => [
        await groups.resolveChoice(workspace, {
          feature: 'contacts',
          kind: 'group',
          data: { id: group, label, many: true },
        }),
        await groups.resolveChoice(workspace, {
          feature: 'contacts',
          kind: 'contact',
          data: { id: contact, label },
        }),
      ];
      expect(await mean()).toMatchObject([
        { kind: 'numbers', numbers: numbers(1, 2, 3), isGroup: true, size: 3 },
        { kind: 'numbers', numbers: numbers(1), isGroup: false, size: 1 },
      ]);
      expect(await mean('T2')).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }]);
      await contacts.update('T1', {}, () => ({
        change: { groups: [{ id: 'none', workspace: 'T1', name: 'Nobody' }] },
        result: null,
      }));
      const empty = { kind: 'problem', problem: failure('NAMED_GROUP_EMPTY', { label: 'nobody' }) };
      expect(await groups.resolveName('T1', 'nobody')).toEqual(empty);
      const more = Array.from({ length: 250 }, (_, n) =>
        contactOf({
          id: `c${n}`,
          workspace: 'T1',
          number: `018${10_000_000 + n}` as LocalNumber,
          groups: [group],
        }),
      );
      await contacts.update('T1', { contacts: more.map(({ id }) => id) }, () => ({
        change: { contacts: more },
        result: null,
      }));
      const large = await groups.resolveName('T1', 'Day');
      expect(large).toMatchObject({ size: 253 });
      expect(large.kind === 'numbers' && large.numbers.length, 'enough to see that they are too many').toBe(
        201,
      );
      const last = (await groups.of('T1')).find(({ name }) => name === 'Day') ?? {
        id: '',
        name: '',
        size: 0,
      };
      await groups.remove('T1', 'U1', last);
      expect(await mean()).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }]);
    });

    test('list their own people, without those whom a running import adds', async () => {
      const { contacts, contactBook, groups } = await setUp();
      const id = await makeGroup(groups, 'Night', 1, 2);
      await makeGroup(groups, 'Day', 3);
      const listed = async () => {
        const { entries } = await contactBook.page('T1', '', { offset: 0, limit: 10, inGroup: id });
        return entries.flatMap(entry => (entry.kind === 'contact' ? entry.contact.number : []));
      };
      expect(await listed()).toEqual(numbers(1, 2));
      const four = contactOf({ id: 'c4', workspace: 'T1', number: numbers(4)[0] ?? ('' as LocalNumber) });
      const joining = {
        ...four,
        name: 'Ranu',
        groups: ['filled'],
        joined: { groups: ['filled'], import: 'i1' },
      };
      const filled = { id: 'filled', workspace: 'T1', name: 'Filled', filling: { import: 'i1', joined: 1 } };
      const change = { groups: [filled], contacts: [joining] };
      await contacts.update('T1', {}, () => ({ change, result: null }));
      const page = await contactBook.page('T1', '', { offset: 0, limit: 10, inGroup: 'filled' });
      expect(page.entries).toEqual([]);
    });

    test('are deleted only as the person saw them', async () => {
      const { groups } = await setUp();
      const id = await makeGroup(groups, 'Night', 1);
      await makeGroup(groups, 'Day', 1);
      const seen = { id, name: 'Night', size: 1 };
      await groups.add('T1', 'U2', id, people(2));
      expect(await groups.remove('T1', 'U1', seen)).toBe('changed');
      expect(await groups.rename('T1', 'U1', id, { from: 'Night', to: 'DAY' })).toBe('taken');
      expect(await groups.rename('T1', 'U1', id, { from: 'Noon', to: 'Evening' })).toBe('gone');
      await groups.remove('T1', 'U2', { ...seen, size: 2 });
      expect(await groups.add('T1', 'U1', id, people(4))).toEqual({ kind: 'gone' });
      expect(await groups.rename('T1', 'U1', id, { from: 'Night', to: 'Nights' })).toBe('gone');
      expect((await groups.of('T1')).map(({ name, size }) => [name, size])).toEqual([['Day', 1]]);
    });

    test('that a crash left half deleted are deleted by the next attempt', async () => {
      const { contacts, groups } = await setUp();
      const id = await makeGroup(groups, 'Night', 1, 2);
      await contacts.update('T1', { groups: [id] }, () => ({ change: { deleted: [id] }, result: null }));
      expect(await groups.remove('T1', 'U1', { id, name: 'Night', size: 2 })).toBe('gone');
      expect((await contacts.find('T1', { numbers: numbers(1, 2) })).contacts).toEqual([]);
    });

    test.each([
      ['a name without a letter', '017'],
      ['no name', ' '],
      ['a name in two parts', 'a, b'],
      ['a name that reads like a person’s id', 'WAREHOUSE'],
      ['a name that is a command', 'Balance'],
      ['a name that is a command in Bangla', 'লগ'],
      ['too long a name', 'n'.repeat(41)],
    ])('with %s are not made', async (_, name) => {
      const { groups } = await setUp();
      await expect(groups.make('T1', 'U1', name)).rejects.toThrow(z.ZodError);
      expect(await groups.of('T1')).toEqual([]);
    });

    test('accept no invalid number, and at most 200 at a time', async () => {
      const { groups } = await setUp();
      const id = await makeGroup(groups, 'Night');
      const many = Array.from({ length: 201 }, (_, n) => `017${String(n).padStart(8, '0')}` as LocalNumber);
      for (const wrong of [['0171234567' as LocalNumber], many]) {
        const added = wrong.map(number => ({ number, name: '' }));
        await expect(groups.add('T1', 'U1', id, added)).rejects.toThrow(z.ZodError);
      }
    });
  });
}
