import type { HoldingCode } from '../../kit/problem.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { IntentOutcome } from '../../texts/store/model.ts';
import type { Text } from '../../texts/text.ts';
import { fromKey } from '../recipients.ts';
import type { AlertMessage } from './feed.ts';
import { masked, type NumberName, nameOf } from './names.ts';

/** Why the service refuses keys that waiting texts are to go out with, by fingerprint. */
export type Holds = ReadonlyMap<string, HoldingCode>;

/** How many people one sentence names. */
const NAMED = 10;

/** The texts of these outcomes that don't reach anybody as things are: refused, or on hold; of each number only the latest counts. */
export function failingAmong(outcomes: readonly IntentOutcome[], holds: Holds): IntentOutcome[] {
  const latest = new Map(outcomes.flatMap(({ texts }) => texts.map(text => [text.number, text.id])));
  const isFailing = (text: Text): boolean =>
    latest.get(text.number) === text.id &&
    (text.state === 'refused' || (text.state === 'queued' && holds.has(text.fingerprint)));
  return outcomes
    .map(outcome => ({ ...outcome, texts: outcome.texts.filter(isFailing) }))
    .filter(({ texts, problem }, index) => texts.length > 0 || isRefusedWhole(problem, outcomes[index]));
}

/** Nobody got a text of it, and not because nobody needed one any more. */
const isRefusedWhole = (problem: IntentOutcome['problem'], outcome: IntentOutcome | undefined): boolean =>
  problem !== null && problem.kind !== 'CANCELLED' && outcome?.texts.length === 0;

/**
 * NumberName of those that a message's texts were for has been texted: a sentence, which says that of nobody who wasn't. Empty: it isn't
 * known any more.
 */
export function whoWasTexted(
  message: Pick<AlertMessage, 'texts' | 'unreached' | 'moreUnreached'>,
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
    ...message.unreached.map(({ recipient }) => nameOf(fromKey(recipient))),
  ]);
  const named = [...missed].slice(0, NAMED);
  const more = missed.size - named.length + message.moreUnreached;
  return missed.size + more === 0 ? post.allTexted : post.notAllTexted({ who: named, more });
}
