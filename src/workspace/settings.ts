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

/** The differences between two versions of the same fields; for a list, the removed and added items. Numbers are masked. */
export function changesBetween(before: Record<string, Json>, after: Record<string, Json>): SettingChange[] {
  return Object.keys(after).flatMap(field => {
    const [from = null, to = null] = [before[field], after[field]];
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    if (!Array.isArray(from) || !Array.isArray(to)) return [{ field, from: masked(from), to: masked(to) }];
    const [removed, added] = [without(from, to), without(to, from)];
    return removed.length + added.length > 0 ? [{ field, from: masked(removed), to: masked(added) }] : [];
  });
}

function without(list: Json[], excluded: Json[]): Json[] {
  const excludedJson = new Set(excluded.map(item => JSON.stringify(item)));
  return list.filter(item => !excludedJson.has(JSON.stringify(item)));
}

function masked(value: Json): Json {
  if (Array.isArray(value)) return value.map(masked);
  return typeof value === 'string' && isLocalNumber(value) ? maskNumber(value) : value;
}

/** The most rows of a broadcast; a workspace's own limit may be lower. */
export const MAX_ROWS = 10_000;

const DOCUMENT = 'settings';
/** Limits of the lists, because all settings are read for each text. */
export const MAX_LISTED = 100;
export const MAX_BLOCKED = 500;
export const RETENTION_DAYS = { min: 1, max: 365 };
export const MAX_LATE_MINUTES = 24 * 60;
export const MAX_SIGN_OFF = 100;

const credits = z.custom<Credits>(
  value => typeof value === 'string' && parseCredits(value) === value && !value.startsWith('-'),
);
const ONE_LINE = /^[^\r\n]*$/;
const localNumber = z.custom<LocalNumber>(value => typeof value === 'string' && isLocalNumber(value));

/** The limits of one day in Bangladesh; null: no limit. */
const capSchema = z.object({
  texts: z.int().positive().nullable().default(null),
  credits: credits.nullable().default(null),
});

/**
 * A workspace's settings. Each field has a default, so a document of an older version is readable, and a workspace without a
 * document has `DEFAULT_SETTINGS`.
 */
export const settingsSchema = z.object({
  /** User ids of people who may change settings; some settings, this one included, and keys stay with admins. */
  managers: z.array(z.string()).max(MAX_LISTED).default([]),
  /** The user ids and user group ids that may send; null: everyone (but see `guests` and `otherTeams`). */
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
  /** True: everyone who may send may add contacts; false: only admins and managers. */
  everyoneAdds: z.boolean().default(false),
  /** The channels where `/sms` works; null: all. */
  channels: z.array(z.string()).max(MAX_LISTED).nullable().default(null),
  receipts: z.enum(['channel', 'sender']).default('channel'),
  maskNumbers: z.boolean().default(true),
  /** True if receipts in channels name contacts. A message to one person names them if that person may see them. */
  nameContacts: z.boolean().default(true),
  /** Null: the operator's DEFAULT_LANGUAGE. */
  language: z.enum(LANGUAGES).nullable().default(null),
  personCap: capSchema.prefault({}),
  /** The daily limit of all workflows together. */
  workflowCap: capSchema.prefault({}),
  workspaceCap: capSchema.prefault({}),
  /** Numbers that are never texted. */
  blocklist: z.array(localNumber).max(MAX_BLOCKED).default([]),
  /** True if alerts are texted to a hook's numbers even if these are marked "never text". */
  alertsIgnoreDoNotText: z.boolean().default(false),
  /** True if a hook may mention its whole channel when no responder acknowledges its alert. */
  alertsMention: z.boolean().default(false),
  /** True if critical alerts are texted to everyone whose turn it is, whatever they chose about how they are called. */
  alertsTextCritical: z.boolean().default(false),
  /** The retention time of texts and numbers, in days. */
  retentionDays: z.int().min(RETENTION_DAYS.min).max(RETENTION_DAYS.max).default(30),
  /** A scheduled text that is later than this, because the app was down, is sent only if its author confirms it. */
  lateMinutes: z.int().min(0).max(MAX_LATE_MINUTES).default(60),
  /** The workspace's working days, 0 for Sunday. */
  workingDays: z.array(z.int().min(0).max(6)).min(1).max(7).default([0, 1, 2, 3, 4]),
  /** True if what people send from the form or by `/sms` waits for ten seconds, in which they can take it back. */
  undo: z.boolean().default(false),
  /** A line such as “Nipun Traders, call 01…”, because nobody can answer a text; empty if there is none. */
  signOff: z.string().trim().max(MAX_SIGN_OFF).regex(ONE_LINE).default(''),
  /** True if every text but alerts and pages ends with the sign-off; false: only messages that have its placeholder. */
  signsAll: z.boolean().default(false),
  /**
   * Managers and the admin who linked the key are warned at most once a day while the balance is below this; null: never.
   */
  lowBalance: credits.nullable().default('10' as Credits),
  /** The most recipients of one broadcast. */
  broadcastTexts: z.int().min(1).max(MAX_ROWS).default(MAX_ROWS),
  /** The highest cost of one broadcast; null: no limit. */
  broadcastCredits: credits.nullable().default(null),
  /** Broadcasts to more than `above` people need a second person's approval, requested in the channel; null: never. */
  broadcastApproval: z
    .object({ above: z.int().min(0).max(MAX_ROWS), channel: z.string().min(1) })
    .nullable()
    .default(null),
  /** The hours for promotional texts, in Bangladesh time. */
  promotionalHours: z
    .object({ from: z.string(), to: z.string() })
    .refine(areAllowedHours)
    .default(WIDEST_HOURS),
});
export type Settings = z.infer<typeof settingsSchema>;

