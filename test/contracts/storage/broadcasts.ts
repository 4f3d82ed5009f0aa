import { describe, expect, test } from 'vitest';
import type { BroadcastAsk, BroadcastRow } from '../../../src/domain/broadcast.ts';
import type { LocalNumber } from '../../../src/domain/number.ts';
import type { Broadcast, Feeding } from '../../../src/storage/ports.ts';
import { type Engine, found, KEY, Rig, SENT, WORKSPACE } from './rig.ts';

const number = (end: number) => `017${String(end).padStart(8, '0')}` as LocalNumber;

export const row = (end: number, more: Partial<BroadcastRow> = {}): BroadcastRow => ({
  who: { kind: 'number', number: number(end) },
  name: `Person ${end}`,
  number: number(end),
  message: `নমস্কার ${end}`,
  parts: 1,
  problem: null,
  ...more,
});

export const ASK: BroadcastAsk = {
  to: [{ kind: 'group', id: 'farmers', label: 'Farmers' }],
  message: 'নমস্কার',
  isTemplate: false,
  kind: 'service',
  channel: 'C1',
  by: 'U1',
};

export function describeBroadcasts(engine: Engine): void {
  describe('broadcasts', () => {
    const doing = (rig: Rig, by: string | null = 'U1') => ({ by, now: rig.now, wall: rig.now });

    async function gathered(rig: Rig, rows: BroadcastRow[], id = 'b1'): Promise<Broadcast> {
      const { broadcasts } = rig.storage;
      const at = rig.now;
      await broadcasts.open({ id, workspace: WORKSPACE, ask: ASK, of: null, schedule: null, at, wall: at });
      for (let from = 0; from < rows.length; from += 100)
        await broadcasts.addRows(id, rows.slice(from, from + 100));
      return found((await broadcasts.gathered(id, at)) ?? undefined);
    }

    async function started(rig: Rig, count: number, id = 'b1'): Promise<Broadcast> {
      await gathered(
        rig,
        Array.from({ length: count }, (_, index) => row(index)),
        id,
      );
      return found((await rig.storage.broadcasts.start(WORKSPACE, id, doing(rig))) ?? undefined);
    }

    async function feed(rig: Rig, more: Partial<Feeding> = {}, id = 'b1'): Promise<Broadcast | null> {
      const { broadcasts } = rig.storage;
      const from = (await broadcasts.nextRows(id))?.from ?? 0;
      const given = { from, fingerprint: KEY, most: 40, leaveOut: new Map(), limits: null, ...more };
      return broadcasts.feed(id, given, rig.now);
    }

    test('text each of their rows once, and end with the last', async () => {
      const rig = await Rig.on(engine);
      await started(rig, 30);
      for (let sent = 0; sent < 30; ) {
        await feed(rig);
        sent += (await rig.drain(SENT)).length;
        rig.pass(1000);
      }
      const one = found((await rig.storage.broadcasts.one(WORKSPACE, 'b1')) ?? undefined);
      expect(one).toMatchObject({
        state: 'ended',
        counts: { sent: 30, open: 0, millionths: 30 * 350_000, costless: 0 },
      });
      const { rows } = await rig.storage.broadcasts.rows(WORKSPACE, 'b1', {
        filter: 'sent',
        from: 0,
        limit: 100,
      });
      expect(rows.map(({ number: to }) => to)).toEqual(
        Array.from({ length: 30 }, (_, index) => number(index)),
      );
    });
  });
}
