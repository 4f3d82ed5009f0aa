import { z } from 'zod';
import { ownOf } from '../../kit/own.ts';
import { indexedAt, table } from '../../kit/store/store.ts';
import { LANGUAGES } from '../../kit/words/languages.ts';
import { type Contact, contactOf, contactSchema } from '../contact.ts';
import type { ImportedPerson, RowKind } from '../imported.ts';

export type Import = ImportRecord;

/** Somebody who is imported; `id`: for the contact, if nobody has the number yet. */
export type ComingPerson = ImportedPerson & { id: string };

/** The group that everybody in an import goes to: an existing one, by its id, or a new one, by its name. */
export type IntoGroup = { kind: 'existing'; id: string } | { kind: 'new'; name: string } | null;

/**
 * Why an import is refused:
 * - `busy`: another import of the workspace is in progress
 * - `full`: there would be too many contacts; `too_many_groups`: too many groups
 * - `group_taken`, `group_gone`: a group has the new one's name by now, or no longer exists
 * - `gone`: there is no such import, or its time is over
 */
export type ImportRefused = 'busy' | 'full' | 'too_many_groups' | 'group_taken' | 'group_gone' | 'gone';

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
  groups: z.array(z.object({ id: z.string(), name: z.string(), isNew: z.boolean(), joined: z.int() })),
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

export const IMPORTS = table('import', importSchema, ({ workspace, state, at, endsAt }) => {
  const isActive = state === 'applying' || state === 'undoing';
  return {
    byWorkspace: indexedAt(at, workspace),
    active: isActive && indexedAt(at),
    ends: !isActive && indexedAt(endsAt),
  };
});

const personSchema = z.object({
  /** For the contact, if there is none with this number yet. */
  id: z.string(),
  number: contactSchema.shape.number,
  name: contactSchema.shape.name,
  note: contactSchema.shape.note,
  language: z.enum(LANGUAGES).nullable(),
  doNotText: z.boolean(),
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
export const PIECES = table('import_piece', pieceSchema, ({ import: importId, workspace, index }) => ({
  byImport: indexedAt(index, importId),
  byWorkspace: indexedAt(index, workspace),
}));

export const pieceId = (importId: string, index: number): string => `${importId} ${index}`;

/** Who imports, when, and into which groups, by their ids. */
export type Into = { workspace: string; groups: readonly string[]; by: string; at: number };

/**
 * A contact with what a file says about the person added. What the file doesn't say stays; somebody marked as never to
 * be texted stays marked.
 *
 * @param known null: nobody has this number yet
 * @param id for a new contact
 */
export function merged(
  current: Contact | null,
  person: Omit<ImportedPerson, 'groups'>,
  id: string,
  into: Into,
): Contact {
  const { workspace, groups, by, at } = into;
  const before = current ?? contactOf({ id, workspace, number: person.number });
  return {
    ...before,
    name: person.name || before.name,
    note: person.note || before.note,
    language: person.language ?? before.language,
    columns: { ...before.columns, ...person.columns },
    doNotText: before.doNotText ?? (person.doNotText ? { at, by } : null),
    groups: [...new Set([...before.groups, ...groups])],
  };
}

/** What the import does to somebody: creates them, changes something, or changes nothing. */
export function kindOf(
  current: Contact | null,
  person: ImportedPerson,
  groups: readonly string[],
): Exclude<RowKind, 'twice' | 'refused'> {
  if (current?.doNotText || person.doNotText) return 'doNotText';
  if (!current) return 'new';
  const after = merged(current, person, '', { workspace: current.workspace, groups, by: '', at: 0 });
  return isSame(current, after) ? 'same' : 'changed';
}

export function isSame(one: Contact, other: Contact): boolean {
  const keys = new Set([...Object.keys(one.columns), ...Object.keys(other.columns)]);
  return (
    one.name === other.name &&
    one.note === other.note &&
    one.language === other.language &&
    (one.doNotText === null) === (other.doNotText === null) &&
    one.groups.length === other.groups.length &&
    one.groups.every(id => other.groups.includes(id)) &&
    [...keys].every(key => ownOf(one.columns, key) === ownOf(other.columns, key))
  );
}

/**
 * A contact as it was before an import, except for what somebody has changed since; null: it goes.
 *
 * @param before null: the import made it
 * @param after as the import left it
 * @param its the import's groups
 */
export function restored(
  now: Contact,
  before: Contact | null,
  after: Contact,
  importGroups: readonly string[],
): Contact | null {
  const isOwnMark = now.doNotText?.at === after.doNotText?.at && now.doNotText?.by === after.doNotText?.by;
  const isLeft = isSame(now, after) && isOwnMark && now.number === after.number;
  const groups = now.groups.filter(id => before?.groups.includes(id) || !importGroups.includes(id));
  if (!before) return isLeft ? null : { ...now, groups };
  const keys = new Set([...Object.keys(before.columns), ...Object.keys(now.columns)]);
  const columns = Object.fromEntries(
    [...keys].flatMap(key => {
      const valueNow = ownOf(now.columns, key);
      const value = valueNow === ownOf(after.columns, key) ? ownOf(before.columns, key) : valueNow;
      return value === undefined ? [] : [[key, value]];
    }),
  );
  const back = <K extends 'name' | 'note' | 'language'>(key: K): Contact[K] =>
    now[key] === after[key] ? before[key] : now[key];
  return {
    ...now,
    name: back('name'),
    note: back('note'),
    language: back('language'),
    columns,
    doNotText: isOwnMark ? before.doNotText : now.doNotText,
    groups,
  };
}
