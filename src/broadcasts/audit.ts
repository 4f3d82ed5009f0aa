import { z } from 'zod';
import type { AuditKinds } from '../workspace/audit.ts';

/** `people`: the number of people who get the broadcast, or of all rows in a file; `author`: the broadcast's author. */
const ofAuthor = z.object({ people: z.int(), author: z.string() });

export const auditKinds = {
  broadcast_started: z.object({ people: z.int() }),
  broadcast_approved: ofAuthor,
  broadcast_rejected: ofAuthor,
  /** The file lists all rows of the broadcast, with the outcome of each text. */
  broadcast_downloaded: ofAuthor,
} satisfies AuditKinds;

declare module '../workspace/audit.ts' {
  interface AuditEntries {
    broadcasts: typeof auditKinds;
  }
}
