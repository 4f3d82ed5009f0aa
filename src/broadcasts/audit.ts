import { z } from 'zod';
import type { AuditKinds } from '../workspace/audit.ts';

/** `people`: how many get it; `author`: another person, whose broadcast it is. */
const ofAuthor = z.object({ people: z.int(), author: z.string() });

/** Its entries in the audit log. */
export const auditKinds = {
  broadcast_started: z.object({ people: z.int() }),
  broadcast_approved: ofAuthor,
  broadcast_rejected: ofAuthor,
  /** The file says who was in the broadcast, and the state of each text. */
  broadcast_downloaded: ofAuthor,
} satisfies AuditKinds;

declare module '../workspace/audit.ts' {
  interface AuditEntries {
    broadcasts: typeof auditKinds;
  }
}
