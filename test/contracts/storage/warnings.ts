import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { createAttention } from '../../../src/attention/attention.ts';
import type { Warning } from '../../../src/kit/slack/warnings.ts';
import { type Engine, Rig, SENT, WORKSPACE } from './rig.ts';

const NUMBER_REFUSED = {
  kind: 'refused',
  problem: { kind: 'SERVICE_REFUSED', code: 'INVALID_NUMBER', status: 400, proven: true },
} as const;

export function describeWarnings(engine: Engine): void {
  describe('warnings', () => {
    test('a number that the service refuses is counted until a text to it is sent, or until it is too old to be kept', async () => {
      const rig = await Rig.on(engine);
      const [bad, good] = [rig.number(), rig.number()];
      async function end(number: typeof bad, settlement: typeof SENT | typeof NUMBER_REFUSED) {
        const intent = await rig.added();
        await rig.outbox.plan(intent.id, rig.plan([rig.planned({ number })]), rig.now);
        await rig.drain(settlement);
      }
      const failing = async () =>
        (await rig.storage.history.failing(WORKSPACE)).map(({ number, times }) => [number, times]);
      await end(bad, NUMBER_REFUSED);
      await end(good, SENT);
      await end(bad, NUMBER_REFUSED);
      await rig.reopen();
      expect(await failing()).toEqual([[bad, 2]]);
      await end(bad, SENT);
      expect(await failing()).toEqual([]);
      await end(bad, NUMBER_REFUSED);
      const cutOffs = { textsBefore: rig.now + 1, idsBefore: 0 };
      await rig.storage.retention.sweep(WORKSPACE, cutOffs, 100);
      expect(await failing()).toEqual([]);
    });

    test('several processes: one of them looks at a time, and what it finds all show', async () => {
      const rig = await Rig.on(engine);
      let looks = 0;
      const warning: Warning = {
        subject: 'key',
        people: ['U1'],
        leaders: null,
        isToldElsewhere: false,
        say: () => ({ text: 'look', button: null }),
      };
      const process = () =>
        createAttention({
          ...rig.storage,
          sources: () => [
            {
              kind: 'balance',
              isUrgent: false,
              async find(_workspace, among) {
                if (among === null) looks += 1;
                return [warning];
              },
            },
          ],
          isShared: true,
          clock: { now: () => rig.now, wall: () => rig.now, after: () => () => undefined },
          log: pino({ level: 'silent' }),
        });
      const [first, second] = [process(), process()];
      await Promise.all([first, second, first, second].map(each => each.look(WORKSPACE, 1000)));
      expect(looks).toBe(1);
      const reader = { workspace: WORKSPACE, userId: 'U1', manages: false };
      expect(await Promise.all([first.current(reader), second.current(reader)])).toEqual([
        [warning],
        [warning],
      ]);
      expect(await first.current({ ...reader, workspace: 'T2' }), 'of another workspace').toEqual([]);
      rig.pass(1000);
      await second.look(WORKSPACE, 1000);
      await first.look(WORKSPACE, 1000);
      expect(looks).toBe(2);
    });
  });
}
