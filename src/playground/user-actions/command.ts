import { asText, isObject, type JsonObject } from '../json.ts';
import { messageContent } from '../web-api/chat.ts';
import { ApiError } from '../web-api/method.ts';
import type { Reply } from '../wire/connection.ts';
import { VERIFICATION_TOKEN } from '../wire/events.ts';
import { escapeTyped } from '../world/escape.ts';
import { installation, isOrgWide } from '../world/install.ts';
import { issueReplyUrl, issueTrigger } from '../world/interactivity.ts';
import { addPost, appAuthor, type NewPost, slackAuthor } from '../world/posts.ts';
import type { Channel, Person, Post, Workspace } from '../world/types.ts';
import { findPlace, type PlaceRef, type Scene, shownName, subscribed } from './scene.ts';

export interface TypedCommand extends PlaceRef {
  /** Default nothing. */
  text?: string | undefined;
  /** With its slash; the first that the manifest declares, if left out. */
  command?: string | undefined;
  /** The text is already as Slack would pass it on: don't escape it. */
  raw?: boolean | undefined;
  triggerId?: string | undefined;
}

/** PlaceRef a command was typed. */
type Place = ReturnType<typeof findPlace>;

/** A person sends a slash command; the app's immediate answer, if any, becomes a post. */
export async function sendCommand(
  scene: Scene,
  asked: TypedCommand,
): Promise<Reply & { triggerId: string; responseUrl: string }> {
  const place = findPlace(scene, asked);
  const { workspace, person, channel } = place;
  const declared = scene.world.manifest.features.slash_commands;
  const command = asked.command ?? declared[0]?.command;
  if (!command) throw new Error('Say which command: the manifest declares none');
  const isEscaped = declared.find(one => one.command === command)?.should_escape ?? true;
  const triggerId = issueTrigger(scene.world, { teamId: workspace.id, user: person.id }, asked.triggerId);
  const target = { teamId: workspace.id, channel: channel.id, user: person.id };
  const responseUrl = issueReplyUrl(scene.world, 'commands', target);
  const given = asked.text ?? '';
  const text = asked.raw ? given : escapeTyped(workspace, given, isEscaped);
  const payload = {
    token: VERIFICATION_TOKEN,
    team_id: workspace.id,
    team_domain: workspace.domain,
    channel_id: channel.id,
    channel_name: shownName(channel),
    user_id: person.id,
    user_name: person.name,
    command,
    text: text.trim(),
    api_app_id: workspace.appId,
    ...(workspace.org ? { enterprise_id: workspace.org.id, enterprise_name: workspace.org.name } : {}),
    is_enterprise_install: String(isOrgWide(scene.world, workspace)),
    response_url: responseUrl,
    trigger_id: triggerId,
  };
  const reply = await scene.app.deliver({ kind: 'slash_commands', payload });
  if (reply.problem) failed(scene, place, command, reply.problem);
  else showAnswer(scene, place, reply, payload);
  return { ...reply, triggerId, responseUrl };
}

function showAnswer(
  scene: Scene,
  place: Place,
  reply: Reply,
  asked: JsonObject & { command: string; text: string },
): void {
  if (reply.body.trim() === '') return;
  const answer = isObject(reply.json) ? reply.json : { text: reply.body };
  const inChannel = answer.response_type === 'in_channel';
  if (inChannel) {
    // A reply to the whole channel also shows the command that was typed.
    const text = `${asked.command} ${asked.text}`;
    post(scene, place, { author: asAuthor(place.person), text, via: 'slash command', payload: asked });
  }
  if (asText(answer.text) === undefined && answer.blocks === undefined) return;
  try {
    post(scene, place, {
      author: appAuthor(scene.world, place.workspace),
      ...messageContent(answer),
      ...(inChannel ? {} : { visibleTo: place.person.id }),
      via: `answer to ${asked.command}`,
      payload: answer,
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    failed(scene, place, asked.command, 'invalid_command_response');
  }
}

function failed(scene: Scene, place: Place, command: string, word: string): void {
  const text = `${command} failed with the error "${word}"`;
  const more = { visibleTo: place.person.id, via: 'slack', payload: { error: word } };
  post(scene, place, { author: slackAuthor(), text, ...more });
}

const post = (scene: Scene, { workspace, channel }: Place, fresh: Omit<NewPost, 'channel'>): Post =>
  addPost(scene.world, workspace, { channel, ...fresh });

const asAuthor = (person: Person): NewPost['author'] => ({
  kind: 'person',
  id: person.id,
  name: person.displayName,
});

/** A person writes an ordinary message; the app is told if it is there and subscribed to that. */
export function say(scene: Scene, asked: PlaceRef & { text: string }): Post {
  const place = findPlace(scene, asked);
  const { workspace, person, channel } = place;
  const text = escapeTyped(workspace, asked.text).replaceAll(/<([@#][A-Z0-9]+)\|[^<>]*>/g, '<$1>');
  const payload = { type: 'message', channel: channel.id, user: person.id, text };
  const said = post(scene, place, { author: asAuthor(person), text, via: 'message', payload });
  const isHeard = channel.members.has(workspace.botUserId) && installation(scene.world, workspace.id);
  if (isHeard)
    tellApp(scene, workspace, channel, { ...payload, team: workspace.id, ts: said.ts, event_ts: said.ts });
  return said;
}

const MESSAGES = { public: 'channel', private: 'group', im: 'im' } as const;

// https://docs.slack.dev/reference/events/message and /app_mention: an app that is mentioned gets both.
function tellApp(scene: Scene, workspace: Workspace, channel: Channel, message: JsonObject): void {
  const kind = MESSAGES[channel.kind];
  const subscription =
    kind === 'channel' ? 'message.channels' : kind === 'group' ? 'message.groups' : 'message.im';
  if (subscribed(scene, subscription)) void scene.events.send(workspace, { ...message, channel_type: kind });
  const isMentioned = String(message.text).includes(`<@${workspace.botUserId}>`);
  if (isMentioned && kind !== 'im' && subscribed(scene, 'app_mention'))
    void scene.events.send(workspace, { ...message, type: 'app_mention' });
}

/** What somebody sends from the message box: a command that the app declares, or a message. */
export async function write(scene: Scene, asked: PlaceRef & { text: string }): Promise<{ problem?: string }> {
  const { workspace } = findPlace(scene, asked);
  const [, command, text = ''] = /^(\/\S+)(?:\s([\s\S]*))?$/.exec(asked.text) ?? [];
  if (!command) {
    say(scene, asked);
    return {};
  }
  const isDeclared = scene.world.manifest.features.slash_commands.some(one => one.command === command);
  if (!isDeclared || !installation(scene.world, workspace.id))
    return { problem: `${command} is not a valid command.` };
  await sendCommand(scene, { ...asked, command, text });
  return {};
}
