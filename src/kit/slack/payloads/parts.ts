import { z } from 'zod';

/* What payloads of several kinds have in common. */

/** Ids of people, workspaces and channels: letters and digits, so that several can be combined into stored names. */
export const id = z.string().regex(/^[\w-]{1,100}$/);
/** A workspace. An organisation, whose ids begin with an E, is none: nothing belongs to it but its installation. */
export const workspaceId = id.startsWith('T');
/** Anything that Slack makes for a single occasion. */
export const token = z.string().min(1).max(500);
export const label = z.string().max(255);
/** Slack lets people type 3,000 characters into a field, and an app keep as many in a modal; some count as several. */
export const typed = z.string().max(12_000);
export const timestamp = z.string().regex(/^\d{1,12}\.\d{1,9}$/);
/** Seconds since the epoch. */
export const time = z.int().min(0).max(99_999_999_999);
export const responseUrl = z.url().max(2000);
export const identified = z.object({ id });

/** Text in commands. */
export const enterpriseInstall = z.union([z.boolean(), z.enum(['true', 'false'])]);

/** Where it happened, and who did it. */
export const sender = {
  user: z.object({ id, team_id: id.nullish() }),
  team: z.object({ id, domain: z.string().nullish(), enterprise_id: id.nullish() }).nullish(),
  enterprise: identified.nullish(),
  is_enterprise_install: enterpriseInstall.nullish(),
};
