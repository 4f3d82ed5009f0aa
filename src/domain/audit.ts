import { z } from 'zod';

const byWhom = {
  at: z.number(),
  /** A Slack user id; null: the app itself, for example when Slack reported that it was removed. */
  by: z.string().nullable(),
};

/** What admins can later read about who changed what. A schema, because entries are stored. Never contains an API key or a whole number. */
export const auditEntrySchema = z.discriminatedUnion('what', [
  /** For a list, only what was removed (`from`) and what was added (`to`), with numbers masked. */
  z.object({ what: z.literal('setting'), field: z.string(), from: z.json(), to: z.json(), ...byWhom }),
  z.object({ what: z.literal('key_linked'), ...byWhom }),
  /** `texts`: how many waiting texts were refused. */
  z.object({ what: z.literal('key_unlinked'), texts: z.int(), ...byWhom }),
  /** `hook`: its name. */
  z.object({ what: z.literal('hook_made'), hook: z.string(), ...byWhom }),
  z.object({ what: z.literal('hook_changed'), hook: z.string(), ...byWhom }),
  z.object({ what: z.literal('hook_revoked'), hook: z.string(), ...byWhom }),
  /** A held key was released. */
  z.object({ what: z.literal('tried_again'), ...byWhom }),
  /** A list of numbers was made or changed: what was removed and what was added, masked. */
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
