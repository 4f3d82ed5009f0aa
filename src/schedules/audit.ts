import { z } from 'zod';
import type { AuditKinds } from '../workspace/audit.ts';

/** Audit entries about schedules. */
export const auditKinds = {
  /** `author`: the author of the schedule, which another user changed. */
  schedule_changed: z.object({
    did: z.enum(['changed', 'skipped', 'cancelled', 'sent']),
    author: z.string(),
  }),
} satisfies AuditKinds;

declare module '../workspace/audit.ts' {
  interface AuditEntries {
    schedules: typeof auditKinds;
  }
}
