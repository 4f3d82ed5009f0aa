import { z } from 'zod';
import { type Credits, parseCredits } from '../domain/credits.ts';
import { LANGUAGES } from '../domain/intent.ts';
import { isLocalNumber, type LocalNumber } from '../domain/number.ts';
import type { Documents } from '../storage/ports.ts';

const DOCUMENT = 'settings';

const credits = z.custom<Credits>(value => typeof value === 'string' && parseCredits(value) === value);
const localNumber = z.custom<LocalNumber>(value => typeof value === 'string' && isLocalNumber(value));

/** At most so much in a day of the workspace's clock (Bangladesh time); null: no limit. */
const capSchema = z.object({
  texts: z.int().positive().nullable().default(null),
  credits: credits.nullable().default(null),
});

/**
 * What a workspace's admins decide. Each field says its default, so a document of an older version reads well
 * and a workspace without one has `DEFAULT_SETTINGS`.
 */
export const settingsSchema = z.object({
  /** People who may change settings and link keys beside Slack's admins: user ids. */
  managers: z.array(z.string()).default([]),
  /** Who may send: user ids and user group ids; null: everyone (but see `guests` and `otherTeams`). */
  senders: z
    .object({ people: z.array(z.string()).default([]), groups: z.array(z.string()).default([]) })
    .nullable()
    .default(null),
  guests: z.boolean().default(false),
  /** People of other teams (Slack Connect). */
  otherTeams: z.boolean().default(false),
  /** Channels where `/sms` may be used; null: every one. */
  channels: z.array(z.string()).nullable().default(null),
  receipts: z.enum(['channel', 'sender']).default('channel'),
  maskNumbers: z.boolean().default(true),
  /** Null: the operator's DEFAULT_LANGUAGE. */
  language: z.enum(LANGUAGES).nullable().default(null),
  personCap: capSchema.prefault({}),
  workspaceCap: capSchema.prefault({}),
  /** Never texted. */
  blocklist: z.array(localNumber).default([]),
  /** How long texts and numbers are kept, in days. */
  retentionDays: z.int().min(1).max(365).default(30),
  /** Admins are told once when the balance falls below this; null: never. */
  lowBalance: credits.nullable().default(null),
});
export type Settings = z.infer<typeof settingsSchema>;

const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});

export type SettingsOf = {
  /** A workspace's settings as they stand now. */
  of(workspace: string): Promise<Settings>;
};

export function createSettings({ documents }: { documents: Documents }): SettingsOf {
  return {
    of: async workspace => (await documents.get(workspace, DOCUMENT, settingsSchema)) ?? DEFAULT_SETTINGS,
  };
}
