import type { SlashCommand } from '@slack/bolt';
import type { SlackListener } from '../../../kit/slack/listener.ts';
import { COMMAND } from '../../../kit/slack/listener.ts';
import type { PrivateReply, Services, UserRef } from '../../../kit/slack/services.ts';
import { openByCommand } from '../../../kit/slack/view-buttons.ts';
import { linkModal } from '../../../workspace/slack/link.ts';
import { parseTyped, send as sending, type Typed } from '../../parse/sms-command.ts';
import type { NewIntent } from '../../sending/submit.ts';
import { replyFor } from '../compose/form.ts';
import { addressedByName } from './addressed-by-name.ts';
import { openFormByCommand } from './open-form.ts';
import { answerTo, mistakeMessage } from './subcommands.ts';

/** `/sms …`: interprets what was typed. If our own store suffices for an answer, the answer is the ack. */
export const smsCommand = (services: Services): SlackListener => ({
  kind: 'command',
  id: COMMAND,
  async listen({ body, ack, context: { client, user } }) {
    const command = body as SlashCommand;
    const { channel_id: channel, trigger_id: triggerId, response_url: responseUrl } = command;
    const typed = parseTyped(command.text, services.commandWords);
    const opener = { ...user, triggerId, responseUrl };
    if (typed.kind === 'form') {
      await ack();
      return openFormByCommand(services, client, opener, { text: '', channel, command: null });
    }
    if (typed.kind === 'link') {
      await ack();
      return openByCommand(services, client, opener, linkModal(services, typed.hadKey));
    }
    const word = typed.kind === 'word' ? services.commandWords.get(typed.word) : undefined;
    if (typed.kind === 'word' && word && 'open' in word) {
      await ack();
      return word.open(client, opener, { text: typed.text, channel });
    }
    const reply = await replyTo(typed, command, services);
    if (typeof reply !== 'function') return ack(reply ? { response_type: 'ephemeral', ...reply } : undefined);
    await ack();
    await services.poster.respond(responseUrl, 'ephemeral', await reply());
  },
});

/** The reply to the sender; null if a text was stored, because its report follows. */
async function replyTo(
  typed: Exclude<Typed, { kind: 'form' | 'link' }>,
  command: SlashCommand,
  services: Services,
): Promise<PrivateReply | null> {
  const user = { workspace: command.team_id, userId: command.user_id };
  switch (typed.kind) {
    case 'send':
    case 'several':
      await services.submit(intentOf([typed.to].flat(), typed.message, command));
      return null;
    case 'named': {
      const addressed = await addressedByName(services, user, typed.text);
      if ('problem' in addressed) return mistakeMessage(services, user, addressed.problem, command.text);
      const { to, name } =
        'near' in addressed
          ? { to: { kind: 'named', name: addressed.near } as const, name: addressed.near }
          : addressed;
      return replyTo(sending(to, name, addressed.rest), command, services);
    }
    case 'mistake':
      return mistakeMessage(services, user, typed.problem, command.text);
    case 'word':
      return replyToWord(typed, user, command, services);
    default:
      return answerTo(typed.kind, user, services);
  }
}

/** A feature's answer; or a text to a recipient whose name begins with the word. */
async function replyToWord(
  { word, text, whole }: Extract<Typed, { kind: 'word' }>,
  user: UserRef,
  command: SlashCommand,
  services: Services,
): Promise<PrivateReply | null> {
  const answering = services.commandWords.get(word);
  if (!answering || !('answer' in answering)) return null;
  const answer = await answering.answer(user, text);
  if (answer) return answer;
  const addressed = await addressedByName(services, user, whole);
  if ('to' in addressed)
    return replyTo(sending(addressed.to, addressed.name, addressed.rest), command, services);
  return answering.unknown(await services.words.of(user.workspace, user.userId), text);
}

function intentOf(to: NewIntent['to'], message: string, command: SlashCommand): NewIntent {
  const { team_id: workspace, user_id: userId, channel_id: channel, response_url: responseUrl } = command;
  return {
    workspace,
    idempotencyKey: `command:${command.trigger_id}`,
    source: 'command',
    resendOf: null,
    actor: userId,
    to,
    message,
    typed: true,
    undoable: true,
    priority: 'people',
    confirmed: false,
    replyTo: replyFor(userId, { responseUrl, channel, threadTs: null, threadLink: null }),
    language: null,
  };
}
