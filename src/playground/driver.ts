import type { JsonObject } from './json.ts';
import { fill } from './user-actions/form.ts';
import { userActionMethods } from './user-actions/registry.ts';
import type { Scene } from './user-actions/scene.ts';
import type { EventDelivery, SentRequest } from './wire/connection.ts';
import type { TrafficLog } from './wire/traffic.ts';
import type { FunctionRun, Post, View, Workspace } from './world/types.ts';
import { modalsOf } from './world/views.ts';
import { directChannel, findChannel, findPerson, findWorkspace, type World } from './world/world.ts';

/** A filter of posts; by default all posts of the first workspace. */
export interface PostFilter {
  channel?: string;
  user?: string;
  includeEphemeral?: boolean;
  team?: string;
}

/** Acts as users do, for tests, and reads the results. Every promise settles once the app has answered. */
export function createDriver(scene: Scene, waiting: Waiting) {
  const { world, app, events } = scene;
  const openViews = (user: string, team?: string) => {
    const workspace = findWorkspace(world, team);
    return modalsOf(workspace, findPerson(workspace, user).id);
  };
  return {
    ...userActionMethods(scene),
    /** Sends the same signed request again. The answer changes nothing on the page. */
    redeliver: (request: SentRequest) => app.redeliver(request),
    /** Sends the app an event with these fields. Settles after the first attempt. */
    event: (event: JsonObject, team?: string) => events.send(findWorkspace(world, team), event),
    /** Delivers the same event again. */
    redeliverEvent: (delivery: EventDelivery, reason?: string) => events.again(delivery, reason),
    /** Fills inputs by block id or action id, without submitting. */
    fill,
    /** A user's open modals, topmost last. */
    openViews,
    /** Waits until a modal of the user fits; returns the topmost one that does. */
    waitForView: (user: string, fits: (view: View) => boolean = () => true) =>
      waiting.waitFor(() => [...openViews(user)].reverse().find(fits), `a modal of ${user}`),
    /** The Home tab that the app last published for this user. */
    home(user: string, team?: string): View | undefined {
      const workspace = findWorkspace(world, team);
      return workspace.homes.get(findPerson(workspace, user).id);
    },
    /** Waits until the run has succeeded or failed. */
    waitForRun: (run: FunctionRun) =>
      waiting.waitFor(() => run.state !== 'running' && run, `the end of run ${run.id}`),
    posts: (filter: PostFilter = {}) => select(findWorkspace(world, filter.team), filter),
    waitForPost: (fits: (post: Post) => unknown, description?: string) =>
      waiting.waitFor(
        () => [...world.workspaces.values()].flatMap(workspace => workspace.posts).find(post => fits(post)),
        description ?? `a post: ${fits.toString()}`,
      ),
  };
}

export type Driver = ReturnType<typeof createDriver>;

function select(workspace: Workspace, filter: PostFilter): Post[] {
  const user = filter.user === undefined ? undefined : findPerson(workspace, filter.user).id;
  const channel =
    filter.channel === undefined
      ? undefined
      : filter.channel === 'app' && user
        ? directChannel(workspace, user).id
        : findChannel(workspace, filter.channel).id;
  return workspace.posts.filter(post => {
    if (channel !== undefined && post.channel !== channel) return false;
    if (post.kind === 'channel') return true;
    return filter.includeEphemeral !== false && (user === undefined || post.visibleTo === user);
  });
}

/** Time limit of a wait; on the machine's clock, because it protects the test. */
const WAIT_TIMEOUT_MS = 20_000;

/** Waits without polling. After the time limit a wait rejects with a dump of the state. */
export function createWaiting(world: World, dump: () => string) {
  return {
    /** Resolves with the first truthy value of `look`, which is called again after each change of the world. */
    waitFor<T>(look: () => T | undefined | null | false, description = look.toString()): Promise<T> {
      const now = look();
      if (now) return Promise.resolve(now);
      return new Promise<T>((resolve, reject) => {
        const finish = (end: () => void) => {
          clearTimeout(timer);
          world.changes.off('change', check);
          end();
        };
        const check = () => {
          try {
            const value = look();
            if (value) finish(() => resolve(value));
          } catch (error) {
            finish(() => reject(error));
          }
        };
        const timer = setTimeout(
          () =>
            finish(() =>
              reject(new Error(`Nothing within ${WAIT_TIMEOUT_MS} ms: ${description}\n${dump()}`)),
            ),
          WAIT_TIMEOUT_MS,
        );
        world.changes.on('change', check);
      });
    },
  };
}

export type Waiting = ReturnType<typeof createWaiting>;

/** The current state in a few lines, for the message of a wait that timed out. */
export function dumpWorld(world: World, traffic: TrafficLog): string {
  const lines: string[] = [];
  for (const workspace of world.workspaces.values()) {
    const nameOf = (id: string) => workspace.people.get(id)?.name ?? id;
    lines.push(`Posts in ${workspace.name}:`);
    for (const post of workspace.posts.slice(-12)) {
      const channelName = workspace.channels.get(post.channel)?.name ?? post.channel;
      const visibility = post.visibleTo ? ` (only ${nameOf(post.visibleTo)})` : '';
      lines.push(
        `  #${channelName} ${post.author.name}${visibility}: ${JSON.stringify(post.text).slice(0, 200)}`,
      );
    }
    for (const [user, stack] of workspace.modals) {
      for (const view of stack) {
        lines.push(
          `Modal of ${nameOf(user)}: ${JSON.stringify(view.content.title)} ${view.problem ?? ''} ${JSON.stringify(view.errors)}`,
        );
      }
    }
  }
  lines.push('Last traffic:');
  for (const exchange of traffic.all.slice(-12)) {
    const result =
      exchange.failure ??
      `${exchange.response?.status ?? '…'} ${(exchange.response?.body ?? '').slice(0, 120)}`;
    lines.push(`  ${exchange.direction} ${exchange.operation} → ${result}`);
  }
  for (const notice of world.notices.slice(-3)) lines.push(`Notice to ${notice.user}: ${notice.text}`);
  return lines.join('\n');
}
