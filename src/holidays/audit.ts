import { z } from 'zod';
import type { AuditKinds } from '../workspace/audit.ts';

/** Audit entries about holidays. */
export const auditKinds = {
  /** `days`: how many there are now; `added` and `removed`: how many of them are new, and how many are gone. */
  holidays_changed: z.object({ days: z.int(), added: z.int(), removed: z.int() }),
} satisfies AuditKinds;

declare module '../workspace/audit.ts' {
  interface AuditEntries {
    holidays: typeof auditKinds;
  }
}
