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
  type Scene,
  thePost,
  theView,
  type UserRef,
  type ViewRef,
} from './scene.ts';

/** An element, and what was chosen or typed in it; a button needs no value. */
export interface Element {
  actionId: string;
  /** Where an action id is used in several blocks. */
  blockId?: string | undefined;
  value?: unknown;
}

export interface Pressed extends Reply {
  responseUrl: string;
  /** The confirmation dialog that the element carries. */
  confirm?: JsonObject;
}

/** Someone presses a button or chooses something in a post, as confirmed. */
export async function press(scene: Scene, asked: UserRef & Element & { post: PostRef }): Promise<Pressed> {
  const { workspace, person } = findUser(scene, asked);
  const post = thePost(workspace, asked.post);
  if (post.visibleTo && post.visibleTo !== person.id)
    throw new Error(`${person.name} does not see this post`);
  // An update since a page drew it may have given its blocks other ids.
  const isThere = post === asked.post || withInner(post.blocks).some(one => one.block_id === asked.blockId);
  const { block, element } = findElement(post.blocks, isThere ? asked : { actionId: asked.actionId });
  const channel = findChannel(workspace, post.channel);
  const target = { teamId: workspace.id, channel: channel.id, user: person.id, source: post };
  const responseUrl = issueReplyUrl(scene.world, 'actions', target);
  const ephemeral = post.kind === 'ephemeral';
  const reply = await interact(scene, 'block_actions', payloadBase(scene, workspace, person), {
    container: { type: 'message', message_ts: post.ts, channel_id: channel.id, is_ephemeral: ephemeral },
    trigger_id: issueTrigger(scene.world, { teamId: workspace.id, user: person.id }),
    channel: channelObject(channel),
    // Slack does not hand the content of an ephemeral post back.
    ...(ephemeral ? {} : { message: messageObject(workspace, post) }),
    state: { values: choose(carryValues(post.blocks), block, element, asked.value) },
    response_url: responseUrl,
    actions: [actionObject(scene, block, element, asked.value)],
  });
  tell(scene, person, reply);
  return { ...reply, responseUrl, ...(isObject(element.confirm) ? { confirm: element.confirm } : {}) };
}

/** Someone uses an element of a view that reports at once: a button, or an input with `dispatch_action`. */
export async function act(
  scene: Scene,
  asked: Element & { view: ViewRef; team?: string | undefined; values?: Record<string, unknown> | undefined },
): Promise<Reply> {
  const { view, workspace, person } = theView(scene, asked);
  fill(view, asked.values ?? {});
  const { block, element } = findElement(view.content.blocks, asked);
  const offered = offeredIn(view, String(block.block_id), String(element.action_id));
  view.values = choose(view.values, block, element, asked.value, offered);
  const reply = await interact(scene, 'block_actions', payloadBase(scene, workspace, person), {
    container: { type: 'view', view_id: view.id },
    trigger_id: issueTrigger(scene.world, { teamId: workspace.id, user: person.id, viewId: view.id }),
    view: viewObject(workspace, view),
    actions: [actionObject(scene, block, element, asked.value, offered)],
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
  for (const block of withInner(blocks)) {
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
  const copied = element.type === 'button' ? ['text', 'value', 'style'] : ['placeholder'];
  const kept = copied.filter(name => element[name] !== undefined).map(name => [name, element[name]]);
  const { type: _, ...state } = element.type === 'button' ? {} : stateOf(element, value, offered);
  return { ...base, ...state, ...Object.fromEntries(kept) };
}

/** Somebody chooses a shortcut from a post's menu. Ephemeral posts have no such menu. */
export async function messageShortcut(
  scene: Scene,
  asked: UserRef & { post: PostRef; callbackId: string },
): Promise<Reply> {
  const { workspace, person } = findUser(scene, asked);
  const post = thePost(workspace, asked.post);
  if (post.kind === 'ephemeral') throw new Error('Ephemeral posts have no shortcuts in Slack');
  const channel = findChannel(workspace, post.channel);
  const target = { teamId: workspace.id, channel: channel.id, user: person.id };
  return shortcut(scene, asked, 'message_action', {
    response_url: issueReplyUrl(scene.world, 'app', target),
    message_ts: post.ts,
    channel: channelObject(channel),
    message: messageObject(workspace, post),
  });
}

/** Somebody chooses a global shortcut. */
export function globalShortcut(scene: Scene, asked: UserRef & { callbackId: string }): Promise<Reply> {
  return shortcut(scene, asked, 'shortcut');
}

async function shortcut(
  scene: Scene,
  asked: UserRef & { callbackId: string },
  type: string,
  more: JsonObject = {},
): Promise<Reply> {
  const { workspace, person } = findUser(scene, asked);
  const reply = await interact(scene, type, payloadBase(scene, workspace, person), {
    callback_id: asked.callbackId,
    action_ts: scene.world.ids.ts(),
    trigger_id: issueTrigger(scene.world, { teamId: workspace.id, user: person.id }),
    ...more,
  });
  tell(scene, person, reply);
  return reply;
}

/** If the app didn't answer as it should, the person is told in passing. */
function tell(scene: Scene, person: Person, reply: Reply): void {
  const sentence = problemSentence(reply);
  if (sentence) notify(scene, person.id, sentence);
}

/** A person deletes a message: their own, or as an admin anybody's, an app's too. Slack tells no app that didn't ask. */
export function deletePost(scene: Scene, asked: UserRef & { post: PostRef }): void {
  const { workspace, person } = findUser(scene, asked);
  const post = thePost(workspace, asked.post);
  if (post.author.id !== person.id && !person.isAdmin) throw new Error(`${person.name} may not delete this`);
  removePost(scene.world, workspace, post);
}
