import { z } from 'zod';
import type { Clock } from '../kit/clock.ts';
import { type Credits, parseCredits } from '../kit/credits.ts';
import { createLru } from '../kit/lru.ts';
import { isLocalNumber, type LocalNumber, maskNumber } from '../kit/number.ts';
import { type Documents, documentAt, documentIn, type Revisions } from '../kit/store/documents.ts';
import { ifUnreadable } from '../kit/store/errors.ts';
import type { Tx } from '../kit/store/store.ts';
import { LANGUAGES, type Language } from '../kit/words/languages.ts';
import type { Wordings, WordsFor } from '../kit/words/wording.ts';
import type { Audit } from './audit-log.ts';
import { areAllowedHours, WIDEST_HOURS } from './promotional-hours.ts';

type Json = z.infer<ReturnType<typeof z.json>>;

/** A changed setting, as the audit log stores it. */
export type SettingChange = { field: string; from: Json; to: Json };

/** The differences between two versions of the same fields; for a list only what was removed and added. Numbers are masked. */
export function changesBetween(before: Record<string, Json>, after: Record<string, Json>): SettingChange[] {
  return Object.keys(after).flatMap(field => {
    const [from = null, to = null] = [before[field], after[field]];
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    if (!Array.isArray(from) || !Array.isArray(to)) return [{ field, from: masked(from), to: masked(to) }];
    const [left, came] = [without(from, to), without(to, from)];
    return left.length + came.length > 0 ? [{ field, from: masked(left), to: masked(came) }] : [];
  });
}

function without(list: Json[], others: Json[]): Json[] {
  const known = new Set(others.map(one => JSON.stringify(one)));
  return list.filter(one => !known.has(JSON.stringify(one)));
}

function masked(value: Json): Json {
  if (Array.isArray(value)) return value.map(masked);
  return typeof value === 'string' && isLocalNumber(value) ? maskNumber(value) : value;
}

/** The most rows of a broadcast, whatever its workspace's limit is. */
export const MAX_ROWS = 10_000;

const DOCUMENT = 'settings';
/** Everything here is read for each text, so it stays small. */
export const MAX_LISTED = 100;
export const MAX_BLOCKED = 500;
export const RETENTION_DAYS = { min: 1, max: 365 };
export const MAX_LATE_MINUTES = 24 * 60;

const credits = z.custom<Credits>(
  value => typeof value === 'string' && parseCredits(value) === value && !value.startsWith('-'),
);
const localNumber = z.custom<LocalNumber>(value => typeof value === 'string' && isLocalNumber(value));

/** The most in one day of the workspace's clock (Bangladesh time); null: no limit. */
const capSchema = z.object({
  texts: z.int().positive().nullable().default(null),
  credits: credits.nullable().default(null),
});

/**
 * What a workspace's admins decide. Each field has its default, so documents from older versions can be read, and a workspace
 * without one has `DEFAULT_SETTINGS`.
 */
export const settingsSchema = z.object({
  /** User ids of people whom admins let change settings too, except who is a manager; keys stay with admins. */
  managers: z.array(z.string()).max(MAX_LISTED).default([]),
  /** Who may send: user ids and user group ids; null: everyone (but see `guests` and `otherTeams`). */
  senders: z
    .object({
      people: z.array(z.string()).max(MAX_LISTED).default([]),
      groups: z.array(z.string()).max(MAX_LISTED).default([]),
    })
    .nullable()
    .default(null),
  guests: z.boolean().default(false),
  /** People from other teams (Slack Connect). */
  otherTeams: z.boolean().default(false),
  /** Everyone who may send may add people too; else only admins and managers. */
  everyoneAdds: z.boolean().default(false),
  /** Channels where `/sms` may be used; null: all of them. */
  channels: z.array(z.string()).max(MAX_LISTED).nullable().default(null),
  receipts: z.enum(['channel', 'sender']).default('channel'),
  maskNumbers: z.boolean().default(true),
  /** Whether receipts that everybody in a channel reads name contacts; what one person reads names them where they may see them. */
  nameContacts: z.boolean().default(true),
  /** Null: the operator's DEFAULT_LANGUAGE. */
  language: z.enum(LANGUAGES).nullable().default(null),
  personCap: capSchema.prefault({}),
  /** All workflows together. */
  workflowCap: capSchema.prefault({}),
  workspaceCap: capSchema.prefault({}),
  /** Never texted. */
  blocklist: z.array(localNumber).max(MAX_BLOCKED).default([]),
  /** Whether alerts go to numbers that a hook names although they are marked as never to be texted. */
  alertsIgnoreDoNotText: z.boolean().default(false),
  /** Whether a hook may mention everybody in its channel if nobody answers its alerts. */
  alertsMention: z.boolean().default(false),
  /** How long texts and numbers are kept, in days. */
  retentionDays: z.int().min(RETENTION_DAYS.min).max(RETENTION_DAYS.max).default(30),
  /** A scheduled text that is later than this, since the app was down, goes only if its author still wants it. */
  lateMinutes: z.int().min(0).max(MAX_LATE_MINUTES).default(60),
  /** Admins are told once when the balance falls below this; null: never. */
  lowBalance: credits.nullable().default('10' as Credits),
  /** How many people one broadcast may text. */
  broadcastTexts: z.int().min(1).max(MAX_ROWS).default(MAX_ROWS),
  /** What one broadcast may cost; null: any amount. */
  broadcastCredits: credits.nullable().default(null),
  /** Above how many people somebody else approves a broadcast, and the channel where they are asked; null: never. */
  broadcastApproval: z
    .object({ above: z.int().min(0).max(MAX_ROWS), channel: z.string().min(1) })
    .nullable()
    .default(null),
  /** When promotional texts may go, in Bangladesh. */
  promotionalHours: z
    .object({ from: z.string(), to: z.string() })
    .refine(areAllowedHours)
    .default(WIDEST_HOURS),
});
export type Settings = z.infer<typeof settingsSchema>;

