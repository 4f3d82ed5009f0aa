import type { AuditEntry } from '../../domain/audit.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Schedule } from '../../domain/schedule.ts';
import type { Services } from '../services.ts';
import { managerProblem } from '../views/modals.ts';
import type { Who } from '../who.ts';

/** Null if the person may change or cancel it: its author, managers and admins. */
export async function scheduleProblem(
  services: Services,
  { workspace, userId }: Who,
  { by }: Pick<Schedule, 'by'>,
): Promise<Problem | null> {
  return by === userId ? null : managerProblem(services, workspace, userId);
}

/** Admins can read later who changed what somebody else had asked for. */
export async function recordChange(
  { audit, clock }: Services,
  { workspace, userId: by }: Who,
  { by: author }: Pick<Schedule, 'by'>,
  did: Extract<AuditEntry, { what: 'schedule_changed' }>['did'],
): Promise<void> {
  if (author !== by)
    await audit.record(workspace, { what: 'schedule_changed', did, author, at: clock.wall(), by });
}
