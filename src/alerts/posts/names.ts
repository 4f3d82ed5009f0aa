import { isLocalNumber, maskNumber } from '../../kit/number.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Recipient } from '../../texts/recipient.ts';
import type { Responder } from '../alert.ts';

/** Names a user group without notifying it. */
export function nameOf(recipient: Recipient): string {
  switch (recipient.kind) {
    case 'number':
      return maskNumber(recipient.number);
    case 'teammate':
      return `<@${recipient.userId}>`;
    case 'usergroup':
    case 'contact':
    case 'group':
    case 'rota':
      return `“${harmless(recipient.label, 60)}”`;
    case 'named':
      return `“${harmless(recipient.name, 60)}”`;
    case 'unreadable':
      return `“${harmless(recipient.typed, 60)}”`;
  }
}

/** How a number is shown. */
export type NumberName = (number: string) => string;

/** A mention of whoever Slack knows it by; otherwise masked. @param users user ids, by their numbers */
export const whoOf =
  (users: ReadonlyMap<string, string>): NumberName =>
  number => {
    const userId = users.get(number);
    if (userId !== undefined) return `<@${userId}>`;
    return isLocalNumber(number) ? maskNumber(number) : '•';
  };

/** Nobody is known. */
export const masked = whoOf(new Map());

export const responder = (by: Responder, who: NumberName): string =>
  by.kind === 'person' ? `<@${by.userId}>` : who(by.number);
