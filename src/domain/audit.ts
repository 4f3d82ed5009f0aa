import { z } from 'zod';

const byWhom = {
  at: z.number(),
  /** A Slack user id; null: this app by itself, when Slack said that it was removed, say. */
  by: z.string().nullable(),
};

/** What admins can read later of who changed what. A schema, because entries are stored. Never a key, never a whole number. */
export const auditEntrySchema = z.discriminatedUnion('what', [
  /** Of a list only what left it (`from`) and what came to it (`to`); numbers masked. */
  z.object({ what: z.literal('setting'), field: z.string(), from: z.json(), to: z.json(), ...byWhom }),
  z.object({ what: z.literal('key_linked'), ...byWhom }),
  /** `texts`: how many waited and were refused. */
  z.object({ what: z.literal('key_unlinked'), texts: z.int(), ...byWhom }),
  /** `hook`: its name. */
  z.object({ what: z.literal('hook_made'), hook: z.string(), ...byWhom }),
  z.object({ what: z.literal('hook_changed'), hook: z.string(), ...byWhom }),
  z.object({ what: z.literal('hook_revoked'), hook: z.string(), ...byWhom }),
  /** A held key was let send again. */
  z.object({ what: z.literal('tried_again'), ...byWhom }),
  /** A list of numbers was made or changed: what left it and what came to it, masked. */
  z.object({
    what: z.literal('list'),
    name: z.string(),
    left: z.array(z.string()),
    came: z.array(z.string()),
    ...byWhom,
  }),
  z.object({ what: z.literal('list_removed'), name: z.string(), ...byWhom }),
]);
export type AuditEntry = z.infer<typeof auditEntrySchema>;
