import type { Encoding } from '../../domain/parts.ts';
import type { Labelled, Masked, WrongNumber } from '../parts.ts';

/** The form that makes a text. */
export type ComposeWording = {
  title: string;
  recipient: Labelled;
  template: Labelled;
  message: string;
  send: string;
  /** On the button that sends, where it fits. */
  sendFor(text: { parts: number; cost: string | null }): string;
  recipientMissing: string;
  numberWrong(wrong: WrongNumber): string;
  messageMissing: string;
  messageTooLong(message: { characters: number; limit: number }): string;
  /** The number of a teammate's profile, masked. */
  fromProfile(teammate: Masked & { userId: string }): string;
  /** In a teammate's profile. */
  noNumber(userId: string): string;
  noMobile(userId: string): string;
  deactivated(userId: string): string;
  /** The number of a contact, masked where the workspace wants it so. */
  contact(contact: Masked & { name: string }): string;
  /** How many people are in a group. */
  group(group: { name: string; people: number }): string;
  /** What a text to several people comes to. `cost` null: nobody knows what a part costs. */
  inAll(text: { people: number; parts: number; cost: string | null }): string;
  /** Over the longest text that a template comes to. */
  longest(texts: number): string;
  /** For how many a template takes more than one part. */
  severalParts(texts: { people: number; of: number }): string;
  /** Of whom a template says what isn't known. */
  lacking(people: { columns: string[]; people: string[]; more: number }): string;
  /** The form was submitted before the template's text stood in it. */
  templateComing: string;
  lastBalance(balance: { amount: string; ageMs: number }): string;
  nothingTyped: string;
  measure(text: { encoding: Encoding; characters: number; parts: number; cost: string | null }): string;
  forcedBy(character: string): string;
  plainer(text: { parts: number }): string;
  /** It may or may not be stored; either way, the same form sends only once. */
  unsure: string;
  didNotOpen: string;
};
