import { asText, isObject, type JsonObject, parseJson } from '../json.ts';
import { useReplyUrl } from '../world/interactivity.ts';
import { addPost, appAuthor, editPost, removePost } from '../world/posts.ts';
import type { ReplyUrl } from '../world/types.ts';
import { findWorkspace, type World } from '../world/world.ts';
import { messageContent } from './chat.ts';
import { ApiError, flag } from './method.ts';

export interface ReplyUrlAnswer {
  status: number;
  body: string;
  type: 'text/plain' | 'application/json';
}

/** Answers a POST to a `response_url` as Slack does: `ok` in plain text, or an error in JSON. */
export function answerReplyUrl(world: World, path: string, body: string): ReplyUrlAnswer {
  const target = useReplyUrl(world, path);
  if (typeof target === 'string') return refusal(404, target);
  const message = parseJson(body);
  if (!isObject(message)) return { status: 400, body: 'invalid_payload', type: 'text/plain' };
  try {
    apply(world, target, message);
    return { status: 200, body: 'ok', type: 'text/plain' };
  } catch (error) {
    if (error instanceof ApiError) return { status: 400, body: error.message, type: 'text/plain' };
    throw error;
  }
}

function apply(world: World, target: ReplyUrl, message: JsonObject): void {
  const workspace = findWorkspace(world, target.teamId);
  const channel = workspace.channels.get(target.channel);
  if (!channel) throw new ApiError('channel_not_found');
  // Only an interaction with a post has an original. From a slash command, `replace_original` adds a post:
  // slackapi/bolt-js#2287, slackapi/bolt-python#1268.
  const source = target.source && workspace.posts.includes(target.source) ? target.source : undefined;
  if (source && flag(message.delete_original)) {
    removePost(world, workspace, source);
    if (message.text === undefined && message.blocks === undefined) return;
  }
  const content = messageContent(world, message);
  if (source && replaces(message)) {
    editPost(world, source, workspace.botUserId, { ...content, via: 'response_url', payload: message });
    return;
  }
  const threadTs = asText(message.thread_ts);
  addPost(world, workspace, {
    channel,
    author: appAuthor(world, workspace),
    ...content,
    ...(message.response_type === 'in_channel' ? {} : { visibleTo: target.user }),
    ...(threadTs ? { threadTs } : {}),
    via: 'response_url',
    payload: message,
  });
}

/** An answer to an interaction replaces its post if it says so, or if it names no other target. */
function replaces(message: JsonObject): boolean {
  if (message.replace_original !== undefined) return flag(message.replace_original);
  return message.delete_original === undefined && message.response_type === undefined;
}

function refusal(status: number, error: string): ReplyUrlAnswer {
  return { status, body: JSON.stringify({ ok: false, error }), type: 'application/json' };
}
