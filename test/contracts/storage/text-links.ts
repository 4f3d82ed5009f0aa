import { describe, expect, test } from 'vitest';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { MAX_TEXT_LINKS, TEXT_LINK_RENEWED_MS } from '../../../src/texts/store/links.ts';
import { type Engine, Rig, WORKSPACE } from './rig.ts';

const DAY = 24 * 3_600_000;
const STOP = { workspace: WORKSPACE, intent: null };

export function describeTextLinks(engine: Engine): void {
  describe('links in texts', () => {
    const link = (hash: string, end = 1) => ({
      hash,
      number: `017${String(end).padStart(8, '0')}` as LocalNumber,
    });

    test('identify a number of a workspace until they end', async () => {
      const rig = await Rig.on(engine);
      await rig.storage.textLinks.keep(STOP, [link('a', 1), link('b', 2)], rig.now + DAY, rig.now);
      await rig.reopen();
      const { textLinks } = rig.storage;
      expect(await textLinks.find('b', rig.now)).toEqual({
        workspace: WORKSPACE,
        number: link('b', 2).number,
        intent: null,
      });
      expect(await textLinks.find('c', rig.now)).toBeNull();
      rig.pass(DAY);
      expect(await textLinks.find('b', rig.now)).toBeNull();
    });

    test('in texts about alerts identify the intent, too: the same number has one link for each', async () => {
      const rig = await Rig.on(engine);
      for (const intent of ['I1', 'I2']) {
        const about = { workspace: WORKSPACE, intent };
        await rig.storage.textLinks.keep(about, [link(intent, 1)], rig.now + DAY, rig.now);
      }
      await rig.reopen();
      for (const intent of ['I1', 'I2']) {
        expect(await rig.storage.textLinks.find(intent, rig.now)).toEqual({
          workspace: WORKSPACE,
          intent,
          number: link(intent, 1).number,
        });
      }
    });

    test('last longer when they are used again', async () => {
      const rig = await Rig.on(engine);
      const { textLinks } = rig.storage;
      const use = () => textLinks.keep(STOP, [link('a')], rig.now + 365 * DAY, rig.now);
      await use();
      rig.pass(TEXT_LINK_RENEWED_MS);
      await use();
      rig.pass(365 * DAY - 1);
      expect(await textLinks.find('a', rig.now)).not.toBeNull();
    });

    test('that end first make room for others', async () => {
      const rig = await Rig.on(engine);
      const { textLinks } = rig.storage;
      const links = Array.from({ length: 5 }, (_, n) => link(`many ${n}`, n));
      await textLinks.keep(STOP, [link('old', 9)], rig.now + DAY, rig.now);
      await textLinks.keep(STOP, links, rig.now + 2 * DAY, rig.now);
      expect(MAX_TEXT_LINKS).toBeGreaterThan(6);
      rig.pass(DAY);
      await textLinks.keep(STOP, [link('new', 8)], rig.now + DAY, rig.now);
      rig.pass(-DAY);
      // Ended links are deleted, not only hidden.
      expect(await textLinks.find('old', rig.now)).toBeNull();
      expect(await textLinks.find('many 4', rig.now)).not.toBeNull();
    });
  });
}
