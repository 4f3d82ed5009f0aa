import { asText, isObject, type JsonObject } from '../json.ts';
import { messageContent } from '../web-api/chat.ts';
import { ApiError } from '../web-api/method.ts';
import type { Reply } from '../wire/connection.ts';
import { escapeTyped } from '../world/escape.ts';
import { isOrgWide } from '../world/install.ts';
import { addPost, appAuthor, slackAuthor } from '../world/posts.ts';
import type { Channel, Person, Post, Workspace } from '../world/types.ts';
import { type Scene, shownName } from './scene.ts';

/** A person writes an ordinary message. */
export function say(
  scene: Scene,
  said: { workspace: Workspace; person: Person; channel: Channel; text: string },
): Post {
  const text = escapeTyped(said.workspace, said.text).replaceAll(/<([@#][A-Z0-9]+)\|[^>]*>/g, '<$1>');
  return addPost(scene.world, said.workspace, {
    channel: said.channel,
    author: { kind: 'person', id: said.person.id, name: said.person.displayName },
    text,
    via: 'message',
    payload: { type: 'message', channel: said.channel.id, user: said.person.id, text },
  });
}

export interface TypedCommand {
  workspace: Workspace;
  person: Person;
  channel: Channel;
  /** With its slash. */
  command: string;
  text: string;
  /** The text is already as Slack would pass it on: don't escape it. */
  raw?: boolean | undefined;
  triggerId?: string | undefined;
}

/** A person sends a slash command; the app's immediate answer, if any, becomes a post. */
export async function sendCommand(
  scene: Scene,
  typed: TypedCommand,
): Promise<Reply & { triggerId: string; responseUrl: string }> {
  const { workspace, person, channel } = typed;
  const declared = scene.world.manifest.commands?.find(one => one.command === typed.command);
  const triggerId = scene.triggers.issue({ teamId: workspace.id, user: person.id }, typed.triggerId);
  const path = scene.replyUrls.issue('commands', {
    teamId: workspace.id,
    channel: channel.id,
    user: person.id,
  });
  const responseUrl = scene.url() + path;
  const text = typed.raw ? typed.text : escapeTyped(workspace, typed.text, declared?.shouldEscape ?? true);
  const payload = {
    token: scene.verificationToken,
    team_id: workspace.id,
    team_domain: workspace.domain,
    channel_id: channel.id,
    channel_name: shownName(channel),
    user_id: person.id,
    user_name: person.name,
    command: typed.command,
    text: text.trim(),
    api_app_id: workspace.appId,
    ...(workspace.org ? { enterprise_id: workspace.org.id, enterprise_name: workspace.org.name } : {}),
    is_enterprise_install: String(isOrgWide(scene.world, workspace)),
    response_url: responseUrl,
    trigger_id: triggerId,
  };
  const reply = await scene.app.deliver({ kind: 'slash_commands', payload });
  if (reply.problem) failed(scene, typed, reply.problem);
  else showAnswer(scene, typed, reply, payload);
  return { ...reply, triggerId, responseUrl };
}

function showAnswer(scene: Scene, typed: TypedCommand, reply: Reply, asked: JsonObject): void {
  if (reply.body.trim() === '') return;
  const answer = isObject(reply.json) ? reply.json : { text: reply.body };
  const inChannel = answer.response_type === 'in_channel';
  if (inChannel) echo(scene, typed, asked);
  if (asText(answer.text) === undefined && answer.blocks === undefined) return;
  try {
    post(scene, typed, messageContent(answer), inChannel, `answer to ${typed.command}`, answer);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    failed(scene, typed, 'invalid_command_response');
  }
}

/** A reply to the whole channel also shows the command that was typed. */
function echo(scene: Scene, typed: TypedCommand, asked: JsonObject): void {
  addPost(scene.world, typed.workspace, {
    channel: typed.channel,
    author: { kind: 'person', id: typed.person.id, name: typed.person.displayName },
    text: `${typed.command} ${asked.text}`,
    via: 'slash command',
    payload: asked,
  });
}

function failed(scene: Scene, typed: TypedCommand, word: string): void {
  addPost(scene.world, typed.workspace, {
    channel: typed.channel,
    author: slackAuthor(),
    text: `${typed.command} failed with the error "${word}"`,
    visibleTo: typed.person.id,
    via: 'slack',
    payload: { error: word },
  });
}

function post(
  scene: Scene,
  typed: TypedCommand,
  content: { text: string; blocks: JsonObject[] },
  inChannel: boolean,
  via: string,
  payload: unknown,
): Post {
  return addPost(scene.world, typed.workspace, {
    channel: typed.channel,
    author: appAuthor(scene.world, typed.workspace),
    ...content,
    ...(inChannel ? {} : { visibleTo: typed.person.id }),
    via,
    payload,
  });
}
