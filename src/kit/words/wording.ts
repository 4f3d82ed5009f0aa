import type { Problem } from '../problem.ts';
import { harmless } from '../slack-text.ts';
import type { Language, ProblemContext } from './languages.ts';

export type { ProblemContext } from './languages.ts';

/**
 * Every sentence a person reads, in one language. Each feature adds its own here (`declare module`, in its `words/en.ts`): what
 * the English ones say and take is the type, so a sentence that is missing in Bangla, or one too many, does not compile. What
 * people or the service wrote comes in harmless; user ids become mentions.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it.
export interface Wording {}

/** The sentences in each language. */
export type Wordings = Readonly<Record<Language, Wording>>;

/** The sentences for whoever reads them. */
export type WordsFor = {
  /**
   * @param userId who reads it; null: everybody in the workspace
   * @param rules the workspace's settings, if they were just read
   */
  of(workspace: string, userId: string | null, rules?: { language: Language | null }): Promise<Wording>;
  /** Without asking the store: for a modal that has to open at once, or while the store is away. */
  atOnce(workspace: string, userId: string): Wording;
  in(language: Language): Wording;
};

/** Each language in its own name, so that its speakers find it. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', bn: 'বাংলা' };

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
