import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { UnreadableError } from '../../../src/kit/store/errors.ts';
import { DAMAGES } from './damage.ts';
import { type Engine, MINUTE, Rig } from './rig.ts';

const anything = z.unknown();

export function describeDocuments(engine: Engine): void {
  describe('documents', () => {
    test.each([
      ['an object', { a: [1, { b: null }], text: 'বাংলা "quoted"\n' }],
      ['a string', 'plain'],
      ['a string that looks like an encoding', ':base64:aGVsbG8='],
      ['a string of JSON', '{"value":1}'],
      ['strings that begin with a colon', { a: [':fire: alert', { ':b:': ':' }], c: '::' }],
      ['strings around which colons stand', { 'a:': '"', 'b,"': 'x":', '': [',":'] }],
      ['zero', 0],
      ['false', false],
      ['an empty list', []],
    ])('keep %s unchanged, over a restart', async (_name, value) => {
      const rig = await Rig.on(engine);
      await rig.storage.documents.set('T1', 'doc', value);
      await rig.storage.temporary.set('T1', 'doc', value, MINUTE);
      await rig.reopen();
      expect(await rig.storage.documents.get('T1', 'doc', anything)).toEqual(value);
      expect(await rig.storage.temporary.get('T1', 'doc', anything)).toEqual(value);
    });

    test('are replaced and deleted', async () => {
      const { documents } = (await Rig.on(engine)).storage;
      expect(await documents.get('T1', 'doc', anything)).toBeUndefined();
      await documents.set('T1', 'doc', { version: 1 });
      await documents.set('T1', 'doc', { version: 2 });
      expect(await documents.get('T1', 'doc', anything)).toEqual({ version: 2 });
      await documents.delete('T1', 'doc');
      await documents.delete('T1', 'doc');
      expect(await documents.get('T1', 'doc', anything)).toBeUndefined();
    });

    test('are always read in their current state', async () => {
      const { documents, revisions, everyWorkspace, deletions } = (await Rig.on(engine)).storage;
      const read = () => documents.get('T1', 'doc', anything);
      const changes: [unknown, () => Promise<unknown>][] = [
        [undefined, async () => undefined],
        [1, () => documents.set('T1', 'doc', 1)],
        [2, () => revisions.update('T1', 'doc', anything, () => 2)],
        [3, () => everyWorkspace.change('T1', 'doc', () => 3)],
        [undefined, () => documents.delete('T1', 'doc')],
        [4, () => revisions.update('T1', 'doc', anything, () => 4)],
        [undefined, () => deletions.schedule('T1', 0).then(() => deletions.removeDue(1, 10))],
        [5, () => documents.set('T1', 'doc', 5)],
      ];
      for (const [index, [expected, change]] of changes.entries()) {
        await change();
        expect([await read(), await read()], `change ${index}`).toEqual([expected, expected]);
      }
      // Also while a change is in progress, and right after it.
      const changing = documents.set('T1', 'doc', 6);
      expect([5, 6]).toContain(await read());
      await changing;
      expect(await read()).toBe(6);
    });

    test('are changed one after the other, however many processes change them at once', async () => {
      const { documents, revisions } = (await Rig.on(engine)).storage;
      const count = (workspace: string) =>
        revisions.update(workspace, 'doc', z.object({ n: z.int() }), current => ({
          n: (current?.n ?? 0) + 1,
        }));
      await Promise.all([...Array.from({ length: 20 }, () => count('T1')), count('T2')]);
      expect(await documents.get('T1', 'doc', anything)).toEqual({ n: 20 });
      expect(await documents.get('T2', 'doc', anything)).toEqual({ n: 1 });
      await documents.set('T1', 'doc', { n: 5 });
      expect(await count('T1')).toEqual({ n: 6 });
      await documents.delete('T1', 'doc');
      expect(await count('T1')).toEqual({ n: 1 });
    });

    test('are created again once they have expired', async () => {
      const rig = await Rig.on(engine);
      const { documents, revisions } = rig.storage;
      await documents.set('T1', 'doc', 1, engine.ownClock ? 20 : MINUTE);
      rig.pass(MINUTE);
      await expect.poll(() => documents.get('T1', 'doc', anything)).toBeUndefined();
      let tries = 0;
      const results = revisions.update('T1', 'doc', anything, current => {
        tries += 1;
        if (tries > 1) throw new RangeError('It was asked again, though nobody else was there');
        return [current, 'anew'];
      });
      expect(await results).toEqual([undefined, 'anew']);
      expect(await documents.get('T1', 'doc', anything)).toEqual([null, 'anew']);
    });

    test('stay unchanged if a change throws', async () => {
      const { documents, revisions } = (await Rig.on(engine)).storage;
      await documents.set('T1', 'doc', 'as it was');
      const change = revisions.update('T1', 'doc', anything, () => {
        throw new RangeError('no');
      });
      await expect(change).rejects.toThrow(RangeError);
      expect(await documents.get('T1', 'doc', anything)).toBe('as it was');
    });

    test('with a time to live end with it; a new value without one doesn’t', async () => {
      const rig = await Rig.on(engine);
      const { documents } = rig.storage;
      if (engine.ownClock) {
        await documents.set('T1', 'doc', 1, 20);
        await expect.poll(() => documents.get('T1', 'doc', anything)).toBeUndefined();
        return;
      }
      await documents.set('T1', 'doc', 1, MINUTE);
      rig.pass(MINUTE - 1);
      expect(await documents.get('T1', 'doc', anything)).toBe(1);
      rig.pass(1);
      expect(await documents.get('T1', 'doc', anything)).toBeUndefined();
      await documents.set('T1', 'doc', 2, MINUTE);
      await documents.set('T1', 'doc', 3);
      rig.pass(MINUTE);
      expect(await documents.get('T1', 'doc', anything)).toBe(3);
    });

    test('that don’t match their schema throw, because half a document is worse than none', async () => {
      const { documents } = (await Rig.on(engine)).storage;
      await documents.set('T1', 'doc', { linkedAt: 'yesterday' });
      await expect(documents.get('T1', 'doc', z.object({ linkedAt: z.number() }))).rejects.toThrow(
        UnreadableError,
      );
    });

    test.each(DAMAGES)(
      'that can’t be read (%s) are no failure of the store, and don’t affect others',
      async how => {
        const rig = await Rig.on(engine);
        const { documents, revisions, everyWorkspace } = rig.storage;
        const schema = z.object({ n: z.int() });
        for (const key of ['bad', 'good']) await documents.set('T1', key, { n: 7 });
        const repair = await rig.damage('document', '["T1","bad"]', how);
        await expect(documents.get('T1', 'bad', schema)).rejects.toThrow(UnreadableError);
        await expect(revisions.update('T1', 'bad', schema, () => ({ n: 8 }))).rejects.toThrow(
          UnreadableError,
        );
        expect(await documents.get('T1', 'good', schema)).toEqual({ n: 7 });
        expect(await everyWorkspace.documentsCalled('bad')).toEqual(['T1']);
        await repair();
        expect(await documents.get('T1', 'bad', schema)).toEqual({ n: 7 });
        await rig.damage('document', '["T1","bad"]', how);
        await documents.set('T1', 'bad', { n: 9 });
        expect(await documents.get('T1', 'bad', schema)).toEqual({ n: 9 });
      },
    );

    test('belong to their workspace, even if its name and the key split differently', async () => {
      const { documents } = (await Rig.on(engine)).storage;
      await documents.set('T1', 'a:b', 'mine');
      for (const [workspace, key] of [
        ['T2', 'a:b'],
        ['T1:a', 'b'],
        ['T1","a:b', ''],
      ] as const) {
        expect(await documents.get(workspace, key, anything)).toBeUndefined();
        await documents.delete(workspace, key);
      }
      expect(await documents.get('T1', 'a:b', anything)).toBe('mine');
    });

    test('can be listed by workspace', async () => {
      const { documents } = (await Rig.on(engine)).storage;
      await documents.set('T1', 'a', 1);
      await documents.set('T1', 'b "quoted"', 1, MINUTE);
      await documents.set('T1', 'gone', 1);
      await documents.delete('T1', 'gone');
      await documents.set('T11', 'c', 1);
      await documents.set('T1","a', 'd', 1);
      expect((await documents.keys('T1')).sort()).toEqual(['a', 'b "quoted"']);
      expect(await documents.keys('T')).toEqual([]);
    });
  });

  test('with an expiry belong to their workspace, are replaced and deleted, and expire', async () => {
    const rig = await Rig.on(engine);
    const { temporary } = rig.storage;
    await temporary.set('T1', 'a', 1, MINUTE);
    await temporary.set('T1', 'a', 2, MINUTE);
    await temporary.set('T1', 'b', 3, MINUTE);
    expect(await temporary.get('T1', 'a', anything)).toBe(2);
    expect(await temporary.get('T2', 'a', anything)).toBeUndefined();
    await expect(temporary.get('T1', 'a', z.string())).rejects.toThrow(UnreadableError);
    await temporary.delete('T1', 'a');
    expect(await temporary.get('T1', 'a', anything)).toBeUndefined();
    await temporary.set('T1', 'b', 4, engine.ownClock ? 20 : 1);
    rig.pass(1);
    await expect.poll(() => temporary.get('T1', 'b', anything)).toBeUndefined();
  });

  describe('every workspace', () => {
    test('that has a document of a name is found, among any number', async () => {
      const rig = await Rig.on(engine);
      const teams = Array.from({ length: 450 }, (_, index) => `T${index}`);
      for (const team of teams) await rig.storage.documents.set(team, 'secret', 1);
      await rig.storage.documents.set('T-other', 'not secret', 1);
      expect((await rig.storage.everyWorkspace.documentsCalled('secret')).sort()).toEqual(teams.toSorted());
      expect(await rig.storage.everyWorkspace.documentsCalled('nothing')).toEqual([]);
    });

    test('changes a document only in the state that was read: no change is lost, and its expiry stays', async () => {
      const rig = await Rig.on(engine);
      const { documents, everyWorkspace } = rig.storage;
      await documents.set('T1', 'doc', { count: 0 }, MINUTE);
      const count = (value: unknown) => ({ count: (value as { count: number }).count + 1 });
      const changes = Array.from({ length: 5 }, () => everyWorkspace.change('T1', 'doc', count));
      expect(await Promise.all(changes)).toEqual(Array(5).fill(true));
      expect(await documents.get('T1', 'doc', anything)).toEqual({ count: 5 });
      expect(await everyWorkspace.change('T1', 'doc', () => undefined)).toBe(false);
      expect(await everyWorkspace.change('T2', 'doc', count)).toBe(false);
      if (engine.ownClock) return;
      rig.pass(MINUTE);
      expect(await documents.get('T1', 'doc', anything)).toBeUndefined();
    });
  });
}
