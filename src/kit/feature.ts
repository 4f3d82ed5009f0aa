import type { ProblemKinds } from './problem.ts';
import type { FeatureInSlack } from './slack/bolt.ts';
import type { Additions, HomePart, Openings, Services } from './slack/services.ts';
import type { Surface } from './slack/surface.ts';
import type { Keeps } from './store/storage.ts';
import type { Language } from './words/languages.ts';
import type { FeatureProblems, Wording, Wordings } from './words/wording.ts';

/** A feature of the app: one value, which `src/features.ts` lists. */
export type Feature = {
  name: string;
  /** Every sentence of its own, in each language. */
  words: Readonly<Record<Language, Partial<Wording>>>;
  /** Failures of its own: what is kept of them, and what is said of them. */
  problems?: { kinds: ProblemKinds } & Readonly<Record<Language, Omit<FeatureProblems, 'kinds'>>>;
  /** What it keeps. */
  keeps?: Keeps;
  /** Where requests from Slack come in. */
  surfaces(services: Services): readonly Surface[];
  home?(services: Services): HomePart;
  /** What it adds to what features below it show. */
  adds?(services: Services): Partial<Additions>;
  /** Words after the command that open what it shows. */
  opens?(services: Services): Openings;
};

/** All sentences of some features. */
export const wordingsOf = (features: readonly Feature[]): Wordings => ({
  en: allIn('en', features),
  bn: allIn('bn', features),
});

// What is left out nobody asks for: only features' own code names their sentences.
const allIn = (language: Language, features: readonly Feature[]): Wording =>
  Object.assign({}, ...features.map(({ words }) => words[language]), {
    ofFeatures: Object.fromEntries(
      features.flatMap(({ name, problems: its }) =>
        its ? [[name, { kinds: its.kinds, ...its[language] }]] : [],
      ),
    ),
  });

/** Where requests from Slack come in, by feature. */
export const surfacesOf = (features: readonly Feature[], services: Services): FeatureInSlack[] =>
  features.map(({ name, surfaces }) => ({ name, surfaces: surfaces(services) }));

/** What words after the command open. */
export const openingsOf = (features: readonly Feature[], services: Services): Openings =>
  Object.assign({}, ...features.map(({ opens }) => opens?.(services)));

/** What features add to what those below them show. */
export const additionsOf = (features: readonly Feature[], services: Services): Partial<Additions> =>
  Object.assign({}, ...features.map(({ adds }) => adds?.(services)));

/** What features add to Home tabs: what stands higher comes first. */
export const homePartsOf = (features: readonly Feature[], services: Services): HomePart[] =>
  features.flatMap(({ home }) => home?.(services) ?? []).reverse();
