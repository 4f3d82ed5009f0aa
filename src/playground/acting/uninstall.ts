import type { EventDelivery } from '../wire/connection.ts';
import { isOrgWide, uninstallApp } from '../world/install.ts';
import type { Workspace } from '../world/types.ts';
import { subscribed } from './home.ts';
import type { Scene } from './scene.ts';

/** Removes the app from a workspace. Neither of the two events carries a token, and Slack promises no order. */
export async function uninstall(scene: Scene, workspace: Workspace): Promise<EventDelivery[]> {
  const orgWide = isOrgWide(scene.world, workspace);
  uninstallApp(scene.world, workspace);
  const events = [
    { type: 'tokens_revoked', tokens: { oauth: [], bot: [workspace.botUserId] } },
    { type: 'app_uninstalled' },
  ].filter(event => subscribed(scene, event.type));
  return Promise.all(events.map(event => scene.events.send(workspace, event, orgWide)));
}
