import { machineTime } from '../clock.ts';
import type { JsonObject } from '../json.ts';
import type { CustomFunction, Hint, Knob, PhoneText, Place } from '../options.ts';
import { installation } from '../world/install.ts';
import type { Channel, Person, Post, Workspace } from '../world/types.ts';
import { modalsOf, viewObject } from '../world/views.ts';
import { directChannel, type World } from '../world/world.ts';

/** How many runs of workflow steps are shown. */
const RUNS = 20;

export interface PageExtras {
  knobs: Knob[];
  hints: Hint[];
  places: Place[];
  phone: PhoneText[];
  connected: boolean;
  installUrl: string | undefined;
  /** Null: there is none. */
  bench: JsonObject | null;
}

/** Everything that the page shows to one person. */
export async function pageState(
  world: World,
  workspace: Workspace,
  me: Person,
  extras: PageExtras,
): Promise<JsonObject> {
  // Where the app isn't installed, nothing of it is shown.
  const installed = installation(world, workspace.id) !== undefined;
  const { commands = [], shortcuts = [], functions = [] } = installed ? world.manifest : {};
  if (installed) directChannel(workspace, me.id);
  const channels = [...workspace.channels.values()].filter(channel => seesChannel(channel, me));
  const ids = new Set(channels.map(channel => channel.id));
  const knobs = extras.knobs.map(async ({ run: _, state, ...knob }) => ({ ...knob, state: await state?.() }));
  const home = workspace.homes.get(me.id);
  return {
    now: world.clock.now(),
    speed: world.clock.speed?.() ?? 1,
    aheadMs: world.clock.now() - machineTime(world.clock),
    connected: extras.connected,
    app: { name: world.manifest.name ?? 'App', userId: workspace.botUserId },
    manifest: { commands, shortcuts, functions: functions.filter(one => !isList(one, functions)) },
    runs: runsIn(world, workspace),
    workspaces: [...world.workspaces.values()].map(one => ({ id: one.id, name: one.name })),
    workspace: { id: workspace.id, name: workspace.name, installed },
    installUrl: extras.installUrl ? `${extras.installUrl}?team=${workspace.id}` : null,
    me: me.id,
    people: [...workspace.people.values()].map(person => personCard(workspace, person)),
    channels: channels.map(channel => ({
      id: channel.id,
      name: channel.kind === 'im' ? (world.manifest.name ?? 'App') : channel.name,
      kind: channel.kind,
      topic: channel.topic,
      members: channel.members.size,
    })),
    posts: workspace.posts
      .filter(post => ids.has(post.channel) && (!post.visibleTo || post.visibleTo === me.id))
      .map(postCard),
    modals: modalsOf(workspace, me.id).map(view => ({
      ...viewObject(workspace, view),
      errors: view.errors,
      problem: view.problem ?? null,
    })),
    home: home ? viewObject(workspace, home) : null,
    notices: world.notices.filter(notice => notice.user === me.id).slice(-3),
    knobs: await Promise.all(knobs),
    hints: extras.hints.map(({ copy, done, ...hint }) => ({
      ...hint,
      copy: copy ? { label: copy.label, value: copy.value() } : null,
      done: done?.() ?? false,
    })),
    places: extras.places.map(({ enter: _, ...place }) => place),
    phone: extras.phone,
    bench: extras.bench,
  };
}

/** Whether a function only lists the choices for another's inputs, and so isn't a step. */
function isList({ callbackId }: CustomFunction, all: readonly CustomFunction[]): boolean {
  return all.some(({ inputs = [] }) => inputs.some(one => one.dynamicOptions?.callbackId === callbackId));
}

/** The latest runs of the app's workflow steps, without their tokens. */
function runsIn(world: World, workspace: Workspace): JsonObject[] {
  return [...world.runs.values()]
    .filter(run => run.teamId === workspace.id)
    .slice(-RUNS)
    .reverse()
    .map(({ token: _token, delivery, ...run }) => ({
      ...run,
      attempts: delivery?.attempts.map(({ status }) => status) ?? [],
    }));
}

function seesChannel(channel: Channel, me: Person): boolean {
  if (channel.members.has(me.id)) return true;
  return channel.kind === 'public' && !me.isRestricted;
}

function personCard(workspace: Workspace, person: Person): JsonObject {
  return {
    id: person.id,
    name: person.name,
    realName: person.realName,
    displayName: person.displayName,
    title: person.title,
    phone: person.phone,
    color: person.color,
    tz: person.tz,
    isBot: person.isBot,
    deleted: person.deleted,
    role: roleOf(workspace, person),
  };
}

function roleOf(workspace: Workspace, person: Person): string {
  if (person.isBot) return 'app';
  if (person.deleted) return 'deactivated';
  if (person.teamId !== workspace.id) return 'from another company';
  if (person.isUltraRestricted) return 'single-channel guest';
  if (person.isRestricted) return 'guest';
  if (person.isOwner) return 'owner';
  return person.isAdmin ? 'admin' : 'member';
}

function postCard(post: Post): JsonObject {
  const { teamId: _, ...card } = post;
  return { ...card };
}
