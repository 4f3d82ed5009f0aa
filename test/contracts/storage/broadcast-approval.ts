import { describe, expect, test } from 'vitest';
import { APPROVAL_MS } from '../../../src/broadcasts/broadcast.ts';
import type { Report } from '../../../src/texts/store/model.ts';
import { broadcastsOn, rowOf } from './broadcast-rig.ts';
import { type Engine, found, MINUTE, Rig, WORKSPACE } from './rig.ts';

export function describeBroadcastApproval(engine: Engine): void {
  describe('a broadcast that another person approves', () => {
    /** A broadcast whose approval is asked for in C9. */
    async function requestApproval() {
      const rig = await Rig.on(engine);
      const { gather, doing } = broadcastsOn(rig);
      await gather([rowOf(1), rowOf(2)]);
      const to = { ...doing(), channel: 'C9' };
      found((await rig.storage.broadcasts.askApproval(WORKSPACE, 'b1', to)) ?? undefined);
      return { rig, doing };
    }

    const due = (rig: Rig): Promise<Report[]> =>
      rig.storage.reports.leaseReports(rig.now, rig.now + MINUTE, 9);
    const current = async (rig: Rig) =>
      found((await rig.storage.broadcasts.one(WORKSPACE, 'b1')) ?? undefined);

    test('is reported when approval is requested, and again when it is decided, even while the first report is being delivered', async () => {
      const { rig, doing } = await requestApproval();
      const { broadcasts, reports } = rig.storage;
      const [report] = await due(rig);
      expect(report).toMatchObject({ kind: 'outcome', intent: { id: 'b1', rows: true } });
      found((await broadcasts.start(WORKSPACE, 'b1', doing('U2'))) ?? undefined);
      await reports.keepReport(found(report), rig.now + APPROVAL_MS, rig.now);
      expect(await due(rig)).toHaveLength(1);
      expect(await current(rig)).toMatchObject({ state: 'running', approval: { by: 'U2', channel: 'C9' } });
    });
  });
}
