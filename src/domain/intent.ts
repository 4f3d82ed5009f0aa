import { z } from 'zod';
import type { LocalNumber } from './number.ts';
import { isLocalNumber } from './number.ts';
import { LANES } from './text.ts';

export const LANGUAGES = ['en', 'bn'] as const;
export type Language = (typeof LANGUAGES)[number];

const localNumber = z.custom<LocalNumber>(value => typeof value === 'string' && isLocalNumber(value));

const recipientSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('number'), number: localNumber }),
  z.object({ kind: z.literal('teammate'), userId: z.string(), label: z.string() }),
]);

/** Where the results of an intent are posted. */
const answerSchema = z.object({
  /** Slack's short-lived address for answers; null where the surface has none. */
  responseUrl: z.string().nullable(),
  channel: z.string(),
  userId: z.string(),
  /** The thread in that channel; null: none. */
  threadTs: z.string().nullable(),
  /** Where the thread can be seen, for who is told elsewhere. */
  threadLink: z.url().nullable(),
});

/** A schema, because intents are stored: what is read back is checked. */
export const intentSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** Unique in its workspace; a second delivery carries the same one and changes nothing. */
  identity: z.string(),
  source: z.enum(['command', 'anyway', 'again']),
  /** For `again`: the uncertain text that is sent once more. */
  of: z.string().nullable(),
  actor: z.string(),
  to: recipientSchema,
  message: z.string(),
  lane: z.enum(LANES),
  /** The person has answered the same-text question, or was warned of a second charge. */
  confirmed: z.boolean(),
  answer: answerSchema,
  /** A language of its own (a hook's); null: that of whoever reads what is said about it. */
  language: z.enum(LANGUAGES).nullable(),
  acceptedAt: z.number(),
});
export type Intent = z.infer<typeof intentSchema>;
