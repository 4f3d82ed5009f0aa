import type { Clock } from '../../kit/clock.ts';
import { isLocalNumber, maskNumber } from '../../kit/number.ts';
import type { HoldingCode } from '../../kit/problem.ts';
import { harmless } from '../../kit/slack-text.ts';
import { type Wording, wordLeftOut, wordProblem } from '../../kit/words/wording.ts';
import { isFeatureRecipient, type Recipient } from '../../texts/recipient.ts';
import type { IntentOutcome } from '../../texts/store/model.ts';
import { isExpired } from '../../texts/store/settle.ts';
import type { Text } from '../../texts/text.ts';
import { fromKey, type Responder } from '../alert.ts';
import { isUserId } from '../calling/called-person.ts';
import type { AlertMessage } from './feed.ts';

/** A recipient's name. It mentions teammates only, so a user group isn't notified. */
export function nameOf(recipient: Recipient): string {
  if (isFeatureRecipient(recipient)) return `“${harmless(recipient.data.label, 60)}”`;
  switch (recipient.kind) {
    case 'number':
      return maskNumber(recipient.number);
    case 'teammate':
      return `<@${recipient.userId}>`;
    case 'usergroup':
      return `“${harmless(recipient.label, 60)}”`;
    case 'named':
      return `“${harmless(recipient.name, 60)}”`;
    case 'unreadable':
      return `“${harmless(recipient.typed, 60)}”`;
  }
}

/** Shows a number, such as by a mention of its owner. */
export type NameNumber = (number: string) => string;

/** Shows a number by a mention of its Slack user, or masked; a user id by a mention. @param users user ids, by their numbers */
export const userOf =
  (users: ReadonlyMap<string, string>): NameNumber =>
  number => {
    const userId = isUserId(number) ? number : users.get(number);
    if (userId !== undefined) return `<@${userId}>`;
    return isLocalNumber(number) ? maskNumber(number) : '•';
  };

export const masked = userOf(new Map());

export const responder = (by: Responder, nameNumber: NameNumber): string =>
  by.kind === 'person' ? `<@${by.userId}>` : nameNumber(by.number);

/** Why the service refuses the keys of queued texts, by fingerprint. */
export type Holds = ReadonlyMap<string, HoldingCode>;

/** The most people that one sentence names. */
const MAX_NAMED = 10;

/**
 * These outcomes with only the texts that reach no one now: refused texts and texts on hold. The latest text of each number counts. A
 * queued text that takes the place of an expired one isn't on its way yet, so the expired one counts until it is sent.
 */
export function failingAmong(outcomes: readonly IntentOutcome[], holds: Holds): IntentOutcome[] {
  const latest = new Map<string, Text>();
  for (const text of outcomes.flatMap(({ texts }) => texts)) {
    const before = latest.get(text.number);
    const waits = text.state === 'sending' || (text.state === 'queued' && !holds.has(text.fingerprint));
    if (!(waits && before && isExpired(before))) latest.set(text.number, text);
  }
  const isFailing = (text: Text): boolean =>
    latest.get(text.number) === text &&
    (text.state === 'refused' || (text.state === 'queued' && holds.has(text.fingerprint)));
  return outcomes
    .map(outcome => ({ ...outcome, texts: outcome.texts.filter(isFailing) }))
    .filter(({ texts, problem }, index) => texts.length > 0 || isRefusedWhole(problem, outcomes[index]));
}

/** True if a problem other than a cancellation left an intent without texts. */
const isRefusedWhole = (problem: IntentOutcome['problem'], outcome: IntentOutcome | undefined): boolean =>
  problem !== null && problem.kind !== 'CANCELLED' && outcome?.texts.length === 0;

/**
 * A sentence that says which of a message's recipients weren't texted; empty if some outcomes are no longer stored. It never counts a
 * recipient as texted who wasn't.
 */
export function whoWasTexted(
  message: Pick<AlertMessage, 'texts' | 'messaged' | 'undeliverable' | 'moreUndeliverable'>,
  outcomes: readonly IntentOutcome[],
  { alerts: { post } }: Wording,
  nameNumber: NameNumber = masked,
): string {
  // Who was messaged has a line of its own.
  if (outcomes.length < message.texts.length || message.messaged.length > 0) return '';
  const texts = outcomes.flatMap(outcome => outcome.texts);
  const sent = new Set(texts.filter(({ state }) => state === 'sent').map(({ number }) => number));
  if (sent.size === 0) return post.nobodyTexted;
  const missed = new Set([
    ...texts.filter(({ number }) => !sent.has(number)).map(({ number }) => nameNumber(number)),
    ...outcomes.flatMap(({ omitted }) => omitted.map(entry => nameOf(entry.recipient))),
    ...message.undeliverable.map(({ recipient }) => nameOf(fromKey(recipient))),
  ]);
  const named = [...missed].slice(0, MAX_NAMED);
  const more = missed.size - named.length + message.moreUndeliverable;
  return missed.size + more === 0 ? post.allTexted : post.notAllTexted({ names: named, more });
}

