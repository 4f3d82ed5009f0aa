import type { z } from 'zod';
import { asIs } from '../../kit/slack/buttons.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import type { messageActionSchema } from '../../kit/slack/payloads.ts';
import type { Services } from '../../kit/slack/services.ts';
import { onShortcut, onView } from '../../kit/slack/view-buttons.ts';
import type { Draft } from '../draft.ts';
import { onlyNumber } from '../parse/only-number.ts';
import { messageText } from '../parse/slack-message.ts';
import { sender } from '../permissions.ts';
import { directly, type ReplyPlace } from './compose/form.ts';
import { openComposeForm } from './compose/submitted.ts';
import { beginning } from './compose/view.ts';
import { ACTION, SHORTCUT } from './ids.ts';

/** "Send a text", from anywhere in Slack: reports come in a direct message. */
export function composeShortcut(services: Services): SlackListener {
  return onShortcut(
    services,
    { callback: SHORTCUT.compose, kind: 'shortcut' },
    {
      permission: sender,
      begins: opener => openComposeForm(services, opener.client, opener, { place: directly(opener.userId) }),
    },
  );
}

/** The compose button, in the Home tab or under a message. */
export function composeButton(services: Services): SlackListener {
  return onView(services, ACTION.compose, {
    read: asIs,
    permission: (permissionFacts, press) => sender(permissionFacts, press, press.channel),
    begins: (press, { channel, actions }) => {
      const { responseUrl, userId } = press;
      const place = { ...directly(userId), ...(channel ? { channel: channel.id, responseUrl } : {}) };
      const message = actions[0]?.value ?? '';
      const number = onlyNumber(message);
      const draft = { to: number && ({ kind: 'number', number } as const), message };
      return openComposeForm(services, press.client, press, { place, draft });
    },
  });
}

/**
 * "Text this…" on a message: the form with the message's text, reported in its thread. Uses the shortcut's `response_url`,
 * so that it works even if the app isn't in the channel.
 */
export function textThisShortcut(services: Services): SlackListener {
  return onShortcut(
    services,
    { callback: SHORTCUT.textThis, kind: 'message_action' },
    {
      permission: sender,
      begins(opener, chosen) {
        const message = beginning(inChannel(chosen.channel, messageText(chosen.message)));
        const number = onlyNumber(message);
        const draft: Draft = { to: number && { kind: 'number', number }, message };
        return openComposeForm(services, opener.client, opener, {
          place: placeOf(chosen),
          draft,
          finish: typed => withNames(services, opener.workspace, typed),
        });
      },
    },
  );
}

function placeOf({ team, channel, message, response_url }: z.infer<typeof messageActionSchema>): ReplyPlace {
  const { ts, thread_ts: threadTs = ts } = message;
  const link = team?.domain && linkTo(team.domain, channel.id, ts, threadTs);
  return { responseUrl: response_url, channel: channel.id, threadTs, threadLink: link || null };
}

/** A message's permalink, with its thread for a reply. */
function linkTo(domain: string, channel: string, ts: string, threadTs: string): string {
  const link = `https://${domain}.slack.com/archives/${channel}/p${ts.replace('.', '')}`;
  return threadTs === ts ? link : `${link}?thread_ts=${threadTs}&cid=${channel}`;
}

/** A message in plain words, with names as far as Slack gives them. */
export const wordsOfMessage = (
  services: Services,
  workspace: string,
  { channel, message }: Pick<z.infer<typeof messageActionSchema>, 'channel' | 'message'>,
): Promise<string> => withNames(services, workspace, inChannel(channel, messageText(message)));

/** A mention without a name: each reader's Slack fills in the name. */
const MENTION = /@([UWS][A-Z0-9]{6,})\b/g;
const CHANNEL = /#([CG][A-Z0-9]{6,})\b/g;
/** People looked up in one message. */
const MAX_PEOPLE = 10;

/** Puts in the name of the message's own channel. The app has no right to ask for other channels' names. */
const inChannel = ({ id, name }: { id: string; name?: string | undefined }, message: string): string =>
  message.replace(CHANNEL, (_, channelId: string) => `#${(channelId === id && name) || 'channel'}`);

/** Replaces the ids of people and user groups by names, as far as Slack gives them. */
async function withNames(
  { people, teammates }: Services,
  workspace: string,
  message: string,
): Promise<string> {
  const ids = [...new Set([...message.matchAll(MENTION)].map(([, id = '']) => id))].slice(0, MAX_PEOPLE);
  const groups = ids.some(id => id.startsWith('S'))
    ? await teammates.names(workspace)
    : new Map<string, string>();
  const nameOf = async (id: string): Promise<string | null> => {
    if (id.startsWith('S')) return groups.get(id) ?? null;
    const answer = await people.facts(workspace, id);
    return answer.kind === 'known' ? answer.facts.name : null;
  };
  const entries = await Promise.all(ids.map(async id => [id, await nameOf(id)] as const));
  const names = new Map(entries);
  return message.replace(MENTION, (mention, id: string) => `@${names.get(id) ?? mention.slice(1)}`);
}
