import { z } from 'zod';
import type { AnyFeature } from '../kit/feature.ts';
import { ownOf } from '../kit/own.ts';
import { harmlessIn, type Wording } from '../kit/words/wording.ts';

/*
 * The audit log: who changed what, for admins and managers. Each feature declares its own entries in its `audit.ts`, and
 * its `Feature` has their schemas and sentences. An entry never contains an API key or a whole number.
 */

/** The data of a feature's entries, by kind. Kinds are unique in the app, because an entry is stored under its kind alone. */
export type AuditKinds = Readonly<Record<string, z.ZodType<Readonly<Record<string, unknown>>>>>;

/** The entries of each feature: `typeof` its `AuditKinds` (`declare module`). */
export interface AuditEntries {
  workspace: typeof workspaceEntries;
}

export const workspaceEntries = {
  /** For a list, `from` has only what was removed and `to` only what was added, with numbers masked. */
  setting: z.object({ field: z.string(), from: z.json(), to: z.json() }),
  key_linked: z.object({}),
  /** `texts`: how many waiting texts were refused. */
  key_unlinked: z.object({ texts: z.int() }),
  /** A held key was released. */
  tried_again: z.object({}),
} satisfies AuditKinds;

/** `by`: a Slack user id; null for the app itself, for example when Slack reported that it was removed. */
type Recorded = { at: number; by: string | null };

/** The fields of an entry; `z.object({})` has an index signature instead. */
type FieldsOf<Schema> = {
  [Field in keyof z.output<Schema> as string extends Field ? never : Field]: z.output<Schema>[Field];
};

type EntryOf<Name extends keyof AuditEntries, Kind extends keyof AuditEntries[Name]> = {
  what: Kind;
} & Recorded &
  FieldsOf<AuditEntries[Name][Kind]>;

/** An entry of any feature. */
export type AuditEntry = {
  [Name in keyof AuditEntries]: {
    [Kind in keyof AuditEntries[Name]]: EntryOf<Name, Kind>;
  }[keyof AuditEntries[Name]];
}[keyof AuditEntries];

/** A feature's sentences for its entries. Each follows the name of the person who did it. */
export type AuditWords<Name extends keyof AuditEntries> = {
  [Kind in keyof AuditEntries[Name]]: (entry: EntryOf<Name, Kind>) => string;
};

type FeatureAudit = {
  kinds: AuditKinds;
  words(all: Wording): Readonly<Record<string, (entry: never) => string>>;
};

declare module '../kit/feature.ts' {
  interface AnyFeature {
    /** The feature's entries in the audit log: the schemas of their data, and their sentences. */
    audit?: FeatureAudit;
  }
  interface Declared<Name extends string> {
    audit: Name extends keyof AuditEntries
      ? { kinds: AuditEntries[Name]; words(all: Wording): AuditWords<Name> }
      : never;
  }
}

/** An entry as it is stored: its feature reads the rest. */
export const storedEntrySchema = z.looseObject({
  what: z.string(),
  at: z.number(),
  by: z.string().nullable(),
});
export type StoredEntry = z.output<typeof storedEntrySchema>;

/** Characters of a name. */
const MAX_NAME = 60;

/** The sentence of an entry's feature. An entry that no feature of this app can read has a sentence that says so. */
export function auditSentence(
  features: readonly AnyFeature[],
  words: Wording,
  { what: kind, at, by, ...stored }: StoredEntry,
): string {
  for (const { audit } of features) {
    const data = audit && ownOf(audit.kinds, kind)?.safeParse(stored).data;
    const sentence = data && audit.words(words)[kind];
    if (!sentence) continue;
    const safe = harmlessIn(data, new Set(Object.keys(data)), MAX_NAME);
    // TypeScript can't see that the sentence and the entry are of the same kind; the feature's type guarantees it.
    return (sentence as (entry: object) => string)({ what: kind, at, by, ...safe });
  }
  return words.audit.partRemoved;
}
