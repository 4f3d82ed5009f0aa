import { elementsOf, withInner } from '../blocks/across.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Reply } from '../wire/connection.ts';
import { issueReplyUrl, issueTrigger } from '../world/interactivity.ts';
import { messageObject, removePost } from '../world/posts.ts';
import type { Person, StateValues } from '../world/types.ts';
import { carryValues, offeredIn, stateIn, stateOf, withState } from '../world/values.ts';
import { viewObject } from '../world/views.ts';
import { findChannel } from '../world/world.ts';
import { fill } from './form.ts';
import {
  channelObject,
  findUser,
  interact,
  notify,
  type PostRef,
  payloadBase,
  problemSentence,
  resolvePost,
  resolveView,
  type Scene,
  type UserRef,
  type ViewRef,
} from './scene.ts';

/** An element and its input. A button needs no value. */
export interface Element {
  actionId: string;
  /** Needed if several blocks use the action id. */
  blockId?: string | undefined;
  value?: unknown;
}

export interface Pressed extends Reply {
  responseUrl: string;
  /** The element's confirmation dialog. */
  confirm?: JsonObject;
}

/** Presses a button or chooses an option in a post. Confirms the element's dialog if it has one. */
export async function press(scene: Scene, input: UserRef & Element & { post: PostRef }): Promise<Pressed> {
  const { workspace, person } = findUser(scene, input);
  const post = resolvePost(workspace, input.post);
  if (post.visibleTo && post.visibleTo !== person.id)
    throw new Error(`${person.name} does not see this post`);
  // An update after the page drew the post may have given its blocks other ids.
  const blockExists =
    post === input.post || withInner(post.blocks).some(block => block.block_id === input.blockId);
  const { block, element } = findElement(post.blocks, blockExists ? input : { actionId: input.actionId });
  const channel = findChannel(workspace, post.channel);
  const target = { teamId: workspace.id, channel: channel.id, user: person.id, source: post };
  const responseUrl = issueReplyUrl(scene.world, 'actions', target);
  const ephemeral = post.kind === 'ephemeral';
  const reply = await interact(scene, 'block_actions', payloadBase(scene, workspace, person), {
    container: { type: 'message', message_ts: post.ts, channel_id: channel.id, is_ephemeral: ephemeral },
    trigger_id: issueTrigger(scene.world, { teamId: workspace.id, user: person.id }),
    channel: channelObject(channel),
    // Slack doesn't send the content of an ephemeral post.
    ...(ephemeral ? {} : { message: messageObject(workspace, post) }),
    state: { values: choose(carryValues(post.blocks), block, element, input.value) },
    response_url: responseUrl,
    actions: [actionObject(scene, block, element, input.value)],
  });
  notifyProblem(scene, person, reply);
  return { ...reply, responseUrl, ...(isObject(element.confirm) ? { confirm: element.confirm } : {}) };
}

/** Uses an element of a view that notifies the app at once: a button, or an input with `dispatch_action`. */
export async function act(
  scene: Scene,
  input: Element & { view: ViewRef; team?: string | undefined; values?: Record<string, unknown> | undefined },
): Promise<Reply> {
  const { view, workspace, person } = resolveView(scene, input);
  fill(view, input.values ?? {});
  const { block, element } = findElement(view.content.blocks, input);
  const offered = offeredIn(view, String(block.block_id), String(element.action_id));
  view.values = choose(view.values, block, element, input.value, offered);
  const reply = await interact(scene, 'block_actions', payloadBase(scene, workspace, person), {
    container: { type: 'view', view_id: view.id },
    trigger_id: issueTrigger(scene.world, { teamId: workspace.id, user: person.id, viewId: view.id }),
    view: viewObject(workspace, view),
    actions: [actionObject(scene, block, element, input.value, offered)],
  });
  if (reply.problem) view.problem = 'We had some trouble connecting. Try again?';
  scene.world.changed();
  return reply;
}

/** Finds an element with its block. Throws an error that lists the existing action ids if there is none. */
export function findElement(
  blocks: JsonObject[],
  ref: { actionId: string; blockId?: string | undefined },
): { block: JsonObject; element: JsonObject } {
  const actionIds: string[] = [];
  for (const block of withInner(blocks)) {
    for (const [element] of elementsOf(block, '')) {
      if (!element.action_id) continue;
      actionIds.push(String(element.action_id));
      const blockFits = ref.blockId === undefined || ref.blockId === block.block_id;
      if (element.action_id === ref.actionId && blockFits) return { block, element };
    }
  }
  throw new Error(
    `Nothing with action_id "${ref.actionId}" here; there are: ${actionIds.join(', ') || 'none'}`,
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
  if (!stateIn(values, blockId, actionId) || value === undefined) return values;
  return withState(values, blockId, actionId, stateOf(element, value, offered));
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
  const copiedNames = element.type === 'button' ? ['text', 'value', 'style'] : ['placeholder'];
  const copies = copiedNames.filter(name => element[name] !== undefined).map(name => [name, element[name]]);
  const { type: _, ...state } = element.type === 'button' ? {} : stateOf(element, value, offered);
  return { ...base, ...state, ...Object.fromEntries(copies) };
}

/** Uses a message shortcut. Ephemeral posts have none. */
export async function messageShortcut(
  scene: Scene,
  input: UserRef & { post: PostRef; callbackId: string },
): Promise<Reply> {
  const { workspace, person } = findUser(scene, input);
  const post = resolvePost(workspace, input.post);
  if (post.kind === 'ephemeral') throw new Error('Ephemeral posts have no shortcuts in Slack');
  const channel = findChannel(workspace, post.channel);
  const target = { teamId: workspace.id, channel: channel.id, user: person.id };
  return shortcut(scene, input, 'message_action', {
    response_url: issueReplyUrl(scene.world, 'app', target),
    message_ts: post.ts,
    channel: channelObject(channel),
    message: messageObject(workspace, post),
  });
}

export function globalShortcut(scene: Scene, input: UserRef & { callbackId: string }): Promise<Reply> {
  return shortcut(scene, input, 'shortcut');
}

async function shortcut(
  scene: Scene,
  input: UserRef & { callbackId: string },
  type: string,
  more: JsonObject = {},
): Promise<Reply> {
  const { workspace, person } = findUser(scene, input);
  const reply = await interact(scene, type, payloadBase(scene, workspace, person), {
    callback_id: input.callbackId,
    action_ts: scene.world.ids.ts(),
    trigger_id: issueTrigger(scene.world, { teamId: workspace.id, user: person.id }),
    ...more,
  });
  notifyProblem(scene, person, reply);
  return reply;
}

/** Shows the user a sentence if the app's answer was wrong or late. */
function notifyProblem(scene: Scene, person: Person, reply: Reply): void {
  const sentence = problemSentence(reply);
  if (sentence) notify(scene, person.id, sentence);
}

/**
 * Deletes a user's own message, or for an admin anyone's, including an app's. The app gets no event; Slack notifies
 * only apps that are subscribed.
 */
export function deletePost(scene: Scene, input: UserRef & { post: PostRef }): void {
  const { workspace, person } = findUser(scene, input);
  const post = resolvePost(workspace, input.post);
  if (post.author.id !== person.id && !person.isAdmin) throw new Error(`${person.name} may not delete this`);
  removePost(scene.world, workspace, post);
}
