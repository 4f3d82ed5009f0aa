import { describe, expect, test } from 'vitest';
import { type Contact, type ContactGroup, contactOf } from '../../../src/contacts/contact.ts';
import type { Contacts } from '../../../src/contacts/store/store.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { type Engine, Rig, WORKSPACE } from './rig.ts';

const number = (end: number) => `017${String(end).padStart(8, '0')}` as LocalNumber;

function contact(id: string, end: number, name: string, more: Partial<Contact> = {}): Contact {
  return { ...contactOf({ id, workspace: WORKSPACE, number: number(end) }), name, ...more };
}

/** Writes these without reading the current records. */
function put(contacts: Contacts, all: Contact[], groups: ContactGroup[] = [], workspace = WORKSPACE) {
  const reads = { contacts: all.map(({ id }) => id), groups: groups.map(({ id }) => id) };
  return contacts.update(workspace, reads, () => ({ change: { contacts: all, groups }, result: null }));
}

/** The ids that a search finds. */
async function search(contacts: Contacts, typed: string, offset = 0, limit = 100): Promise<string[]> {
  const { hits } = await contacts.search(WORKSPACE, typed, { offset, limit });
  return hits.map(({ id }) => id);
}

export function describeContacts(engine: Engine): void {
  describe('contacts', () => {
    const night = { id: 'night', workspace: WORKSPACE, name: 'Night shift' };

    test('are found by any part of the name, however it is composed, and by the end of the number', async () => {
      const rig = await Rig.on(engine);
      const { contacts } = rig.storage;
      await put(
        contacts,
        [
          contact('ranu', 1_234_567, 'Ranu Begum'),
          contact('barua', 2_345_678, 'অমল বড়ুয়া'),
          contact('begum', 3_456_789, 'begum Ranuara'),
          contact('bare', 4_567_890, '', { groups: ['night'] }),
        ],
        [night],
      );
      await rig.reopen();
      const reopened = rig.storage.contacts;
      expect(await search(reopened, 'RANU'), 'who is called so first').toEqual(['ranu', 'begum']);
      expect(await search(reopened, 'egu')).toEqual(['begum', 'ranu']);
      expect(await search(reopened, 'ব\u09dcু')).toEqual(['barua']);
      expect(await search(reopened, 'বডুযা')).toEqual(['barua']);
      expect(await search(reopened, 'shift')).toEqual(['night']);
      expect(await search(reopened, '৩৪৫৬')).toEqual([]);
      expect(await search(reopened, '৬৭৮৯')).toEqual(['begum']);
      expect(await search(reopened, '+880 1702 345678')).toEqual(['barua']);
      expect(await search(reopened, '\t')).toEqual(['begum', 'night', 'ranu', 'barua', 'bare']);
      expect(await search(reopened, '', 1, 2)).toEqual(['night', 'ranu']);
      expect(await reopened.search('T2', '', { offset: 0, limit: 9 })).toEqual({ hits: [], total: 0 });
      const near = await reopened.near(WORKSPACE, ['Rano Begam the', 'Rano Begam', 'Rano']);
      expect(near).toMatchObject([{ at: 1, hit: { id: 'ranu' } }]);
      expect(await reopened.near(WORKSPACE, ['somebody else'])).toEqual([]);
    });

    test('are found by their new name and number, and not at all once deleted', async () => {
      const { contacts } = (await Rig.on(engine)).storage;
      await put(contacts, [contact('c', 1, 'Ranu', { groups: ['night'] })], [night]);
      await put(contacts, [contact('c', 2, 'Shirin')], [{ ...night, name: 'Day' }]);
      expect(await search(contacts, 'ranu')).toEqual([]);
      expect(await search(contacts, 'night')).toEqual([]);
      expect(await search(contacts, 'shirin')).toEqual(['c']);
      const names = { names: ['RANU', 'Night shift'], contactsToo: true, numbers: [number(1)] };
      expect(await contacts.find(WORKSPACE, names)).toMatchObject({ contacts: [], groups: [] });
      const matches = await contacts.find(WORKSPACE, { names: ['day', 'shirin'], contactsToo: true });
      expect(matches).toMatchObject({ contacts: [{ id: 'c' }], groups: [{ id: 'night' }] });
      expect(matches.counts).toEqual({ contacts: 1, groups: 1 });
      expect(matches.sizes.get('night'), 'it has left the group').toBe(0);
      const all = { contacts: ['c'], groups: ['night'] };
      await contacts.update(WORKSPACE, all, () => ({ change: { deleted: ['c', 'night'] }, result: null }));
      expect(await search(contacts, '')).toEqual([]);
      expect((await contacts.find(WORKSPACE, all)).counts).toEqual({ contacts: 0, groups: 0 });
    });

    test('are in groups, and a number without other data is deleted with its last group', async () => {
      const { contacts } = (await Rig.on(engine)).storage;
      const bare = contact('bare', 2, '', { groups: ['night'] });
      await put(contacts, [contact('c', 1, 'Ranu', { groups: ['night'] }), bare], [night]);
      const query = { membersOf: ['night'], groups: ['night'] };
      const matches = await contacts.find(WORKSPACE, query);
      expect(matches.contacts.map(({ id }) => id).sort()).toEqual(['bare', 'c']);
      expect(matches.sizes.get('night')).toBe(2);
      expect((await contacts.find(WORKSPACE, { ...query, limit: 1 })).contacts).toHaveLength(1);
      await put(contacts, [{ ...bare, groups: [] }]);
      expect((await contacts.find(WORKSPACE, { contacts: ['bare', 'c'] })).contacts).toHaveLength(1);
      expect(await search(contacts, '')).toEqual(['night', 'c']);
    });

    test('in a group come in pages, in the order of their numbers, without people outside it', async () => {
      const { contacts } = (await Rig.on(engine)).storage;
      const ends = [5, 3, 1, 4, 2];
      await put(
        contacts,
        [
          ...ends.map(end => contact(`c${end}`, end, `Person ${end}`, { groups: ['night'] })),
          contact('other', 9, 'Other'),
        ],
        [night],
      );
      const pages: string[][] = [];
      let after: LocalNumber | null = null;
      do {
        const page: Awaited<ReturnType<Contacts['members']>> = await contacts.members(
          WORKSPACE,
          'night',
          after,
          2,
        );
        pages.push(page.contacts.map(({ id }) => id));
        after = page.next;
      } while (after !== null);
      expect(pages).toEqual([['c1', 'c2'], ['c3', 'c4'], ['c5']]);
      expect((await contacts.members('T2', 'night', null, 2)).contacts).toEqual([]);
    });

    test('are changed one after the other, however many processes change them at once', async () => {
      const { contacts } = (await Rig.on(engine)).storage;
      await put(contacts, [contact('c', 1, 'Ranu')]);
      const noting = (more: string) =>
        contacts.update(WORKSPACE, { contacts: ['c'] }, ({ contacts: [now] }) => ({
          change: { contacts: now ? [{ ...now, note: now.note + more }] : [] },
          result: null,
        }));
      const notes = Array.from({ length: 10 }, (_, n) =>
        put(contacts, [contact(`c${n}`, 10 + n, `Also ${n}`)]),
      );
      await Promise.all([...'abcde'].map(noting).concat(notes));
      const { contacts: all } = await contacts.find(WORKSPACE, { contacts: ['c'] });
      expect([...(all[0]?.note ?? '')].sort().join('')).toBe('abcde');
      expect(await search(contacts, 'also')).toHaveLength(10);
    });

    test('are listed by their numbers, in pages', async () => {
      const { contacts } = (await Rig.on(engine)).storage;
      await put(contacts, [contact('c', 3, 'Karim'), contact('a', 1, 'Ranu'), contact('b', 2, 'Shirin')]);
      const ids = async (after: LocalNumber | null) =>
        (await contacts.listed(WORKSPACE, after, 2)).map(({ id }) => id);
      expect(await ids(null)).toEqual(['a', 'b']);
      expect(await ids(number(2))).toEqual(['c']);
      expect(await ids(number(3))).toEqual([]);
      expect(await contacts.listed('T2', null, 2)).toEqual([]);
    });

    test('belong to their workspace, and are deleted with it', async () => {
      const rig = await Rig.on(engine);
      const { contacts, deletions } = rig.storage;
      await put(contacts, [contact('c', 1, 'Ranu', { groups: ['night'] })], [night]);
      const elsewhere = { ...contact('d', 1, 'Ranu'), workspace: 'T2' };
      await put(contacts, [elsewhere], [], 'T2');
      const query = { contacts: ['c', 'd'], groups: ['night'], names: ['ranu'], contactsToo: true };
      expect(await contacts.find('T2', query)).toMatchObject({ contacts: [elsewhere], groups: [] });
      await deletions.schedule(WORKSPACE, rig.now);
      while ((await deletions.removeDue(rig.now, 10)) > 0);
      expect(await contacts.find(WORKSPACE, query)).toMatchObject({ contacts: [], groups: [] });
      expect(await search(contacts, '')).toEqual([]);
      expect((await contacts.search('T2', 'ranu', { offset: 0, limit: 9 })).total).toBe(1);
    });
  });
}
