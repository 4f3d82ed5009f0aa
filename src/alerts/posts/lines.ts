import type { Clock } from '../../domain/clock.ts';
import { isLocalNumber, maskNumber } from '../../domain/number.ts';
import type { Recipient } from '../../domain/recipient.ts';
import { harmless } from '../../domain/slack-text.ts';
import type { Text } from '../../domain/text.ts';
import type { IntentOutcome } from '../../storage/ports.ts';
import { type Wording, wordProblem } from '../../wording/index.ts';
import { fromKey } from '../recipients.ts';
import type { AlertMessage } from './feed.ts';

/** Listing more recipients of a text than this tells nobody anything. */
const MAX_NUMBERS = 10;

/** A message as lines of Slack's mrkdwn: what happened, who was texted, what was held back and why. */
export function linesOf(
  message: AlertMessage,
  hook: { name: string },
  outcomes: readonly (IntentOutcome | null)[],
  words: Wording,
  clock: Pick<Clock, 'wall'>,
): string[] {
  const { post, severity } = words.alerts;
  const { fired, resolved, held, unreached } = message;
  const name = harmless(hook.name, 60);
  const counts = [
    message.unrouted > 0 && post.unrouted(message.unrouted),
    message.overUntold > 0 && post.overUntold(message.overUntold),
    message.folded > 0 && post.folded(message.folded),
    message.reminded > 0 && post.reminded(message.reminded),
    message.repeated > 0 && post.repeated(message.repeated),
    message.leftOut > 0 && post.leftOut(message.leftOut),
    message.untracked > 0 && post.untracked(message.untracked),
    message.unlisted > 0 && post.unlisted(message.unlisted),
  ];
  return [
    post.headline({ hook: name, fired: fired.length, resolved: resolved.length }),
    ...fired.map(alert => `:rotating_light: ${severity[alert.severity]} ${harmless(alert.name, 120)}`),
    ...resolved.map(alert => post.resolved(harmless(alert.name, 120))),
    ...outcomes.flatMap(outcome => (outcome ? linesOfText(outcome, words) : [])),
    ...held.map(({ number, others, alerts, until, why }) =>
      post.held({
        number: masked(number),
        others,
        alerts,
        until: clock.wall(until),
        because: post.because[why],
      }),
    ),
    ...(message.moreHeld > 0 ? [post.moreHeld(message.moreHeld)] : []),
    ...unreached.map(({ recipient, alerts, problem }) =>
      post.unreached({
        who: nameOf(fromKey(recipient)),
        alerts,
        because: problem ? wordProblem(words, problem) : words.waitingBecause.SLACK_SILENT.why,
      }),
    ),
    ...(message.moreUnreached > 0 ? [post.moreUnreached(message.moreUnreached)] : []),
    ...counts.filter(line => line !== false),
    ...(message.unreadable.length > 0 ? [post.unreadable(message.unreadable)] : []),
  ];
}

/** What became of one intent's texts: one line for all with the same outcome. */
function linesOfText({ texts, omitted, unreadable, problem }: IntentOutcome, words: Wording): string[] {
  const byFate = new Map<string, Text[]>();
  for (const text of texts) {
    const fate = fateOf(text, words);
    byFate.set(fate, [...(byFate.get(fate) ?? []), text]);
  }
  const lines = [...byFate].map(([fate, same]) =>
    words.alerts.post.texted({ numbers: numbersOf(same), fate }),
  );
  if (unreadable.length > 0) lines.push(words.alerts.post.unreadable(unreadable));
  if (problem) return [...lines, words.alerts.post.notTexted(wordProblem(words, problem))];
  const left = omitted
    .slice(0, MAX_NUMBERS)
    .map(({ who, problem: why }) =>
      words.alerts.post.unreached({ who: nameOf(who), alerts: 0, because: wordProblem(words, why) }),
    );
  const more = omitted.length - left.length;
  return [...lines, ...left, ...(more > 0 ? [words.alerts.post.moreUnreached(more)] : [])];
}

function fateOf(text: Text, words: Wording): string {
  if (text.state === 'sent') return `${words.state.sent} (${words.receipt.facts(text)})`;
  if (text.state === 'refused' && text.problem) return wordProblem(words, text.problem);
  return words.state[text.state];
}

function numbersOf(texts: readonly Text[]): string {
  const some = texts.slice(0, MAX_NUMBERS).map(({ number }) => maskNumber(number));
  const rest = texts.length - some.length;
  return [...some, ...(rest > 0 ? [`+${rest}`] : [])].join(', ');
}

const masked = (number: string): string => (isLocalNumber(number) ? maskNumber(number) : '•');

/** Names a user group without notifying it. */
function nameOf(recipient: Recipient): string {
  switch (recipient.kind) {
    case 'number':
      return maskNumber(recipient.number);
    case 'teammate':
      return `<@${recipient.userId}>`;
    case 'usergroup':
    case 'contact':
    case 'group':
    case 'rota':
      return `“${harmless(recipient.label, 60)}”`;
    case 'named':
      return `“${harmless(recipient.name, 60)}”`;
    case 'unreadable':
      return `“${harmless(recipient.typed, 60)}”`;
  }
}
