import { z } from 'zod';
import type { AuditKinds } from '../workspace/audit.ts';

/** `rota`: its name. */
const ofRota = z.object({ rota: z.string() });

/** Audit entries about rotas. */
export const auditKinds = {
  rota_made: ofRota,
  rota_changed: ofRota,
  rota_removed: ofRota,
  /** A stand-in from one time of day to another was added or removed. */
  rota_override: z.object({
    rota: z.string(),
    did: z.enum(['added', 'removed']),
    from: z.int(),
    to: z.int(),
  }),
  /** Somebody took a turn of another person's, who had asked them. `of`: that person's user id. */
  rota_swap: z.object({ rota: z.string(), of: z.string(), from: z.int(), to: z.int() }),
} satisfies AuditKinds;

declare module '../workspace/audit.ts' {
  interface AuditEntries {
    rotas: typeof auditKinds;
  }
}
