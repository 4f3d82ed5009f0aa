import type { KnownBlock, PlainTextElement } from '@slack/types';
import type { DataVisualizationBlock } from '../blocks/blocks.ts';
import { machineTime } from '../clock.ts';
import { callbackIdOf, type Manifest } from '../manifest.ts';
import type { Did, Hint, Knob, Panel, Place } from '../options.ts';
import { installation } from '../world/install.ts';
import type { Channel, Person, Post, StateValues, View, Workspace } from '../world/types.ts';
import { carryValues } from '../world/values.ts';
import { modalsOf, viewObject } from '../world/views.ts';
import { directChannel, type World } from '../world/world.ts';

/** The number of latest workflow-step runs that the page shows. */
const MAX_RUNS_SHOWN = 20;

/** Slack fills in missing block ids. */
export type PageBlock = (KnownBlock | DataVisualizationBlock) & { block_id: string };

/** A view in Slack's format, with the parts that only its user sees. */
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

type PagePost = Omit<Post, 'blocks'> & { blocks: PageBlock[]; values: StateValues };

/** The page's parts from the program that started the playground. */
export interface PageExtras {
  knobs: readonly Knob[];
  hints: readonly Hint[];
  places: readonly Place[];
  panels: readonly Panel[];
  did: readonly Did[];
  connected: boolean;
  installUrl: string | undefined;
}

/** Everything that the page shows to one user. The page's scripts are type-checked against it. */
export type PageState = Awaited<ReturnType<typeof pageState>>;

export async function pageState(world: World, workspace: Workspace, me: Person, extras: PageExtras) {
  const { clock, manifest } = world;
  const { name } = manifest.display_information;
  // Without an installation, the page shows nothing of the app.
  const installed = installation(world, workspace.id) !== undefined;
  if (installed) directChannel(workspace, me.id);
  const channels = [...workspace.channels.values()].filter(channel => seesChannel(channel, me));
  const ids = new Set(channels.map(channel => channel.id));
  const home = workspace.homes.get(me.id);
  return {
    now: clock.now(),
    /** Speed of the world's clock relative to the machine's, and how far it is ahead. */
    speed: clock.speed?.() ?? 1,
    aheadMs: clock.now() - machineTime(clock),
    connected: extras.connected,
    app: { name, userId: workspace.botUserId },
    manifest: {
      commands: installed ? manifest.features.slash_commands : [],
      shortcuts: installed ? manifest.features.shortcuts : [],
      steps: installed ? stepsOf(manifest) : [],
    },
    runs: runsIn(world, workspace),
    workspaces: [...world.workspaces.values()].map(({ id, name }) => ({
      id,
      name,
      installed: installation(world, id) !== undefined,
    })),
    workspace: { id: workspace.id, name: workspace.name, installed },
    installUrl: extras.installUrl ? `${extras.installUrl}?team=${workspace.id}` : null,
    /** The user who looks at the page. */
    me: me.id,
    people: [...workspace.people.values()].map(person => ({ ...person, role: roleOf(workspace, person) })),
    channels: channels.map(({ members, ...channel }) => ({
      ...channel,
      name: channel.kind === 'im' ? name : channel.name,
      members: members.size,
    })),
    posts: workspace.posts
      .filter(post => ids.has(post.channel) && (!post.visibleTo || post.visibleTo === me.id))
      .map(
        (post): PagePost => ({
          ...post,
          blocks: post.blocks as unknown as PageBlock[],
          values: carryValues(post.blocks),
        }),
      ),
    /** The user's open modals, topmost last. */
    modals: modalsOf(workspace, me.id).map(view => viewCard(workspace, view)),
    home: home ? viewCard(workspace, home) : null,
    notices: world.notices.filter(notice => notice.user === me.id).slice(-3),
    knobs: await Promise.all(
      extras.knobs.map(async ({ run: _, state, ...knob }) => ({ ...knob, state: await state?.() })),
    ),
    hints: extras.hints
      .filter(hint => hint.if?.() ?? true)
      .map(({ done, if: _, ...hint }) => ({ ...hint, done: done?.(extras.did) ?? false })),
    places: extras.places.map(({ enter: _, ...place }) => place),
    panels: await Promise.all(
      extras.panels.map(async ({ files: _, act: __, close: ___, state, ...panel }) => ({
        ...panel,
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

/** The app's steps, without functions that only list options for another function's inputs. */
function stepsOf({ functions }: Manifest) {
  const lists = Object.values(functions)
    .flatMap(declared => Object.values(declared.input_parameters.properties))
    .map(property => callbackIdOf(property.dynamic_options?.function ?? ''));
  return Object.entries(functions)
    .map(([callbackId, step]) => ({ callbackId, ...step }))
    .filter(({ callbackId }) => !lists.includes(callbackId));
}

/** The latest runs of the app's workflow steps, without their tokens. */
function runsIn(world: World, workspace: Workspace) {
  return [...world.runs.values()]
    .filter(run => run.teamId === workspace.id)
    .slice(-MAX_RUNS_SHOWN)
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
