import { describe, expect, test } from 'vitest';
import type { Template } from '../../../src/templates/service.ts';
import { type Engine, Rig, WORKSPACE } from './rig.ts';

export function describeTemplates(engine: Engine): void {
  describe('templates', () => {
    const template = (id: string, owner: string | null, fields: Partial<Template> = {}): Template => ({
      id,
      workspace: WORKSPACE,
      owner,
      name: id,
      text: 'Dear {name}, {{',
      by: 'U1',
      at: 1,
      ...fields,
    });

    /** Stores a template, and returns the ids that its owner had before. */
    const put = ({ templates }: Rig['storage'], template: Template) =>
      templates.update(template.workspace, template.owner, null, before => ({
        put: template,
        result: before.map(({ id }) => id),
      }));

    test('belong to their owner, or to their workspace', async () => {
      const rig = await Rig.on(engine);
      expect(await put(rig.storage, template('ours', null))).toEqual([]);
      expect(await put(rig.storage, template('mine', 'U1'))).toEqual([]);
      expect(await put(rig.storage, template('more', 'U1'))).toEqual(['mine']);
      await put(rig.storage, template('elsewhere', null, { workspace: 'T2' }));
      await put(rig.storage, template('mine', 'U1', { text: 'changed' }));
      await rig.reopen();

      const { templates } = rig.storage;
      const ids = async (owners: (string | null)[]) =>
        (await templates.list(WORKSPACE, owners)).map(({ id }) => id).sort();
      expect(await ids([null])).toEqual(['ours']);
      expect(await ids([null, 'U1'])).toEqual(['mine', 'more', 'ours']);
      expect(await ids(['U2'])).toEqual([]);
      expect(await templates.template(WORKSPACE, 'mine')).toEqual(
        template('mine', 'U1', { text: 'changed' }),
      );
      expect(await templates.template(WORKSPACE, 'elsewhere')).toBeNull();

      await templates.update(WORKSPACE, 'U1', null, () => ({ goes: 'mine', result: null }));
      expect(await ids([null, 'U1'])).toEqual(['more', 'ours']);
    });

    test('of two concurrent changes, the second sees the result of the first', async () => {
      const rig = await Rig.on(engine);
      const unlessTaken = (id: string) =>
        rig.storage.templates.update(WORKSPACE, null, null, before =>
          before.some(({ name }) => name === 'same')
            ? { result: 'taken' }
            : { put: template(id, null, { name: 'same' }), result: 'saved' },
        );
      expect((await Promise.all([unlessTaken('a'), unlessTaken('b')])).sort()).toEqual(['saved', 'taken']);
      expect(await rig.storage.templates.list(WORKSPACE, [null])).toHaveLength(1);
    });
  });
}
