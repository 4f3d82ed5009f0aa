import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contactOf } from '../../../src/contacts/contact.ts';
import { createDoNotTextHash, createDoNotTextList } from '../../../src/contacts/do-not-text.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { createSealer } from '../../../src/workspace/sealing.ts';
import { DAMAGES } from './damage.ts';
import { type Engine, Rig } from './rig.ts';

export function describeDoNotText(engine: Engine): void {
  describe('somebody who must not be texted', () => {
    const [ranu, shirin, amal] = ['01712345671', '01712345672', '01712345673'] as [
      LocalNumber,
      LocalNumber,
      LocalNumber,
    ];
    async function kept(encryptionKey = randomBytes(32)) {
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
      return { rig, audit, contacts, documents, revisions, doNotTextHash, doNotTextList };
    }

    test('is a contact with that mark, set by a manager or by themselves, until it is removed', async () => {
      const { rig, audit, contacts, doNotTextList } = await kept();
      const known = { ...contactOf({ id: 'c', workspace: 'T1', number: ranu }), name: 'Ranu' };
      await contacts.update('T1', {}, () => ({ change: { contacts: [known] }, result: null }));
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

    test('may be any contact that can’t be read: then nothing may go there', async () => {
      const { rig, contacts, doNotTextList } = await kept();
      const known = { ...contactOf({ id: 'c', workspace: 'T1', number: ranu }), groups: ['g'] };
      const other = { ...contactOf({ id: 'd', workspace: 'T1', number: amal }), groups: ['g'] };
      await contacts.update('T1', {}, () => ({ change: { contacts: [known, other] }, result: null }));
      for (const how of DAMAGES) {
        const repair = await rig.damage('contact', 'c', how);
        await expect(doNotTextList.of('T1', [ranu, amal])).rejects.toThrow('contact');
        expect((await doNotTextList.of('T1', [amal])).size).toBe(0);
        const found = await contacts.find('T1', { membersOf: ['g'] });
        expect(found).toMatchObject({ contacts: [{ id: 'd' }], unreadable: ['c'] });
        await repair();
        expect((await doNotTextList.of('T1', [ranu])).size).toBe(0);
      }
    });

    test('is still known by a keyed hash when nothing else is, unless the key can’t be opened', async () => {
      const encryptionKey = randomBytes(32);
      const { rig, contacts, documents, revisions, doNotTextHash, doNotTextList } = await kept(encryptionKey);
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
