import type { App, SlashCommand } from '@slack/bolt';
import { z } from 'zod';
import { showingNumbers } from '../../domain/number.ts';
import { parseTyped, type Typed } from '../../domain/typed.ts';
import type { Ask } from '../../sending/submit.ts';
import { type Wording, wordProblem } from '../../wording/index.ts';
import { webOf } from '../access.ts';
import { actions, button, section } from '../blocks/elements.ts';
import { ACTION, COMMAND } from '../ids.ts';
import type { Message } from '../posting.ts';
import type { Services } from '../services.ts';
import { openComposeForm } from '../views/compose.ts';
import { answerFor, type Place } from '../views/compose-form.ts';
import { openHooksModal } from '../views/hooks/list.ts';
import { openLinkModal } from '../views/link.ts';
import { openSettingsModal } from '../views/settings/overview.ts';
import { openUnlinkModal } from '../views/unlink.ts';

const LOG_LINES = 10;

/** What of Slack's payload is used. */
const commandSchema = z.object({
  team_id: z.string(),
  user_id: z.string(),
  channel_id: z.string(),
  trigger_id: z.string(),
  response_url: z.url(),
  text: z.string().default(''),
});
type Command = z.infer<typeof commandSchema>;

/** `/sms …`: translates what was typed, and answers within the ack what needs nothing but our own store. */
export function registerSmsCommand(app: App, services: Services): void {
  app.command(COMMAND, async ({ command: payload, ack, context }) => {
    const command = commandSchema.parse(payload satisfies SlashCommand);
    const typed = parseTyped(command.text);
    const who = { workspace: command.team_id, userId: command.user_id };
    if (typed.kind === 'form') {
      await ack();
      return openComposeForm(
        services,
        webOf(context),
        { ...who, triggerId: command.trigger_id },
        { place: placeOf(command) },
      );
    }
    if (opensModal(typed)) {
      await ack();
      return OPENS[typed.kind](services, webOf(context), {
        ...who,
        triggerId: command.trigger_id,
        responseUrl: command.response_url,
      });
    }
    const message =
      typed.kind === 'send' ? await send(typed, command, services) : await answerTo(typed, command, services);
    await ack(message ? { response_type: 'ephemeral', ...message } : undefined);
  });
}

/** Writes the intent down; what there is to say about it comes as a report. Null: nothing to say now. */
async function send(
  typed: Extract<Typed, { kind: 'send' }>,
  command: Command,
  services: Services,
): Promise<Message | null> {
  const { to, message } = typed;
  if (to.kind === 'usergroup') {
    const problem = { kind: 'GROUPS_NOT_TEXTED', label: to.label } as const;
    return { text: wordProblem(await wordsFor(command, services), problem) };
  }
  await services.submit(askFrom([to], message, command));
  return null;
}

function placeOf({ channel_id: channel, response_url: responseUrl }: Command): Place {
  return { responseUrl, channel, threadTs: null, threadLink: null };
}

function askFrom(to: Ask['to'], message: string, command: Command): Ask {
  const { team_id: workspace, user_id: userId } = command;
  return {
    workspace,
    identity: `command:${command.trigger_id}`,
    source: 'command',
    of: null,
    actor: userId,
    to,
    message,
    lane: 'people',
    confirmed: false,
    answer: answerFor(userId, placeOf(command)),
    language: null,
  };
}

/** What opens a modal. */
const OPENS = {
  link: openLinkModal,
  unlink: openUnlinkModal,
  settings: openSettingsModal,
  hooks: openHooksModal,
};

/** Whether it is a word that opens a modal. */
function opensModal(typed: Typed): typed is Extract<Typed, { kind: keyof typeof OPENS }> {
  return Object.hasOwn(OPENS, typed.kind);
}

type Answered = Exclude<Typed['kind'], 'send' | 'form' | keyof typeof OPENS>;

/** Everything that is answered to the person at once. */
async function answerTo(
  typed: Extract<Typed, { kind: Answered }>,
  command: Command,
  services: Services,
): Promise<Message> {
  switch (typed.kind) {
    case 'mistake':
      return { text: wordProblem(await wordsFor(command, services), typed.problem) };
    case 'balance':
      return balanceMessage(command, services);
    case 'log':
      return logMessage(command, services);
    case 'help':
      return { text: (await wordsFor(command, services)).said.help(COMMAND) };
  }
}

/** The balance as last heard, with its age: the service has no call for it. */
async function balanceMessage(command: Command, services: Services): Promise<Message> {
  const { outbox, keys, clock } = services;
  const { team_id: workspace } = command;
  const [words, key] = await Promise.all([wordsFor(command, services), keys.linked(workspace)]);
  if (!key) return { text: wordProblem(words, { kind: 'NO_KEY', admin: false }) };
  const [last, waiting] = await Promise.all([
    outbox.balance(key.fingerprint),
    outbox.waiting(workspace, key.fingerprint),
  ]);
  const lines = [
    words.said.balance(last ? { amount: last.balance, ageMs: clock.now() - last.at } : null),
    ...(waiting.held ? [words.said.held(words.waitingBecause[waiting.held], waiting.texts)] : []),
    words.said.linkedBy(key.linkedBy, key.linkedAt),
  ];
  const text = lines.join('\n');
  if (!waiting.held) return { text };
  return {
    text,
    blocks: [section(text), actions(button({ action: ACTION.tryAgain, label: words.button.tryAgain }))],
  };
}

/** A person's own last texts. */
async function logMessage(command: Command, services: Services): Promise<Message> {
  const { team_id: workspace, user_id: userId } = command;
  const [words, { maskNumbers }, texts] = await Promise.all([
    wordsFor(command, services),
    services.settings.of(workspace),
    services.outbox.history(workspace, userId, LOG_LINES),
  ]);
  const show = showingNumbers(maskNumbers);
  if (texts.length === 0) return { text: words.said.noLog };
  const lines = texts.map(text =>
    words.said.logLine({ ...text, at: text.madeAt, number: show(text.number) }),
  );
  return { text: words.said.log(lines) };
}

const wordsFor = ({ team_id, user_id }: Command, { words }: Services): Promise<Wording> =>
  words.of(team_id, user_id);
