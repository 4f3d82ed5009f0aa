import { harmless } from '../kit/slack-text.ts';
import type { Wording } from '../kit/words/wording.ts';
import { isSameName } from './parse/name.ts';
import { isKept, type KeptRecipient, type Recipient, recipientKeyOf } from './recipient.ts';

/*
 * Who uses a recipient is asked before a group or a rota is deleted, somebody is erased, or an import is undone: whatever texts
 * them is named first.
 */

/** Something that texts a recipient, or a rota that they are in. */
export type RecipientUse = {
  kind: 'hook' | 'rota' | 'schedule';
  /** As people know it; schedules have no name. */
  name: string;
  /** Who made it: a Slack user id. */
  by: string;
  /** Without the recipient it has nobody left. */
  isEmptied: boolean;
};

/** What of a feature uses the recipients that `isIt` is true of. */
export type RecipientUses = (workspace: string, isIt: IsRecipient) => Promise<readonly RecipientUse[]>;
export type IsRecipient = (who: Recipient) => boolean;

declare module '../kit/slack/services.ts' {
  interface Extensions {
    uses: readonly RecipientUses[];
  }
}

/** Whether a recipient means what a feature keeps: it was chosen, or somebody typed its name. */
export const meaning =
  (kept: Recipient & KeptRecipient): IsRecipient =>
  who => {
    if (isKept(who)) return recipientKeyOf(who) === recipientKeyOf(kept);
    return who.kind === 'named' && isSameName(who.name, kept.data.label);
  };

/** How something that names these recipients uses those that `isIt` is true of; null: it doesn't. */
export function useOf(
  used: Omit<RecipientUse, 'isEmptied'>,
  to: readonly Recipient[],
  isIt: IsRecipient,
): RecipientUse | null {
  if (!to.some(isIt)) return null;
  return { ...used, isEmptied: to.every(isIt) };
}

/** Names them in one sentence, for Slack. */
export const namedUses = ({ uses }: Wording, used: readonly RecipientUse[]): string =>
  uses.named(used.map(({ kind, name }) => ({ kind, name: harmless(name, 60) })));
