import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { LANGUAGES, type Language } from '../kit/language.ts';
import type { Documents } from '../kit/store/documents.ts';
import { ifUnreadable } from '../kit/store/errors.ts';
import type { Settings, SettingsOf } from './settings.ts';

const MOST_CACHED = 10_000;
const choiceSchema = z.enum(LANGUAGES);

/** Which language to use: a person's own choice, otherwise the workspace's, otherwise the operator's. */
export type Languages = {
  /**
   * @param userId who reads it; null: everybody in the workspace
   * @param rules the workspace's settings, if they were just read
   */
  of(workspace: string, userId: string | null, rules?: Pick<Settings, 'language'>): Promise<Language>;
  /** Sets a person's own choice; null: they follow the workspace's again. */
  choose(workspace: string, userId: string, language: Language | null): Promise<void>;
  /** A person's own choice, if they made one. */
  chosen(workspace: string, userId: string): Promise<Language | null>;
  /** As this process last knew it, for when there is no time to ask the store, or no store. */
  atOnce(workspace: string, userId: string | null): Language;
};

export function createLanguages(parts: {
  documents: Documents;
  settings: SettingsOf;
  fallback: Language;
}): Languages {
  const { documents, settings, fallback } = parts;
  const cached = new LRUCache<string, Language>({ max: MOST_CACHED });
  const choiceOf = (workspace: string, userId: string): Promise<Language | undefined> =>
    documents.get(workspace, documentOf(userId), choiceSchema).catch(ifUnreadable(undefined));
  const languages: Languages = {
    async of(workspace, userId, rules) {
      const [own, { language }] = await Promise.all([
        userId === null ? undefined : choiceOf(workspace, userId),
        rules ?? settings.shown(workspace),
      ]);
      const known = own ?? language ?? fallback;
      cached.set(`${workspace} ${userId}`, known);
      return known;
    },
    async choose(workspace, userId, language) {
      if (language === null) await documents.delete(workspace, documentOf(userId));
      else await documents.set(workspace, documentOf(userId), language);
      await languages.of(workspace, userId); // So that `atOnce` knows it too.
    },
    chosen: async (workspace, userId) => (await choiceOf(workspace, userId)) ?? null,
    atOnce: (workspace, userId) => cached.get(`${workspace} ${userId}`) ?? fallback,
  };
  return languages;
}

const documentOf = (userId: string): string => `language ${userId}`;
