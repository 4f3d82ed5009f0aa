import type { LocalNumber } from '../kit/number.ts';
import { type Contact, isWorthKeeping, MAX_CONTACTS } from './contact.ts';
import type { ContactAnswer } from './store/model.ts';

/* What becomes of contacts that come to a group and leave it. */

/** Contacts as they are from now on, and the ids of those that go. */
export type Written = { contacts: Contact[]; goes: string[] };

/** Contacts as they are from now on; those of whom nothing else is known, and that are in no group any more, go. */
export function leaving(contacts: readonly Contact[]): Written {
  return {
    contacts: contacts.filter(isWorthKeeping),
    goes: contacts.filter(one => !isWorthKeeping(one)).map(({ id }) => id),
  };
}

export function without(contact: Contact, groupId: string): Contact {
  return { ...contact, groups: contact.groups.filter(id => id !== groupId) };
}

/** Whether the workspace may have as many contacts more as these numbers make. */
export function hasRoomFor(numbers: readonly LocalNumber[], { contacts, counts }: ContactAnswer): boolean {
  const known = new Set(contacts.map(({ number }) => number));
  const coming = numbers.filter(number => !known.has(number)).length;
  return coming === 0 || counts.contacts + coming <= MAX_CONTACTS;
}
