import { z } from 'zod';
import { keyOf, MAX_RECIPIENTS, recipientSchema } from './recipient.ts';
import { PATIENCE_MS, PRIORITIES } from './text.ts';

export const LANGUAGES = ['en', 'bn'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Where an intent came in. `anyway` and `again` are a person's answers to what the app asked. */
export const SOURCES = ['command', 'form', 'anyway', 'again', 'workflow', 'hook'] as const;
export type Source = (typeof SOURCES)[number];

/**
 * Whether no person stands behind an intent. Then one recipient who can't be texted does not stop the texts to the
 * others, and what became of it is one outcome, not a report for each text.
 */
export function isUnattended(source: Source): boolean {
  return source === 'workflow' || source === 'hook';
}

/** Where the results of an intent are posted. */
export const replyToSchema = z.object({
  /** Slack's short-lived address for answers; null where the surface has none. */
  responseUrl: z.string().nullable(),
  channel: z.string(),
  userId: z.string(),
  /** The thread in that channel; null: none. */
  threadTs: z.string().nullable(),
  /** Where the thread can be seen, for who is told elsewhere. */
  threadLink: z.url().nullable(),
});
export type ReplyTo = z.infer<typeof replyToSchema>;

/** A schema, because intents are stored: what is read back is checked. */
export const intentSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** Unique in its workspace; a second delivery carries the same one and changes nothing. */
  identity: z.string(),
  source: z.enum(SOURCES),
  /** For `again`: the uncertain text that is sent once more. */
  of: z.string().nullable(),
  /** A user id; `workflow` or `hook` where no person stands behind it. */
  actor: z.string(),
  to: z.array(recipientSchema).min(1).max(MAX_RECIPIENTS),
  message: z.string(),
  priority: z.enum(PRIORITIES),
  /** The person has answered the same-text question, or was warned of a second charge. */
  confirmed: z.boolean(),
  /** Null: whoever asked learns it another way (a workflow, by its step's end). */
  replyTo: replyToSchema.nullable(),
  /** A language of its own (a hook's); null: that of whoever reads what is said about it. */
  language: z.enum(LANGUAGES).nullable(),
  acceptedAt: z.number(),
});
export type Intent = z.infer<typeof intentSchema>;

/** Whether two intents ask for the same text to the same recipients, in whatever order. */
export function asksTheSame(
  one: Pick<Intent, 'to' | 'message'>,
  other: Pick<Intent, 'to' | 'message'>,
): boolean {
  const keys = ({ to }: Pick<Intent, 'to'>): string => JSON.stringify(to.map(keyOf).sort());
  return one.message === other.message && keys(one) === keys(other);
}

/** When the patience of an intent's priority ends, in epoch milliseconds. */
export function expiryOf({ acceptedAt, priority }: Pick<Intent, 'acceptedAt' | 'priority'>): number {
  return acceptedAt + PATIENCE_MS[priority];
}
