import { z } from 'zod';
import { LANGUAGES, type Language } from '../domain/intent.ts';
import type { Documents } from '../storage/ports.ts';
import type { SettingsOf } from './settings.ts';

const MAX_REMEMBERED = 10_000;
const choiceSchema = z.enum(LANGUAGES);

/** The language of what is said: a person's own choice, else the workspace's, else the operator's. */
export type Languages = {
  /** @param userId who reads it; null: all in the workspace */
  of(workspace: string, userId: string | null): Promise<Language>;
  /** As last known in this process, for when there is no time, or no store, to ask. */
  atOnce(workspace: string, userId: string | null): Language;
};

export function createLanguages(parts: {
  documents: Documents;
  settings: SettingsOf;
  fallback: Language;
}): Languages {
  const { documents, settings, fallback } = parts;
  const remembered = new Map<string, Language>();
  return {
    async of(workspace, userId) {
      const [own, { language }] = await Promise.all([
        userId === null ? undefined : documents.get(workspace, documentOf(userId), choiceSchema),
        settings.of(workspace),
      ]);
      const known = own ?? language ?? fallback;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(`${workspace} ${userId}`, known);
      return known;
    },
    atOnce: (workspace, userId) => remembered.get(`${workspace} ${userId}`) ?? fallback,
  };
}

const documentOf = (userId: string): string => `language ${userId}`;
