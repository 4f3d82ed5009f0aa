import type { JsonObject } from '../json.ts';
import type { AppConnection, Reply } from '../wire/connection.ts';
import { type Events, VERIFICATION_TOKEN } from '../wire/events.ts';
import { isOrgWide } from '../world/install.ts';
import { findPost } from '../world/posts.ts';
import type { Channel, Person, Post, View, Workspace } from '../world/types.ts';
import { findView } from '../world/views.ts';
import { directChannel, findChannel, findPerson, findWorkspace, type World } from '../world/world.ts';

/** Everything that a user's action needs. */
export interface Scene {
  world: World;
  app: AppConnection;
  events: Events;
}

/** A user by id or handle, in the first workspace unless `team` names another. */
export interface UserRef {
  user: string;
  team?: string | undefined;
}

/** A user in a channel. */
export interface PlaceRef extends UserRef {
  /** An id, `#name`, or `app` for the direct messages with the app; `#general` by default. */
  channel?: string | undefined;
}

/** A post, or its channel and timestamp. */
export type PostRef = Post | { channel: string; ts: string };
/** A view, or its id. */
export type ViewRef = View | { id: string };

export function findUser({ world }: Scene, ref: UserRef): { workspace: Workspace; person: Person } {
  const workspace = findWorkspace(world, ref.team);
  return { workspace, person: findPerson(workspace, ref.user) };
}

export function findPlace(
  scene: Scene,
  ref: PlaceRef,
): { workspace: Workspace; person: Person; channel: Channel } {
  const { workspace, person } = findUser(scene, ref);
  const isDirect = ref.channel === 'app';
  const channel = isDirect
    ? directChannel(workspace, person.id)
    : findChannel(workspace, ref.channel ?? '#general');
  return { workspace, person, channel };
}

export function resolvePost(workspace: Workspace, ref: PostRef): Post {
  const post = 'blocks' in ref ? ref : findPost(workspace, ref.channel, ref.ts);
  if (!post) throw new Error('This message is gone.');
  return post;
}

/** Finds a view with its workspace and user; throws if it is closed. */
export function resolveView(
  { world }: Scene,
  input: { view: ViewRef; team?: string | undefined },
): { view: View; workspace: Workspace; person: Person } {
  const { view: ref } = input;
  const view = 'content' in ref ? ref : findView(findWorkspace(world, input.team), { id: ref.id });
  if (!view) throw new Error('This view is gone.');
  const workspace = findWorkspace(world, view.teamId);
  return { view, workspace, person: findPerson(workspace, view.user) };
}

/** Sends the app an interaction: its type, the common fields, and its own. */
export const interact = (scene: Scene, type: string, base: JsonObject, own: JsonObject): Promise<Reply> =>
  scene.app.deliver({ kind: 'interactive', payload: { type, ...base, ...own } });

/** Shows one user a toast. */
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

/** The name in payloads. Direct messages and private channels have a fixed one. */
export function shownName(channel: Channel): string {
  if (channel.kind === 'im') return 'directmessage';
  return channel.kind === 'private' ? 'privategroup' : channel.name;
}

/** The fields that every interactive payload begins with. */
export function payloadBase(scene: Scene, workspace: Workspace, person: Person): JsonObject {
  return {
    user: userObject(person),
    api_app_id: workspace.appId,
    token: VERIFICATION_TOKEN,
    team: teamObject(workspace),
    enterprise: workspace.org ?? null,
    is_enterprise_install: isOrgWide(scene.world, workspace),
  };
}

/**
 * The common fields for a view. If a user from another workspace submits in a shared channel, the payload names the
 * user's workspace; the app's is only in the view's `app_installed_team_id` (slackapi/bolt-js#1614).
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

/** The sentence that Slack's clients show after a failed click; undefined if the app answered correctly. */
export function problemSentence(reply: Reply): string | undefined {
  if (!reply.problem) return undefined;
  return reply.problem === 'operation_timeout'
    ? 'This app is taking too long to answer (operation_timeout).'
    : 'This app responded with an error (dispatch_failed).';
}

/** True if the app is subscribed to this type of event, or if the manifest lists no subscriptions. */
export function subscribed({ world }: Scene, event: string): boolean {
  return world.manifest.settings.event_subscriptions?.bot_events.includes(event) ?? true;
}
