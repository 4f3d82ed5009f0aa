import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { LANGUAGES, type Language } from '../domain/intent.ts';
import { ifUnreadable } from '../storage/errors.ts';
import type { Documents } from '../storage/ports.ts';
import type { Settings, SettingsOf } from './settings.ts';

const MAX_REMEMBERED = 10_000;
const choiceSchema = z.enum(LANGUAGES);

/** The language of what is said: a person's own choice, else the workspace's, else the operator's. */
export type Languages = {
  /**
   * @param userId who reads it; null: all in the workspace
   * @param rules the workspace's settings, where they were just read
   */
  of(workspace: string, userId: string | null, rules?: Settings): Promise<Language>;
  /** A person's own choice from now on; null: they go by the workspace's again. */
  choose(workspace: string, userId: string, language: Language | null): Promise<void>;
  /** A person's own choice, if they made one. */
  chosen(workspace: string, userId: string): Promise<Language | null>;
  /** As last known in this process, for when there is no time, or no store, to ask. */
  atOnce(workspace: string, userId: string | null): Language;
};

export function createLanguages(parts: {
  documents: Documents;
  settings: SettingsOf;
  fallback: Language;
}): Languages {
  const { documents, settings, fallback } = parts;
  const remembered = new LRUCache<string, Language>({ max: MAX_REMEMBERED });
  const choiceOf = (workspace: string, userId: string): Promise<Language | undefined> =>
    documents.get(workspace, documentOf(userId), choiceSchema).catch(ifUnreadable(undefined));
  const languages: Languages = {
    async of(workspace, userId, rules) {
      const [own, { language }] = await Promise.all([
        userId === null ? undefined : choiceOf(workspace, userId),
        rules ?? settings.shown(workspace),
      ]);
      const known = own ?? language ?? fallback;
      remembered.set(`${workspace} ${userId}`, known);
      return known;
    },
    async choose(workspace, userId, language) {
      if (language === null) await documents.delete(workspace, documentOf(userId));
      else await documents.set(workspace, documentOf(userId), language);
      await languages.of(workspace, userId); // What is said at once is in it too.
    },
    chosen: async (workspace, userId) => (await choiceOf(workspace, userId)) ?? null,
    atOnce: (workspace, userId) => remembered.get(`${workspace} ${userId}`) ?? fallback,
  };
  return languages;
}

const documentOf = (userId: string): string => `language ${userId}`;
