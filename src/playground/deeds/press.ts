import { elementsOf } from '../blocks/across.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Reply } from '../wire/connection.ts';
import { messageObject, removePost } from '../world/posts.ts';
import type { Person, Post, StateValues, View, Workspace } from '../world/types.ts';
import { carryValues, offeredIn, stateOf } from '../world/values.ts';
import { viewObject } from '../world/views.ts';
import { channelObject, notify, payloadBase, problemSentence, type Scene } from './scene.ts';

export interface Acted {
  workspace: Workspace;
  person: Person;
  /** An `action_id`; with `blockId` where an id is used in several blocks. */
  actionId: string;
  blockId?: string | undefined;
  /** What was chosen or typed; a button needs none. */
  value?: unknown;
}

/** Someone presses a button or chooses something in a post. */
export async function actInPost(
  scene: Scene,
  post: Post,
  acted: Acted,
): Promise<Reply & { responseUrl: string }> {
  const { workspace, person } = acted;
  const { block, element } = findElement(post.blocks, acted);
  const channel = workspace.channels.get(post.channel);
  if (!channel) throw new Error(`No channel ${post.channel}`);
  const values = choose(carryValues(post.blocks), block, element, acted.value);
  const path = scene.replyUrls.issue('actions', {
    teamId: workspace.id,
    channel: channel.id,
    user: person.id,
    source: post,
  });
  const ephemeral = post.kind === 'ephemeral';
  const reply = await scene.app.deliver({
    kind: 'interactive',
    payload: {
      type: 'block_actions',
      ...payloadBase(scene, workspace, person),
      container: { type: 'message', message_ts: post.ts, channel_id: channel.id, is_ephemeral: ephemeral },
      trigger_id: scene.triggers.issue({ teamId: workspace.id, user: person.id }),
      channel: channelObject(channel),
      // Slack does not hand the content of an ephemeral post back.
      ...(ephemeral ? {} : { message: messageObject(workspace, post) }),
      state: { values },
      response_url: scene.url() + path,
      actions: [actionObject(scene, block, element, acted.value)],
    },
  });
  const sentence = problemSentence(reply);
  if (sentence) notify(scene, person.id, sentence);
  return { ...reply, responseUrl: scene.url() + path };
}

/** Someone uses an element of a view that reports at once. */
export async function actInView(scene: Scene, view: View, acted: Acted): Promise<Reply> {
  const { workspace, person } = acted;
  const { block, element } = findElement(view.content.blocks, acted);
  const offered = offeredIn(view, String(block.block_id), String(element.action_id));
  view.values = choose(view.values, block, element, acted.value, offered);
  const reply = await scene.app.deliver({
    kind: 'interactive',
    payload: {
      type: 'block_actions',
      ...payloadBase(scene, workspace, person),
      container: { type: 'view', view_id: view.id },
      trigger_id: scene.triggers.issue({ teamId: workspace.id, user: person.id, viewId: view.id }),
      view: viewObject(workspace, view),
      actions: [actionObject(scene, block, element, acted.value, offered)],
    },
  });
  if (reply.problem) view.problem = 'We had some trouble connecting. Try again?';
  scene.world.changed();
  return reply;
}

/** The element somebody means, with its block; if there is none, throws and names what there is. */
export function findElement(
  blocks: JsonObject[],
  wanted: { actionId: string; blockId?: string | undefined },
): { block: JsonObject; element: JsonObject } {
  const there: string[] = [];
  for (const block of blocks) {
    for (const [element] of elementsOf(block, '')) {
      if (!element.action_id) continue;
      there.push(String(element.action_id));
      const blockFits = wanted.blockId === undefined || wanted.blockId === block.block_id;
      if (element.action_id === wanted.actionId && blockFits) return { block, element };
    }
  }
  throw new Error(
    `Nothing with action_id "${wanted.actionId}" here; there are: ${there.join(', ') || 'none'}`,
  );
}

function choose(
  values: StateValues,
  block: JsonObject,
  element: JsonObject,
  value: unknown,
  offered?: JsonObject[],
): StateValues {
  const [blockId, actionId] = [String(block.block_id), String(element.action_id)];
  if (!values[blockId]?.[actionId] || value === undefined) return values;
  return { ...values, [blockId]: { ...values[blockId], [actionId]: stateOf(element, value, offered) } };
}

function actionObject(
  scene: Scene,
  block: JsonObject,
  element: JsonObject,
  value: unknown,
  offered?: JsonObject[],
): JsonObject {
  const base = {
    type: element.type,
    action_id: element.action_id,
    block_id: block.block_id,
    action_ts: scene.world.ids.ts(),
  };
  if (element.type === 'button') {
    return {
      ...base,
      text: element.text,
      ...(element.value === undefined ? {} : { value: element.value }),
      ...(element.style === undefined ? {} : { style: element.style }),
    };
  }
  const { type: _, ...state } = stateOf(element, value, offered);
  return {
    ...base,
    ...state,
    ...(isObject(element.placeholder) ? { placeholder: element.placeholder } : {}),
  };
}

/** Somebody chooses a shortcut from a post's menu. Ephemeral posts have no such menu. */
export async function messageShortcut(
  scene: Scene,
  workspace: Workspace,
  person: Person,
  post: Post,
  callbackId: string,
): Promise<Reply> {
  if (post.kind === 'ephemeral') throw new Error('Ephemeral posts have no shortcuts in Slack');
  const channel = workspace.channels.get(post.channel);
  if (!channel) throw new Error(`No channel ${post.channel}`);
  const path = scene.replyUrls.issue('app', { teamId: workspace.id, channel: channel.id, user: person.id });
  return tell(
    scene,
    person,
    await scene.app.deliver({
      kind: 'interactive',
      payload: {
        type: 'message_action',
        ...payloadBase(scene, workspace, person),
        callback_id: callbackId,
        action_ts: scene.world.ids.ts(),
        trigger_id: scene.triggers.issue({ teamId: workspace.id, user: person.id }),
        response_url: scene.url() + path,
        message_ts: post.ts,
        channel: channelObject(channel),
        message: messageObject(workspace, post),
      },
    }),
  );
}

/** Somebody chooses a global shortcut. */
export async function globalShortcut(
  scene: Scene,
  workspace: Workspace,
  person: Person,
  callbackId: string,
): Promise<Reply> {
  return tell(
    scene,
    person,
    await scene.app.deliver({
      kind: 'interactive',
      payload: {
        type: 'shortcut',
        ...payloadBase(scene, workspace, person),
        callback_id: callbackId,
        action_ts: scene.world.ids.ts(),
        trigger_id: scene.triggers.issue({ teamId: workspace.id, user: person.id }),
      },
    }),
  );
}

function tell(scene: Scene, person: Person, reply: Reply): Reply {
  const sentence = problemSentence(reply);
  if (sentence) notify(scene, person.id, sentence);
  return reply;
}

/** A person deletes a message: their own, or as an admin anybody's, an app's too. Slack tells no app that didn't ask. */
export function deletePost(scene: Scene, workspace: Workspace, person: Person, post: Post): void {
  if (post.author.id !== person.id && !person.isAdmin) throw new Error(`${person.name} may not delete this`);
  removePost(scene.world, workspace, post);
}
