import type { Responder } from '../../domain/alert.ts';
import { isLocalNumber, maskNumber } from '../../domain/number.ts';
import type { Recipient } from '../../domain/recipient.ts';
import { harmless } from '../../domain/slack-text.ts';

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

/** A mention, or a masked number. */
export function responder(by: Responder): string {
  if (by.kind === 'person') return `<@${by.userId}>`;
  return isLocalNumber(by.number) ? maskNumber(by.number) : '•';
}
