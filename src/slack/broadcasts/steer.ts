import type { App } from '@slack/bolt';
import { createRights } from '../../broadcasts/rights.ts';
import type { Problem } from '../../domain/problem.ts';
import { ACTION } from '../ids.ts';
import { leniently, onPress } from '../press.ts';
import type { Services } from '../services.ts';
import type { Who } from '../who.ts';

/** "Pause", "Resume" and "Cancel" on a broadcast's post and in the Home tab, which then show what it has come to. */
export function registerSteerBroadcast(app: App, services: Services): void {
  const on = (action: string, step: 'pause' | 'resume' | 'cancel') =>
    onPress(app, services, action, {
      read: id => id,
      judge: leadProblem,
      async carryOut({ broadcasts }, { workspace, userId: by, at }, id) {
        const done = await broadcasts[step](workspace, id, { by, at });
        return 'kind' in done ? { kind: 'refused', problem: done } : { kind: 'quiet' };
      },
    });
  on(ACTION.pauseBroadcast, 'pause');
  on(ACTION.resumeBroadcast, 'resume');
  on(ACTION.cancelBroadcast, 'cancel');
}

async function leadProblem(
  services: Services,
  { workspace, userId }: Who,
  id: string,
): Promise<Problem | null> {
  const one = await services.broadcasts.one(workspace, id);
  if (!one) return { kind: 'BROADCAST_GONE' };
  return createRights(leniently(services)).toLead(workspace, userId, one.ask.by);
}
