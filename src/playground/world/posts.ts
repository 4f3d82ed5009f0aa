import { elementsOf, withInner } from '../blocks/across.ts';
import type { JsonObject } from '../json.ts';
import type { WorkspaceSeed } from './seed.ts';
import type { Author, Channel, Post, Workspace } from './types.ts';
import { findChannel, findWorkspace, type World } from './world.ts';

export interface NewPost {
  channel: Channel;
  author: Author;
  text: string;
  blocks?: JsonObject[];
  visibleTo?: string;
  threadTs?: string;
  /** The source of the post, such as `chat.postMessage`. */
  via: string;
  payload: unknown;
}

export function appAuthor(world: World, workspace: Workspace): Author {
  return { kind: 'app', id: workspace.botUserId, name: world.manifest.display_information.name };
}

export function slackAuthor(): Author {
  return { kind: 'slack', id: 'USLACKBOT', name: 'Slackbot' };
}

export function addPost(world: World, workspace: Workspace, input: NewPost): Post {
  const post: Post = {
    teamId: workspace.id,
    channel: input.channel.id,
    ts: world.ids.ts(),
    kind: input.visibleTo ? 'ephemeral' : 'channel',
    author: input.author,
    text: input.text,
    blocks: withIds(world, input.blocks ?? []),
    seen: [{ at: world.clock.now(), via: input.via, payload: input.payload }],
  };
  if (input.visibleTo) post.visibleTo = input.visibleTo;
  if (input.threadTs) post.threadTs = input.threadTs;
  workspace.posts.push(post);
  world.changed();
  return post;
}

/** Adds other apps' posts from the seed. */
export function addSeededPosts(world: World, { id, posts = [] }: WorkspaceSeed): void {
  const workspace = findWorkspace(world, id);
  for (const { channel, app, text, blocks } of posts) {
    addPost(world, workspace, {
      channel: findChannel(workspace, channel),
      author: { kind: 'app', ...app },
      text,
      blocks,
      via: 'chat.postMessage',
      payload: { text, blocks },
    });
  }
}

/** Maximum number of versions that a post keeps: its first, and the latest. */
const MAX_VERSIONS = 20;

/** Changes a post's content. A channel post is marked as edited, as in Slack. */
export function editPost(
  world: World,
  post: Post,
  by: string,
  edit: Pick<NewPost, 'text' | 'blocks' | 'via' | 'payload'>,
): void {
  post.text = edit.text;
  post.blocks = withIds(world, edit.blocks ?? []);
  post.seen.push({ at: world.clock.now(), via: edit.via, payload: edit.payload });
  if (post.seen.length > MAX_VERSIONS) post.seen.splice(1, 1);
  if (post.kind === 'channel') post.edited = { user: by, ts: world.ids.ts() };
  world.changed();
}

export function removePost(world: World, workspace: Workspace, post: Post): void {
  const at = workspace.posts.indexOf(post);
  if (at >= 0) workspace.posts.splice(at, 1);
  world.changed();
}

export function findPost(workspace: Workspace, channelId: string, ts: string): Post | undefined {
  return workspace.posts.find(post => post.channel === channelId && post.ts === ts);
}

const WITHOUT_ACTION = /^(image|mrkdwn|plain_text|rich_text_\w+)$/;

/** A copy with an id for every block and every interactive element. Slack fills in missing ones. */
export function withIds(world: World, blocks: JsonObject[]): JsonObject[] {
  const copy = structuredClone(blocks);
  for (const block of withInner(copy)) {
    if (!block.block_id) block.block_id = world.ids.secret().slice(0, 5);
    for (const [element] of elementsOf(block, '')) {
      if (!WITHOUT_ACTION.test(String(element.type))) element.action_id ??= world.ids.secret().slice(0, 5);
    }
  }
  return copy;
}

/** The post in Slack's format for payloads and answers. */
export function messageObject(workspace: Workspace, post: Post): JsonObject {
  const message: JsonObject = { type: 'message', ts: post.ts, text: post.text, team: workspace.id };
  if (post.author.kind === 'app' && post.author.id !== workspace.botUserId) {
    Object.assign(message, { subtype: 'bot_message', bot_id: post.author.id, username: post.author.name });
  } else if (post.author.kind === 'app') {
    Object.assign(message, { user: workspace.botUserId, bot_id: workspace.botId, app_id: workspace.appId });
  } else {
    message.user = post.author.id;
  }
  if (post.blocks.length > 0) message.blocks = post.blocks;
  if (post.edited) message.edited = post.edited;
  if (post.threadTs) message.thread_ts = post.threadTs;
  // The first message of a thread has its own timestamp as `thread_ts`.
  else if (workspace.posts.some(reply => isReply(reply, post))) message.thread_ts = post.ts;
  return message;
}

const isReply = (reply: Post, post: Post): boolean =>
  reply.kind === 'channel' && reply.threadTs === post.ts && reply.channel === post.channel;
