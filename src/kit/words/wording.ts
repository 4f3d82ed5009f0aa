import type { z } from 'zod';
import type { Problem, ProblemKinds, Problems } from '../problem.ts';
import { harmless } from '../slack-text.ts';
import type { Language, ProblemContext } from './languages.ts';

export type { ProblemContext } from './languages.ts';

/**
 * All sentences that people read, in one language. Each feature adds its own (`declare module` in its `words/en.ts`): the type of
 * the English sentences is the type of all languages, so a missing sentence or an extra one in Bangla doesn't compile. Text that
 * people or the service wrote is made harmless before it gets here; user ids become mentions.
 */
export interface Wording {
  /** Each feature's sentences about its own problems. */
  ofFeatures: Readonly<Record<string, FeatureProblems>>;
  /** The features' command words that text may follow. Contacts, groups and others can't have such names. */
  reservedNames: ReadonlySet<string>;
}

/** A feature's sentences about its own problems. */
export type ProblemWords<F extends keyof Problems> = {
  /** The problem and its remedy, in one or two plain sentences. */
  problem: { [K in keyof Problems[F]]: ProblemWord<Problems[F][K]> };
  /** The reason why one of several recipients gets no text, as a clause after their name. */
  leftOut?: { [K in keyof Problems[F]]?: ProblemWord<Problems[F][K]> };
};
type ProblemWord<Kind> = (data: z.output<Kind>, around: ProblemContext) => string;

/** Any feature's sentences about its own problems, with the schemas of the problems' stored data. */
export type FeatureProblems = ProblemSentences & { kinds: ProblemKinds };
type ProblemSentences = { problem: Sentences; leftOut?: Sentences };
type Sentences = Readonly<Record<string, Sentence | undefined>>;
type Sentence = (data: never, around: ProblemContext) => string;

export type Wordings = Readonly<Record<Language, Wording>>;

/** Finds the sentences in a reader's language. */
export type WordsFor = {
  /**
   * @param userId the reader; null for the whole workspace
   * @param rules the workspace's settings, if the caller has just read them
   */
  of(workspace: string, userId: string | null, rules?: { language: Language | null }): Promise<Wording>;
  /** Doesn't read the store: for a modal that has to open at once, or while the store is unreachable. */
  cached(workspace: string, userId: string): Wording;
  in(language: Language): Wording;
};

/** Each language in its own words, so that its speakers find it. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', bn: 'বাংলা' };

export const NOTHING_AROUND: ProblemContext = { ask: null, deciders: [], reader: null, balance: null };

/** The sentence for a problem. Makes people's text in it harmless, once for all languages. */
export function wordProblem(all: Wording, problem: Problem, around: ProblemContext = NOTHING_AROUND): string {
  const { words, kind, data } = read(all, problem);
  // TypeScript can't see that the function and the data are of the same kind; the table's type guarantees it.
  return (words.problem[kind] as Sentence)(data, around);
}

/** The reason why one of several recipients gets no text, as a clause if there is one; the others may have been texted. */
export function wordLeftOut(all: Wording, problem: Problem): string {
  const { words, kind, data } = read(all, problem);
  return words.leftOut?.[kind]?.(data, NOTHING_AROUND) ?? wordProblem(all, problem);
}

/** A problem's data, harmless, and its sentences. A stored problem of a removed feature becomes PART_REMOVED. */
function read(all: Wording, problem: Problem): { words: ProblemSentences; kind: string; data: never } {
  const { feature, kind, data: stored }: { feature?: string; kind: string; data?: unknown } = problem;
  if (feature === undefined) return { words: all, kind, data: safe(problem) };
  const words = all.ofFeatures[feature];
  const data = words?.kinds[kind]?.safeParse(stored).data;
  return words && data
    ? { words, kind, data: safe(data) }
    : { words: all, kind: 'PART_REMOVED', data: safe({}) };
}

const safe = (data: object): never => harmlessIn(data, WRITTEN_BY_OTHERS, 40) as never;

/** A copy of `data` with the text of these properties made harmless. */
export const harmlessIn = (data: object, names: ReadonlySet<string>, max: number): object =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, names.has(name) ? harmlessAll(value, max) : value]),
  );

function harmlessAll(value: unknown, max: number): unknown {
  if (Array.isArray(value)) return value.map(item => harmlessAll(item, max));
  return typeof value === 'string' && !ERROR_NAME.test(value) ? harmless(value, max) : value;
}

/** Properties of problems whose text people or services wrote. */
const WRITTEN_BY_OTHERS = new Set([
  'typed',
  'to',
  'label',
  'nearest',
  'slackError',
  'near',
  'columns',
  'people',
]);
/** An error of Slack, such as `user_not_found`. Stays unchanged, because people look it up by its exact name. */
const ERROR_NAME = /^[a-z]+(_[a-z]+)*$/;
