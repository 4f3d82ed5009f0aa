import { describe, expect, test } from 'vitest';
import type { LocalNumber } from '../../../src/domain/number.ts';
import { MAX_STOP_LINKS, STOP_LINK_RENEWED_MS } from '../../../src/storage/ports.ts';
import { type Engine, Rig, WORKSPACE } from './rig.ts';

const DAY = 24 * 3_600_000;

export function describeStopLinks(engine: Engine): void {
  describe('stop links', () => {
    const link = (hash: string, end = 1) => ({
      hash,
      number: `017${String(end).padStart(8, '0')}` as LocalNumber,
    });

    test('stand for a number of a workspace until they end', async () => {
      const rig = await Rig.on(engine);
      await rig.storage.stopLinks.keep(WORKSPACE, [link('a', 1), link('b', 2)], rig.now + DAY, rig.now);
      await rig.reopen();
      const { stopLinks } = rig.storage;
      expect(await stopLinks.find('b', rig.now)).toEqual({
        workspace: WORKSPACE,
        number: link('b', 2).number,
      });
      expect(await stopLinks.find('c', rig.now)).toBeNull();
      rig.pass(DAY);
      expect(await stopLinks.find('b', rig.now)).toBeNull();
    });

    test('last longer when they are used again', async () => {
      const rig = await Rig.on(engine);
      const { stopLinks } = rig.storage;
      const use = () => stopLinks.keep(WORKSPACE, [link('a')], rig.now + 365 * DAY, rig.now);
      await use();
      rig.pass(STOP_LINK_RENEWED_MS);
      await use();
      rig.pass(365 * DAY - 1);
      expect(await stopLinks.find('a', rig.now)).not.toBeNull();
    });

    test('that end first make room for others', async () => {
      const rig = await Rig.on(engine);
      const { stopLinks } = rig.storage;
      const many = Array.from({ length: 5 }, (_, n) => link(`many ${n}`, n));
      await stopLinks.keep(WORKSPACE, [link('old', 9)], rig.now + DAY, rig.now);
      await stopLinks.keep(WORKSPACE, many, rig.now + 2 * DAY, rig.now);
      expect(MAX_STOP_LINKS).toBeGreaterThan(6);
      rig.pass(DAY);
      await stopLinks.keep(WORKSPACE, [link('new', 8)], rig.now + DAY, rig.now);
      rig.pass(-DAY);
      // It has ended, and is really gone.
      expect(await stopLinks.find('old', rig.now)).toBeNull();
      expect(await stopLinks.find('many 4', rig.now)).not.toBeNull();
    });
  });
}
