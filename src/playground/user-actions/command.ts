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
  text?: string | undefined;
  /** With its slash; by default the first command in the manifest. */
  command?: string | undefined;
  /** The text is in Slack's format already, so it isn't escaped again. */
  raw?: boolean | undefined;
  triggerId?: string | undefined;
}

/** The workspace, person and channel of a typed command. */
type Place = ReturnType<typeof findPlace>;

/** A user sends a slash command. The app's immediate answer becomes a post. */
export async function sendCommand(
  scene: Scene,
  input: TypedCommand,
): Promise<Reply & { triggerId: string; responseUrl: string }> {
  const place = findPlace(scene, input);
  const { workspace, person, channel } = place;
  const declared = scene.world.manifest.features.slash_commands;
  const command = input.command ?? declared[0]?.command;
  if (!command) throw new Error('Say which command: the manifest declares none');
  const isEscaped = declared.find(candidate => candidate.command === command)?.should_escape ?? true;
  const triggerId = issueTrigger(scene.world, { teamId: workspace.id, user: person.id }, input.triggerId);
  const target = { teamId: workspace.id, channel: channel.id, user: person.id };
  const responseUrl = issueReplyUrl(scene.world, 'commands', target);
  const typed = input.text ?? '';
  const text = input.raw ? typed : escapeTyped(workspace, typed, isEscaped);
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
  if (reply.problem) postFailure(scene, place, command, reply.problem);
  else showAnswer(scene, place, reply, payload);
  return { ...reply, triggerId, responseUrl };
}

function showAnswer(
  scene: Scene,
  place: Place,
  reply: Reply,
  payload: JsonObject & { command: string; text: string },
): void {
  if (reply.body.trim() === '') return;
  const answer = isObject(reply.json) ? reply.json : { text: reply.body };
  const inChannel = answer.response_type === 'in_channel';
  if (inChannel) {
    // A reply to the whole channel also shows the command.
    const text = `${payload.command} ${payload.text}`;
    post(scene, place, { author: asAuthor(place.person), text, via: 'slash command', payload });
  }
  if (asText(answer.text) === undefined && answer.blocks === undefined) return;
  try {
    post(scene, place, {
      author: appAuthor(scene.world, place.workspace),
      ...messageContent(scene.world, answer),
      ...(inChannel ? {} : { visibleTo: place.person.id }),
      via: `answer to ${payload.command}`,
      payload: answer,
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    postFailure(scene, place, payload.command, 'invalid_command_response');
  }
}

function postFailure(scene: Scene, place: Place, command: string, word: string): void {
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

/** A user writes an ordinary message. The app gets it if it is a member of the channel and subscribed. */
export function say(scene: Scene, input: PlaceRef & { text: string }): Post {
  const place = findPlace(scene, input);
  const { workspace, person, channel } = place;
  const text = escapeTyped(workspace, input.text).replaceAll(/<([@#][A-Z0-9]+)\|[^<>]*>/g, '<$1>');
  const payload = { type: 'message', channel: channel.id, user: person.id, text };
  const message = post(scene, place, { author: asAuthor(person), text, via: 'message', payload });
  const isAppPresent = channel.members.has(workspace.botUserId) && installation(scene.world, workspace.id);
  if (isAppPresent)
    notifyApp(scene, workspace, channel, {
      ...payload,
      team: workspace.id,
      ts: message.ts,
      event_ts: message.ts,
    });
  return message;
}

const MESSAGES = { public: 'channel', private: 'group', im: 'im' } as const;

// https://docs.slack.dev/reference/events/message and /app_mention: an app that is mentioned gets both.
function notifyApp(scene: Scene, workspace: Workspace, channel: Channel, message: JsonObject): void {
  const kind = MESSAGES[channel.kind];
  const subscription =
    kind === 'channel' ? 'message.channels' : kind === 'group' ? 'message.groups' : 'message.im';
  if (subscribed(scene, subscription)) void scene.events.send(workspace, { ...message, channel_type: kind });
  const isMentioned = String(message.text).includes(`<@${workspace.botUserId}>`);
  if (isMentioned && kind !== 'im' && subscribed(scene, 'app_mention'))
    void scene.events.send(workspace, { ...message, type: 'app_mention' });
}

/** Sends the text of the message box: a command that the app declares, or a message. */
export async function write(scene: Scene, input: PlaceRef & { text: string }): Promise<{ problem?: string }> {
  const { workspace } = findPlace(scene, input);
  const [, command, text = ''] = /^(\/\S+)(?:\s([\s\S]*))?$/.exec(input.text) ?? [];
  if (!command) {
    say(scene, input);
    return {};
  }
  const isDeclared = scene.world.manifest.features.slash_commands.some(
    declared => declared.command === command,
  );
  if (!isDeclared || !installation(scene.world, workspace.id))
    return { problem: `${command} is not a valid command.` };
  await sendCommand(scene, { ...input, command, text });
  return {};
}
