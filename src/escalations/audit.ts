import { z } from 'zod';
import type { AuditKinds } from '../workspace/audit.ts';

/** `policy`: its name. */
const ofPolicy = z.object({ policy: z.string() });

/** Audit entries about escalation policies. */
export const auditKinds = {
  policy_made: ofPolicy,
  policy_changed: ofPolicy,
  policy_removed: ofPolicy,
} satisfies AuditKinds;

declare module '../workspace/audit.ts' {
  interface AuditEntries {
    escalations: typeof auditKinds;
  }
}
