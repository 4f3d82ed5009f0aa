import { z } from 'zod';
import { isStoredNumber, type LocalNumber } from '../kit/number.ts';
import { problemSchema } from '../kit/problem.ts';

/** The most people one intent may reach, whatever groups it names. */
export const MAX_RECIPIENTS = 200;

const localNumber = z.custom<LocalNumber>(isStoredNumber);

const coreRecipientSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('number'), number: localNumber }),
  z.object({ kind: z.literal('teammate'), userId: z.string(), label: z.string() }),
  z.object({ kind: z.literal('usergroup'), id: z.string(), label: z.string() }),
  /** Whom or what a feature keeps under this name. */
  z.object({ kind: z.literal('named'), name: z.string() }),
  /** Something we can't look up, kept so that we can name it and say why. */
  z.object({ kind: z.literal('unreadable'), typed: z.string(), problem: problemSchema }),
]);

/**
 * What is kept of a feature's recipient, such as a group: the feature says whom it stands for, if it is still there. `label`: its name
 * when it was chosen; `many`: it may be several people.
 */
const keptRecipientSchema = z.object({
  feature: z.string(),
  kind: z.string(),
  data: z.object({ id: z.string(), label: z.string(), many: z.literal(true).optional() }),
});
export type KeptRecipient = z.infer<typeof keptRecipientSchema>;

/** The kinds of recipients that features keep: each adds its own (`declare module`). */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it.
export interface RecipientKinds {}

/**
 * Who an intent is for. All but numbers are named when the intent is accepted and looked up when it is sent, so that whoever is on call
 * at that moment gets the text.
 */
export type Recipient =
  | z.infer<typeof coreRecipientSchema>
  | {
      [F in keyof RecipientKinds]: KeptRecipient & { feature: F; kind: RecipientKinds[F] };
    }[keyof RecipientKinds];

export const recipientSchema = z.union([coreRecipientSchema, keptRecipientSchema]) as z.ZodType<Recipient>;

/** Whether a feature keeps it. */
export const isKept = (who: Recipient): who is Recipient & KeptRecipient => 'feature' in who;

/** Whether it may be many people. */
export const mayBeMany = (who: Recipient): boolean =>
  isKept(who) ? who.data.many === true : who.kind === 'usergroup' || who.kind === 'named';

/** Equal for the same recipient, whatever name it was given. */
export function recipientKeyOf(who: Recipient): string {
  if (isKept(who)) return `${who.feature}/${who.kind} ${who.data.id}`;
  switch (who.kind) {
    case 'number':
      return `number ${who.number}`;
    case 'teammate':
      return `teammate ${who.userId}`;
    case 'usergroup':
      return `usergroup ${who.id}`;
    case 'named':
      return `named ${who.name}`;
    case 'unreadable':
      return `unreadable ${who.typed}`;
  }
}

/** The numbers among them, as they were typed. */
export const numbersIn = (all: readonly Recipient[]): LocalNumber[] =>
  all.flatMap(who => (who.kind === 'number' ? who.number : []));

/** A recipient who gets no text, though others of the same intent may, and why. */
export const omittedSchema = z.object({ who: recipientSchema, problem: problemSchema });
export type Omitted = z.infer<typeof omittedSchema>;
