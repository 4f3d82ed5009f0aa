import { type Recipient, recipientSchema } from '../texts/recipient.ts';
import type { Responder } from './alert.ts';

/** A recipient as one string, the same for equal recipients: how the alert state identifies them. */
export function toKey(recipient: Recipient): string {
  // The schema puts the fields in order.
  return JSON.stringify(recipientSchema.parse(recipient));
}

/** The key of whoever took an incident: they are texted like anybody else. */
export const keyOfResponder = (by: Responder): string =>
  by.kind === 'person'
    ? toKey({ kind: 'teammate', userId: by.userId, label: '' })
    : JSON.stringify({ kind: 'number', number: by.number });

export function fromKey(key: string): Recipient {
  return recipientSchema.parse(JSON.parse(key));
}
