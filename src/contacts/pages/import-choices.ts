import { z } from 'zod';
import { tidyName } from '../../texts/kept-name.ts';
import { COLUMN_ROLES, type ColumnRole, MAX_FILE_ROWS } from '../imported.ts';
import type { FileTable } from '../importing/reading/table.ts';
import { recogniseColumns } from '../importing/rules/columns.ts';
import { type ChosenSheet, chooseSheet, rowsOf } from '../importing/rules/sheets.ts';
import type { IntoGroup } from '../store/imports-model.ts';

export const KINDS = ['new', 'changed', 'same', 'repaired', 'twice', 'never', 'refused'] as const;
export type ShownKind = (typeof KINDS)[number];

/** Chosen instead of a group's id. */
export const NEW_GROUP = 'new';

/** Everything somebody has chosen on an import's page. */
export type Choices = ChosenSheet & {
  /** A group's id, `new`, or empty. */
  group: string;
  groupName: string;
  /** Which rows are shown, and how many come before them; null: whichever there are. */
  kind: ShownKind | null;
  offset: number;
};

const choicesSchema = z.object({
  sheet: z.coerce.number().int().min(0),
  /** The row with the headings; empty: there is none. */
  heading: z.union([z.literal('').transform(() => null), z.coerce.number().int().min(0)]),
  /** For which sheet and headings the columns were chosen. */
  basis: z.string(),
  group: z.string().max(100).default(''),
  groupName: z.string().max(200).default(''),
  kind: z.enum(KINDS).nullable().catch(null),
  offset: z.coerce.number().int().min(0).max(MAX_FILE_ROWS).catch(0),
});
const roleSchema = z.enum(COLUMN_ROLES).catch('none');

export function firstChoices(table: FileTable, group: string | null): Choices {
  return { ...chooseSheet(table), group: group ?? '', groupName: '', kind: null, offset: 0 };
}

export const basisOf = ({ sheet, heading }: Pick<Choices, 'sheet' | 'heading'>): string =>
  `${sheet} ${heading ?? ''}`;

/**
 * The content of a submitted form; null: it isn't one of ours. Where another sheet or other headings were chosen, its
 * columns are recognised anew.
 */
export function readChoices(form: URLSearchParams, table: FileTable): Choices | null {
  const { data } = choicesSchema.safeParse(Object.fromEntries(form));
  const rows = data && rowsOf(table, data.sheet);
  if (!data || !rows || rows.length === 0) return null;
  const { basis, ...said } = data;
  const rest = { ...said, groupName: tidyName(said.groupName) };
  if (basis === basisOf(said)) {
    const columns = recogniseColumns(rows, said.heading).roles.length;
    const roles = Array.from(
      { length: columns },
      (_, index): ColumnRole => roleSchema.parse(form.get(`role${index}`)),
    );
    return { ...rest, roles };
  }
  const isSheet = basis.startsWith(`${said.sheet} `);
  return { ...rest, kind: null, offset: 0, ...recogniseColumns(rows, isSheet ? said.heading : undefined) };
}

export function intoGroup({ group, groupName }: Choices): IntoGroup {
  if (group === '') return null;
  return group === NEW_GROUP ? { kind: 'new', name: groupName } : { kind: 'existing', id: group };
}
