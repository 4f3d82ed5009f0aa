import { maskNumber } from '../../../kit/number.ts';
import type { Problem } from '../../../kit/problem.ts';
import { actions, button, section } from '../../../kit/slack/elements.ts';
import { MAX_BUTTON_VALUE } from '../../../kit/slack/limits.ts';
import type { SlackListener } from '../../../kit/slack/listener.ts';
import { COMMAND } from '../../../kit/slack/listener.ts';
import type { Message } from '../../../kit/slack/message.ts';
import { respondToPress } from '../../../kit/slack/respond.ts';
import type { Services, UserRef } from '../../../kit/slack/services.ts';
import { onView } from '../../../kit/slack/view-buttons.ts';
import { unescapeSlack } from '../../../kit/slack-text.ts';
import { type Wording, wordProblem } from '../../../kit/words/wording.ts';
import type { FactsAnswer } from '../../../workspace/people.ts';
import { OPEN_LINK } from '../../../workspace/slack/link.ts';
import { anybody } from '../../../workspace/slack/permissions.ts';
import { onlyNumber } from '../../parse/only-number.ts';
import { parseTyped, type Typed } from '../../parse/sms-command.ts';
import { reader } from '../../permissions.ts';
import { readerProblem } from '../../sending/send-policy.ts';
import { ACTION } from '../ids.ts';
import { ownTexts } from '../own-log.ts';
import { namesIn } from '../recipient-names.ts';

/** Who is on call, as whoever knows that adds it to the answers of the command. */
export type OnCallPart = {
  /** In all rotas. */
  all(who: UserRef): Promise<Message>;
  /** In the rota of this name; null: there is none. */
  called(who: UserRef, name: string): Promise<(() => Promise<Message>) | null>;
  unknown(words: Wording, name: string): Message;
};

declare module '../../../kit/slack/services.ts' {
  interface Extensions {
    onCallPart: OnCallPart;
  }
}

const LOG_LINES = 10;
/** What was typed says whom it is for, but not where it is looked for. */
const AT_THE_START: readonly Problem['kind'][] = ['NUMBER_MISSING', 'NAME_UNKNOWN', 'COMMAND_MISTYPED'];

/** A reply that only the person sees; a function if Slack must be asked first, and so after the ack. */
type PrivateReply = Message | (() => Promise<Message>);

/** @param text what was typed, as Slack delivered it */
export async function answerTo(
  typed: Typed,
  who: UserRef,
  services: Services,
  text: string,
): Promise<PrivateReply> {
  const { onCallPart } = services.extensions;
  if (typed.kind === 'balance') return balanceFor(who, services);
  if (typed.kind === 'log') return logFor(who, services);
  if (typed.kind === 'oncall' && onCallPart) return () => onCallPart.all(who);
  const words = await services.words.of(who.workspace, who.userId);
  if (typed.kind === 'mistake') return mistakeMessage(services, words, typed.problem, unescapeSlack(text));
  return { text: words.commands.help(COMMAND) };
}

/** The button of a command that only answers. It is for whoever presses, as the command's is. */
export function answerCommandButton(services: Services): SlackListener {
  return onView(services, ACTION.answerCommand, {
    read: value => parseTyped(value, services.commandWords),
    permission: (permissionFacts, who, { kind }) =>
      (kind === 'help' || kind === 'log' ? anybody : reader)(permissionFacts, who, null),
    async begins(press) {
      const { client, check, value } = press;
      const problem = await check();
      const told = { ...press, at: services.clock.now() };
      if (problem) return respondToPress(services, told, client, { kind: 'refused', problem });
      const reply = await answerTo(parseTyped(value, services.commandWords), press, services, '');
      const message = typeof reply === 'function' ? await reply() : reply;
      return respondToPress(services, told, client, { kind: 'replaced', message });
    },
  });
}

/** If a number stands elsewhere than at the start, the form opens with it and all that was typed; the command that is meant is a press away. */
function mistakeMessage(services: Services, words: Wording, problem: Problem, typed: string): Message {
  const said = wordProblem(words, problem);
  const meant = problem.kind === 'COMMAND_MISTYPED' ? [commandButton(services, problem.command)] : [];
  const number = AT_THE_START.includes(problem.kind) ? onlyNumber(typed) : null;
  if (number !== null && typed.length <= MAX_BUTTON_VALUE) {
    const label = words.commands.textNumber(maskNumber(number));
    meant.push(button({ action: ACTION.compose, label, value: typed }));
  }
  return meant.length === 0 ? { text: said } : { text: said, blocks: [section(said), actions(...meant)] };
}

