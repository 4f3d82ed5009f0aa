import type { Services } from '../../kit/slack/services.ts';
import type { Right } from '../../kit/slack/surface.ts';
import type { Who } from '../../kit/slack/who.ts';
import { createRights } from '../../texts/rights.ts';
import type { AuditEntry } from '../../workspace/audit.ts';
import { leniently } from '../../workspace/slack/judging.ts';
import type { Schedule } from '../schedule.ts';

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

/**
 * Whoever may change something that is to be sent later: its author, if they may still send; managers and admins. That it is gone
 * is said where they pressed.
 */
export const scheduleLead: Right<string> = async (services, { workspace, userId }, id) => {
  const one = await services.schedules.one(workspace, id);
  const rights = createRights(leniently(services));
  return one && rights.toLead(workspace, userId, one.by === userId ? userId : '');
};
