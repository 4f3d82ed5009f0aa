import { z } from 'zod';
import type { UnreadableSchedule } from '../ports.ts';
import type { Table } from '../records.ts';
import { ASIDE } from '../tables/aside.ts';
import { SCHEDULE_LISTS, SCHEDULES } from '../tables/schedule.ts';
import type { Transaction } from '../transaction.ts';

const outlineSchema = z.object({ by: z.string() });

/** Sets a schedule aside whose time has come and that can't be read. Empty: its author was told of the same before. */
export function setScheduleAside(
  tx: Transaction,
  id: string,
  why: string,
  now: number,
): UnreadableSchedule[] {
  const list = SCHEDULE_LISTS.due;
  const score = tx.scoreIn(list, id);
  // Somebody removed it since the list was read.
  if (score === null) return [];
  const { raw, workspace } = tx.stored(SCHEDULES as unknown as Table<never>, id);
  const before = tx.get(ASIDE, id);
  tx.move(id, { leaves: [{ list, score }] });
  const lists = [{ list, score }];
  tx.put(ASIDE, {
    id,
    kind: 'schedule',
    workspace,
    at: now,
    why,
    lists,
    counters: [],
    againAt: null,
    event: null,
  });
  tx.note({ kind: 'schedule', id, why });
  return before?.why === why ? [] : [{ id, workspace, by: authorIn(raw) }];
}

function authorIn(raw: string | null): string | null {
  try {
    return outlineSchema.parse(JSON.parse(raw ?? 'null')).by;
  } catch {
    return null;
  }
}
