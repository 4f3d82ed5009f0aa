import { describe, expect, test } from 'vitest';
import type { Credits } from '../../../src/kit/credits.ts';
import type { Intent } from '../../../src/texts/intent.ts';
import { WARN_AGAIN_MS } from '../../../src/texts/store/queue.ts';
import { type Engine, KEY, Rig, SENT, WORKFLOW, WORKSPACE } from './rig.ts';

export function describeLowBalance(engine: Engine): void {
  describe('a low balance', () => {
    async function sentWith(rig: Rig, balance: string | null, source: Intent['source'] = 'command') {
      const intent = await rig.added({ source });
      await rig.outbox.plan(intent.id, rig.plan([rig.planned()]), rig.now);
      await rig.drain({ ...SENT, balance } as typeof SENT);
      await rig.told();
      return (below: string, workspace = WORKSPACE) =>
        rig.outbox.warnLow(
          { id: intent.id, workspace },
          { fingerprint: KEY, below: below as Credits, readers: ['U8', 'U9'] },
          rig.now,
        );
    }

    test('is reported once to each reader, even if checks race, for each workspace with that key', async () => {
      const rig = await Rig.on(engine);
      const warn = await sentWith(rig, '9.50');
      const looks = await Promise.all(Array.from({ length: 8 }, () => warn('10')));
      expect(looks.filter(Boolean)).toHaveLength(1);
      expect((await rig.told()).map(({ kind, reader }) => [kind, reader])).toEqual([
        ['balance_low', 'U8'],
        ['balance_low', 'U9'],
      ]);
      expect(await warn('10', 'T2')).toBe(true);
    });

    test('is reported again after it was higher meanwhile, or after a day', async () => {
      const rig = await Rig.on(engine);
      expect(await (await sentWith(rig, '9.50'))('10')).toBe(true);
      await rig.reopen();
      expect(await (await sentWith(rig, '9.15'))('10')).toBe(false);
      expect(await (await sentWith(rig, '10'))('10'), 'as much is not below').toBe(false);
      expect(await (await sentWith(rig, '9.65'))('10')).toBe(true);
      rig.pass(WARN_AGAIN_MS - 1);
      expect(await (await sentWith(rig, '9.30'))('10')).toBe(false);
      rig.pass(1);
      expect(await (await sentWith(rig, '8.95'))('10')).toBe(true);
    });

    test('isn’t reported while the balance is unknown; a workflow’s text can cause the report too', async () => {
      const rig = await Rig.on(engine);
      expect(await (await sentWith(rig, null))('10')).toBe(false);
      expect(await (await sentWith(rig, '-1', WORKFLOW))('0')).toBe(true);
      expect((await rig.told()).map(({ kind }) => kind)).toEqual(['balance_low', 'balance_low']);
    });
  });
}
