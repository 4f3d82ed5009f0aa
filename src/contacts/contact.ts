import { z } from 'zod';
import { isLocalNumber, type LocalNumber, maskNumber } from '../kit/number.ts';
import { namedValues } from '../kit/own.ts';
import { LANGUAGES } from '../kit/words/languages.ts';
import { nameFault } from '../texts/parse/name.ts';

export const MAX_CONTACTS = 50_000;
export const MAX_GROUPS = 1_000;

/** Since when somebody is not to be texted any more, and who said so; `by` null: they themselves. */
export const doNotTextSchema = z.object({ at: z.int(), by: z.string().nullable() });
export type DoNotText = Readonly<z.infer<typeof doNotTextSchema>>;

export const localNumber = z.custom<LocalNumber>(value => typeof value === 'string' && isLocalNumber(value));

/** What a workspace keeps of somebody who can be texted. A schema, because contacts are stored. */
export const contactSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** Tidy; empty: nobody has said whose number it is. */
  name: z.string().max(60),
  /** No other contact of the workspace has it. */
  number: localNumber,
  language: z.enum(LANGUAGES).nullable(),
  note: z.string().max(500),
  /** What the workspace keeps of each beside that, by the column's name. */
  columns: namedValues(z.string().max(40), z.string().max(200)),
  /** Null: may be texted. */
  doNotText: doNotTextSchema.nullable(),
  /** The groups it is in, by id. */
  groups: z.array(z.string()),
  /** The groups that it last came to by an import, and by which. */
  joined: z.object({ groups: z.array(z.string()), import: z.string() }).optional(),
});
export type Contact = Readonly<z.infer<typeof contactSchema>>;

/** A named set of contacts. */
export const groupSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  name: z.string().max(60),
  /**
   * An import in progress, and how many have joined through it so far: until it is done, nobody sees them in the
   * group.
   */
  filling: z.object({ import: z.string(), joined: z.int() }).optional(),
  /** How often many came or left at once. */
  changes: z.int().optional(),
});
export type ContactGroup = Readonly<z.infer<typeof groupSchema>>;

declare module '../texts/recipient.ts' {
  interface RecipientKinds {
    contacts: 'contact' | 'group';
  }
}

/** As a recipient, by its name now. */
export const contactAs = ({ id, name }: { id: string; name: string }) =>
  ({ feature: 'contacts', kind: 'contact', data: { id, label: name } }) as const;

/** The same for a group. */
export const groupAs = ({ id, name }: { id: string; name: string }) =>
  ({ feature: 'contacts', kind: 'group', data: { id, label: name, many: true } }) as const;

/** What is known of a number and hardly anything else. */
export const contactOf = (
  fields: Pick<Contact, 'id' | 'workspace' | 'number'> & Partial<Contact>,
): Contact => ({
  ...{ name: '', language: null, note: '', columns: {}, doNotText: null, groups: [] },
  ...fields,
});

/** As the audit log names it, beside what was done. */
export const auditedAs = ({ id, name, number }: Contact) => ({
  contact: id,
  name,
  number: maskNumber(number),
});

/** Whether a contact says more than that there is such a number. */
export function isWorthKeeping({ name, language, note, columns, doNotText, groups }: Contact): boolean {
  const hasColumns = Object.keys(columns).length > 0;
  return (
    name !== '' || language !== null || note !== '' || hasColumns || doNotText !== null || groups.length > 0
  );
}

/* A contact's own columns, as people type them: one on each line, `Village: Char Kukri`. */

const MAX_COLUMNS = 20;
const MAX_COLUMN_NAME = 40;
const MAX_COLUMN_VALUE = 200;

/**
 * `no_colon`: the name can't be told from the value; `too_long`: one of the two is; `twice`: another line has the same
 * name.
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
    const wrong = (why: ColumnFault): ReadColumns => ({ ok: false, typed: text, why });
    const [, name = '', value = ''] = /^([^:：]*[^:：\s]) ?[:：] ?(.*)$/u.exec(text) ?? [];
    if (name === '') return wrong('no_colon');
    if (name.length > MAX_COLUMN_NAME || value.length > MAX_COLUMN_VALUE) return wrong('too_long');
    if (columns.has(name)) return wrong('twice');
    if (columns.size === MAX_COLUMNS) return wrong('too_many');
    if (value !== '') columns.set(name, value);
  }
  return { ok: true, columns: Object.fromEntries(columns) };
}

export function columnLines(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** As many numbers as a form shows, and as one intent may reach. */
export const MAX_NUMBERS = 200;
export const MAX_NAME = 40;

export const groupNameSchema = z.string().refine(name => nameFault(name, MAX_NAME) === null);

/** Whether a group may have this name (a tidy one). */
export function isGroupName(name: string): boolean {
  return groupNameSchema.safeParse(name).success;
}
