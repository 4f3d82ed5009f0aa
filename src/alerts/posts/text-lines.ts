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
import type { AlertMessage } from './feed.ts';

/** Names a user group without notifying it. */
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

/** How a number is shown. */
export type NumberName = (number: string) => string;

/** A mention of whoever Slack knows it by; otherwise masked. @param users user ids, by their numbers */
export const userOf =
  (users: ReadonlyMap<string, string>): NumberName =>
  number => {
    const userId = users.get(number);
    if (userId !== undefined) return `<@${userId}>`;
    return isLocalNumber(number) ? maskNumber(number) : '•';
  };

/** Nobody is known. */
export const masked = userOf(new Map());

export const responder = (by: Responder, who: NumberName): string =>
  by.kind === 'person' ? `<@${by.userId}>` : who(by.number);

/** Why the service refuses keys that waiting texts are to go out with, by fingerprint. */
export type Holds = ReadonlyMap<string, HoldingCode>;

/** How many people one sentence names. */
const NAMED = 10;

/**
 * The texts of these outcomes that don't reach anybody as things are: refused, or on hold; of each number only the latest counts. What
 * waits in place of a text that was too late isn't on its way yet, so that one counts until it is.
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

/** Nobody got a text of it, and not because nobody needed one any more. */
const isRefusedWhole = (problem: IntentOutcome['problem'], outcome: IntentOutcome | undefined): boolean =>
  problem !== null && problem.kind !== 'CANCELLED' && outcome?.texts.length === 0;

/**
 * Who of those that a message's texts were for has been texted: a sentence, which says that of nobody who wasn't. Empty: it isn't
 * known any more.
 */
export function whoWasTexted(
  message: Pick<AlertMessage, 'texts' | 'undeliverable' | 'moreUndeliverable'>,
  outcomes: readonly IntentOutcome[],
  { alerts: { post } }: Wording,
  who: NumberName = masked,
): string {
  if (outcomes.length < message.texts.length) return '';
  const texts = outcomes.flatMap(one => one.texts);
  const sent = new Set(texts.filter(({ state }) => state === 'sent').map(({ number }) => number));
  if (sent.size === 0) return post.nobodyTexted;
  const missed = new Set([
    ...texts.filter(({ number }) => !sent.has(number)).map(({ number }) => who(number)),
    ...outcomes.flatMap(({ omitted }) => omitted.map(one => nameOf(one.who))),
    ...message.undeliverable.map(({ recipient }) => nameOf(fromKey(recipient))),
  ]);
  const named = [...missed].slice(0, NAMED);
  const more = missed.size - named.length + message.moreUndeliverable;
  return missed.size + more === 0 ? post.allTexted : post.notAllTexted({ who: named, more });
}

/** Listing more numbers of texts with the same fate than this tells nobody anything. */
const MAX_NUMBERS = 10;

/** What somebody may have to do something about comes first. */
const STATES = ['uncertain', 'refused', 'sending', 'queued', 'sent', 'cancelled'] as const;

/** `holds`: why those that wait are on hold. */
type TextsContext = { words: Wording; holds: Holds; clock: Pick<Clock, 'wall'>; who: NumberName };

/** What became of texts: one line for all with the same fate, at most `limit` of them. */
export function linesOfTexts(
  outcomes: readonly IntentOutcome[],
  { words, holds, clock, who }: TextsContext,
  limit: number,
): string[] {
  const { post } = words.alerts;
  const texts = outcomes
    .flatMap(outcome => outcome.texts)
    .sort((one, other) => STATES.indexOf(one.state) - STATES.indexOf(other.state));
  const fates = [...Map.groupBy(texts, text => fateOf(text, { words, holds, clock, who }))];
  const problems = new Set(
    // Where there are texts, these say it themselves.
    outcomes.flatMap(({ problem, texts: its }) =>
      problem && its.length === 0 ? post.notTexted(wordProblem(words, problem)) : [],
    ),
  );
  const ids = outcomes.flatMap(({ unreadable }) => unreadable).slice(0, MAX_NUMBERS);
  const lines = [
    ...fates.map(([fate, same]) => ({
      line: post.texted({ numbers: numbersOf(same, who, words), fate: withFacts(fate, same, words) }),
      texts: same.length,
    })),
    ...[...problems].map(line => ({ line, texts: 1 })),
    ...(ids.length > 0 ? [{ line: post.unreadable(ids), texts: ids.length }] : []),
  ];
  if (lines.length <= limit) return lines.map(({ line }) => line);
  const more = lines.slice(limit).reduce((sum, one) => sum + one.texts, 0);
  const shown = lines.slice(0, limit).map(({ line }) => line);
  return [...shown.slice(0, -1), `${shown.at(-1)} ${post.moreTexts(more)}`];
}

/** People whom intents were for, and who get no text. */
export function leftOutOf(
  outcomes: readonly IntentOutcome[],
  words: Wording,
): { who: string; alerts: number; because: string }[] {
  return outcomes
    .filter(({ problem }) => !problem)
    .flatMap(({ omitted }) =>
      omitted.map(({ who, problem }) => ({
        who: nameOf(who),
        alerts: 0,
        because: wordLeftOut(words, problem),
      })),
    );
}

function fateOf(
  { state, problem, fingerprint, expiresAt }: Text,
  { words, holds, clock }: TextsContext,
): string {
  const held = state === 'queued' ? holds.get(fingerprint) : undefined;
  if (held) return words.alerts.post.onHold({ ...words.waitingBecause[held], until: clock.wall(expiresAt) });
  if (state !== 'refused' || !problem) return words.state[state];
  // Nobody has to send it again: where it still matters, a new one takes its place.
  return problem.kind === 'EXPIRED' ? wordLeftOut(words, problem) : wordProblem(words, problem);
}

/** What a single text came to; of several, everybody finds it in the log. */
function withFacts(fate: string, [text, ...others]: readonly Text[], words: Wording): string {
  if (text?.state !== 'sent' || others.length > 0) return fate;
  return `${fate} (${words.receipt.facts(text)})`;
}

/** Each number once, with how many texts it is about. */
function numbersOf(texts: readonly Text[], who: NumberName, words: Wording): string {
  const byNumber = [...Map.groupBy(texts, ({ number }) => number)];
  const some = byNumber
    .slice(0, MAX_NUMBERS)
    .map(([number, its]) => `${who(number)}${its.length > 1 ? ` ×${its.length}` : ''}`);
  const more = byNumber.length - some.length;
  return more > 0 ? words.alerts.post.andMore({ named: some.join(', '), more }) : some.join(', ');
}
