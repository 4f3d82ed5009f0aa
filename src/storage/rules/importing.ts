import { type Contact, contactOf } from '../../domain/contact.ts';
import type { ImportedPerson, RowKind } from '../../domain/imported.ts';

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
  known: Contact | null,
  person: Omit<ImportedPerson, 'groups'>,
  id: string,
  into: Into,
): Contact {
  const { workspace, groups, by, at } = into;
  const before = known ?? contactOf({ id, workspace, number: person.number });
  return {
    ...before,
    name: person.name || before.name,
    note: person.note || before.note,
    language: person.language ?? before.language,
    columns: { ...before.columns, ...person.columns },
    never: before.never ?? (person.never ? { at, by } : null),
    groups: [...new Set([...before.groups, ...groups])],
  };
}

/** What the import does to somebody: creates them, changes something, or changes nothing. */
export function kindOf(
  known: Contact | null,
  person: ImportedPerson,
  groups: readonly string[],
): Exclude<RowKind, 'twice' | 'refused'> {
  if (known?.never || person.never) return 'never';
  if (!known) return 'new';
  const after = merged(known, person, '', { workspace: known.workspace, groups, by: '', at: 0 });
  return isSame(known, after) ? 'same' : 'changed';
}

export function isSame(one: Contact, other: Contact): boolean {
  const keys = new Set([...Object.keys(one.columns), ...Object.keys(other.columns)]);
  return (
    one.name === other.name &&
    one.note === other.note &&
    one.language === other.language &&
    (one.never === null) === (other.never === null) &&
    one.groups.length === other.groups.length &&
    [...keys].every(key => one.columns[key] === other.columns[key])
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
  its: readonly string[],
): Contact | null {
  const isLeft = isSame(now, after);
  const groups = now.groups.filter(id => before?.groups.includes(id) || !its.includes(id));
  if (!before) return isLeft ? null : { ...now, groups };
  const keys = new Set([...Object.keys(before.columns), ...Object.keys(now.columns)]);
  const columns = Object.fromEntries(
    [...keys].flatMap(key => {
      const value = now.columns[key] === after.columns[key] ? before.columns[key] : now.columns[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
  const back = <K extends 'name' | 'note' | 'language'>(key: K): Contact[K] =>
    now[key] === after[key] ? before[key] : now[key];
  const isOwnMark = now.never?.at === after.never?.at && now.never?.by === after.never?.by;
  return {
    ...now,
    name: back('name'),
    note: back('note'),
    language: back('language'),
    columns,
    never: isOwnMark ? before.never : now.never,
    groups,
  };
}
