import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Engine, MINUTE, Rig } from './rig.ts';

const anything = z.unknown();

export function describeDocuments(engine: Engine): void {
  describe('documents', () => {
    test.each([
      ['an object', { a: [1, { b: null }], text: 'বাংলা "quoted"\n' }],
      ['a string', 'plain'],
      ['a string that looks like an encoding', ':base64:aGVsbG8='],
      ['a string of JSON', '{"value":1}'],
      ['zero', 0],
      ['false', false],
      ['an empty list', []],
    ])('keep %s as it is, over a restart', async (_name, value) => {
      const rig = await Rig.on(engine);
      await rig.storage.documents.set('T1', 'doc', value);
      await rig.reopen();
      expect(await rig.storage.documents.get('T1', 'doc', anything)).toEqual(value);
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

    test('with a time to live end with it; a new value without one does not', async () => {
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

    test('that do not fit their schema throw: half a document is worse than none', async () => {
      const { documents } = (await Rig.on(engine)).storage;
      await documents.set('T1', 'doc', { linkedAt: 'yesterday' });
      await expect(documents.get('T1', 'doc', z.object({ linkedAt: z.number() }))).rejects.toThrow(
        z.ZodError,
      );
    });

    test('belong to their workspace, however its name and the key are split', async () => {
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
  });
}
