import { z } from 'zod';
import type { AuditKinds } from '../workspace/audit.ts';

/** Its entries in the audit log. */
export const auditKinds = {
  /** `author`: another person, whose schedule it is. */
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
