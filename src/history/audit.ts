import { z } from 'zod';
import type { AuditKinds } from '../workspace/audit.ts';

export const auditKinds = {
  /** A file with a list of texts. `everybodys`: not only of the person's own. */
  texts_downloaded: z.object({ everybodys: z.boolean() }),
} satisfies AuditKinds;

declare module '../workspace/audit.ts' {
  interface AuditEntries {
    history: typeof auditKinds;
  }
}
