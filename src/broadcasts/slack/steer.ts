import { ACTION } from '../../kit/slack/ids.ts';
import { asIs, onPress } from '../../kit/slack/press.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { broadcastLead } from './rights.ts';

/** "Pause", "Resume" and "Cancel" on a broadcast's post and in the Home tab, which then show what it has come to. */
export function steerBroadcast(services: Services): Surface[] {
  const on = (action: string, step: 'pause' | 'resume' | 'cancel'): Surface =>
    onPress(services, action, {
      read: asIs,
      may: broadcastLead,
      async carryOut({ broadcasts }, { workspace, userId: by, at }, id) {
        const done = await broadcasts[step](workspace, id, { by, at });
        return 'kind' in done ? { kind: 'refused', problem: done } : { kind: 'quiet' };
      },
    });
  return [
    on(ACTION.pauseBroadcast, 'pause'),
    on(ACTION.resumeBroadcast, 'resume'),
    on(ACTION.cancelBroadcast, 'cancel'),
  ];
}
