import type { ImportedPerson } from '../../domain/imported.ts';
import type { LocalNumber } from '../../domain/number.ts';
import type { ImportRecord } from '../tables/import.ts';

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
 * Imports of many people at a time, all or nothing. First all are stored, piece by piece, which nobody sees; `begin`
 * decides in one step that all come; then each piece is done in its own step, by any process. They all appear in their
 * group at the same moment. What each contact was before is stored with it, so that it can be undone.
 */
export type Imports = {
  /** Where a contact's line is in the directory: people are written faster in that order. */
  placeOf(workspace: string, contactId: string): string;
  /** Starts storing people. `at`: the time of day. */
  open(one: Pick<Import, 'id' | 'workspace' | 'by' | 'at' | 'endsAt'>): Promise<void>;
  add(importId: string, people: readonly ComingPerson[]): Promise<void>;
  /**
   * Decides that it will be done.
   *
   * @param given `named`: the groups that people name; who names another joins none. `coming`: how many are expected to
   *   be new
   */
  begin(
    importId: string,
    given: { group: IntoGroup; named: readonly string[]; coming: number; endsAt: number },
  ): Promise<Import | ImportRefused>;
  /** Does the next piece of what was begun, unless a live process has it; null: there is nothing to do. */
  step(importId: string, now: number): Promise<Import | null>;
  /** Decides that it will be undone, except for what somebody has changed since. */
  undo(workspace: string, importId: string, now: number): Promise<Import | 'busy' | 'gone'>;
  /** Imports that were begun and aren't done. */
  underWay(): Promise<Import[]>;
  one(workspace: string, importId: string): Promise<Import | null>;
  /** The newest first. */
  of(workspace: string, limit: number): Promise<Import[]>;
  /** Removes this number from whatever is stored for undoing imports. */
  forget(workspace: string, number: LocalNumber): Promise<void>;
  /** Removes at most about `limit` pieces of what is over; returns how many. */
  sweep(now: number, limit: number): Promise<number>;
};
