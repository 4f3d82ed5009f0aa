import { z } from 'zod';
import { LANGUAGES } from '../kit/words/languages.ts';
import { keyOf, MAX_RECIPIENTS, type Recipient, recipientSchema } from './recipient.ts';
import { PATIENCE_MS, PRIORITIES } from './text.ts';

/**
 * Where an intent came from. `anyway` and `again` are a person's answers to a question from the app. A broadcast's intent has
 * the broadcast's id, and its recipients are the broadcast's rows.
 */
export const SOURCES = [
  'command',
  'form',
  'anyway',
  'again',
  'workflow',
  'hook',
  'broadcast',
  'rota',
] as const;
export type Source = (typeof SOURCES)[number];

/** Whether no person is behind an intent. */
export function isUnattended(source: Source): boolean {
  return source === 'workflow' || source === 'hook' || source === 'rota';
}

/** Recipients who may be many people. */
const CROWDS: readonly Recipient['kind'][] = ['usergroup', 'group', 'named'];

/**
 * Whether an intent's texts are reported together, as one outcome, instead of one by one: nobody is behind it, or it may be for several
 * people. In that case, one recipient who can't be texted doesn't stop the texts to the others.
 */
export function reportsTogether({ source, to }: Pick<Intent, 'source' | 'to'>): boolean {
  return (
    isUnattended(source) ||
    source === 'broadcast' ||
    to.length > 1 ||
    to.some(({ kind }) => CROWDS.includes(kind))
  );
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
  id: z.string(),
  workspace: z.string(),
  /** Unique in its workspace; a second delivery has the same identity and changes nothing. */
  identity: z.string(),
  source: z.enum(SOURCES),
  /** For `again`: the uncertain text to send once more. */
  of: z.string().nullable(),
  /** A user id; `workflow`, `hook` or `rota` if no person is behind it. */
  actor: z.string(),
  /** Empty only for a broadcast. */
  to: z.array(recipientSchema).max(MAX_RECIPIENTS),
  message: z.string(),
  /** The message is a template: its placeholders are filled for each recipient. Absent: it goes out as it is. */
  template: z.literal(true).optional(),
  /** Hooks whose alerts it tells of, beside the one that its identity names. Absent: none. */
  hooks: z.array(z.string()).optional(),
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

/** Whether it says who it is for; a broadcast's rows say that. */
export const isAddressed = ({ source, to }: Pick<Intent, 'source' | 'to'>): boolean =>
  source === 'broadcast' || to.length > 0;

/** Whether two intents ask for the same text to the same recipients, in any order. */
export function asksTheSame(
  one: Pick<Intent, 'to' | 'message' | 'template'>,
  other: Pick<Intent, 'to' | 'message' | 'template'>,
): boolean {
  const keys = ({ to }: Pick<Intent, 'to'>): string => JSON.stringify(to.map(keyOf).sort());
  if (one.template !== other.template) return false;
  return one.message === other.message && keys(one) === keys(other);
}

/** When an intent becomes too old to send, by its priority, in epoch milliseconds. */
export function expiryOf({ acceptedAt, priority }: Pick<Intent, 'acceptedAt' | 'priority'>): number {
  return acceptedAt + PATIENCE_MS[priority];
}
