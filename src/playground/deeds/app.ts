import type { EventDelivery } from '../wire/connection.ts';
import { isOrgWide, uninstallApp } from '../world/install.ts';
import type { Person, Workspace } from '../world/types.ts';
import { viewObject } from '../world/views.ts';
import { directChannel } from '../world/world.ts';
import type { Scene } from './scene.ts';

/** Somebody opens the app's Home or Messages tab; the app is told if it subscribed to that. */
export async function openApp(
  scene: Scene,
  workspace: Workspace,
  person: Person,
  tab: 'home' | 'messages' = 'home',
): Promise<EventDelivery | undefined> {
  if (!subscribed(scene, 'app_home_opened')) return undefined;
  const view = workspace.homes.get(person.id);
  return scene.events.send(workspace, {
    type: 'app_home_opened',
    user: person.id,
    channel: directChannel(workspace, person.id).id,
    tab,
    ...(view && tab === 'home' ? { view: viewObject(workspace, view) } : {}),
  });
}

function subscribed(scene: Scene, event: string): boolean {
  return scene.world.manifest.events?.includes(event) ?? true;
}

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