async function balanceFor(who: UserRef, services: Services): Promise<PrivateReply> {
  const { people, keys } = services;
  const { workspace, userId } = who;
  // Anybody may know that there is no key.
  if (!(await keys.linked(workspace))) return noKeyMessage(await services.words.of(workspace, userId));
  const facts = await people.remembered(workspace, userId);
  if (facts) return balanceMessage(who, services, { kind: 'known', facts });
  return async () => balanceMessage(who, services, await people.facts(workspace, userId));
}

/** Whoever may not link one is told so when they press. */
function noKeyMessage({ commands, button: labels }: Wording): Message {
  const link = button({ action: OPEN_LINK, label: labels.linkKey });
  return { text: commands.noKey, blocks: [section(commands.noKey), actions(link)] };
}

/** The last known balance, with its age, for people who may see it: the service has no call for it. */
async function balanceMessage(
  { workspace, userId }: UserRef,
  services: Services,
  reader: FactsAnswer,
): Promise<Message> {
  const { history, keys, settings, clock } = services;
  const [words, rules, key] = await Promise.all([
    services.words.of(workspace, userId),
    settings.of(workspace),
    keys.linked(workspace),
  ]);
  const problem = readerProblem(reader, rules);
  if (problem) return { text: wordProblem(words, problem) };
  if (!key) return noKeyMessage(words);
  const [last, waiting] = await Promise.all([
    history.balance(key.fingerprint),
    history.waiting(workspace, key.fingerprint),
  ]);
  const lines = [
    words.commands.balance(last ? { amount: last.balance, ageMs: clock.now() - last.at } : null),
    ...(waiting.held ? [words.commands.held(words.waitingBecause[waiting.held], waiting.texts)] : []),
    words.commands.linkedBy(key.linkedBy, key.linkedAt),
  ];
  const text = lines.join('\n');
  if (!waiting.held) return { text };
  return {
    text,
    blocks: [section(text), actions(button({ action: ACTION.tryAgain, label: words.button.tryAgain }))],
  };
}

/** A person's own latest texts. */
async function logFor({ workspace, userId }: UserRef, services: Services): Promise<PrivateReply> {
  const { book, history, naming, people, stopLinks, alertLinks } = services;
  const [words, rules, texts, unreadable] = await Promise.all([
    services.words.of(workspace, userId),
    services.settings.of(workspace),
    history.history(workspace, userId, LOG_LINES),
    history.unreadable(workspace, userId, LOG_LINES),
  ]);
  const numbers = texts.map(({ number }) => number);
  const message = async (): Promise<Message> => {
    const show = await naming(workspace, userId, numbers, rules);
    const own = ownTexts(words, show, [stopLinks, alertLinks], texts);
    const lost = unreadable.length > 0 ? [words.commands.unreadable(unreadable)] : [];
    if (own.length + lost.length === 0) return { text: words.commands.noLog };
    const blocks = [section(words.commands.log([])), ...own.map(({ block }) => block), ...lost.map(section)];
    return { text: words.commands.log([...own.map(({ line }) => line), ...lost]), blocks };
  };
  const isAtOnce =
    (await people.remembered(workspace, userId)) !== null ||
    namesIn(await book.withNumbers(workspace, numbers)).size === 0;
  return isAtOnce ? message() : message;
}

/** What opens by a command of our own, and by these buttons too: each judges whoever presses it. */
const OPENS: Readonly<Partial<Record<string, string>>> = { link: OPEN_LINK, later: ACTION.compose };

/** Does what a command does that was nearly typed. */
function commandButton(
  { commandWords }: Pick<Services, 'commandWords'>,
  command: string,
): ReturnType<typeof button> {
  const label = `${COMMAND} ${command}`;
  const typed = parseTyped(command, commandWords);
  const action = typed.kind === 'opening' ? commandWords.get(typed.word)?.button : OPENS[typed.kind];
  return action ? button({ action, label }) : button({ action: ACTION.answerCommand, label, value: command });
}
