import { type Recipient, recipientSchema } from '../domain/recipient.ts';

/** A recipient as one text, equal for equal recipients: by it the state of alerts knows them. */
export function toKey(recipient: Recipient): string {
  // The schema puts the fields in their order.
  return JSON.stringify(recipientSchema.parse(recipient));
}

export function fromKey(key: string): Recipient {
  return recipientSchema.parse(JSON.parse(key));
}
