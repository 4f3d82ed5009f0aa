import { z } from 'zod';
import { recipientSchema } from './recipient.ts';

/* A text to many people, as somebody asks for it. */

/** The most recipients (groups, contacts, teammates, typed numbers …) that are named for one. */
export const MAX_NAMED = 500;

/** `promotional`: the regulator has rules for it (see docs/broadcasts.md). */
export const BROADCAST_KINDS = ['service', 'promotional'] as const;
export type BroadcastKind = (typeof BROADCAST_KINDS)[number];

/** What is asked for: also what a schedule keeps, since who is in a group is looked up when it runs. */
export const askSchema = z.object({
  to: z.array(recipientSchema).min(1).max(MAX_NAMED),
  message: z.string(),
  /** The message is a template: its placeholders are filled for each recipient. */
  isTemplate: z.boolean(),
  kind: z.enum(BROADCAST_KINDS),
  /** Where its post is. */
  channel: z.string(),
  /** A user id. */
  by: z.string(),
});
export type BroadcastAsk = z.infer<typeof askSchema>;
