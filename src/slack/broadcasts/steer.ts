import type { App } from '@slack/bolt';
import { ACTION } from '../ids.ts';
import { onPress } from '../press.ts';
import type { Services } from '../services.ts';

/** "Pause", "Resume" and "Cancel" on a broadcast's post and in the Home tab, which then show what it has come to. */
export function registerSteerBroadcast(app: App, services: Services): void {
  const on = (action: string, step: 'pause' | 'resume' | 'cancel') =>
    onPress(app, services, action, async ({ workspace, userId, value, refuse }) => async () => {
      const done = await services.broadcasts[step](workspace, value, userId);
      return 'kind' in done ? refuse(done) : undefined;
    });
  on(ACTION.pauseBroadcast, 'pause');
  on(ACTION.resumeBroadcast, 'resume');
  on(ACTION.cancelBroadcast, 'cancel');
}
