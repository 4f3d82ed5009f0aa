import { say, sendCommand } from '../deeds/command.ts';
import {
  chooseOffered,
  closeView,
  fill,
  type Submitted,
  type Suggested,
  submitView,
  suggest,
} from '../deeds/form.ts';
import {
  actInPost,
  actInView,
  deletePost,
  findElement,
  globalShortcut,
  messageShortcut,
} from '../deeds/press.ts';
import type { Scene } from '../deeds/scene.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { AppConnection, Reply, SentRequest } from '../wire/connection.ts';
import type { Consents } from '../world/install.ts';
import type { Post, View, Workspace } from '../world/types.ts';
import { modalsOf } from '../world/views.ts';
import { directChannel, findChannel, findPerson, findWorkspace } from '../world/world.ts';
import { createPlatformDriver, type PlatformDriver } from './platform.ts';
import type { Waiting } from './wait.ts';

/** Who and where, by id or by name; the first workspace unless `team` says another. */
export interface Where {
  user: string;
  /** An id, `#name`, or `app` for the direct messages with the app. Default `#general`. */
  channel?: string;
  team?: string;
}

export interface Pressed extends Reply {
  responseUrl: string;
  /** The confirmation dialog that the element carries. */
  confirm?: JsonObject;
}

/** Acts as people do, for tests. Every promise settles when the app has answered. */
export interface Driver extends PlatformDriver {
  /** Sends a slash command: `/sms` or whichever the manifest declares first, unless `command` says another. */
  command(
    what: Where & { text?: string; command?: string; raw?: boolean; triggerId?: string },
  ): Promise<Reply & { triggerId: string; responseUrl: string }>;
  /** Sends the very same signed request once more. Its answer changes nothing on the page. */
  redeliver(request: SentRequest): Promise<Reply>;
  /** Writes an ordinary message. */
  say(what: Where & { text: string }): Post;
  /** A person's open modals, topmost last. */
  openViews(user: string, team?: string): View[];
  /** A person's topmost modal, once there is one. */
  waitForView(user: string, fits?: (view: View) => boolean): Promise<View>;
  /** The app's Home tab, as it last published it for this person. */
  home(user: string, team?: string): View | undefined;
  /** Fills inputs by block id or action id, and submits. */
  submit(view: View, values?: Record<string, unknown>): Promise<Submitted>;
  fill(view: View, values: Record<string, unknown>): void;
  /** Uses an element of a view that reports at once: a button, or an input with `dispatch_action`. */
  act(view: View, actionId: string, value?: unknown, blockId?: string): Promise<Reply>;
  /** Types into a select whose options the app gives; null: too little for Slack to ask the app. */
  suggest(view: View, actionId: string, typed: string, blockId?: string): Promise<Suggested | null>;
  /** Types into it and chooses what is offered: the first of which the name has `label` in it, or the first of all. */
  choose(
    view: View,
    actionId: string,
    typed: string,
    how?: { label?: string; blockId?: string },
  ): Promise<JsonObject>;
  closeView(view: View): Promise<Reply | undefined>;
  /** Presses a button of a post or chooses in it, as confirmed. `user` may be left out for an ephemeral post. */
  press(
    post: Post,
    actionId: string,
    how?: { user?: string; value?: unknown; blockId?: string },
  ): Promise<Pressed>;
  /** Deletes a message, as its author or as an admin may. */
  deletePost(post: Post, how: { user: string }): void;
  messageShortcut(post: Post, callbackId: string, how: { user: string }): Promise<Reply>;
  globalShortcut(callbackId: string, how: { user: string; team?: string }): Promise<Reply>;
  posts(which?: { channel?: string; user?: string; includeEphemeral?: boolean; team?: string }): Post[];
  waitForPost(fits: (post: Post) => unknown, what?: string): Promise<Post>;
}

export function createDriver(
  scene: Scene & { consents: Consents },
  app: AppConnection,
  waiting: Waiting,
): Driver {
  const { world } = scene;
  const place = (where: Where) => {
    const workspace = findWorkspace(world, where.team);
    const person = findPerson(workspace, where.user);
    const channel =
      where.channel === 'app'
        ? directChannel(workspace, person.id)
        : findChannel(workspace, where.channel ?? '#general');
    return { workspace, person, channel };
  };
  const holder = (view: View) => {
    const workspace = findWorkspace(world, view.teamId);
    return { workspace, person: findPerson(workspace, view.user) };
  };
  const openViews = (user: string, team?: string) => {
    const workspace = findWorkspace(world, team);
    return modalsOf(workspace, findPerson(workspace, user).id);
  };

  return {
    ...createPlatformDriver(scene, waiting),
    command: what =>
      sendCommand(scene, {
        ...place(what),
        command: what.command ?? world.manifest.commands?.[0]?.command ?? '/sms',
        text: what.text ?? '',
        raw: what.raw,
        triggerId: what.triggerId,
      }),
    redeliver: request => app.redeliver(request),
    say: what => say(scene, { ...place(what), text: what.text }),
    openViews,
    waitForView: (user, fits = () => true) =>
      waiting.waitFor(() => [...openViews(user)].reverse().find(fits), `a modal of ${user}`),
    home(user, team) {
      const workspace = findWorkspace(world, team);
      return workspace.homes.get(findPerson(workspace, user).id);
    },
    fill,
    submit(view, values = {}) {
      fill(view, values);
      const { workspace, person } = holder(view);
      return submitView(scene, workspace, person, view);
    },
    act: (view, actionId, value, blockId) =>
      actInView(scene, view, { ...holder(view), actionId, blockId, value }),
    suggest: (view, actionId, typed, blockId) =>
      suggest(scene, view, { ...holder(view), actionId, blockId, value: typed }),
    choose: (view, actionId, typed, how = {}) =>
      chooseOffered(scene, view, { ...holder(view), actionId, ...how, value: typed }),
    closeView(view) {
      const { workspace, person } = holder(view);
      return closeView(scene, workspace, person, view);
    },
    async press(post, actionId, how = {}) {
      const workspace = findWorkspace(world, post.teamId);
      const who = how.user ?? post.visibleTo;
      if (!who) throw new Error('Say who presses: {user}');
      const person = findPerson(workspace, who);
      if (post.visibleTo && post.visibleTo !== person.id)
        throw new Error(`${person.name} does not see this post`);
      const acted = { workspace, person, actionId, blockId: how.blockId, value: how.value };
      const { element } = findElement(post.blocks, acted);
      const reply = await actInPost(scene, post, acted);
      return isObject(element.confirm) ? { ...reply, confirm: element.confirm } : reply;
    },
    deletePost(post, how) {
      const workspace = findWorkspace(world, post.teamId);
      deletePost(scene, workspace, findPerson(workspace, how.user), post);
    },
    messageShortcut(post, callbackId, how) {
      const workspace = findWorkspace(world, post.teamId);
      return messageShortcut(scene, workspace, findPerson(workspace, how.user), post, callbackId);
    },
    globalShortcut(callbackId, how) {
      const workspace = findWorkspace(world, how.team);
      return globalShortcut(scene, workspace, findPerson(workspace, how.user), callbackId);
    },
    posts: (which = {}) => select(findWorkspace(world, which.team), which),
    waitForPost: (fits, what) =>
      waiting.waitFor(
        () => [...world.workspaces.values()].flatMap(workspace => workspace.posts).find(post => fits(post)),
        what ?? `a post: ${fits.toString()}`,
      ),
  };
}

function select(
  workspace: Workspace,
  which: { channel?: string; user?: string; includeEphemeral?: boolean },
): Post[] {
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
