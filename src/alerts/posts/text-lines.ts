import type { Clock } from '../../kit/clock.ts';
import { type Wording, wordProblem } from '../../kit/words/wording.ts';
import type { IntentOutcome } from '../../texts/store/model.ts';
import type { Text } from '../../texts/text.ts';
import { type NumberName, nameOf } from './names.ts';
import type { Holds } from './paging.ts';

/** Listing more numbers of texts with the same fate than this tells nobody anything. */
const MAX_NUMBERS = 10;

/** What somebody may have to do something about comes first. */
const STATES = ['uncertain', 'refused', 'sending', 'queued', 'sent', 'cancelled'] as const;

/** `holds`: why those that wait are on hold. */
export type TextsContext = { words: Wording; holds: Holds; clock: Pick<Clock, 'wall'>; who: NumberName };

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
        because: wordProblem(words, problem),
      })),
    );
}

function fateOf(
  { state, problem, fingerprint, expiresAt }: Text,
  { words, holds, clock }: TextsContext,
): string {
  const held = state === 'queued' ? holds.get(fingerprint) : undefined;
  if (held) return words.alerts.post.onHold({ ...words.waitingBecause[held], until: clock.wall(expiresAt) });
  return state === 'refused' && problem ? wordProblem(words, problem) : words.state[state];
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
