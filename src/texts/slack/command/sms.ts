import type { SlashCommand } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { Problem } from '../../../kit/problem.ts';
import type { SlackListener } from '../../../kit/slack/listener.ts';
import { COMMAND } from '../../../kit/slack/listener.ts';
import { openGuardedModal } from '../../../kit/slack/modals.ts';
import type { ModalTrigger, Services, UserRef } from '../../../kit/slack/services.ts';
import { openByCommand } from '../../../kit/slack/view-buttons.ts';
import { unescapeSlack } from '../../../kit/slack-text.ts';
import { linkModal } from '../../../workspace/slack/link.ts';
import { withCachedOrLiveFacts } from '../../../workspace/slack/permissions.ts';
import type { Draft } from '../../draft.ts';
import { leadingNumber } from '../../parse/leading-number.ts';
import { isSameName, leadingNames } from '../../parse/name.ts';
import {
  commandLike,
  type OpeningWords,
  parseTyped,
  send as sending,
  type Typed,
} from '../../parse/sms-command.ts';
import { sender } from '../../permissions.ts';
import type { Recipient } from '../../recipient.ts';
import { readerProblem } from '../../sending/send-policy.ts';
import type { NewIntent } from '../../sending/submit.ts';
import { NOT_CHOSEN, type ReplyPlace, replyFor } from '../compose/form.ts';
import { composedView, composeFormOf, openComposeForm } from '../compose/submitted.ts';
import { answerTo } from './subcommands.ts';

/** `/sms …`: interprets what was typed, and answers in the ack whatever needs only our own store. */
export const smsCommand = (services: Services): SlackListener => ({
  kind: 'command',
  id: COMMAND,
  async listen({ body, ack, context: { client, user } }) {
    const command = body as SlashCommand;
    const typed = parseTyped(command.text, services.commandWords);
    const opener = { ...user, triggerId: command.trigger_id, responseUrl: command.response_url };
    if (typed.kind === 'form' || typed.kind === 'later') {
      await ack();
      return openForm(services, client, typed, command, opener);
    }
    if (typed.kind === 'link') {
      await ack();
      return openByCommand(services, client, opener, linkModal(services, typed.hadKey));
    }
    if (typed.kind === 'opening') {
      await ack();
      return services.commandWords.get(typed.word)?.open(client, opener, command.channel_id);
    }
    const message = await messageFor(typed, command, services);
    if (typeof message !== 'function')
      return ack(message ? { response_type: 'ephemeral', ...message } : undefined);
    await ack();
    await services.poster.respond(command.response_url, 'ephemeral', await message());
  },
});

/** The form that makes a text, complete and at once; or once it is known whose name was typed. */
function openForm(
  services: Services,
  client: WebClient,
  typed: Extract<Typed, { kind: 'form' | 'later' }>,
  command: SlashCommand,
  given: ModalTrigger,
): Promise<void> {
  const text = typed.kind === 'later' ? typed.text : '';
  const draft = draftAtOnce(text, services.commandWords);
  const place = placeOf(command);
  const check = () => sender(withCachedOrLiveFacts(services), given, place.channel);
  const opener = { ...given, check };
  const later = typed.kind === 'later' && services.extensions.laterPart ? { later: NOT_CHOSEN } : {};
  if (draft) return openComposeForm(services, client, opener, { place, draft, ...later });
  // Whose name it is takes a look into the store, and a trigger doesn't wait.
  return openGuardedModal(services, client, opener, {
    title: words => words.compose.title,
    command: `${COMMAND} later`,
    check,
    async fill(words) {
      const begun = composeFormOf({
        place,
        draft: await draftByName(services, given, unescapeSlack(text)),
        ...later,
      });
      return composedView(services, words, given, begun);
    },
  });
}

/** What there is to say now; a text is stored first. Null: nothing to say now. */
async function messageFor(
  typed: Exclude<Typed, { kind: 'form' | 'later' | 'link' | 'opening' }>,
  command: SlashCommand,
  services: Services,
): Promise<Awaited<ReturnType<typeof answerTo>> | null> {
  const who = { workspace: command.team_id, userId: command.user_id };
  const { onCallPart } = services.extensions;
  if (typed.kind === 'send' || typed.kind === 'several') {
    // What there is to say about it comes as a report.
    await services.submit(askFrom([typed.to].flat(), typed.message, command));
    return null;
  }
  const isOfRota = typed.kind === 'oncall' && onCallPart !== undefined && typed.name !== '';
  const answer = isOfRota ? await onCallPart.called(who, typed.name) : null;
  if (answer) return answer;
  if (typed.kind !== 'named' && !isOfRota) return answerTo(typed, who, services, command.text);
  const found = await addressedByName(services, who, typed.text);
  if (isOfRota && !('to' in found))
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
    idempotencyKey: `command:${command.trigger_id}`,
    source: 'command',
    resendOf: null,
    actor: userId,
    to,
    message,
    typed: true,
    priority: 'people',
    confirmed: false,
    replyTo: replyFor(userId, placeOf(command)),
    language: null,
  };
}

