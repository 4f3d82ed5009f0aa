import { z } from 'zod';
import type { Clock } from '../domain/clock.ts';
import type { LocalNumber } from '../domain/number.ts';
import type { Audit, Documents, Revisions } from '../storage/ports.ts';
import {
  isSameName,
  listChange,
  listSchema,
  MAX_LISTS,
  type NumberList,
  type SeenList,
  tidyName,
  versionOf,
} from './number-list.ts';

/** A separate document: settings are read for each text, and lists are long. */
const DOCUMENT = 'lists';
const listsSchema = z.array(listSchema).max(MAX_LISTS);

/**
 * The result of saving a list, and why it may be left as it is:
 * - `unchanged`: it was already like that
 * - `changed`: somebody else has changed it since it was read
 * - `gone`: somebody else removed or renamed it
 * - `taken`: another list has that name
 * - `too_many`: the workspace has no room for another list
 */
export type ListSaved = 'saved' | 'unchanged' | 'changed' | 'gone' | 'taken' | 'too_many';

export type Lists = {
  /** All lists of a workspace, by name. */
  of(workspace: string): Promise<NumberList[]>;
  /** The list with that name, whatever its capitals; null if there is none. */
  named(workspace: string, name: string): Promise<NumberList | null>;
  /** A function that finds the numbers under a name among all lists of a workspace, as `named` does. */
  numbers(workspace: string): Promise<(name: string) => LocalNumber[] | null>;
  /**
   * Makes a list, or replaces the one that was read, under its old name or a new one; the audit log records what changed. Judged
   * and saved in one step, so nobody's change is ever overwritten unseen.
   *
   * @param by who does it; the caller checks whether they may
   * @param seen the list to replace; null: none
   * @throws z.ZodError if the name or a number isn't allowed, or there are too many numbers
   */
  save(workspace: string, by: string, list: NumberList, seen: SeenList | null): Promise<ListSaved>;
  /** Removes a list, unless somebody has changed it since it was read. */
  remove(workspace: string, by: string, seen: SeenList): Promise<'removed' | 'changed' | 'gone'>;
};

export function createLists(parts: {
  documents: Documents;
  revisions: Revisions;
  audit: Audit;
  clock: Clock;
}): Lists {
  const { documents, revisions, audit, clock } = parts;

  async function of(workspace: string): Promise<NumberList[]> {
    return (await documents.get(workspace, DOCUMENT, listsSchema)) ?? [];
  }

  async function named(workspace: string, name: string): Promise<NumberList | null> {
    return find(await of(workspace), name);
  }

  return {
    of,
    named,
    async numbers(workspace) {
      const all = await of(workspace);
      return name => find(all, name)?.numbers ?? null;
    },
    async save(workspace, by, { name, numbers }, seen) {
      const list = listSchema.parse({ name: tidyName(name), numbers: [...new Set(numbers)] });
      let before: NumberList | null = null;
      let saved: ListSaved = 'saved';
      await revisions.update(workspace, DOCUMENT, listsSchema, (current = []) => {
        before = seen && find(current, seen.name);
        saved = judge(current, list, seen);
        if (saved !== 'saved') return current;
        const others = current.filter(one => one !== before);
        return [...others, list].toSorted((a, b) => a.name.localeCompare(b.name));
      });
      if (saved === 'saved') await recordSaved(workspace, by, before, list);
      return saved;
    },
    async remove(workspace, by, seen) {
      let before: NumberList | null = null;
      await revisions.update(workspace, DOCUMENT, listsSchema, (current = []) => {
        before = find(current, seen.name);
        return isAsSeen(before, seen) ? current.filter(one => one !== before) : current;
      });
      if (!before) return 'gone';
      if (!isAsSeen(before, seen)) return 'changed';
      await recordRemoved(workspace, by, before);
      return 'removed';
    },
  };

  /** To anyone who names it, a renamed list is a different list: one was removed, and one was made with all its numbers. */
  async function recordSaved(workspace: string, by: string, before: NumberList | null, list: NumberList) {
    const isRenamed = before !== null && before.name !== list.name;
    if (isRenamed) await recordRemoved(workspace, by, before);
    const change = listChange(isRenamed ? null : before, list);
    if (change.left.length + change.came.length === 0) return; // Only their order.
    await audit.record(workspace, { what: 'list', name: list.name, ...change, at: clock.wall(), by });
  }

  function recordRemoved(workspace: string, by: string, { name }: NumberList): Promise<void> {
    return audit.record(workspace, { what: 'list_removed', name, at: clock.wall(), by });
  }
}

function judge(current: NumberList[], list: NumberList, seen: SeenList | null): ListSaved {
  const before = seen && find(current, seen.name);
  const there = find(current, list.name);
  const isFree = !there || !before || there === before;
  // Also if the same list was saved before, and the answer was lost.
  if (there && isFree && versionOf(there) === versionOf(list)) return 'unchanged';
  if (seen && !before) return 'gone';
  if (seen && !isAsSeen(before, seen)) return 'changed';
  if (there && there !== before) return 'taken';
  return !before && current.length >= MAX_LISTS ? 'too_many' : 'saved';
}

function isAsSeen(list: NumberList | null, seen: SeenList): boolean {
  return list !== null && versionOf(list) === seen.version;
}

function find(lists: NumberList[], name: string): NumberList | null {
  return lists.find(list => isSameName(list.name, name)) ?? null;
}
