import { hash } from 'node:crypto';
import { z } from 'zod';
import { LANGUAGES } from '../kit/words/languages.ts';
import { MAX_RECIPIENTS, mayBeMany, recipientKeyOf, recipientSchema } from './recipient.ts';
import { MAX_WAIT_MS, PRIORITIES } from './text.ts';

/** Sources of a person's intents; `send_anyway` and `resend` answer questions of the app. */
export const BY_PERSON = ['command', 'form', 'send_anyway', 'resend'] as const;

/** Source of a feature's intent. Only that feature reads `data` (see `TextSource`). */
const featureSourceSchema = z.object({
  feature: z.string(),
  kind: z.string(),
  data: z.record(z.string(), z.unknown()),
});

const sourceSchema = z.union([z.enum(BY_PERSON), featureSourceSchema]);
export type Source = z.infer<typeof sourceSchema>;

/** The feature that sends the intent; null if a person does. */
export const featureOf = ({ source }: Pick<Intent, 'source'>): string | null =>
  typeof source === 'string' ? null : source.feature;

/** True if a feature sends by itself. */
export const isUnattended = (intent: Pick<Intent, 'source' | 'rows'>): boolean =>
  featureOf(intent) !== null && !intent.rows;

/**
 * True if an intent has one report instead of one for each text: a feature sends it, or it may be for several people. Then
 * one recipient who can't be texted doesn't stop the texts to the others.
 */
export function sharesReport({ source, to }: Pick<Intent, 'source' | 'to'>): boolean {
  return featureOf({ source }) !== null || to.length > 1 || to.some(mayBeMany);
}

/** Where an intent's reports are posted. */
export const replyToSchema = z.object({
  /** Slack's short-lived `response_url`; null if the interaction has none. */
  responseUrl: z.string().nullable(),
  channel: z.string(),
  userId: z.string(),
  /** The thread in that channel, if any. */
  threadTs: z.string().nullable(),
  /** A link to that thread, for reports that are posted elsewhere; null if there is no thread. */
  threadLink: z.url().nullable(),
});
export type ReplyTo = z.infer<typeof replyToSchema>;

/** A schema, because intents are stored and checked when they are read back. */
export const intentSchema = z.object({
  /** Equal for deliveries of the same request: see `intentIdOf`. */
  id: z.string(),
  workspace: z.string(),
  source: sourceSchema,
  /** For `resend`: the uncertain text to send again. */
  resendOf: z.string().nullable(),
  /** A user id, or `workflow`, `hook` or `rota`. */
  actor: z.string(),
  /** Empty only with `rows`. */
  to: z.array(recipientSchema).max(MAX_RECIPIENTS),
  message: z.string(),
  template: z.literal(true).optional(),
  /**
   * The message was typed: known placeholders are filled, other braces stay. Without `template` and `typed` it goes out
   * unchanged.
   */
  typed: z.literal(true).optional(),
  /** The intent's recipients are a broadcast's rows, and its id is the broadcast's. Absent: `to` names them. */
  rows: z.literal(true).optional(),
  /** The run of a schedule that `actor` made. */
  scheduled: z.literal(true).optional(),
  /** The intent's feature also gets a report when the texts wait for a held key. Absent: only of the outcome. */
  toldOfHolds: z.literal(true).optional(),
  /** Each text ends in a link by which its reader can acknowledge the incidents in the text. */
  linked: z.literal(true).optional(),
  priority: z.enum(PRIORITIES),
  /** The sender has answered the app's question, such as about a duplicate or the cost. */
  confirmed: z.boolean(),
  /** Null if the outcome is reported another way (to a workflow, when its step ends). */
  replyTo: replyToSchema.nullable(),
  /** A hook's language; null for the reader's own. */
  language: z.enum(LANGUAGES).nullable(),
  acceptedAt: z.number(),
});
export type Intent = z.infer<typeof intentSchema>;

/** The id of an intent follows from its idempotency key. */
export const intentIdOf = (delivery: { workspace: string; idempotencyKey: string }): string =>
  hash('sha256', `${delivery.workspace}\0${delivery.idempotencyKey}`, 'base64url').slice(0, 22);

export const isAddressed = ({ rows, to }: Pick<Intent, 'rows' | 'to'>): boolean =>
  rows === true || to.length > 0;

/** True if two intents ask for the same text to the same recipients, in any order. */
export function isSameRequest(
  one: Pick<Intent, 'to' | 'message' | 'template'>,
  other: Pick<Intent, 'to' | 'message' | 'template'>,
): boolean {
  const keys = ({ to }: Pick<Intent, 'to'>): string => JSON.stringify(to.map(recipientKeyOf).sort());
  if (one.template !== other.template) return false;
  return one.message === other.message && keys(one) === keys(other);
}

/** When an intent becomes too old to send, in epoch milliseconds. */
export function expiryOf({ acceptedAt, priority }: Pick<Intent, 'acceptedAt' | 'priority'>): number {
  return acceptedAt + MAX_WAIT_MS[priority];
}
