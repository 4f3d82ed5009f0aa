import type { Clock } from '../kit/clock.ts';
import type { InTurns } from '../kit/in-turns.ts';
import type { Inboxes } from '../kit/inbox/model.ts';
import type { Beat } from './alert.ts';
import type { Heartbeat } from './deciding/heartbeat.ts';
import { alertsOf, lookAtAlerts } from './kept-state.ts';

/** Hooks that should be called regularly. */
export type Heartbeats = {
  /** Notes a call: it is stored before this resolves. */
  beat(workspace: string, hookId: string): Promise<void>;
  /** Those that were called at least once, by their hooks. */
  all(workspace: string): Promise<ReadonlyMap<string, Heartbeat>>;
};

/** @param taken is called after a call was stored */
export function createHeartbeats(parts: {
  inboxes: Pick<Inboxes, 'put' | 'look'>;
  inTurns: InTurns;
  clock: Clock;
  newId: () => string;
  taken: () => void;
}): Heartbeats {
  const { inboxes, clock, newId, taken } = parts;
  return {
    async beat(workspace, hookId) {
      const now = clock.now();
      const body: Beat = { beat: hookId, at: now };
      const event = {
        id: newId(),
        address: alertsOf(workspace),
        body: JSON.stringify(body),
        sameness: null,
      };
      await inboxes.put(event, now);
      taken();
    },
    async all(workspace) {
      const { watch } = await lookAtAlerts(parts, workspace);
      return new Map(watch.heartbeats.map(heartbeat => [heartbeat.hook, heartbeat]));
    },
  };
}
