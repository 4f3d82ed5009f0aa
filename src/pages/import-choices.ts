import { z } from 'zod';
import { tidyName } from '../domain/contact.ts';
import { COLUMN_ROLES, type ColumnRole, MAX_FILE_COLUMNS, MAX_FILE_ROWS } from '../domain/imported.ts';
import type { Recognised } from '../people/rules/columns.ts';
import type { IntoGroup } from '../storage/ports.ts';

export const KINDS = ['new', 'changed', 'same', 'repaired', 'twice', 'never', 'refused'] as const;
export type ShownKind = (typeof KINDS)[number];

/** Chosen instead of a group's id. */
export const NEW_GROUP = 'new';

/** Everything somebody has chosen on an import's page. */
export type Choices = {
  heading: boolean;
  roles: ColumnRole[];
  /** A group's id, `new`, or empty. */
  group: string;
  groupName: string;
  /** Which rows are shown, and how many come before them; null: whichever there are. */
  kind: ShownKind | null;
  offset: number;
};

const choicesSchema = z.object({
  heading: z.literal('yes').optional(),
  group: z.string().max(100).default(''),
  groupName: z.string().max(200).default(''),
  kind: z.enum(KINDS).nullable().catch(null),
  offset: z.coerce.number().int().min(0).max(MAX_FILE_ROWS).catch(0),
});
const roleSchema = z.enum(COLUMN_ROLES).catch('none');

export function firstChoices({ heading, roles }: Recognised, group: string | null): Choices {
  return { heading, roles, group: group ?? '', groupName: '', kind: null, offset: 0 };
}

/** The content of a submitted form; null: it isn't one of ours. */
export function readChoices(form: URLSearchParams, columns: number): Choices | null {
  const { data } = choicesSchema.safeParse(Object.fromEntries(form));
  if (!data || columns > MAX_FILE_COLUMNS) return null;
  const roles = Array.from({ length: columns }, (_, index) => roleSchema.parse(form.get(`role${index}`)));
  return { ...data, heading: data.heading === 'yes', roles, groupName: tidyName(data.groupName) };
}

export function intoGroup({ group, groupName }: Choices): IntoGroup {
  if (group === '') return null;
  return group === NEW_GROUP ? { kind: 'new', name: groupName } : { kind: 'existing', id: group };
}
