import type { ImportedPerson } from '../../domain/imported.ts';
import type { LocalNumber } from '../../domain/number.ts';
import type { ImportRecord } from '../tables/import.ts';

export type Import = ImportRecord;

/** Somebody who is imported; `id`: of the contact, if nobody has the number yet. */
export type ComingPerson = ImportedPerson & { id: string };

/** Into which group an import goes: one that is there, by its id, or a new one, by its name. */
export type IntoGroup = { kind: 'existing'; id: string } | { kind: 'new'; name: string } | null;

/**
 * Why an import can't be:
 * - `busy`: another one of the workspace is under way
 * - `full`: there would be too many contacts; `too_many_groups`: too many groups
 * - `group_taken`, `group_gone`: a group has the new one's name by now, or isn't there any more
 * - `gone`: there is no such import, or its time is over
 */
export type ImportRefused = 'busy' | 'full' | 'too_many_groups' | 'group_taken' | 'group_gone' | 'gone';

/**
 * Imports of many people at a time, all or nothing. First all are written down, piece by piece, which nobody sees; `begin`
 * decides in one step that all come; then each piece is done in a step of its own, by whichever process is there. They are
 * all in their group from the same moment on. What each contact was before is kept with it, so that it can be undone.
 */
export type Imports = {
  /** Where a contact's line in the directory is: people in the order of that are written faster. */
  placeOf(workspace: string, contactId: string): string;
  /** Begins to write people down. `at`: the time of day. */
  open(one: Pick<Import, 'id' | 'workspace' | 'by' | 'at' | 'endsAt'>): Promise<void>;
  add(importId: string, people: readonly ComingPerson[]): Promise<void>;
  /** Decides that it will be done. @param coming how many are thought to be new */
  begin(
    importId: string,
    given: { group: IntoGroup; coming: number; endsAt: number },
  ): Promise<Import | ImportRefused>;
  /** Does the next piece of what was begun, unless a process that is there has it; null: there is nothing to do. */
  step(importId: string, now: number): Promise<Import | null>;
  /** Decides that it will be undone, as far as nobody changed anything since. */
  undo(workspace: string, importId: string, now: number): Promise<Import | 'busy' | 'gone'>;
  /** Those that were begun and are not done. */
  underWay(): Promise<Import[]>;
  one(workspace: string, importId: string): Promise<Import | null>;
  /** The newest first. */
  of(workspace: string, limit: number): Promise<Import[]>;
  /** Forgets about this number in whatever is kept to undo imports. */
  forget(workspace: string, number: LocalNumber): Promise<void>;
  /** Removes at most about `limit` pieces of what is over; returns how many. */
  sweep(now: number, limit: number): Promise<number>;
};
