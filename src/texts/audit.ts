import { z } from 'zod';
import type { AuditKinds } from '../workspace/audit.ts';

/** Audit entries about texts. `sender`: who sent the text. */
export const auditKinds = {
  /** An uncertain text was marked as sent by a person's word. `number`: masked. */
  text_arrived: z.object({ number: z.string(), sender: z.string() }),
} satisfies AuditKinds;

declare module '../workspace/audit.ts' {
  interface AuditEntries {
    texts: typeof auditKinds;
  }
}
