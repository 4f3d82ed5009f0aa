import { maskNumber } from '../../../kit/number.ts';
import { ownOf } from '../../../kit/own.ts';
import type { Problem } from '../../../kit/problem.ts';
import { actions, button, section } from '../../../kit/slack/elements.ts';
import { MAX_BUTTON_VALUE } from '../../../kit/slack/limits.ts';
import type { SlackListener } from '../../../kit/slack/listener.ts';
import { COMMAND } from '../../../kit/slack/listener.ts';
import type { Message } from '../../../kit/slack/message.ts';
import { respondToPress } from '../../../kit/slack/respond.ts';
import type { PrivateReply, Services, UserRef } from '../../../kit/slack/services.ts';
import { onView } from '../../../kit/slack/view-buttons.ts';
import { unescapeSlack } from '../../../kit/slack-text.ts';
import { type Wording, wordProblem } from '../../../kit/words/wording.ts';
import type { FactsAnswer } from '../../../workspace/people.ts';
import { OPEN_LINK } from '../../../workspace/slack/link.ts';
import { anybody } from '../../../workspace/slack/permissions.ts';
import { balanceOf } from '../../draft.ts';
import { onlyNumber } from '../../parse/only-number.ts';
import { type AnsweredCommand, parseTyped, type Typed } from '../../parse/sms-command.ts';
import { reader } from '../../permissions.ts';
import { readerProblem } from '../../sending/send-policy.ts';
import { ACTION } from '../ids.ts';
import { belowTexts, ownTexts } from '../own-log.ts';
import { namesIn } from '../recipient-names.ts';

const LOG_LINES = 10;
/** Problems with the recipient at the start of the text. */
const AT_THE_START: readonly Problem['kind'][] = ['NUMBER_MISSING', 'NAME_UNKNOWN', 'COMMAND_MISTYPED'];

/** The answers of the core's own commands. */
const ANSWERS: Record<AnsweredCommand, (user: UserRef, services: Services) => Promise<PrivateReply>> = {
  balance: balanceFor,
  log: logFor,
  help: helpFor,
};

export const answerTo = (
  command: AnsweredCommand,
  user: UserRef,
  services: Services,
): Promise<PrivateReply> => ANSWERS[command](user, services);

/** The button of a command that only answers. Its answer goes to the person who presses it. */
export function answerCommandButton(services: Services): SlackListener {
  return onView(services, ACTION.answerCommand, {
    read: value => parseTyped(value, services.commandWords),
    permission: (permissionFacts, user, { kind }) =>
      (kind === 'help' || kind === 'log' ? anybody : reader)(permissionFacts, user, null),
    async begins(press) {
      const { client, check, value } = press;
      const problem = await check();
      const pressed = { ...press, at: services.clock.now() };
      if (problem) return respondToPress(services, pressed, client, { kind: 'refused', problem });
      const reply = await answerAgain(parseTyped(value, services.commandWords), press, services);
      const message = typeof reply === 'function' ? await reply() : reply;
      return respondToPress(services, pressed, client, { kind: 'replaced', message });
    },
  });
}

/** The answer to the command that a button carries. */
async function answerAgain(typed: Typed, user: UserRef, services: Services): Promise<PrivateReply> {
  const word = typed.kind === 'word' ? services.commandWords.get(typed.word) : undefined;
  const answer = word && 'answer' in word ? await word.answer(user, '') : null;
  return answer ?? (ownOf(ANSWERS, typed.kind) ?? helpFor)(user, services);
}

async function helpFor({ workspace, userId }: UserRef, { words }: Services): Promise<PrivateReply> {
  return { text: (await words.of(workspace, userId)).commands.help(COMMAND) };
}

/**
 * Explains a mistake. If the text has a number further on, a button opens the form with all that was typed; another button
 * runs the command that was probably meant.
 *
 * @param text what was typed, as Slack delivered it
 */
export async function mistakeMessage(
  services: Services,
  { workspace, userId }: UserRef,
  problem: Problem,
  text: string,
): Promise<Message> {
  const words = await services.words.of(workspace, userId);
  const typed = unescapeSlack(text);
  const sentence = wordProblem(words, problem);
  const buttons = problem.kind === 'COMMAND_MISTYPED' ? [commandButton(services, problem.command)] : [];
  const number = AT_THE_START.includes(problem.kind) ? onlyNumber(typed) : null;
  if (number !== null && typed.length <= MAX_BUTTON_VALUE) {
    const label = words.commands.textNumber(maskNumber(number));
    buttons.push(button({ action: ACTION.compose, label, value: typed }));
  }
  if (buttons.length === 0) return { text: sentence };
  return { text: sentence, blocks: [section(sentence), actions(...buttons)] };
}

async function balanceFor(user: UserRef, services: Services): Promise<PrivateReply> {
  const { people, keys } = services;
  const { workspace, userId } = user;
  // Checks no permission yet, because it is no secret that there is no key.
  if (!(await keys.linked(workspace))) return noKeyMessage(await services.words.of(workspace, userId));
  const facts = await people.remembered(workspace, userId);
  if (facts) return balanceMessage(user, services, { kind: 'known', facts });
  return async () => balanceMessage(user, services, await people.facts(workspace, userId));
}

/** The button is for everybody: pressing it checks who may link a key. */
function noKeyMessage({ commands, button: labels }: Wording): Message {
  const link = button({ action: OPEN_LINK, label: labels.linkKey });
  return { text: commands.noKey, blocks: [section(commands.noKey), actions(link)] };
}

/** The last known balance, with its age, for people who may see it: the SMS service has no call for the current one. */
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
  const [balance, waiting] = await Promise.all([
    balanceOf({ history, clock }, key),
    history.waiting(workspace, key.fingerprint),
  ]);
  const lines = [
    words.commands.balance(balance),
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
    const below = belowTexts(words, services.homeSections);
    // Managers find others' texts by the button below.
    if (own.length + lost.length === 0)
      return { text: words.commands.noLog, blocks: [section(words.commands.noLog), ...below] };
    const blocks = [
      section(words.commands.log([])),
      ...own.flatMap(({ blocks }) => blocks),
      ...lost.map(section),
      ...below,
    ];
    return { text: words.commands.log([...own.map(({ line }) => line), ...lost]), blocks };
  };
  const isAtOnce =
    (await people.remembered(workspace, userId)) !== null ||
    namesIn(await book.withNumbers(workspace, numbers)).size === 0;
  return isAtOnce ? message() : message;
}

/** A button that runs the command that was nearly typed. */
function commandButton(
  { commandWords }: Pick<Services, 'commandWords'>,
  command: string,
): ReturnType<typeof button> {
  const label = `${COMMAND} ${command}`;
  const typed = parseTyped(command, commandWords);
  if (typed.kind === 'link') return button({ action: OPEN_LINK, label });
  const word = typed.kind === 'word' ? commandWords.get(typed.word) : undefined;
  if (word && 'open' in word) return button({ action: word.button, label });
  return button({ action: ACTION.answerCommand, label, value: command });
}
