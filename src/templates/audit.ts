import { z } from 'zod';
import type { AuditKinds } from '../workspace/audit.ts';

/** Audit entries about the workspace's templates. */
export const auditKinds = {
  template_saved: z.object({ name: z.string() }),
  template_removed: z.object({ name: z.string() }),
} satisfies AuditKinds;

declare module '../workspace/audit.ts' {
  interface AuditEntries {
    templates: typeof auditKinds;
  }
}
