import { z } from 'zod';
import { ownOf } from '../../kit/own.ts';
import { indexedAt, table } from '../../kit/store/store.ts';
import { LANGUAGES } from '../../kit/words/languages.ts';
import { type Contact, contactOf, contactSchema } from '../contact.ts';
import type { ImportedPerson, RowKind } from '../imported.ts';

/** A person to import. `id`: for the contact, if none has the number yet. */
export type ComingPerson = ImportedPerson & { id: string };

/** The group that all people of an import join: an existing one by id, or a new one by name. */
export type IntoGroup = { kind: 'existing'; id: string } | { kind: 'new'; name: string } | null;

/**
 * Why an import is refused:
 * - `busy`: another import of the workspace is in progress
 * - `full`: it would exceed the limit of contacts; `too_many_groups`: of groups
 * - `group_taken`: meanwhile another group got the new group's name; `group_gone`: the chosen group was deleted
 * - `gone`: there is no such import, or it has expired
 */
export type ImportRefused = 'busy' | 'full' | 'too_many_groups' | 'group_taken' | 'group_gone' | 'gone';

/**
 * - `gathering`: its people are being stored; if storing fails, nothing is imported
 * - `applying`: decided; every piece will be imported, even if processes die
 * - `done`; then perhaps `undoing`, piece by piece again, and `undone`
 */
const IMPORT_STATES = ['gathering', 'applying', 'done', 'undoing', 'undone'] as const;

const importSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** A Slack user id, or `operator`. */
  by: z.string(),
  state: z.enum(IMPORT_STATES),
  /** The id of the group that all people join; null: none. */
  chosen: z.string().nullable(),
  /** All groups that people join, and the number of people who have joined each through this import. */
  groups: z.array(z.object({ id: z.string(), name: z.string(), isNew: z.boolean(), joined: z.int() })),
  /** The number of people and of pieces, and the index of the next piece. */
  people: z.int(),
  pieces: z.int(),
  next: z.int(),
  /** The numbers of people imported so far, by result. */
  counts: z.object({ new: z.int(), changed: z.int(), same: z.int() }),
  /** The process that works on the import. */
  owner: z.string(),
  /** A time of day. */
  at: z.int(),
  /** From then on the import can't be undone, and its record is deleted. */
  endsAt: z.int(),
});
export type Import = Readonly<z.infer<typeof importSchema>>;

/** True while there are pieces to import or to undo. */
export function isActive(state: Import['state']): boolean {
  return state === 'applying' || state === 'undoing';
}

export const IMPORTS = table('import', importSchema, ({ workspace, state, at, endsAt }) => ({
  byWorkspace: indexedAt(at, workspace),
  active: isActive(state) && indexedAt(at),
  ends: !isActive(state) && indexedAt(endsAt),
}));

const personSchema = z.object({
  /** For the contact, if none has the number yet. */
  id: z.string(),
  number: contactSchema.shape.number,
  name: contactSchema.shape.name,
  note: contactSchema.shape.note,
  language: z.enum(LANGUAGES).nullable(),
  doNotText: z.boolean(),
  columns: contactSchema.shape.columns,
  /** Names of the groups in their row. */
  groups: z.array(z.string()),
});

/** Some of an import's people. `done`: each contact before and after its import. */
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

/** The workspace, the ids of the groups to join, the importing user, and the time of day. */
export type Into = { workspace: string; groups: readonly string[]; by: string; at: number };

/**
 * Adds to a contact what a file says about the person. What the file leaves out stays, and so does a "never text"
 * mark.
 *
 * @param current null: no contact has this number yet
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

/** Classifies a person by what the import would do. */
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
 * A contact as it was before an import, except for what users have changed since; null if it must be deleted.
 *
 * @param before null: the import created it
 * @param after as the import left it
 * @param importGroups ids of the import's groups
 */
export function restored(
  now: Contact,
  before: Contact | null,
  after: Contact,
  importGroups: readonly string[],
): Contact | null {
  const isOwnMark = now.doNotText?.at === after.doNotText?.at && now.doNotText?.by === after.doNotText?.by;
  const isUnchanged = isSame(now, after) && isOwnMark && now.number === after.number;
  const groups = now.groups.filter(id => before?.groups.includes(id) || !importGroups.includes(id));
  if (!before) return isUnchanged ? null : { ...now, groups };
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
