import type { Routes } from './http/server.ts';
import type { ProblemKinds } from './problem.ts';
import type { FeatureInSlack } from './slack/bolt.ts';
import type { SlackListener } from './slack/listener.ts';
import type { CommandWord, CommandWords, Extensions, HomeSection, Services } from './slack/services.ts';
import type { Persistence } from './store/storage.ts';
import type { Language } from './words/languages.ts';
import type { FeatureProblems, Wording, Wordings } from './words/wording.ts';

/** A feature of the app: one value, which `src/features.ts` lists. */
export type Feature = {
  name: string;
  /** Features that it can't do without; they are listed before it. */
  dependsOn?: readonly Feature[];
  /** Every sentence of its own, in each language. */
  words: Readonly<Record<Language, Partial<Wording>>>;
  /** Failures of its own: what is kept of them, and what is said of them. */
  problems?: { kinds: ProblemKinds } & Readonly<Record<Language, Omit<FeatureProblems, 'kinds'>>>;
  /** What it keeps, and what of that goes with a workspace. */
  persistence?: Persistence;
  /** What it does, made from what the features before it do. */
  create?(services: Services): CreatedFeature;
  /** Where requests from Slack come in. */
  listeners(services: Services): readonly SlackListener[];
  home?(services: Services): HomeSection;
  /** Words after the command that open what it shows. */
  commandWords?(services: Services): readonly CommandWord[];
};

/**
 * What a feature has made.
 *
 * @typeParam Its what it has declared
 */
export type CreatedFeature<Its = Partial<Services>> = {
  /** For its surfaces, and for the features after it. */
  services?: Its;
  /** What it adds to what features before it do and show; asked once its services are there. */
  extend?(): Partial<Extensions>;
  workers?: readonly BackgroundWorker[];
  /** What it serves over HTTP, by path. */
  routes?: Routes;
  /** Is done before anything is begun: what an earlier run left. */
  recover?(): Promise<unknown>;
};

/** Something that works by itself while the app runs. */
export type BackgroundWorker = {
  /** Called at start. */
  wake?(): void;
  /** Begins nothing more; resolves when what it does is done. */
  stop(): unknown;
  /** It is also woken by what other processes left. */
  isShared?: true;
  /** Others hand it something until they have stopped: it stops after them, and what stands higher first. */
  isLast?: true;
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

/**
 * Makes features, each from those before it.
 *
 * @param services what all of them stand on; what each makes and adds goes there
 * @throws Error if one stands on another that isn't listed before it
 */
export function makeAll(features: readonly Feature[], services: Services): CreatedFeature[] {
  return features.map(({ name, dependsOn = [], create }, index) => {
    const missing = dependsOn.find(one => features.indexOf(one) >= index || !features.includes(one));
    if (missing) throw new Error(`${name} stands on ${missing.name}, which isn’t listed before it`);
    const made = create?.(services) ?? {};
    Object.assign(services, made.services);
    addTo(services.extensions, made.extend?.() ?? {});
    return made;
  });
}

/** What stands higher comes first. */
function addTo(added: Partial<Extensions>, adds: Partial<Extensions>): void {
  for (const [name, its] of Object.entries(adds)) {
    const known = (added as Record<string, unknown>)[name];
    if (known !== undefined && !Array.isArray(known)) throw new Error(`Two features add ${name}`);
    Object.assign(added, { [name]: known ? [...(its as unknown[]), ...known] : its });
  }
}

/** Where requests from Slack come in, by feature. */
export const listenersOf = (features: readonly Feature[], services: Services): FeatureInSlack[] =>
  features.map(({ name, listeners }) => ({ name, listeners: listeners(services) }));

/** What words after the command open. @throws Error if a word would open two things */
export function commandWordsOf(features: readonly Feature[], services: Services): CommandWords {
  const openings = new Map<string, CommandWord>();
  for (const opening of features.flatMap(({ commandWords }) => commandWords?.(services) ?? [])) {
    for (const word of opening.spelled) {
      if (openings.has(word)) throw new Error(`Two features open something by ${word}`);
      openings.set(word, opening);
    }
  }
  return openings;
}

/** What features add to Home tabs: what stands higher comes first. */
export const homeSectionsOf = (features: readonly Feature[], services: Services): HomeSection[] =>
  features.flatMap(({ home }) => home?.(services) ?? []).reverse();
