import { z } from 'zod';
import { isLocalNumber, type LocalNumber, maskNumber } from '../kit/number.ts';
import { namedValues } from '../kit/own.ts';
import { LANGUAGES } from '../kit/words/languages.ts';
import { nameFault } from '../texts/parse/name.ts';

export const MAX_CONTACTS = 50_000;
export const MAX_GROUPS = 1_000;
export const MAX_CONTACT_NAME = 60;
export const MAX_NOTE = 500;
export const MAX_COLUMN_NAME = 40;
export const MAX_COLUMN_VALUE = 200;

/** The mark "never text". `by`: the user who set it; null if the number’s owner opted out. */
export const doNotTextSchema = z.object({ at: z.int(), by: z.string().nullable() });
export type DoNotText = Readonly<z.infer<typeof doNotTextSchema>>;

export const localNumber = z.custom<LocalNumber>(value => typeof value === 'string' && isLocalNumber(value));

/** A person whom a workspace can text. A schema, because contacts are stored. */
export const contactSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** Tidied; empty if the number has no name. */
  name: z.string().max(MAX_CONTACT_NAME),
  /** Unique in the workspace. */
  number: localNumber,
  language: z.enum(LANGUAGES).nullable(),
  note: z.string().max(MAX_NOTE),
  /** The workspace’s own columns, by name. */
  columns: namedValues(z.string().max(MAX_COLUMN_NAME), z.string().max(MAX_COLUMN_VALUE)),
  /** Null if the person may be texted. */
  doNotText: doNotTextSchema.nullable(),
  /** Ids of the contact's groups. */
  groups: z.array(z.string()),
  /** The latest import that added the contact to groups: the ids of these groups, and the import's id. */
  joined: z.object({ groups: z.array(z.string()), import: z.string() }).optional(),
});
export type Contact = Readonly<z.infer<typeof contactSchema>>;

export const groupSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  name: z.string().max(60),
  /**
   * The import that is adding people to the group, or is being undone. `joined`: the number of its people in the
   * group. Until the import or its undoing ends, readers see the group without them.
   */
  filling: z.object({ import: z.string(), joined: z.int() }).optional(),
  /** Counts bulk changes, so that a reader of the group's pages notices one between two pages. */
  changes: z.int().optional(),
});
export type ContactGroup = Readonly<z.infer<typeof groupSchema>>;

declare module '../texts/recipient.ts' {
  interface RecipientKinds {
    contacts: 'contact' | 'group';
  }
}

/** The contact as a recipient, under its current name. */
export const contactAs = ({ id, name }: { id: string; name: string }) =>
  ({ feature: 'contacts', kind: 'contact', data: { id, label: name } }) as const;

/** The group as a recipient, under its current name. */
export const groupAs = ({ id, name }: { id: string; name: string }) =>
  ({ feature: 'contacts', kind: 'group', data: { id, label: name, many: true } }) as const;

/** A contact with defaults for everything that isn’t given. */
export const contactOf = (
  fields: Pick<Contact, 'id' | 'workspace' | 'number'> & Partial<Contact>,
): Contact => ({
  name: '',
  language: null,
  note: '',
  columns: {},
  doNotText: null,
  groups: [],
  ...fields,
});

/** The fields that name a contact in audit entries. */
export const auditedAs = ({ id, name, number }: Contact) => ({
  contact: id,
  name,
  number: maskNumber(number),
});

/** True if the contact holds more than a bare number. */
export function isWorthKeeping({ name, language, note, columns, doNotText, groups }: Contact): boolean {
  const hasColumns = Object.keys(columns).length > 0;
  return (
    name !== '' || language !== null || note !== '' || hasColumns || doNotText !== null || groups.length > 0
  );
}

/* A contact’s own columns, as people type them: one per line, `Village: Char Kukri`. */

const MAX_COLUMNS = 20;

/**
 * `no_colon`: no colon divides name and value. `too_long`: the name or the value is too long. `twice`: an earlier
 * line has the same name.
 */
type ColumnFault = 'no_colon' | 'too_long' | 'twice' | 'too_many';

type ReadColumns =
  | { ok: true; columns: Record<string, string> }
  | { ok: false; typed: string; why: ColumnFault };

export function readColumns(typed: string): ReadColumns {
  const columns = new Map<string, string>();
  for (const line of typed.normalize('NFC').split(/[\r\n]+/u)) {
    const text = line.replace(/\s+/gu, ' ').trim();
    if (text === '') continue;
    const fault = (why: ColumnFault): ReadColumns => ({ ok: false, typed: text, why });
    const [, name = '', value = ''] = /^([^:：]*[^:：\s]) ?[:：] ?(.*)$/u.exec(text) ?? [];
    if (name === '') return fault('no_colon');
    if (name.length > MAX_COLUMN_NAME || value.length > MAX_COLUMN_VALUE) return fault('too_long');
    if (columns.has(name)) return fault('twice');
    if (columns.size === MAX_COLUMNS) return fault('too_many');
    if (value !== '') columns.set(name, value);
  }
  return { ok: true, columns: Object.fromEntries(columns) };
}

export function columnLines(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** The most people that one submission adds to a group. */
export const MAX_NUMBERS = 200;
export const MAX_NAME = 40;

export const groupNameSchema = z.string().refine(name => nameFault(name, MAX_NAME) === null);

/** True if a group may have this tidied name. */
export function isGroupName(name: string): boolean {
  return groupNameSchema.safeParse(name).success;
}
