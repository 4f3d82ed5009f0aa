import { z } from 'zod';
import { LANGUAGES } from '../kit/language.ts';
import { isLocalNumber, type LocalNumber } from '../kit/number.ts';

export const MAX_CONTACTS = 50_000;
export const MAX_GROUPS = 1_000;

/** Since when somebody is not to be texted any more, and who said so; `by` null: they themselves. */
export const neverSchema = z.object({ at: z.int(), by: z.string().nullable() });
export type Never = Readonly<z.infer<typeof neverSchema>>;

/** What a workspace keeps of somebody who can be texted. A schema, because contacts are stored. */
export const contactSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** Tidy; empty: nobody has said whose number it is. */
  name: z.string().max(60),
  /** No other contact of the workspace has it. */
  number: z.custom<LocalNumber>(value => typeof value === 'string' && isLocalNumber(value)),
  language: z.enum(LANGUAGES).nullable(),
  note: z.string().max(500),
  /** What the workspace keeps of each beside that, by the column's name. */
  columns: z.record(z.string().max(40), z.string().max(200)),
  /** Null: may be texted. */
  never: neverSchema.nullable(),
  /** The groups it is in, by id. */
  groups: z.array(z.string()),
  /** The groups that it last came to by an import, and by which. */
  came: z.object({ groups: z.array(z.string()), import: z.string() }).optional(),
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
  filling: z.object({ import: z.string(), came: z.int() }).optional(),
  /** How often many came or left at once. */
  changes: z.int().optional(),
});
export type ContactGroup = Readonly<z.infer<typeof groupSchema>>;

/** What is known of a number and hardly anything else. */
export const contactOf = (
  known: Pick<Contact, 'id' | 'workspace' | 'number'> & Partial<Contact>,
): Contact => ({
  ...{ name: '', language: null, note: '', columns: {}, never: null, groups: [] },
  ...known,
});

/** Whether a contact says more than that there is such a number. */
export function isWorthKeeping({ name, note, never, groups }: Contact): boolean {
  return name !== '' || note !== '' || never !== null || groups.length > 0;
}
