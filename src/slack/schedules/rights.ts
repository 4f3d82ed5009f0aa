import type { AuditEntry } from '../../domain/audit.ts';
import type { Schedule } from '../../domain/schedule.ts';
import type { Who } from '../kit/who.ts';
import type { Services } from '../services.ts';

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