/** Words each setting's value. */
export type SettingWords = { [Name in keyof Settings]: (value: Settings[Name]) => string };

const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});

/** A workspace's settings, for `Tx.load`. */
export const settingsAt = (workspace: string) => documentAt(workspace, DOCUMENT);

/**
 * A workspace's settings, read in a transaction.
 *
 * @throws UnreadableError if they can't be read
 */
export const settingsIn = (tx: Tx, workspace: string, now: number): Settings =>
  documentIn(tx, workspace, DOCUMENT, settingsSchema, now) ?? DEFAULT_SETTINGS;

export type SettingsOf = {
  of(workspace: string): Promise<Settings>;
  /** Only for display: the defaults, which show least, if the settings are unreadable. */
  shown(workspace: string): Promise<Settings>;
};

export type SettingsStore = SettingsOf & {
  /**
   * Changes some settings; the others stay, even if another person changes them at the same time. Each change is recorded in the
   * audit log. Returns the resulting settings.
   *
   * @param by the user id; the caller has checked their permission
   * @throws z.ZodError if a value is invalid; nothing is changed then
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

const MAX_CACHED = 10_000;
const choiceSchema = z.enum(LANGUAGES);

/** A reader's language: their own choice, otherwise the workspace's, otherwise the operator's. */
export type Languages = {
  /**
   * @param userId the reader; null: the whole workspace
   * @param rules the workspace's settings, if the caller has just read them
   */
  of(workspace: string, userId: string | null, rules?: Pick<Settings, 'language'>): Promise<Language>;
  /** Sets a person's own choice; null: the workspace's language. */
  choose(workspace: string, userId: string, language: Language | null): Promise<void>;
  /** A person's own choice; null if there is none. */
  chosen(workspace: string, userId: string): Promise<Language | null>;
  /** The language that this process last used, for when the store is unreachable or there is no time to read it. */
  cached(workspace: string, userId: string | null): Language;
};

export function createLanguages(deps: {
  documents: Documents;
  settings: SettingsOf;
  fallback: Language;
}): Languages {
  const { documents, settings, fallback } = deps;
  const cached = createLru<Language>(MAX_CACHED);
  const choiceOf = (workspace: string, userId: string): Promise<Language | undefined> =>
    documents.get(workspace, documentOf(userId), choiceSchema).catch(ifUnreadable(undefined));
  const languages: Languages = {
    async of(workspace, userId, rules) {
      const [own, { language }] = await Promise.all([
        userId === null ? undefined : choiceOf(workspace, userId),
        rules ?? settings.shown(workspace),
      ]);
      const current = own ?? language ?? fallback;
      cached.set(`${workspace} ${userId}`, current);
      return current;
    },
    async choose(workspace, userId, language) {
      if (language === null) await documents.delete(workspace, documentOf(userId));
      else await documents.set(workspace, documentOf(userId), language);
      await languages.of(workspace, userId); // Updates the cache.
    },
    chosen: async (workspace, userId) => (await choiceOf(workspace, userId)) ?? null,
    cached: (workspace, userId) => cached.get(`${workspace} ${userId}`) ?? fallback,
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
        return wordings[languages.cached(workspace, userId)]; // The store is unreachable: a guess is better than no answer.
      }
    },
    cached: (workspace, userId) => wordings[languages.cached(workspace, userId)],
    in: language => wordings[language],
  };
}
