import { hash } from 'node:crypto';
import { z } from 'zod';
import { LANGUAGES } from '../kit/words/languages.ts';
import { MAX_RECIPIENTS, mayBeMany, recipientKeyOf, recipientSchema } from './recipient.ts';
import { MAX_WAIT_MS, PRIORITIES } from './text.ts';

/** What a person did; `send_anyway` and `resend` are answers to a question from the app. */
export const BY_PERSON = ['command', 'form', 'send_anyway', 'resend'] as const;

/** What the core keeps of where a feature's texts come from: their feature reads `data`, if it is still there (see `TextSource`). */
const featureSourceSchema = z.object({
  feature: z.string(),
  kind: z.string(),
  data: z.record(z.string(), z.unknown()),
});

/** Where an intent came from. */
const sourceSchema = z.union([z.enum(BY_PERSON), featureSourceSchema]);
export type Source = z.infer<typeof sourceSchema>;

/** The feature that it came from; null: a person did it. */
export const featureOf = ({ source }: Pick<Intent, 'source'>): string | null =>
  typeof source === 'string' ? null : source.feature;

/** Whether no person is behind an intent: a feature sends it by itself. */
export const isUnattended = (intent: Pick<Intent, 'source' | 'rows'>): boolean =>
  featureOf(intent) !== null && !intent.rows;

/**
 * Whether an intent's texts are reported together, as one outcome, instead of one by one: a feature sends them, or it may be for several
 * people. In that case, one recipient who can't be texted doesn't stop the texts to the others.
 */
export function sharesReport({ source, to }: Pick<Intent, 'source' | 'to'>): boolean {
  return featureOf({ source }) !== null || to.length > 1 || to.some(mayBeMany);
}

/** Where the results of an intent are posted. */
export const replyToSchema = z.object({
  /** Slack's short-lived address for answers; null if the surface has none. */
  responseUrl: z.string().nullable(),
  channel: z.string(),
  userId: z.string(),
  /** The thread in that channel, if any. */
  threadTs: z.string().nullable(),
  /** A link to the thread, for people who are told elsewhere. */
  threadLink: z.url().nullable(),
});
export type ReplyTo = z.infer<typeof replyToSchema>;

/** A schema, because intents are stored and checked when they are read back. */
export const intentSchema = z.object({
  /** A second delivery has the same id, and changes nothing: see `intentIdOf`. */
  id: z.string(),
  workspace: z.string(),
  source: sourceSchema,
  /** For `resend`: the uncertain text to send once more. */
  resendOf: z.string().nullable(),
  /** A user id; `workflow`, `hook` or `rota` if no person is behind it. */
  actor: z.string(),
  /** Empty only if it has rows. */
  to: z.array(recipientSchema).max(MAX_RECIPIENTS),
  message: z.string(),
  /** The message is a template: its placeholders are filled for each recipient. */
  template: z.literal(true).optional(),
  /** Somebody typed the message: placeholders whose field is known are filled, other braces stay. Neither: it goes out as it is. */
  typed: z.literal(true).optional(),
  /**
   * Its feature keeps whom it is for, in rows, as a broadcast does for its author. The intent has the id of what they are rows of.
   * Absent: `to` says it.
   */
  rows: z.literal(true).optional(),
  /** Its feature is told when its texts wait for a held key, too. Absent: only of its outcome. */
  toldOfHolds: z.literal(true).optional(),
  /** Each text ends in a link by which its reader can take the incidents that it tells of. Absent: none does. */
  linked: z.literal(true).optional(),
  priority: z.enum(PRIORITIES),
  /** The person answered the same-text question, or was warned of a second charge. */
  confirmed: z.boolean(),
  /** Null: whoever asked finds out another way (a workflow, when its step ends). */
  replyTo: replyToSchema.nullable(),
  /** The intent's own language (a hook's); null: the language of whoever reads about it. */
  language: z.enum(LANGUAGES).nullable(),
  acceptedAt: z.number(),
});
export type Intent = z.infer<typeof intentSchema>;

/** The id of an intent that may be delivered more than once: it follows from what makes its deliveries the same. */
export const intentIdOf = (asked: { workspace: string; idempotencyKey: string }): string =>
  hash('sha256', `${asked.workspace}\0${asked.idempotencyKey}`, 'base64url').slice(0, 22);

/** Whether it says who it is for, or leaves that to a feature's rows. */
export const isAddressed = ({ rows, to }: Pick<Intent, 'rows' | 'to'>): boolean =>
  rows === true || to.length > 0;

/** Whether two intents ask for the same text to the same recipients, in any order. */
export function asksTheSame(
  one: Pick<Intent, 'to' | 'message' | 'template'>,
  other: Pick<Intent, 'to' | 'message' | 'template'>,
): boolean {
  const keys = ({ to }: Pick<Intent, 'to'>): string => JSON.stringify(to.map(recipientKeyOf).sort());
  if (one.template !== other.template) return false;
  return one.message === other.message && keys(one) === keys(other);
}

/** When an intent becomes too old to send, by its priority, in epoch milliseconds. */
export function expiryOf({ acceptedAt, priority }: Pick<Intent, 'acceptedAt' | 'priority'>): number {
  return acceptedAt + MAX_WAIT_MS[priority];
}
