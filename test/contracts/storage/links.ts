import { describe, expect, test } from 'vitest';
import { type Engine, MINUTE, Rig, WORKSPACE } from './rig.ts';

export function describeLinks(engine: Engine): void {
  describe('links to pages', () => {
    const link = (id: string, endsAt: number) => ({
      id,
      workspace: WORKSPACE,
      userId: 'U1',
      purpose: 'import',
      about: null,
      endsAt,
    });

    test('work only for the browser that opens them first', async () => {
      const rig = await Rig.on(engine);
      const { links } = rig.storage;
      await links.make(link('hash', rig.now + 15 * MINUTE), rig.now);
      expect(await links.look('hash', rig.now), 'looking changes nothing').toMatchObject({ browser: null });
      const until = rig.now + 60 * MINUTE;
      const opened = await Promise.all(
        ['one', 'other'].map(browser => links.open('hash', browser, until, rig.now)),
      );
      expect(opened.filter(link => link !== null)).toHaveLength(1);
      const browser = opened.find(link => link !== null)?.browser ?? '';
      expect(await links.open('hash', browser, until, rig.now)).toMatchObject({ endsAt: until });
      rig.pass(16 * MINUTE);
      expect(await links.look('hash', rig.now), 'its browser goes on').toMatchObject({ browser });
      rig.pass(45 * MINUTE);
      expect(await links.look('hash', rig.now)).toBeNull();
    });

    test('expire unopened, end when the next one is made, and are deleted with their workspace', async () => {
      const rig = await Rig.on(engine);
      const { links, deletions } = rig.storage;
      await links.make(link('first', rig.now + MINUTE), rig.now);
      rig.pass(MINUTE);
      expect(await links.open('first', 'one', rig.now + MINUTE, rig.now)).toBeNull();
      await links.make(link('second', rig.now + MINUTE), rig.now);
      expect(await links.look('first', rig.now - MINUTE)).toBeNull();
      await deletions.schedule(WORKSPACE, rig.now);
      while ((await deletions.removeDue(rig.now, 10)) > 0);
      expect(await links.look('second', rig.now)).toBeNull();
    });
  });
}
