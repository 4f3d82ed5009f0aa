import { LIMITS } from '../blocks/limits.ts';
import { problemsOfMessageBlocks } from '../blocks/validate.ts';
import { asObjects, asText, type JsonObject, parseJson } from '../json.ts';
import { addPost, appAuthor, editPost, findPost, messageObject, removePost } from '../world/posts.ts';
import type { Channel, Post } from '../world/types.ts';
import { directChannel } from '../world/world.ts';
import { visibleChannel } from './conversations.ts';
import { ApiError, type Call, invalidArguments, type Methods, required } from './method.ts';

export const chatMethods: Methods = {
  'chat.postMessage': {
    scopes: ['chat:write'],
    run(call) {
      const channel = channelToPostIn(call);
      const post = addPost(call.world, call.workspace, {
        channel,
        author: appAuthor(call.world, call.workspace),
        ...content(call),
        via: call.method,
        payload: withoutToken(call.args),
      });
      return { channel: channel.id, ts: post.ts, message: messageObject(call.workspace, post) };
    },
  },
  'chat.postEphemeral': {
    scopes: ['chat:write'],
    run(call) {
      const channel = channelToPostIn(call);
      const user = required(call, 'user', 'user_not_in_channel');
      if (!call.workspace.people.has(user) || !channel.members.has(user))
        throw new ApiError('user_not_in_channel');
      const post = addPost(call.world, call.workspace, {
        channel,
        author: appAuthor(call.world, call.workspace),
        ...content(call),
        visibleTo: user,
        via: call.method,
        payload: withoutToken(call.args),
      });
      return { message_ts: post.ts };
    },
  },
  'chat.update': {
    scopes: ['chat:write'],
    run(call) {
      const post = ownPost(call, 'cant_update_message');
      editPost(call.world, post, call.workspace.botUserId, {
        ...content(call),
        via: call.method,
        payload: withoutToken(call.args),
      });
      return {
        channel: post.channel,
        ts: post.ts,
        text: post.text,
        message: messageObject(call.workspace, post),
      };
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

/** The text and blocks of a message, or Slack's refusal of them. Also used by reply URLs. */
export function messageContent(args: JsonObject): { text: string; blocks: JsonObject[] } {
  const raw = args.blocks;
  const blocks = typeof raw === 'string' ? parseJson(raw) : (raw ?? []);
  if (!Array.isArray(blocks)) throw new ApiError('invalid_blocks_format');
  const problems = problemsOfMessageBlocks(blocks);
  if (problems.length > 0) throw invalidArguments(problems, 'invalid_blocks');
  const text = asText(args.text) ?? '';
  if (text === '' && blocks.length === 0) throw new ApiError('no_text');
  if (text.length > LIMITS.messageText.max) throw new ApiError('msg_too_long');
  return { text, blocks: asObjects(blocks) };
}

function content(call: Call): { text: string; blocks: JsonObject[]; threadTs?: string } {
  const threadTs = asText(call.args.thread_ts);
  const message = messageContent(call.args);
  // Reply URLs have no such limit.
  if (textLength(message.blocks) > LIMITS.messageBlocksText.max) throw new ApiError('msg_blocks_too_long');
  return { ...message, ...(threadTs ? { threadTs } : {}) };
}

/** All the text in the blocks. */
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
  const wanted = required(call, 'channel', 'channel_not_found');
  const person = workspace.people.get(wanted);
  if (person && !person.deleted && !person.isBot) return directChannel(workspace, wanted);
  const byName = [...workspace.channels.values()].find(
    channel => `#${channel.name}` === wanted || channel.name === wanted,
  );
  const channel = visibleChannel(workspace, byName?.id ?? wanted);
  const anywhere = channel.kind === 'public' && call.token.scopes.includes('chat:write.public');
  if (!channel.members.has(workspace.botUserId) && !anywhere) throw new ApiError('not_in_channel');
  return channel;
}

function ownPost(call: Call, refusal: string): Post {
  const channel = visibleChannel(call.workspace, required(call, 'channel', 'channel_not_found'));
  const post = findPost(call.workspace, channel.id, required(call, 'ts', 'message_not_found'));
  if (!post || post.kind === 'ephemeral') throw new ApiError('message_not_found');
  if (post.author.kind !== 'app') throw new ApiError(refusal);
  return post;
}

function withoutToken(args: JsonObject): JsonObject {
  const { token: _, ...rest } = args;
  return { ...rest, ...(typeof rest.blocks === 'string' ? { blocks: parseJson(rest.blocks) } : {}) };
}
