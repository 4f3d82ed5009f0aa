import type { JsonObject } from './json.ts';
import { fill } from './user-actions/form.ts';
import { deedMethods } from './user-actions/registry.ts';
import type { Scene } from './user-actions/scene.ts';
import type { EventDelivery, SentRequest } from './wire/connection.ts';
import type { TrafficLog } from './wire/traffic.ts';
import type { FunctionRun, Post, View, Workspace } from './world/types.ts';
import { modalsOf } from './world/views.ts';
import { directChannel, findChannel, findPerson, findWorkspace, type World } from './world/world.ts';

/** Which posts; all of the first workspace unless it says otherwise. */
export interface WhichPosts {
  channel?: string;
  user?: string;
  includeEphemeral?: boolean;
  team?: string;
}

/** Acts as people do, for tests, and looks at what came of it. Every promise settles when the app has answered. */
export function createDriver(scene: Scene, waiting: Waiting) {
  const { world, app, events } = scene;
  const openViews = (user: string, team?: string) => {
    const workspace = findWorkspace(world, team);
    return modalsOf(workspace, findPerson(workspace, user).id);
  };
  return {
    ...deedMethods(scene),
    /** Sends the very same signed request once more. Its answer changes nothing on the page. */
    redeliver: (request: SentRequest) => app.redeliver(request),
    /** Sends the app any event, given the event's own fields. Settles after the first attempt. */
    event: (event: JsonObject, team?: string) => events.send(findWorkspace(world, team), event),
    /** Delivers the very same event again. */
    redeliverEvent: (delivery: EventDelivery, reason?: string) => events.again(delivery, reason),
    /** Fills inputs by block id or action id, without submitting. */
    fill,
    /** A person's open modals, topmost last. */
    openViews,
    /** A person's topmost modal, once there is one. */
    waitForView: (user: string, fits: (view: View) => boolean = () => true) =>
      waiting.waitFor(() => [...openViews(user)].reverse().find(fits), `a modal of ${user}`),
    /** The app's Home tab, as it last published it for this person. */
    home(user: string, team?: string): View | undefined {
      const workspace = findWorkspace(world, team);
      return workspace.homes.get(findPerson(workspace, user).id);
    },
    /** The run once it has ended, successfully or not. */
    waitForRun: (run: FunctionRun) =>
      waiting.waitFor(() => run.state !== 'running' && run, `the end of run ${run.id}`),
    posts: (which: WhichPosts = {}) => select(findWorkspace(world, which.team), which),
    waitForPost: (fits: (post: Post) => unknown, what?: string) =>
      waiting.waitFor(
        () => [...world.workspaces.values()].flatMap(workspace => workspace.posts).find(post => fits(post)),
        what ?? `a post: ${fits.toString()}`,
      ),
  };
}

export type Driver = ReturnType<typeof createDriver>;

function select(workspace: Workspace, which: WhichPosts): Post[] {
  const user = which.user === undefined ? undefined : findPerson(workspace, which.user).id;
  const channel =
    which.channel === undefined
      ? undefined
      : which.channel === 'app' && user
        ? directChannel(workspace, user).id
        : findChannel(workspace, which.channel).id;
  return workspace.posts.filter(post => {
    if (channel !== undefined && post.channel !== channel) return false;
    if (post.kind === 'channel') return true;
    return which.includeEphemeral !== false && (user === undefined || post.visibleTo === user);
  });
}

/** How long tests wait in vain; on the machine's clock, since this limits the test, not the world in it. */
const WAIT_TIMEOUT_MS = 20_000;

/** Waits without polling; a wait that takes too long rejects with a dump of the current state. */
export function createWaiting(world: World, dump: () => string) {
  return {
    /** Resolves with the first truthy value of `look`, which is called again at every change of the world. */
    waitFor<T>(look: () => T | undefined | null | false, what = look.toString()): Promise<T> {
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
            finish(() => reject(new Error(`Waited ${WAIT_TIMEOUT_MS} ms in vain for: ${what}\n${dump()}`))),
          WAIT_TIMEOUT_MS,
        );
        world.changes.on('change', check);
      });
    },
  };
}

export type Waiting = ReturnType<typeof createWaiting>;

/** The current state in a few lines, for the message of a test that waited in vain. */
export function dumpWorld(world: World, traffic: TrafficLog): string {
  const lines: string[] = [];
  for (const workspace of world.workspaces.values()) {
    const nameOf = (id: string) => workspace.people.get(id)?.name ?? id;
    lines.push(`Posts in ${workspace.name}:`);
    for (const post of workspace.posts.slice(-12)) {
      const where = workspace.channels.get(post.channel)?.name ?? post.channel;
      const whom = post.visibleTo ? ` (only ${nameOf(post.visibleTo)})` : '';
      lines.push(`  #${where} ${post.author.name}${whom}: ${JSON.stringify(post.text).slice(0, 200)}`);
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
  for (const one of traffic.all.slice(-12)) {
    const end = one.failure ?? `${one.response?.status ?? '…'} ${(one.response?.body ?? '').slice(0, 120)}`;
    lines.push(`  ${one.direction} ${one.what} → ${end}`);
  }
  for (const notice of world.notices.slice(-3)) lines.push(`Notice to ${notice.user}: ${notice.text}`);
  return lines.join('\n');
}
