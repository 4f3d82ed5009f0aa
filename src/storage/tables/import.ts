import { z } from 'zod';
import { contactSchema } from '../../domain/contact.ts';
import { LANGUAGES } from '../../domain/intent.ts';
import type { Table } from '../records.ts';

/**
 * - `gathering`: its rows are being stored; nothing is done, and nothing will be if that doesn't finish
 * - `applying`: it is decided, and each piece is done, whatever happens
 * - `done`, and from there `undoing`, piece by piece again, and `undone`
 */
const IMPORT_STATES = ['gathering', 'applying', 'done', 'undoing', 'undone'] as const;

const importSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** Who imports: a Slack user id, or `operator`. */
  by: z.string(),
  state: z.enum(IMPORT_STATES),
  /** The group that everybody joins, by its id; null: none. */
  chosen: z.string().nullable(),
  /** All groups that somebody joins, and how many have joined each through it. */
  groups: z.array(z.object({ id: z.string(), name: z.string(), isNew: z.boolean(), came: z.int() })),
  /** How many people, in how many pieces, and which piece is next. */
  people: z.int(),
  pieces: z.int(),
  next: z.int(),
  /** What it has done so far. */
  counts: z.object({ new: z.int(), changed: z.int(), same: z.int() }),
  /** The process that works on it. */
  owner: z.string(),
  /** By the time of day. */
  at: z.int(),
  /** When it is deleted, and can no longer be undone. */
  endsAt: z.int(),
});
export type ImportRecord = Readonly<z.infer<typeof importSchema>>;

export const IMPORT_LISTS = {
  of: (workspace: string): string => `imports.of ${workspace}`,
  underWay: 'imports.underway',
  ends: 'imports.ends',
};

export const IMPORTS: Table<ImportRecord> = {
  name: 'import',
  schema: importSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ workspace, state, at, endsAt }) => {
    const isUnderWay = state === 'applying' || state === 'undoing';
    return [
      { list: IMPORT_LISTS.of(workspace), score: at },
      isUnderWay ? { list: IMPORT_LISTS.underWay, score: at } : { list: IMPORT_LISTS.ends, score: endsAt },
    ];
  },
};

const personSchema = z.object({
  /** For the contact, if there is none with this number yet. */
  id: z.string(),
  number: contactSchema.shape.number,
  name: contactSchema.shape.name,
  note: contactSchema.shape.note,
  language: z.enum(LANGUAGES).nullable(),
  never: z.boolean(),
  columns: contactSchema.shape.columns,
  /** The names of their own groups. */
  groups: z.array(z.string()),
});

/** Some of an import's people; once they are there, also how each contact was before and after. */
const pieceSchema = z.object({
  id: z.string(),
  import: z.string(),
  workspace: z.string(),
  index: z.int(),
  people: z.array(personSchema),
  done: z.array(z.object({ before: contactSchema.nullable(), after: contactSchema })),
});
type PieceRecord = Readonly<z.infer<typeof pieceSchema>>;

export const PIECE_LISTS = {
  in: (importId: string): string => `import.pieces ${importId}`,
  of: (workspace: string): string => `import.pieces.of ${workspace}`,
};

export const PIECES: Table<PieceRecord> = {
  name: 'import_piece',
  schema: pieceSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ import: importId, workspace, index }) => [
    { list: PIECE_LISTS.in(importId), score: index },
    { list: PIECE_LISTS.of(workspace), score: index },
  ],
};

export const pieceId = (importId: string, index: number): string => `${importId} ${index}`;
