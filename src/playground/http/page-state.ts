import type { KnownBlock, PlainTextElement } from '@slack/types';
import type { DataVisualizationBlock } from '../blocks/blocks.ts';
import { machineTime } from '../clock.ts';
import type { CustomFunction, Did, Hint, Knob, Manifest, Panel, Place } from '../options.ts';
import { installation } from '../world/install.ts';
import type { Channel, FunctionRun, Person, Post, StateValues, View, Workspace } from '../world/types.ts';
import { modalsOf, viewObject } from '../world/views.ts';
import { directChannel, type Notice, type World } from '../world/world.ts';

/** How many runs of workflow steps are shown. */
const RUNS = 20;

/** A block with its id, which Slack fills in. */
export type PageBlock = (KnownBlock | DataVisualizationBlock) & { block_id: string };

export interface PageView {
  id: string;
  hash: string;
  blocks: PageBlock[];
  state: { values: StateValues };
  title?: PlainTextElement;
  close: PlainTextElement | null;
  submit: PlainTextElement | null;
  errors: Record<string, string>;
  problem: string | null;
}

/** Everything that the page shows to one person: what the server sends, and what the page's scripts are checked against. */
export interface PageState {
  now: number;
  /** How many times as fast as the machine's clock the world's runs, and how far it is ahead of it. */
  speed: number;
  aheadMs: number;
  connected: boolean;
  app: { name: string; userId: string };
  manifest: Required<Pick<Manifest, 'commands' | 'shortcuts' | 'functions'>>;
  runs: (Omit<FunctionRun, 'token' | 'delivery'> & { attempts: number[] })[];
  workspaces: { id: string; name: string }[];
  workspace: { id: string; name: string; installed: boolean };
  installUrl: string | null;
  /** The id of the person who looks. */
  me: string;
  people: (Pick<
    Person,
    'id' | 'name' | 'realName' | 'displayName' | 'title' | 'color' | 'tz' | 'isBot' | 'deleted'
  > & {
    role: string;
  })[];
  channels: (Pick<Channel, 'id' | 'name' | 'kind' | 'topic'> & { members: number })[];
  posts: (Omit<Post, 'teamId' | 'blocks'> & { blocks: PageBlock[] })[];
  /** The person's open modals, topmost last. */
  modals: PageView[];
  home: PageView | null;
  notices: Notice[];
  knobs: (Omit<Knob, 'run' | 'state'> & { state?: unknown })[];
  hints: (Omit<Hint, 'copy' | 'done'> & { copy: { label: string; value: string } | null; done: boolean })[];
  places: Omit<Place, 'enter'>[];
  panels: (Pick<Panel, 'id' | 'label' | 'where' | 'of'> & { state: unknown })[];
}

/** What the program that started the playground gave the page. */
export interface PageExtras {
  knobs: readonly Knob[];
  hints: readonly Hint[];
  places: readonly Place[];
  panels: readonly Panel[];
  did: readonly Did[];
  connected: boolean;
  installUrl: string | undefined;
}

export async function pageState(
  world: World,
  workspace: Workspace,
  me: Person,
  extras: PageExtras,
): Promise<PageState> {
  // Where the app isn't installed, nothing of it is shown.
  const installed = installation(world, workspace.id) !== undefined;
  const { commands = [], shortcuts = [], functions = [] } = installed ? world.manifest : {};
  if (installed) directChannel(workspace, me.id);
  const channels = [...workspace.channels.values()].filter(channel => seesChannel(channel, me));
  const ids = new Set(channels.map(channel => channel.id));
  const home = workspace.homes.get(me.id);
  return {
    now: world.clock.now(),
    speed: world.clock.speed?.() ?? 1,
    aheadMs: world.clock.now() - machineTime(world.clock),
    connected: extras.connected,
    app: { name: world.manifest.name ?? 'App', userId: workspace.botUserId },
    manifest: { commands, shortcuts, functions: functions.filter(one => !isList(one, functions)) },
    runs: runsIn(world, workspace),
    workspaces: [...world.workspaces.values()].map(({ id, name }) => ({ id, name })),
    workspace: { id: workspace.id, name: workspace.name, installed },
    installUrl: extras.installUrl ? `${extras.installUrl}?team=${workspace.id}` : null,
    me: me.id,
    people: [...workspace.people.values()].map(person => ({ ...person, role: roleOf(workspace, person) })),
    channels: channels.map(({ members, ...channel }) => ({
      ...channel,
      name: channel.kind === 'im' ? (world.manifest.name ?? 'App') : channel.name,
      members: members.size,
    })),
    posts: workspace.posts
      .filter(post => ids.has(post.channel) && (!post.visibleTo || post.visibleTo === me.id))
      .map(post => ({ ...post, blocks: post.blocks as unknown as PageBlock[] })),
    modals: modalsOf(workspace, me.id).map(view => viewCard(workspace, view)),
    home: home ? viewCard(workspace, home) : null,
    notices: world.notices.filter(notice => notice.user === me.id).slice(-3),
    knobs: await Promise.all(
      extras.knobs.map(async ({ run: _, state, ...knob }) => ({ ...knob, state: await state?.() })),
    ),
    hints: extras.hints.map(({ copy, done, ...hint }) => ({
      ...hint,
      copy: copy ? { label: copy.label, value: copy.value() } : null,
      done: done?.(extras.did) ?? false,
    })),
    places: extras.places.map(({ enter: _, ...place }) => place),
    panels: await Promise.all(
      extras.panels.map(async ({ id, label, where, of, state }) => ({
        id,
        label,
        where,
        of,
        state: await state(),
      })),
    ),
  };
}

const viewCard = (workspace: Workspace, view: View): PageView => ({
  ...(viewObject(workspace, view) as unknown as PageView),
  errors: view.errors,
  problem: view.problem ?? null,
});

/** Whether a function only lists the choices for another's inputs, and so isn't a step. */
function isList({ callbackId }: CustomFunction, all: readonly CustomFunction[]): boolean {
  return all.some(({ inputs = [] }) => inputs.some(one => one.dynamicOptions?.callbackId === callbackId));
}

/** The latest runs of the app's workflow steps, without their tokens. */
function runsIn(world: World, workspace: Workspace): PageState['runs'] {
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

function roleOf(workspace: Workspace, person: Person): string {
  if (person.isBot) return 'app';
  if (person.deleted) return 'deactivated';
  if (person.teamId !== workspace.id) return 'from another company';
  if (person.isUltraRestricted) return 'single-channel guest';
  if (person.isRestricted) return 'guest';
  if (person.isOwner) return 'owner';
  return person.isAdmin ? 'admin' : 'member';
}