/** The recipient named at the start of a text, and the rest of it. `as`: a contact by its name, where somebody sees whom they chose. */
type CalledByName =
  | { to: Recipient; as: Recipient; name: string; rest: string }
  /** Nobody is called so, and others nearly: the person is asked whom of them they mean. */
  | { near: string; rest: string }
  | { problem: Problem };

/**
 * The contact, group or rota whose name a text begins with: the longest name that anybody has. Several who have it come back as `named`:
 * the person is asked whom they mean. Names are told to nobody who may not see what the workspace has, as far as that is known
 * without asking Slack.
 *
 * @returns `NUMBER_MISSING` where the workspace keeps no names
 */
async function addressedByName(services: Services, who: UserRef, text: string): Promise<CalledByName> {
  const { book, people, settings } = services;
  const { workspace, userId } = who;
  const [facts, rules] = await Promise.all([people.remembered(workspace, userId), settings.of(workspace)]);
  const mayRead = facts !== null && readerProblem({ kind: 'known', facts }, rules) === null;
  if (facts !== null && !mayRead) return { problem: { kind: 'NUMBER_MISSING' } };

  const names = leadingNames(text);
  const called = await book.findByName(
    workspace,
    names.map(({ name }) => name),
  );
  for (const { name, message: rest } of names) {
    const contacts = called.contacts.filter(one => isSameName(one.name, name));
    const groups = called.groups.filter(one => isSameName(one.name, name));
    const onCallRotas = called.onCallRotas.filter(one => isSameName(one.name, name));
    const [[contact], [group], [rota]] = [contacts, groups, onCallRotas];
    const one = (to: Recipient, called = name, as = to): CalledByName => ({ to, as, name: called, rest });
    if (contacts.length + groups.length + onCallRotas.length > 1) return one({ kind: 'named', name });
    if (contact) {
      return one({ kind: 'number', number: contact.number }, name, contact.as);
    }
    if (group) return one(group.as, group.name);
    if (rota) return one(rota.as, rota.name);
  }
  const label = names.at(-1)?.name ?? '';
  const [unreadable] = called.unreadable;
  if (unreadable) return unreadable;
  const near = await book.suggest(
    workspace,
    names.map(({ name }) => name),
  );
  const command = commandLike(text, services.commandWords);
  if (near === null || near === 'no names') {
    if (command !== null) return { problem: { kind: 'COMMAND_MISTYPED', command } };
    return {
      problem: near === null ? { kind: 'NAME_UNKNOWN', label, nearest: null } : { kind: 'NUMBER_MISSING' },
    };
  }
  const { name, called: others } = near;
  const rest = names.find(one => one.name === name)?.message ?? '';
  if (rest !== '') return { near: name, rest };
  const [first] = mayRead ? [...others.contacts, ...others.groups, ...others.onCallRotas] : [];
  return { problem: { kind: 'NAME_UNKNOWN', label: name, nearest: first?.name ?? null } };
}

/** What was typed after "later", as far as it says whom a text is for and what it says. Null: it may begin with a name. */
function draftAtOnce(text: string, openings: OpeningWords): Draft | null {
  const typed = parseTyped(text, openings);
  if (typed.kind === 'send') return { to: typed.to, message: typed.message };
  if (typed.kind === 'named') return null;
  const said = unescapeSlack(text);
  const start = leadingNumber(said);
  if (start.kind === 'number') {
    return { to: { kind: 'number', number: start.number }, message: said.slice(start.end).trim() };
  }
  return { to: null, message: said };
}

/** The same with a name, for those who may see whom the workspace has; others get back what they typed. */
async function draftByName(services: Services, who: UserRef, text: string): Promise<Draft> {
  const { people, settings } = services;
  const { workspace, userId } = who;
  const [asked, rules] = await Promise.all([people.facts(workspace, userId), settings.of(workspace)]);
  const found = readerProblem(asked, rules) === null ? await addressedByName(services, who, text) : null;
  if (!found || 'problem' in found || 'near' in found) return { to: null, message: text };
  return { to: found.as, message: found.rest.trim() };
}
