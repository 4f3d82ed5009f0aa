import { LIMITS } from '../blocks/limits.ts';
import { problemsOfMessageBlocks } from '../blocks/validate.ts';
import { asObjects, asText, type JsonObject, parseJson } from '../json.ts';
import { addPost, appAuthor, editPost, findPost, messageObject, removePost } from '../world/posts.ts';
import type { Channel, Post } from '../world/types.ts';
import { directChannel, type World } from '../world/world.ts';
import { visibleChannel } from './conversations.ts';
import { ApiError, type Call, invalidArguments, type Methods, required } from './method.ts';

export const chatMethods: Methods = {
  'chat.postMessage': {
    scopes: ['chat:write'],
    run(call) {
      const post = postAsApp(call, channelToPostIn(call));
      return { channel: post.channel, ts: post.ts, message: messageObject(call.workspace, post) };
    },
  },
  'chat.postEphemeral': {
    scopes: ['chat:write'],
    run(call) {
      const channel = channelToPostIn(call);
      const user = required(call, 'user', 'user_not_in_channel');
      if (!call.workspace.people.has(user) || !channel.members.has(user))
        throw new ApiError('user_not_in_channel');
      return { message_ts: postAsApp(call, channel, { visibleTo: user }).ts };
    },
  },
  'chat.update': {
    scopes: ['chat:write'],
    run(call) {
      const post = ownPost(call, 'cant_update_message');
      editPost(call.world, post, call.workspace.botUserId, content(call));
      const { channel, ts, text } = post;
      return { channel, ts, text, message: messageObject(call.workspace, post) };
    },
  },
  'chat.delete': {
    scopes: ['chat:write'],
    run(call) {
      const post = ownPost(call, 'cant_delete_message');
      removePost(call.world, call.workspace, post);
      return { channel: post.channel, ts: post.ts };
    },
  },
};

const postAsApp = (call: Call, channel: Channel, more: { visibleTo?: string } = {}): Post =>
  addPost(call.world, call.workspace, {
    channel,
    author: appAuthor(call.world, call.workspace),
    ...content(call),
    ...more,
  });

/** Reads a message's text and blocks; throws Slack's error if they are invalid. Also for reply URLs. */
export function messageContent(world: World, args: JsonObject): { text: string; blocks: JsonObject[] } {
  const raw = args.blocks;
  const blocks = typeof raw === 'string' ? parseJson(raw) : (raw ?? []);
  if (!Array.isArray(blocks)) throw new ApiError('invalid_blocks_format');
  const problems = problemsOfMessageBlocks(blocks, world.dataBlocks);
  if (problems.length > 0) throw invalidArguments(problems, 'invalid_blocks');
  const text = asText(args.text) ?? '';
  if (text === '' && blocks.length === 0) throw new ApiError('no_text');
  if (text.length > LIMITS.messageText.max) throw new ApiError('msg_too_long');
  return { text, blocks: asObjects(blocks) };
}

/** Reads a call's message, with the method and arguments for the page. */
function content({ world, args, method }: Call) {
  const threadTs = asText(args.thread_ts);
  const message = messageContent(world, args);
  // Reply URLs have no such limit.
  if (textLength(message.blocks) > LIMITS.messageBlocksText.max) throw new ApiError('msg_blocks_too_long');
  const { token: _, ...payload } = args;
  if (typeof payload.blocks === 'string') payload.blocks = parseJson(payload.blocks);
  return { ...message, ...(threadTs ? { threadTs } : {}), via: method, payload };
}

/** The length of all text in the blocks. */
function textLength(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, inner]) =>
      sum + (key === 'text' && typeof inner === 'string' ? inner.length : textLength(inner)),
    0,
  );
}

function channelToPostIn(call: Call): Channel {
  const { workspace } = call;
  const ref = required(call, 'channel', 'channel_not_found');
  const person = workspace.people.get(ref);
  if (person && !person.deleted && !person.isBot) return directChannel(workspace, ref);
  const byName = [...workspace.channels.values()].find(
    channel => `#${channel.name}` === ref || channel.name === ref,
  );
  const channel = visibleChannel(workspace, byName?.id ?? ref);
  const anywhere = channel.kind === 'public' && call.token.scopes.includes('chat:write.public');
  if (!channel.members.has(workspace.botUserId) && !anywhere) throw new ApiError('not_in_channel');
  return channel;
}

function ownPost(call: Call, refusal: string): Post {
  const channel = visibleChannel(call.workspace, required(call, 'channel', 'channel_not_found'));
  const post = findPost(call.workspace, channel.id, required(call, 'ts', 'message_not_found'));
  if (!post || post.kind === 'ephemeral') throw new ApiError('message_not_found');
  if (post.author.id !== call.workspace.botUserId) throw new ApiError(refusal);
  return post;
}
