import type { EventDelivery } from '../wire/connection.ts';
import { consentRequest, installer, isOrgWide, uninstallApp } from '../world/install.ts';
import { viewObject } from '../world/views.ts';
import { directChannel, findPerson, findWorkspace } from '../world/world.ts';
import { type Scene, subscribed, type Who, whoIs } from './scene.ts';

/** Somebody opens the app's Home or Messages tab; undefined if the app isn't subscribed to that. */
export async function openApp(
  scene: Scene,
  asked: Who & { tab?: 'home' | 'messages' | undefined },
): Promise<EventDelivery | undefined> {
  if (!subscribed(scene, 'app_home_opened')) return undefined;
  const { workspace, person } = whoIs(scene, asked);
  const tab = asked.tab ?? 'home';
  const view = workspace.homes.get(person.id);
  return scene.events.send(workspace, {
    type: 'app_home_opened',
    user: person.id,
    channel: directChannel(workspace, person.id).id,
    tab,
    ...(view && tab === 'home' ? { view: viewObject(workspace, view) } : {}),
  });
}

export interface Consented {
  authorizeUrl: string;
  team?: string | undefined;
  user?: string | undefined;
  /** Default true. */
  allow?: boolean | undefined;
  /** For that workspace's organisation. */
  orgWide?: boolean | undefined;
}

/** Answers the consent page that the app sent a person to; returns where Slack sends that person next. */
export function consent({ world, consents }: Scene, how: Consented): string {
  const asked = consentRequest(new URL(how.authorizeUrl).searchParams);
  const problem = consents.problemOf(asked);
  if (problem) throw new Error(`Slack shows an error page: ${problem}`);
  if (how.allow === false) return consents.refuse(asked);
  const workspace = findWorkspace(world, how.team);
  const person = how.user ? findPerson(workspace, how.user) : installer(workspace);
  return consents.allow(asked, workspace, person.id, how.orgWide);
}

/** Removes the app from a workspace. Neither of the two events carries a token, and Slack promises no order. */
export async function uninstall(
  scene: Scene,
  asked: { team?: string | undefined },
): Promise<EventDelivery[]> {
  const workspace = findWorkspace(scene.world, asked.team);
  const orgWide = isOrgWide(scene.world, workspace);
  uninstallApp(scene.world, workspace);
  const events = [
    { type: 'tokens_revoked', tokens: { oauth: [], bot: [workspace.botUserId] } },
    { type: 'app_uninstalled' },
  ].filter(event => subscribed(scene, event.type));
  return Promise.all(events.map(event => scene.events.send(workspace, event, orgWide)));
}
