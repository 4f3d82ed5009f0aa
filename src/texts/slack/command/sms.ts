import type { SlashCommand } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { onCommand } from '../../../kit/slack/hear.ts';
import { COMMAND } from '../../../kit/slack/ids.ts';
import { openJudgedModal } from '../../../kit/slack/modals.ts';
import type { Services } from '../../../kit/slack/services.ts';
import type { Surface } from '../../../kit/slack/surface.ts';
import { openByCommand } from '../../../kit/slack/view.ts';
import type { Opener } from '../../../kit/slack/who.ts';
import { linkModal } from '../../../workspace/slack/link.ts';
import { askingSlack } from '../../../workspace/slack/rights.ts';
import type { NewIntent } from '../../sending/submit.ts';
import { parseTyped, send as sending, type Typed } from '../../typed.ts';
import { NOT_CHOSEN } from '../compose/form.ts';
import { composed } from '../compose/live.ts';
import { composeFormOf, openComposeForm } from '../compose/submitted.ts';
import { type ReplyPlace, replyFor } from '../reply-place.ts';
import { sender } from '../rights.ts';
import { answerTo } from './answers.ts';
import { addressedByName } from './by-name.ts';
import { draftAtOnce, draftByName } from './later.ts';

/** Words after `/sms` that open a modal; features contribute them. */
type OpeningWord =
  | 'people'
  | 'import'
  | 'templates'
  | 'groups'
  | 'unlink'
  | 'settings'
  | 'hooks'
  | 'scheduled'
  | 'broadcast';

/** `/sms …`: interprets what was typed, and answers in the ack whatever needs only our own store. */
export const smsCommand = (services: Services): Surface =>
  onCommand(COMMAND, async ({ body, ack, context: { client, who, words } }) => {
    const command = body as SlashCommand;
    const typed = parseTyped(command.text);
    const opener = { ...who, triggerId: command.trigger_id, responseUrl: command.response_url };
    if (typed.kind === 'form' || typed.kind === 'later') {
      await ack();
      return openForm(services, client, typed, command, opener);
    }
    if (typed.kind === 'link') {
      await ack();
      return openByCommand(services, client, opener, linkModal(services, typed.hadKey));
    }
    if (isOpening(typed)) {
      const opening = services.openings[typed.kind];
      if (!opening) return ack({ response_type: 'ephemeral', text: (await words()).commands.help(COMMAND) });
      await ack();
      return opening.open(client, opener, command.channel_id);
    }
    const message = await messageFor(typed, command, services);
    if (typeof message !== 'function')
      return ack(message ? { response_type: 'ephemeral', ...message } : undefined);
    await ack();
    await services.poster.answer(command.response_url, 'ephemeral', await message());
  });

/** The form that makes a text, complete and at once; or once it is known whose name was typed. */
function openForm(
  services: Services,
  client: WebClient,
  typed: Extract<Typed, { kind: 'form' | 'later' }>,
  command: SlashCommand,
  given: Opener,
): Promise<void> {
  const text = typed.kind === 'later' ? typed.text : '';
  const draft = draftAtOnce(text);
  const place = placeOf(command);
  const judge = () => sender(askingSlack(services), given, place.channel);
  const opener = { ...given, judge };
  const later = typed.kind === 'later' && services.added.laterPart ? { later: NOT_CHOSEN } : {};
  if (draft) return openComposeForm(services, client, opener, { place, draft, ...later });
  // Whose name it is takes a look into the store, and a trigger doesn't wait.
  return openJudgedModal(services, client, opener, {
    title: words => words.compose.title,
    command: `${COMMAND} later`,
    judge,
    async fill(words) {
      const begun = composeFormOf({ place, draft: await draftByName(services, given, text), ...later });
      return composed(services, words, given, begun);
    },
  });
}

/** What there is to say now; a text is stored first. Null: nothing to say now. */
async function messageFor(
  typed: Exclude<Typed, { kind: 'form' | 'later' | 'link' | OpeningWord }>,
  command: SlashCommand,
  services: Services,
): Promise<Awaited<ReturnType<typeof answerTo>> | null> {
  const who = { workspace: command.team_id, userId: command.user_id };
  const { onCallPart } = services.added;
  if (typed.kind === 'send') {
    // What there is to say about it comes as a report.
    await services.submit(askFrom([typed.to], typed.message, command));
    return null;
  }
  if (typed.kind === 'several') {
    await services.submit(askFrom(typed.to, typed.message, command));
    return null;
  }
  if (typed.kind === 'oncall') {
    if (!onCallPart) return answerTo({ kind: 'help' }, who, services, command.text);
    if (typed.name === '') return () => onCallPart.all(who);
    const answer = await onCallPart.called(who, typed.name);
    if (answer) return answer;
  }
  if (typed.kind !== 'named' && typed.kind !== 'oncall') return answerTo(typed, who, services, command.text);
  const found = await addressedByName(services, who, typed.text);
  if (typed.kind === 'oncall' && onCallPart && !('to' in found))
    return onCallPart.unknown(await services.words.of(who.workspace, who.userId), typed.name);
  if ('problem' in found)
    return answerTo({ kind: 'mistake', problem: found.problem }, who, services, command.text);
  const { to, name, rest } = 'near' in found ? { ...found, ...named(found.near) } : found;
  return messageFor(sending(to, name, rest), command, services);
}

const named = (name: string) => ({ to: { kind: 'named', name } as const, name });

function placeOf({ channel_id: channel, response_url: responseUrl }: SlashCommand): ReplyPlace {
  return { responseUrl, channel, threadTs: null, threadLink: null };
}

function askFrom(to: NewIntent['to'], message: string, command: SlashCommand): NewIntent {
  const { team_id: workspace, user_id: userId } = command;
  return {
    workspace,
    identity: `command:${command.trigger_id}`,
    source: 'command',
    of: null,
    actor: userId,
    to,
    message,
    priority: 'people',
    confirmed: false,
    replyTo: replyFor(userId, placeOf(command)),
    language: null,
  };
}

const OPENING: ReadonlySet<string> = new Set<OpeningWord>([
  ...([
    'people',
    'import',
    'templates',
    'groups',
    'unlink',
    'settings',
    'hooks',
    'scheduled',
    'broadcast',
  ] as const),
]);

/** Whether it is a word that opens a modal. */
function isOpening(typed: Typed): typed is Extract<Typed, { kind: OpeningWord }> {
  return OPENING.has(typed.kind);
}
