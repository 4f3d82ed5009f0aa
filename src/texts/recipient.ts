import { z } from 'zod';
import { isStoredNumber, type LocalNumber } from '../kit/number.ts';
import { problemSchema } from '../kit/problem.ts';

/** The most people one intent may reach, whatever groups it names. */
export const MAX_RECIPIENTS = 200;

const localNumber = z.custom<LocalNumber>(isStoredNumber);

/**
 * Who an intent is for. Teammates, user groups, contacts, groups and rotas are named when the intent is accepted and looked up when it is
 * sent, so that whoever is on call at that moment gets the text.
 */
export const recipientSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('number'), number: localNumber }),
  z.object({ kind: z.literal('teammate'), userId: z.string(), label: z.string() }),
  z.object({ kind: z.literal('usergroup'), id: z.string(), label: z.string() }),
  /** The workspace's group or contact with this name. */
  z.object({ kind: z.literal('named'), name: z.string() }),
  /** A contact and a group as they were chosen from a search, by its name then. */
  z.object({ kind: z.literal('contact'), id: z.string(), label: z.string() }),
  z.object({ kind: z.literal('group'), id: z.string(), label: z.string() }),
  /** Whoever is on call in a rota then. */
  z.object({ kind: z.literal('rota'), id: z.string(), label: z.string() }),
  /** Something we can't look up, kept so that we can name it and say why. */
  z.object({ kind: z.literal('unreadable'), typed: z.string(), problem: problemSchema }),
]);
export type Recipient = z.infer<typeof recipientSchema>;

/** Equal for the same recipient, whatever name it was given. */
export function keyOf(who: Recipient): string {
  switch (who.kind) {
    case 'number':
      return `number ${who.number}`;
    case 'teammate':
      return `teammate ${who.userId}`;
    case 'usergroup':
      return `usergroup ${who.id}`;
    case 'named':
      return `named ${who.name}`;
    case 'contact':
    case 'group':
    case 'rota':
      return `${who.kind} ${who.id}`;
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
