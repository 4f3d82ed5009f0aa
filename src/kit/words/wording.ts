import type { z } from 'zod';
import type { Problem, ProblemKinds, Problems } from '../problem.ts';
import { harmless } from '../slack-text.ts';
import type { Language, ProblemContext } from './languages.ts';

export type { ProblemContext } from './languages.ts';

/**
 * Every sentence a person reads, in one language. Each feature adds its own here (`declare module`, in its `words/en.ts`): what
 * the English ones say and take is the type, so a sentence that is missing in Bangla, or one too many, does not compile. What
 * people or the service wrote comes in harmless; user ids become mentions.
 */
export interface Wording {
  /** What each feature says of failures of its own. */
  ofFeatures: Readonly<Record<string, FeatureProblems>>;
  /** The words of features that text may follow after the command: nothing can have such a name. */
  reservedNames: ReadonlySet<string>;
}

/** What is said of one feature's failures. */
export type ProblemWords<F extends keyof Problems> = {
  /** What went wrong, and what to do about it: one plain sentence or two. */
  problem: { [K in keyof Problems[F]]: ProblemWord<Problems[F][K]> };
  /** Why somebody gets no text although others may: a clause that follows their name. */
  leftOut?: { [K in keyof Problems[F]]?: ProblemWord<Problems[F][K]> };
};
type ProblemWord<Kind> = (its: z.output<Kind>, around: ProblemContext) => string;

/** The same of any feature, with the schemas by which what is kept of them is read. */
export type FeatureProblems = ProblemSentences & { kinds: ProblemKinds };
type ProblemSentences = { problem: Sentences; leftOut?: Sentences };
type Sentences = Readonly<Record<string, Sentence | undefined>>;
type Sentence = (its: never, around: ProblemContext) => string;

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
export function wordProblem(all: Wording, problem: Problem, around: ProblemContext = NOTHING_AROUND): string {
  const { words, kind, its } = read(all, problem);
  // TypeScript can't see that the function and the problem are of the same kind; the table's type guarantees it.
  return (words.problem[kind] as Sentence)(its, around);
}

/** The same as a clause, for one recipient among others who may have been texted. */
export function wordLeftOut(all: Wording, problem: Problem): string {
  const { words, kind, its } = read(all, problem);
  return words.leftOut?.[kind]?.(its, NOTHING_AROUND) ?? wordProblem(all, problem);
}

/** A problem, harmless, and who words it. What no feature here knows is a problem of its own. */
function read(all: Wording, problem: Problem): { words: ProblemSentences; kind: string; its: never } {
  const { feature, kind, data }: { feature?: string; kind: string; data?: unknown } = problem;
  if (feature === undefined) return { words: all, kind, its: safe(problem) };
  const words = all.ofFeatures[feature];
  const its = words?.kinds[kind]?.safeParse(data).data;
  return words && its ? { words, kind, its: safe(its) } : { words: all, kind: 'PART_REMOVED', its: safe({}) };
}

const safe = (its: object): never => harmlessIn(its, WRITTEN_BY_OTHERS, 40) as never;

/** The same with what others wrote, under these names, made harmless. */
export const harmlessIn = (its: object, names: ReadonlySet<string>, max: number): object =>
  Object.fromEntries(
    Object.entries(its).map(([name, value]) => [name, names.has(name) ? harmlessAll(value, max) : value]),
  );

function harmlessAll(value: unknown, max: number): unknown {
  if (Array.isArray(value)) return value.map(one => harmlessAll(one, max));
  return typeof value === 'string' && !ERROR_NAME.test(value) ? harmless(value, max) : value;
}

const WRITTEN_BY_OTHERS = new Set([
  ...['typed', 'to', 'label', 'nearest', 'slackError'],
  ...['near', 'columns', 'people'],
]);
/** For example `user_not_found`: it formats nothing, and people who look it up need its underscores. */
const ERROR_NAME = /^[a-z]+(_[a-z]+)*$/;
