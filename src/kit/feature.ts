import type { Check } from './http/health.ts';
import type { Routes } from './http/server.ts';
import type { InboxKinds } from './inbox/model.ts';
import { type InboxContents, KIT_INBOXES } from './inbox/reading.ts';
import type { ProblemKinds, Problems } from './problem.ts';
import type { FeatureInSlack } from './slack/bolt.ts';
import type { SlackListener } from './slack/listener.ts';
import type { CommandWord, CommandWords, Extensions, HomeSection, Services } from './slack/services.ts';
import type { Persistence } from './store/storage.ts';
import type { WorkspaceDeletion } from './store/store.ts';
import type { Language } from './words/languages.ts';
import type { FeatureProblems, ProblemWords, Wording, Wordings } from './words/wording.ts';

/**
 * Any feature, as the app sees it. A feature that needs something from every other feature, such as the audit log, adds a
 * property here (`declare module`).
 */
export interface AnyFeature {
  name: string;
  /** Features that it imports; `src/features.ts` lists them before it. */
  dependsOn?: readonly AnyFeature[];
  /** All its sentences, in each language. */
  words: Readonly<Record<Language, Partial<Wording>>>;
  /** Its own failures: the schemas of their data, and their sentences. */
  problems?: { kinds: ProblemKinds } & Readonly<Record<Language, Omit<FeatureProblems, 'kinds'>>>;
  /** How its records are opened, quarantined, and deleted with a workspace. */
  persistence?: Persistence;
  /** The storage formats of its inboxes, by kind. */
  inboxes?: Readonly<Record<string, InboxContents>>;
  /** Builds its services from those of the features before it. */
  create?(services: Services): CreatedFeature;
  /** Its listeners in Slack. */
  listeners(services: Services): readonly SlackListener[];
  /** Its part of Home tabs. */
  home?(services: Services): HomeSection;
  /** Spellings of its command words that text may follow. Contacts, groups and others can't have such names. */
  reservedNames?: readonly string[];
  /** Its words after the command. */
  commandWords?(services: Services): readonly CommandWord[];
}

/**
 * The parts that a feature must have because of its declarations (`declare module`) in an interface such as `Problems`; `never`
 * if it has none.
 */
export interface Declared<Name extends string> {
  problems: Name extends keyof Problems
    ? { kinds: Problems[Name] } & Readonly<Record<Language, ProblemWords<Name>>>
    : never;
  inboxes: Name extends keyof InboxKinds ? Readonly<Record<InboxKinds[Name], InboxContents>> : never;
}

/**
 * A feature: its folder exports one value of this type, and `src/features.ts` lists it. A feature that lacks a part for one of
 * its declarations doesn't compile.
 */
export type Feature<Name extends string> = AnyFeature & { name: Name } & {
  [Part in keyof Declared<Name> as [Declared<Name>[Part]] extends [never]
    ? never
    : Part]: Declared<Name>[Part];
};

declare module './slack/services.ts' {
  interface Services {
    /** All features of the app. */
    features: readonly AnyFeature[];
  }
}

/** @typeParam Own the services that the feature declares */
export type CreatedFeature<Own = Partial<Services>> = {
  /** Services for its own listeners, and for the features after it. */
  services?: Own;
  /** Its extensions of the features before it; called after its services are added. */
  extend?(): Partial<Extensions>;
  workers?: readonly BackgroundWorker[];
  /** What has to be well, besides the store and Slack, for the app to do its work. */
  checks?: Readonly<Record<string, Check>>;
  /** Its pages and hooks, by path. */
  routes?: Routes;
  /** Cleans up after an earlier run, before any worker starts. */
  recover?(): Promise<unknown>;
};

export type BackgroundWorker = {
  /** Called at start. */
  wake?(): void;
  /** Begins nothing more; resolves when its current work is done. */
  stop(): unknown;
  /** It is also woken when another process has left work. */
  isShared?: true;
  /** Other workers give it work until they have stopped, so it stops after them; of several, the later feature's stops first. */
  isLast?: true;
};

/** All sentences of some features. */
export const wordingsOf = (features: readonly AnyFeature[]): Wordings => ({
  en: wordingOf('en', features),
  bn: wordingOf('bn', features),
});

// Sentences of an absent feature are missing here; only that feature's code uses them.
const wordingOf = (language: Language, features: readonly AnyFeature[]): Wording =>
  Object.assign({}, ...features.map(({ words }) => words[language]), {
    ofFeatures: Object.fromEntries(
      features.flatMap(({ name, problems }) =>
        problems ? [[name, { kinds: problems.kinds, ...problems[language] }]] : [],
      ),
    ),
    reservedNames: new Set(features.flatMap(({ reservedNames = [] }) => reservedNames)),
  });

/**
 * Creates features, each from those before it.
 *
 * @param services the infrastructure; each feature's services and extensions are added to it
 * @throws Error if a feature isn't listed after those that it depends on
 */
export function createFeatures(features: readonly AnyFeature[], services: Services): CreatedFeature[] {
  return features.map(({ name, dependsOn = [], create }, index) => {
    const missing = dependsOn.find(base => !features.slice(0, index).includes(base));
    if (missing) throw new Error(`${name} depends on ${missing.name}, which isn’t listed before it`);
    const created = create?.(services) ?? {};
    Object.assign(services, created.services);
    addExtensions(services.extensions, created.extend?.() ?? {});
    return created;
  });
}

/**
 * Adds a feature's extensions to those of the features before it. In a list, a later feature's items come first.
 *
 * @throws Error if two features add the same extension, and it isn't a list
 */
export function addExtensions<T extends object>(extensions: Partial<T>, added: Partial<T>): void {
  for (const [name, value] of Object.entries<unknown>(added)) {
    const current = (extensions as Record<string, unknown>)[name];
    if (current === undefined) Object.assign(extensions, { [name]: value });
    else if (Array.isArray(current) && Array.isArray(value))
      Object.assign(extensions, { [name]: [...value, ...current] });
    else throw new Error(`Two features add ${name}`);
  }
}

/** The storage formats of all inboxes, by kind. */
export const inboxContentsOf = (features: readonly AnyFeature[]): Readonly<Record<string, InboxContents>> =>
  Object.assign({}, KIT_INBOXES, ...features.map(({ inboxes }) => inboxes));

/** The listeners of each feature. */
export const listenersOf = (features: readonly AnyFeature[], services: Services): FeatureInSlack[] =>
  features.map(({ name, listeners }) => ({ name, listeners: listeners(services) }));

/** The words after the command, by each spelling. @throws Error if two features claim the same word */
export function commandWordsOf(features: readonly AnyFeature[], services: Services): CommandWords {
  const bySpelling = new Map<string, CommandWord>();
  for (const word of features.flatMap(({ commandWords }) => commandWords?.(services) ?? [])) {
    for (const spelling of word.spelled) {
      if (bySpelling.has(spelling)) throw new Error(`Two features claim the word ${spelling}`);
      bySpelling.set(spelling, word);
    }
  }
  return bySpelling;
}

/**
 * The features' deletions of a workspace's data. A feature's runs before those of the features it depends on, because its records
 * refer to theirs.
 */
export const deletionOrder = (features: readonly AnyFeature[]): WorkspaceDeletion[] =>
  features.toReversed().flatMap(({ persistence }) => persistence?.deleteWorkspaceData ?? []);

/** What features add to Home tabs; a later feature's comes first. */
export const homeSectionsOf = (features: readonly AnyFeature[], services: Services): HomeSection[] =>
  features.flatMap(({ home }) => home?.(services) ?? []).reverse();