/** The most numbers that one line lists. */
const MAX_NUMBERS = 10;

/** States in the order of their lines. Texts that a person may have to act on come first. */
const STATES = ['uncertain', 'refused', 'sending', 'queued', 'sent', 'cancelled'] as const;

type TextsContext = { words: Wording; holds: Holds; clock: Pick<Clock, 'wall'>; nameNumber: NameNumber };

/** At most `limit` lines about the texts of these outcomes: one line for all texts with the same result. */
export function linesOfTexts(
  outcomes: readonly IntentOutcome[],
  { words, holds, clock, nameNumber }: TextsContext,
  limit: number,
): string[] {
  const { post } = words.alerts;
  const texts = outcomes
    .flatMap(outcome => outcome.texts)
    .sort((one, other) => STATES.indexOf(one.state) - STATES.indexOf(other.state));
  const results = [...Map.groupBy(texts, text => resultOf(text, { words, holds, clock }))];
  const problems = new Set(
    // If there are texts, their own lines say why.
    outcomes.flatMap(({ problem, texts: planned }) =>
      problem && planned.length === 0 ? post.notTexted(wordProblem(words, problem)) : [],
    ),
  );
  const ids = outcomes.flatMap(({ unreadable }) => unreadable).slice(0, MAX_NUMBERS);
  const lines = [
    ...results.map(([result, alike]) => ({
      line: post.texted({
        numbers: numbersOf(alike, nameNumber, words),
        fate: withFacts(result, alike, words),
      }),
      texts: alike.length,
    })),
    ...[...problems].map(line => ({ line, texts: 1 })),
    ...(ids.length > 0 ? [{ line: post.unreadable(ids), texts: ids.length }] : []),
  ];
  if (lines.length <= limit) return lines.map(({ line }) => line);
  const more = lines.slice(limit).reduce((sum, line) => sum + line.texts, 0);
  const shown = lines.slice(0, limit).map(({ line }) => line);
  return [...shown.slice(0, -1), `${shown.at(-1)} ${post.moreTexts(more)}`];
}

/** Recipients whom the plans of these intents left out, and why. */
export function leftOutOf(
  outcomes: readonly IntentOutcome[],
  words: Wording,
): { recipient: string; alerts: number; because: string }[] {
  return outcomes
    .filter(({ problem }) => !problem)
    .flatMap(({ omitted }) =>
      omitted.map(entry => ({
        recipient: nameOf(entry.recipient),
        alerts: 0,
        because: wordLeftOut(words, entry.problem),
      })),
    );
}

function resultOf(
  { state, byWord, problem, fingerprint, expiresAt }: Text,
  { words, holds, clock }: Omit<TextsContext, 'nameNumber'>,
): string {
  const held = state === 'queued' ? holds.get(fingerprint) : undefined;
  if (held) return words.alerts.post.onHold({ ...words.waitingBecause[held], until: clock.wall(expiresAt) });
  if (byWord) return words.receipt.markedSent(byWord.by);
  if (state !== 'refused' || !problem) return words.state[state];
  // An expired text needs no one to send it again: if its alert still fires, a new text takes its place.
  return problem.kind === 'EXPIRED' ? wordLeftOut(words, problem) : wordProblem(words, problem);
}

/** Adds the parts and the cost of a single text. Those of several texts are in the log. */
function withFacts(result: string, [text, ...more]: readonly Text[], words: Wording): string {
  if (text?.state !== 'sent' || text.byWord || more.length > 0) return result;
  return `${result} (${words.receipt.facts(text)})`;
}

/** Each number once, with how many texts it got. */
function numbersOf(texts: readonly Text[], nameNumber: NameNumber, words: Wording): string {
  const byNumber = [...Map.groupBy(texts, ({ number }) => number)];
  const some = byNumber
    .slice(0, MAX_NUMBERS)
    .map(([number, alike]) => `${nameNumber(number)}${alike.length > 1 ? ` ×${alike.length}` : ''}`);
  const more = byNumber.length - some.length;
  return more > 0 ? words.alerts.post.andMore({ named: some.join(', '), more }) : some.join(', ');
}
