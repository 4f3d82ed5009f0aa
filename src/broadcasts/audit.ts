import { z } from 'zod';
import type { AuditKinds } from '../workspace/audit.ts';

/** `people`: how many get the broadcast; `author`: its author, if that is somebody else. */
const ofAuthor = z.object({ people: z.int(), author: z.string() });

export const auditKinds = {
  broadcast_started: z.object({ people: z.int() }),
  broadcast_approved: ofAuthor,
  broadcast_rejected: ofAuthor,
  /** The file lists everybody in the broadcast, and the outcome of each text. */
  broadcast_downloaded: ofAuthor,
} satisfies AuditKinds;

declare module '../workspace/audit.ts' {
  interface AuditEntries {
    broadcasts: typeof auditKinds;
  }
}
