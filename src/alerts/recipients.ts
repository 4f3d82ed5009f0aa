import { type Recipient, recipientSchema } from '../domain/recipient.ts';

/** A recipient as one string, the same for equal recipients: how the alert state identifies them. */
export function toKey(recipient: Recipient): string {
  // The schema puts the fields in order.
  return JSON.stringify(recipientSchema.parse(recipient));
}

export function fromKey(key: string): Recipient {
  return recipientSchema.parse(JSON.parse(key));
}
