import type { Language } from '../domain/intent.ts';
import type { Problem } from '../domain/problem.ts';
import { harmless } from '../domain/slack-text.ts';
import type { Text } from '../domain/text.ts';
import { bn } from './bn.ts';
import type { ProblemContext } from './common/parts.ts';
import { en, type Wording } from './en.ts';

export type { ProblemContext } from './common/parts.ts';
export type { Wording } from './en.ts';

const WORDINGS: Record<Language, Wording> = { en, bn };

/** Each language in its own name, so that its speakers find it. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', bn: 'বাংলা' };

/** All sentences in one language. */
export function wordingIn(language: Language): Wording {
  return WORDINGS[language];
}

export const NOTHING_AROUND: ProblemContext = { ask: null, deciders: [], reader: null, balance: null };

/** The sentence for a problem. What somebody wrote is made harmless here, once for all languages. */
export function wordProblem(
  words: Wording,
  problem: Problem,
  around: ProblemContext = NOTHING_AROUND,
): string {
  // TypeScript can't see that the function and the problem are of the same kind; the table's type guarantees it.
  const sentence = words.problem[problem.kind] as (problem: Problem, around: ProblemContext) => string;
  return sentence(safe(problem), around);
}

/** The same as a clause, for one recipient among others who may have been texted. */
export function wordLeftOut(words: Wording, problem: Problem): string {
  const clauses: Partial<Record<Problem['kind'], unknown>> = words.leftOut;
  const clause = clauses[problem.kind] as ((problem: Problem) => string) | undefined;
  return clause ? clause(safe(problem)) : wordProblem(words, problem);
}

function safe(problem: Problem): Problem {
  return Object.fromEntries(
    Object.entries(problem).map(([name, value]) => [
      name,
      WRITTEN_BY_OTHERS.has(name) ? harmlessAll(value) : value,
    ]),
  ) as Problem;
}

function harmlessAll(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(harmlessAll);
  return typeof value === 'string' && !ERROR_NAME.test(value) ? harmless(value, 40) : value;
}

const WRITTEN_BY_OTHERS = new Set([
  ...['typed', 'to', 'label', 'nearest', 'slackError'],
  ...['near', 'columns', 'people'],
]);
/** For example `user_not_found`: it formats nothing, and people who look it up need its underscores. */
const ERROR_NAME = /^[a-z]+(_[a-z]+)*$/;

/** Why a row of a broadcast got no text, or why nobody knows: a clause. Null: there is nothing to say. */
export function wordRow(
  words: Wording,
  row: {
    text: Pick<Text, 'state' | 'problem' | 'uncertain'> | null;
    problem: Problem | null;
    isSentAgain: boolean;
  },
): string | null {
  const { text, problem, isSentAgain } = row;
  if (text === null) return problem && wordLeftOut(words, problem);
  if (isSentAgain) return words.progress.details.sentAgain;
  if (text.state === 'uncertain') return words.uncertainBecause[text.uncertain ?? 'interrupted'];
  if (text.state !== 'refused') return null;
  return text.problem ? wordLeftOut(words, text.problem) : words.state.refused;
}
