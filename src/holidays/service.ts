import { z } from 'zod';
import type { Clock } from '../kit/clock.ts';
import type { Documents } from '../kit/store/documents.ts';
import { ifUnreadable } from '../kit/store/errors.ts';
import type { Audit } from '../workspace/audit-log.ts';
import { type Holiday, holidaySchema, inOrder, keptAt, MAX_HOLIDAYS } from './holiday.ts';

const DOCUMENT = 'holidays';
const stored = z.array(holidaySchema).max(MAX_HOLIDAYS);

/** A workspace's holidays. */
export type Holidays = {
  /**
   * The names of holidays by day, as `dayOf` counts days in Bangladesh; a name may be empty. Without a list, or with one that
   * can't be read, there are none.
   */
  days(workspace: string): Promise<ReadonlyMap<number, string>>;
  /** The holidays that are kept, in order. */
  list(workspace: string): Promise<Holiday[]>;
  /**
   * Replaces the list; the caller checks the permission of `by`. Saving the same list again changes nothing.
   *
   * @returns the list as it is kept
   */
  save(workspace: string, by: string, holidays: readonly Holiday[]): Promise<Holiday[]>;
};

/**
 * @param announce tells other features that a workspace's list changes. Called before the change is written, so that
 *   none is missed if the process dies right after, and again afterwards.
 */
export function createHolidays(deps: {
  documents: Documents;
  audit: Audit;
  clock: Clock;
  announce: (workspace: string) => Promise<unknown>;
}): Holidays {
  const { documents, audit, clock, announce } = deps;

  async function list(workspace: string): Promise<Holiday[]> {
    const all = await documents.get(workspace, DOCUMENT, stored).catch(ifUnreadable<Holiday[]>([]));
    return keptAt(all ?? [], clock.wall());
  }

  return {
    list,
    days: async workspace => new Map((await list(workspace)).map(({ day, name }) => [day, name])),
    async save(workspace, by, holidays) {
      const after = keptAt(inOrder(holidays), clock.wall());
      const before = await list(workspace);
      const has = (all: readonly Holiday[], { day, name }: Holiday) =>
        all.some(holiday => holiday.day === day && holiday.name === name);
      const added = after.filter(holiday => !has(before, holiday)).length;
      const removed = before.filter(holiday => !has(after, holiday)).length;
      // Told again even if nothing differs: an earlier attempt may have died between writing and telling.
      await announce(workspace);
      await documents.set(workspace, DOCUMENT, stored.parse(after));
      await announce(workspace);
      if (added + removed > 0) {
        const entry = { days: after.length, added, removed, at: clock.wall(), by };
        await audit.record(workspace, { what: 'holidays_changed', ...entry });
      }
      return after;
    },
  };
}
