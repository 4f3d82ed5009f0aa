import { z } from 'zod';
import type { AuditEntry, AuditKinds } from '../workspace/audit.ts';

/** `hook`: its name. */
const ofHook = z.object({ hook: z.string() });

/**
 * `hook`: its name; empty for all hooks. `name`: the names of the groups, or the labels; empty for the whole hook. `fromPhone`: on
 * the page behind the link in a text, where `by` is null if Slack doesn't know whose number it is.
 */
const ofMute = z.object({
  hook: z.string(),
  of: z.enum(['groups', 'labels', 'hook']),
  name: z.string(),
  until: z.number(),
  fromPhone: z.boolean(),
});

/** The entries about hooks and mutes in the audit log. */
export const auditKinds = {
  hook_made: ofHook,
  hook_changed: ofHook,
  hook_revoked: ofHook,
  muted: ofMute,
  /** The mute ended before its time. */
  unmuted: ofMute,
  /** `to`: the names of those who were paged. */
  paged: z.object({ to: z.array(z.string()) }),
} satisfies AuditKinds;

export type MuteEntry = Extract<AuditEntry, { what: 'muted' | 'unmuted' }>;

declare module '../workspace/audit.ts' {
  interface AuditEntries {
    alerts: typeof auditKinds;
  }
}
