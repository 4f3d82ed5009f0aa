import { z } from 'zod';
import { isStoredNumber, type LocalNumber } from '../kit/number.ts';
import { problemSchema } from '../kit/problem.ts';

/** The most people one intent may reach, members of groups included. */
export const MAX_RECIPIENTS = 200;

const localNumber = z.custom<LocalNumber>(isStoredNumber);

const coreRecipientSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('number'), number: localNumber }),
  z.object({ kind: z.literal('teammate'), userId: z.string(), label: z.string() }),
  z.object({ kind: z.literal('usergroup'), id: z.string(), label: z.string() }),
  /** A name as typed, which features resolve when the text is sent. */
  z.object({ kind: z.literal('named'), name: z.string() }),
  /** A recipient who can't be looked up, and why. */
  z.object({ kind: z.literal('unreadable'), typed: z.string(), problem: problemSchema }),
]);

/**
 * A feature's recipient, such as a group: the feature expands it when the text is sent. `label`: its name when it was
 * chosen; `many`: it may be several people.
 */
const featureRecipientSchema = z.object({
  feature: z.string(),
  kind: z.string(),
  data: z.object({ id: z.string(), label: z.string(), many: z.literal(true).optional() }),
});
export type FeatureRecipient = z.infer<typeof featureRecipientSchema>;

/** The kinds of recipients that features add (`declare module`). */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it.
export interface RecipientKinds {}

/**
 * A recipient of an intent. All but numbers are looked up when the text is sent, so that the person who is on call at
 * that moment gets it.
 */
export type Recipient =
  | z.infer<typeof coreRecipientSchema>
  | {
      [F in keyof RecipientKinds]: FeatureRecipient & { feature: F; kind: RecipientKinds[F] };
    }[keyof RecipientKinds];

export const recipientSchema = z.union([coreRecipientSchema, featureRecipientSchema]) as z.ZodType<Recipient>;

export const isFeatureRecipient = (recipient: Recipient): recipient is Recipient & FeatureRecipient =>
  'feature' in recipient;

/** True if it may stand for several people. */
export const mayBeMany = (recipient: Recipient): boolean =>
  isFeatureRecipient(recipient)
    ? recipient.data.many === true
    : recipient.kind === 'usergroup' || recipient.kind === 'named';

/** Equal for the same recipient, even under another label. */
export function recipientKeyOf(recipient: Recipient): string {
  if (isFeatureRecipient(recipient)) return `${recipient.feature}/${recipient.kind} ${recipient.data.id}`;
  switch (recipient.kind) {
    case 'number':
      return `number ${recipient.number}`;
    case 'teammate':
      return `teammate ${recipient.userId}`;
    case 'usergroup':
      return `usergroup ${recipient.id}`;
    case 'named':
      return `named ${recipient.name}`;
    case 'unreadable':
      return `unreadable ${recipient.typed}`;
  }
}

/** Each recipient once, in their order. */
export const eachOnce = (all: readonly Recipient[]): Recipient[] => [
  ...new Map(all.map(recipient => [recipientKeyOf(recipient), recipient])).values(),
];

export const numbersIn = (all: readonly Recipient[]): LocalNumber[] =>
  all.flatMap(recipient => (recipient.kind === 'number' ? recipient.number : []));

/** A recipient who gets no text, and why. Others of the same intent may get one. */
export const omittedSchema = z.object({ recipient: recipientSchema, problem: problemSchema });
export type Omitted = z.infer<typeof omittedSchema>;
