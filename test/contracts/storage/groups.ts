import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contactOf } from '../../../src/contacts/contact.ts';
import { type ContactGroups, createContactGroups, seenAs } from '../../../src/contacts/groups.ts';
import { failure } from '../../../src/contacts/problem.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { type Engine, Rig } from './rig.ts';

export function describeGroups(engine: Engine): void {
  describe('groups', () => {
    const numbers = (...ends: number[]) => ends.map(end => `0171234567${end}`) as LocalNumber[];
    async function kept() {
      const rig = await Rig.on(engine);
      const { documents, contacts, audit } = rig.storage;
      const clock = { now: () => rig.now, wall: () => rig.now, after: () => () => undefined };
      const newId = () => rig.id('id');
      return {
        rig,
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

    /** The group of that name as somebody sees it now. */
    const seen = async (groups: ContactGroups, name: string) => {
      const group = await groups.named('T1', name);
      return group ? seenAs(group) : null;
    };

    test('are found by their name, however it is capitalised, composed or spaced, only in their workspace', async () => {
      const { groups } = await kept();
      await groups.save('T1', 'U1', { name: ' Caf\u0065\u0301  Night ', numbers: numbers(1, 2, 1) }, null);
      expect(await groups.of('T1')).toMatchObject([{ name: 'Caf\u00e9 Night', size: 2 }]);
      const meant = await groups.resolveName('T1', 'CAF\u00c9 night');
      expect(meant).toMatchObject({ kind: 'numbers', numbers: numbers(1, 2) });
      expect(await groups.resolveName('T1', 'caf\u00e9')).toEqual({ kind: 'unknown' });
      expect(await groups.resolveName('T2', 'Caf\u00e9 Night')).toEqual({ kind: 'unknown' });
    });

    test('are changed, renamed, removed, and leave a trail with numbers masked', async () => {
      const { rig, audit, groups } = await kept();
      await groups.save('T1', 'U1', { name: 'Night', numbers: numbers(1, 2) }, null);
      await groups.save('T1', 'U2', { name: 'Night', numbers: numbers(2, 3) }, await seen(groups, 'night'));
      const again = await groups.save('T1', 'U2', { name: 'Night', numbers: numbers(2, 3) }, null);
      expect(again, 'its answer may have been lost').toBe('unchanged');
      await groups.save('T1', 'U2', { name: 'Day', numbers: numbers(3) }, await seen(groups, 'night'));
      const last = (await seen(groups, 'DAY')) ?? { id: '', name: '', version: '' };
      expect(await groups.remove('T1', 'U1', last)).toBe('removed');
      expect(await groups.remove('T1', 'U1', last)).toBe('gone');
      expect(await groups.of('T1')).toEqual([]);
      const [one, two, three] = ['017••••5671', '017••••5672', '017••••5673'];
      const at = rig.now;
      expect(await audit.list('T1', 9)).toEqual([
        { what: 'group_removed', name: 'Day', at, by: 'U1' },
        { what: 'group', name: 'Day', left: [], came: [three], at, by: 'U2' },
        { what: 'group_removed', name: 'Night', at, by: 'U2' },
        { what: 'group', name: 'Night', left: [one], came: [three], at, by: 'U2' },
        { what: 'group', name: 'Night', left: [], came: [one, two], at, by: 'U1' },
      ]);
    });

    test('are saved by several people at once without losing any; one too many is reported', async () => {
      const { contacts, groups } = await kept();
      const save = (name: string) => groups.save('T1', 'U1', { name, numbers: numbers(1) }, null);
      const saved = await Promise.all(Array.from({ length: 20 }, (_, index) => save(`group ${index}`)));
      expect(new Set(saved)).toEqual(new Set(['saved']));
      expect(await groups.of('T1')).toHaveLength(20);
      const more = Array.from({ length: 980 }, (_, n) => ({
        id: `g${n}`,
        workspace: 'T1',
        name: `more ${n}`,
      }));
      await contacts.update('T1', {}, () => ({ change: { groups: more }, result: null }));
      expect(await save('one more')).toBe('too_many');
      expect(
        await groups.save(
          'T1',
          'U1',
          { name: 'Renamed', numbers: numbers(1) },
          await seen(groups, 'group 7'),
        ),
      ).toBe('saved');
    });

    test('say whose numbers they are, until somebody takes the name away or the number out', async () => {
      const { audit, contacts, groups } = await kept();
      const [one = '', two = ''] = numbers(1, 2);
      const named = {
        name: 'Night',
        numbers: numbers(1, 2),
        names: { [one]: 'Ranu Begum', [two]: 'Shirin' },
      };
      await groups.save('T1', 'U1', named, null);
      const { name, ...shown } = named;
      expect(await groups.named('T1', 'night')).toMatchObject({ name, shown });
      expect(await groups.resolveName('T1', 'RANU begum')).toMatchObject({
        kind: 'numbers',
        numbers: numbers(1),
      });
      expect(await groups.save('T1', 'U1', { name: 'Day', numbers: numbers(1) }, null)).toBe('saved');
      expect((await groups.named('T1', 'Day'))?.shown?.names, 'known by name already').toEqual({
        [one]: 'Ranu Begum',
      });
      await groups.save('T1', 'U1', { name: 'Night', numbers: numbers(2) }, await seen(groups, 'Night'));
      expect(await groups.resolveName('T1', 'Shirin')).toEqual({ kind: 'unknown' });
      const names = (await audit.list('T1', 9)).filter(entry => entry.what === 'contact');
      expect(names.map(({ number, name }) => [number, name])).toEqual([
        ['017••••5672', ''],
        ['017••••5672', 'Shirin'],
        ['017••••5671', 'Ranu Begum'],
      ]);
      const day = await seen(groups, 'Day');
      expect(day && (await groups.remove('T1', 'U1', day))).toBe('removed');
      const left = await contacts.find('T1', { numbers: numbers(1, 2) });
      expect(left.contacts, 'who has a name stays, in no group').toMatchObject([
        { name: 'Ranu Begum', groups: [] },
        { name: '', number: two },
      ]);
    });

    test('and contacts are what a name means; if several have the name, it means nobody', async () => {
      const { contacts, groups } = await kept();
      await groups.save('T1', 'U1', { name: 'Night', numbers: numbers(1, 2) }, null);
      const known = await contacts.find('T1', { numbers: numbers(1, 2) });
      const named = known.contacts.map((one, index) => ({ ...one, name: ['Ranu', 'NIGHT'][index] ?? '' }));
      const asked = { contacts: named.map(({ id }) => id) };
      await contacts.update('T1', asked, () => ({ change: { contacts: named }, result: null }));
      expect(await groups.resolveName('T1', 'ranu')).toMatchObject({ kind: 'numbers', numbers: numbers(1) });
      expect(await groups.resolveName('T1', 'night')).toEqual({ kind: 'shared' });
    });

    test('and contacts that were chosen are whoever they are by now, until they are gone; large groups are read in part', async () => {
      const { contacts, groups } = await kept();
      const label = 'as they were called';
      await groups.save('T1', 'U1', { name: 'Night', numbers: numbers(1, 2) }, null);
      const found = await contacts.find('T1', { names: ['night'], numbers: numbers(1) });
      const [group, contact] = [found.groups[0]?.id ?? '', found.contacts[0]?.id ?? ''];
      await groups.save('T1', 'U1', { name: 'Day', numbers: numbers(1, 2, 3) }, await seen(groups, 'night'));
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
      const last = (await seen(groups, 'Day')) ?? { id: '', name: '', version: '' };
      await groups.remove('T1', 'U1', last);
      expect(await mean()).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }]);
    });

    test('if two people saw the same group, one changes or removes it, and the other is told', async () => {
      const { groups } = await kept();
      await groups.save('T1', 'U1', { name: 'Night', numbers: numbers(1) }, null);
      await groups.save('T1', 'U1', { name: 'Day', numbers: numbers(1) }, null);
      const both = (await seen(groups, 'Night')) ?? { id: '', name: '', version: '' };
      const change = (end: number) =>
        groups.save('T1', 'U1', { name: 'Night', numbers: numbers(1, end) }, both);
      expect((await Promise.all([change(2), change(3)])).toSorted()).toEqual(['changed', 'saved']);
      expect(await groups.remove('T1', 'U2', both)).toBe('changed');
      expect((await groups.named('T1', 'Night'))?.size).toBe(2);
      const now = (await seen(groups, 'Night')) ?? both;
      expect(await groups.save('T1', 'U1', { name: 'DAY', numbers: numbers(9) }, now)).toBe('taken');
      expect(await groups.save('T1', 'U1', { name: 'day', numbers: numbers(9) }, null)).toBe('taken');
      await groups.remove('T1', 'U2', now);
      expect(await change(4)).toBe('gone');
      expect((await groups.of('T1')).map(one => one.name)).toEqual(['Day']);
    });

    test.each([
      ['a name without a letter', '017', numbers(1)],
      ['no name', ' ', numbers(1)],
      ['a name in two parts', 'a, b', numbers(1)],
      ['a name that reads like a person’s id', 'WAREHOUSE', numbers(1)],
      ['a name that is a command', 'Balance', numbers(1)],
      ['a name that is a command in Bangla', 'লগ', numbers(1)],
      ['too long a name', 'n'.repeat(41), numbers(1)],
      ['a number that is none', 'Night', ['0171234567']],
      ['no number', 'Night', []],
      ['too many', 'Night', Array.from({ length: 201 }, (_, n) => `017${String(n).padStart(8, '0')}`)],
    ])('with %s are not taken', async (_, name, wrong) => {
      const { groups } = await kept();
      await expect(groups.save('T1', 'U1', { name, numbers: wrong as never }, null)).rejects.toThrow(
        z.ZodError,
      );
      expect(await groups.of('T1')).toEqual([]);
    });
  });
}