/** The value of each setting. */
export type SettingWords = { [Name in keyof Settings]: (value: Settings[Name]) => string };

const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});

/** A workspace's settings, for `Tx.load`. */
export const settingsAt = (workspace: string) => documentAt(workspace, DOCUMENT);

/**
 * A workspace's settings, as part of a step.
 *
 * @throws UnreadableError if they can't be read
 */
export const settingsIn = (tx: Tx, workspace: string, now: number): Settings =>
  documentIn(tx, workspace, DOCUMENT, settingsSchema, now) ?? DEFAULT_SETTINGS;

export type SettingsOf = {
  /** A workspace's settings as they are now. */
  of(workspace: string): Promise<Settings>;
  /** Only for display: if the settings can't be read, the defaults, which show least. */
  shown(workspace: string): Promise<Settings>;
};

export type SettingsStore = SettingsOf & {
  /**
   * Changes some settings and leaves the others alone, whoever else changes those at the same time; each change goes to the
   * audit log. Returns the resulting settings.
   *
   * @param by who changes them; the caller checks whether they may
   * @throws z.ZodError if a setting can't have a value; nothing is changed then
   */
  save(workspace: string, by: string, changes: Partial<Settings>): Promise<Settings>;
};

export function createSettings(deps: {
  documents: Documents;
  revisions: Revisions;
  audit: Audit;
  clock: Clock;
}): SettingsStore {
  const { documents, revisions, audit, clock } = deps;
  const of = async (workspace: string): Promise<Settings> =>
    (await documents.get(workspace, DOCUMENT, settingsSchema)) ?? DEFAULT_SETTINGS;
  return {
    of,
    shown: workspace => of(workspace).catch(ifUnreadable(DEFAULT_SETTINGS)),
    async save(workspace, by, changes) {
      let before = DEFAULT_SETTINGS;
      const after = await revisions.update(workspace, DOCUMENT, settingsSchema, current => {
        before = current ?? DEFAULT_SETTINGS;
        return settingsSchema.parse({ ...before, ...changes });
      });
      const at = clock.wall();
      for (const change of changesBetween(before, after)) {
        await audit.record(workspace, { what: 'setting', ...change, at, by });
      }
      return after;
    },
  };
}

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

export function createLanguages(deps: {
  documents: Documents;
  settings: SettingsOf;
  fallback: Language;
}): Languages {
  const { documents, settings, fallback } = deps;
  const cached = createLru<Language>(MOST_CACHED);
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

export function createWords(languages: Languages, wordings: Wordings): WordsFor {
  return {
    async of(workspace, userId, rules) {
      try {
        return wordings[await languages.of(workspace, userId, rules)];
      } catch {
        return wordings[languages.atOnce(workspace, userId)]; // The store is away: a guess is better than no answer.
      }
    },
    atOnce: (workspace, userId) => wordings[languages.atOnce(workspace, userId)],
    in: language => wordings[language],
  };
}
