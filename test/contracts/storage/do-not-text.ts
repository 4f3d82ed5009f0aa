import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Contact, contactOf } from '../../../src/contacts/contact.ts';
import { versionOf } from '../../../src/contacts/contact-decision.ts';
import { createDoNotTextHash, createDoNotTextList } from '../../../src/contacts/do-not-text.ts';
import { type ContactBook, createContactBook } from '../../../src/contacts/service.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { createSealer } from '../../../src/workspace/sealing.ts';
import { createSettings } from '../../../src/workspace/settings.ts';
import { DAMAGES } from './damage.ts';
import { type Engine, Rig } from './rig.ts';

export function describeDoNotText(engine: Engine): void {
  describe('a person on the do-not-text list', () => {
    const [ranu, shirin, amal] = ['01712345671', '01712345672', '01712345673'] as [
      LocalNumber,
      LocalNumber,
      LocalNumber,
    ];
    async function setUp(encryptionKey = randomBytes(32)) {
      const rig = await Rig.on(engine);
      const { documents, revisions, contacts, audit } = rig.storage;
      const clock = { now: () => rig.now, wall: () => rig.now, after: () => () => undefined };
      const doNotTextHash = createDoNotTextHash({
        documents,
        revisions,
        sealer: createSealer([encryptionKey]),
      });
      const newId = () => rig.id('id');
      const doNotTextList = createDoNotTextList({ contacts, doNotTextHash, audit, clock, newId });
      const contactBook = createContactBook({
        contacts,
        doNotTextHash,
        audit,
        clock,
        newId,
        settings: createSettings({ documents, revisions, audit, clock }),
        onCallRotas: async () => [],
      });
      return { rig, audit, contacts, documents, revisions, doNotTextHash, doNotTextList, contactBook };
    }

    /** The input of a contact's form. */
    const typed = (fields: Partial<Contact>, doNotText = false) => ({
      name: 'Ranu',
      number: ranu,
      language: null,
      note: '',
      columns: {},
      groups: [],
      ...fields,
      doNotText,
    });
    async function save(book: ContactBook, fields: Partial<Contact>, before: Contact | null, marked = false) {
      const seen = before && { id: before.id, version: versionOf(before) };
      const result = await book.save('T1', 'U1', typed(fields, marked), seen);
      if (result.kind !== 'saved') throw new Error(`It is ${result.kind}`);
      return result.contact;
    }
    type Kept = Awaited<ReturnType<typeof setUp>>;
    const asStopped = async ({ contacts, doNotTextList }: Kept, number: LocalNumber): Promise<Contact> => {
      await doNotTextList.stop('T1', null, number);
      const [contact] = (await contacts.find('T1', { numbers: [number] })).contacts;
      if (!contact) throw new Error('Nobody has the number');
      return contact;
    };

    test.each<[string, (it: Kept, stopped: Contact) => Promise<unknown>]>([
      [
        'the number changes',
        ({ contactBook }, contact) => save(contactBook, { number: shirin }, contact, true),
      ],
      [
        'the number changes, and the mark is taken off the new one',
        ({ contactBook }, contact) => save(contactBook, { number: shirin }, contact),
      ],
      [
        'the number changes, and then the contact is deleted',
        async ({ contactBook }, contact) => {
          const { id } = await save(contactBook, { number: shirin }, contact);
          await contactBook.erase('T1', 'U1', id);
        },
      ],
      ['the contact is deleted', ({ contactBook }, { id }) => contactBook.erase('T1', 'U1', id)],
      [
        'the contact is deleted, and their texts stay',
        ({ contactBook }, contact) =>
          contactBook.remove('T1', 'U1', { id: contact.id, version: versionOf(contact) }),
      ],
      [
        'the contact is deleted and made anew',
        async ({ contactBook }, { id }) => {
          await contactBook.erase('T1', 'U1', id);
          await save(contactBook, {}, null);
        },
      ],
      [
        'the contact is deleted, and another one gets the number',
        async ({ contactBook }, { id }) => {
          const namesake = await save(contactBook, { name: 'Shirin', number: shirin }, null);
          await contactBook.erase('T1', 'U1', id);
          await save(contactBook, { name: 'Shirin', number: ranu }, namesake);
        },
      ],
      [
        'the number changes, and another contact gets the old one and gives it up again',
        async ({ contactBook }, contact) => {
          await save(contactBook, { number: shirin }, contact);
          const amals = await save(contactBook, { name: 'Amal', number: ranu }, null);
          await save(contactBook, { name: 'Amal', number: amal }, amals);
        },
      ],
    ])('a stop belongs to the number, and stays when %s', async (_what, happens) => {
      const it = await setUp();
      await happens(it, await asStopped(it, ranu));
      expect([...(await it.doNotTextList.of('T1', [ranu]))]).toMatchObject([[ranu, { by: null }]]);
      expect(await it.doNotTextList.allow('T1', 'U1', ranu)).toBe(true);
      expect((await it.doNotTextList.of('T1', [ranu])).size, 'until a manager allows it').toBe(0);
    });

    test('a stop that arrives while the number is being changed isn’t lost: the form is opened again with current data', async () => {
      const it = await setUp();
      const before = await save(it.contactBook, {}, null);
      const seen = { id: before.id, version: versionOf(before) };
      const { find } = it.contacts;
      // Between reading the contact and the step that writes it.
      it.contacts.find = async (...args) => {
        const answer = await find(...args);
        it.contacts.find = find;
        await it.doNotTextList.stop('T1', null, ranu);
        return answer;
      };
      const result = await it.contactBook.save('T1', 'U1', typed({ number: shirin }), seen);
      expect(result).toMatchObject({ kind: 'changed' });
      expect((await it.doNotTextList.of('T1', [ranu])).size).toBe(1);
    });

    test('is a contact with that mark, set by a manager or by the person, until it is removed', async () => {
      const { rig, audit, contacts, doNotTextList } = await setUp();
      const contact = { ...contactOf({ id: 'c', workspace: 'T1', number: ranu }), name: 'Ranu' };
      await contacts.update('T1', {}, () => ({ change: { contacts: [contact] }, result: null }));
      expect(await doNotTextList.stop('T1', 'U1', ranu)).toBe(true);
      expect(await doNotTextList.stop('T1', null, ranu), 'it is marked already').toBe(false);
      expect(await doNotTextList.stop('T1', null, shirin), 'nobody had the number').toBe(true);
      const at = rig.now;
      const marked = await doNotTextList.of('T1', [ranu, shirin, amal]);
      expect([...marked]).toEqual([
        [ranu, { at, by: 'U1' }],
        [shirin, { at, by: null }],
      ]);
      expect((await doNotTextList.of('T2', [ranu])).size).toBe(0);
      expect(await doNotTextList.allow('T1', 'U2', ranu)).toBe(true);
      expect(await doNotTextList.allow('T1', 'U2', ranu)).toBe(false);
      expect([...(await doNotTextList.of('T1', [ranu, shirin])).keys()]).toEqual([shirin]);
      expect(await audit.list('T1', 9)).toMatchObject([
        { what: 'text_again', name: 'Ranu', number: '017••••5671', by: 'U2' },
        { what: 'never_text', name: '', number: '017••••5672', by: null },
        { what: 'never_text', contact: 'c', name: 'Ranu', by: 'U1' },
      ]);
    });

    test('may be any unreadable contact, so none of the numbers may be texted', async () => {
      const { rig, contacts, doNotTextList } = await setUp();
      const unreadable = { ...contactOf({ id: 'c', workspace: 'T1', number: ranu }), groups: ['g'] };
      const readable = { ...contactOf({ id: 'd', workspace: 'T1', number: amal }), groups: ['g'] };
      await contacts.update('T1', {}, () => ({ change: { contacts: [unreadable, readable] }, result: null }));
      for (const damage of DAMAGES) {
        const repair = await rig.damage('contact', 'c', damage);
        await expect(doNotTextList.of('T1', [ranu, amal])).rejects.toThrow('contact');
        expect((await doNotTextList.of('T1', [amal])).size).toBe(0);
        const matches = await contacts.find('T1', { membersOf: ['g'] });
        expect(matches).toMatchObject({ contacts: [{ id: 'd' }], unreadable: ['c'] });
        await repair();
        expect((await doNotTextList.of('T1', [ranu])).size).toBe(0);
      }
    });

    test('is still recognised by a keyed hash when all else is deleted, unless the key can’t be opened', async () => {
      const encryptionKey = randomBytes(32);
      const { rig, contacts, documents, revisions, doNotTextHash, doNotTextList } =
        await setUp(encryptionKey);
      const [hash, again] = [await doNotTextHash.toKeep('T1'), await doNotTextHash.toKeep('T1')];
      expect(hash(ranu)).toBe(again(ranu));
      expect(hash(ranu)).not.toBe((await doNotTextHash.toKeep('T2'))(ranu));
      const stops = new Map([[hash(ranu), { at: 7, by: null }]]);
      await contacts.update('T1', { stops: [...stops.keys()] }, () => ({ change: { stops }, result: null }));
      expect([...(await doNotTextList.of('T1', [shirin, ranu]))]).toEqual([[ranu, { at: 7, by: null }]]);
      expect((await doNotTextList.of('T2', [ranu])).size, 'another workspace').toBe(0);

      const sealer = createSealer([randomBytes(32)]);
      const foreign = createDoNotTextHash({ documents, revisions, sealer });
      await expect(foreign.known('T1')).rejects.toThrow('never-text-key');

      expect(await doNotTextList.allow('T1', 'U1', ranu)).toBe(true);
      expect((await doNotTextList.of('T1', [ranu])).size).toBe(0);
      await contacts.update('T1', { stops: [...stops.keys()] }, () => ({ change: { stops }, result: null }));
      await rig.storage.deletions.schedule('T1', rig.now);
      while ((await rig.storage.deletions.removeDue(rig.now, 10)) > 0);
      expect((await contacts.find('T1', { stops: [...stops.keys()] })).stops.size, 'goes with it').toBe(0);
    });
  });
}
