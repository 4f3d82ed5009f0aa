import type { App, SlashCommand } from '@slack/bolt';
import { parseTyped, send as sending, type Typed } from '../../domain/typed.ts';
import type { NewIntent } from '../../sending/submit.ts';
import { webOf } from '../access.ts';
import { channelOf, NEW_BROADCAST } from '../broadcasts/form.ts';
import { openBroadcastForm } from '../broadcasts/open.ts';
import { COMMAND } from '../ids.ts';
import { askingSlack } from '../judging.ts';
import { openJudgedModal } from '../kit/modals.ts';
import { openByCommand } from '../kit/press.ts';
import { type ReplyPlace, replyFor } from '../reply-place.ts';
import { sender } from '../rights.ts';
import { schedulesModal } from '../schedules/list.ts';
import type { Services } from '../services.ts';
import { composeFormOf, openComposeForm } from '../views/compose.ts';
import { NOT_CHOSEN } from '../views/compose-later.ts';
import { composed } from '../views/compose-live.ts';
import { hooksModal } from '../views/hooks/list.ts';
import { linkModal } from '../views/link.ts';
import { importModal } from '../views/people/import.ts';
import { peopleModal } from '../views/people/list.ts';
import { settingsModal } from '../views/settings/overview.ts';
import { templatesModal } from '../views/templates/list.ts';
import { unlinkModal } from '../views/unlink.ts';
import { answerTo } from './answers.ts';
import { addressedByName } from './by-name.ts';
import { draftAtOnce, draftByName } from './later.ts';
import { onCallMessage, rotaCalled, unknownRota } from './oncall.ts';

/** `/sms …`: interprets what was typed, and answers in the ack whatever needs only our own store. */
export function registerSmsCommand(app: App, services: Services): void {
  // As middleware, since a command would otherwise wait until each of over a hundred listeners was asked whether it is theirs.
  app.use(async args => {
    if (!('command' in args) || args.command.command !== COMMAND) return args.next();
    const { command, ack, context } = args;
    const typed = parseTyped(command.text);
    const who = { workspace: command.team_id, userId: command.user_id };
    if (typed.kind === 'form' || typed.kind === 'later') {
      await ack();
      const text = typed.kind === 'later' ? typed.text : '';
      const draft = draftAtOnce(text);
      const place = placeOf(command);
      const { trigger_id: triggerId, response_url: responseUrl } = command;
      const judge = () => sender(askingSlack(services), who, place.channel);
      const opener = { ...who, triggerId, responseUrl, judge };
      const later = typed.kind === 'later' ? { later: NOT_CHOSEN } : {};
      if (draft) return openComposeForm(services, webOf(context), opener, { place, draft, ...later });
      // Whose name it is takes a look into the store, and a trigger doesn't wait.
      return openJudgedModal(services, webOf(context), opener, {
        title: words => words.compose.title,
        command: `${COMMAND} later`,
        judge,
        async fill(words) {
          const begun = composeFormOf({ place, draft: await draftByName(services, who, text), ...later });
          return composed(services, words, who, begun);
        },
      });
    }
    if (typed.kind === 'broadcast') {
      await ack();
      const { trigger_id: triggerId, response_url: responseUrl, channel_id: channel } = command;
      const form = { ...NEW_BROADCAST, channel: channelOf(channel) };
      const judge = () => sender(askingSlack(services), who, null);
      return openBroadcastForm(services, webOf(context), { ...who, triggerId, responseUrl, judge }, form);
    }
    if (typed.kind === 'link' || opensModal(typed)) {
      await ack();
      const opener = { ...who, triggerId: command.trigger_id, responseUrl: command.response_url };
      const modal = typed.kind === 'link' ? linkModal(services, typed.hadKey) : OPENS[typed.kind](services);
      return openByCommand(services, webOf(context), opener, modal);
    }
    const message = await messageFor(typed, command, services);
    if (typeof message !== 'function')
      return ack(message ? { response_type: 'ephemeral', ...message } : undefined);
    await ack();
    await services.poster.answer(command.response_url, 'ephemeral', await message());
  });
}

/** What there is to say now; a text is stored first. Null: nothing to say now. */
async function messageFor(
  typed: Exclude<Typed, { kind: 'form' | 'later' | 'broadcast' | 'link' | keyof typeof OPENS }>,
  command: SlashCommand,
  services: Services,
): Promise<Awaited<ReturnType<typeof answerTo>> | null> {
  const who = { workspace: command.team_id, userId: command.user_id };
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
    const rota = typed.name === '' ? null : await rotaCalled(services, who.workspace, typed.name);
    if (typed.name === '' || rota) return () => onCallMessage(services, who, rota);
  }
  if (typed.kind !== 'named' && typed.kind !== 'oncall') return answerTo(typed, who, services, command.text);
  const found = await addressedByName(services, who, typed.text);
  if (typed.kind === 'oncall' && !('to' in found))
    return unknownRota(await services.words.of(who.workspace, who.userId), typed.name);
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

/** Commands that open a modal. */
const OPENS = {
  people: peopleModal,
  import: importModal,
  templates: templatesModal,
  groups: settingsModal,
  unlink: unlinkModal,
  settings: settingsModal,
  hooks: hooksModal,
  scheduled: schedulesModal,
};

/** Whether it is a word that opens a modal. */
function opensModal(typed: Typed): typed is Extract<Typed, { kind: keyof typeof OPENS }> {
  return Object.hasOwn(OPENS, typed.kind);
}
