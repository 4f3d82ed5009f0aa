import type { JsonObject } from '../json.ts';
import type { AppConnection, Reply } from '../wire/connection.ts';
import type { Events } from '../wire/events.ts';
import { isOrgWide } from '../world/install.ts';
import type { ReplyUrls, Triggers } from '../world/interactivity.ts';
import type { Channel, Person, Workspace } from '../world/types.ts';
import type { World } from '../world/world.ts';

/** What acting as a person needs. The page and the tests' driver act through the same functions. */
export interface Scene {
  world: World;
  triggers: Triggers;
  replyUrls: ReplyUrls;
  app: AppConnection;
  events: Events;
  /** The playground's own address, without a trailing slash. */
  url(): string;
  /** Slack's verification token, deprecated but still sent. */
  verificationToken: string;
}

/** Tells one person something, outside any channel. */
export function notify(scene: Scene, user: string, text: string): void {
  scene.world.notices.push({ user, text, at: scene.world.clock.now() });
  scene.world.changed();
}

function teamObject(workspace: Workspace): JsonObject {
  return { id: workspace.id, domain: workspace.domain };
}

function userObject(person: Person): JsonObject {
  return { id: person.id, username: person.name, name: person.name, team_id: person.teamId };
}

export function channelObject(channel: Channel): JsonObject {
  return { id: channel.id, name: shownName(channel) };
}

/** The name Slack puts into payloads: a direct message has no name of its own. */
export function shownName(channel: Channel): string {
  if (channel.kind === 'im') return 'directmessage';
  return channel.kind === 'private' ? 'privategroup' : channel.name;
}

/** The fields that every interactive payload starts with. */
export function payloadBase(scene: Scene, workspace: Workspace, person: Person): JsonObject {
  return {
    user: userObject(person),
    api_app_id: workspace.appId,
    token: scene.verificationToken,
    team: teamObject(workspace),
    enterprise: workspace.org ?? null,
    is_enterprise_install: isOrgWide(scene.world, workspace),
  };
}

/**
 * The same for a view. In a shared channel, when somebody from another workspace submits, the payload names their own
 * workspace; the app's is only in the view's `app_installed_team_id` (slackapi/bolt-js#1614).
 */
export function viewPayloadBase(scene: Scene, workspace: Workspace, person: Person): JsonObject {
  const base = payloadBase(scene, workspace, person);
  if (person.teamId === workspace.id) return base;
  const home = scene.world.workspaces.get(person.teamId);
  return {
    ...base,
    team: home ? teamObject(home) : { id: person.teamId, domain: person.teamId.toLowerCase() },
    enterprise: home?.org ?? null,
    is_enterprise_install: home ? isOrgWide(scene.world, home) : false,
  };
}

/** What Slack's clients tell a person whose click failed. */
export function problemSentence(reply: Reply): string | undefined {
  if (!reply.problem) return undefined;
  return reply.problem === 'operation_timeout'
    ? 'This app is taking too long to answer (operation_timeout).'
    : 'This app responded with an error (dispatch_failed).';
}
