import type { Language } from './language.ts';
import type { HomePart } from './slack/home-part.ts';
import type { FeatureInSlack } from './slack/serve.ts';
import type { Additions, Openings, Services } from './slack/services.ts';
import type { Surface } from './slack/surface.ts';
import type { Keeps } from './store/storage.ts';
import type { Wording, Wordings } from './words/wording.ts';

/** A feature of the app: one value, which `src/features.ts` lists. */
export type Feature = {
  name: string;
  /** Every sentence of its own, in each language. */
  words: Readonly<Record<Language, Partial<Wording>>>;
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
  Object.assign({}, ...features.map(({ words }) => words[language]));

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
