import { harmless } from '../kit/slack-text.ts';
import type { Wording } from '../kit/words/wording.ts';
import { isSameName } from './parse/name.ts';
import { type FeatureRecipient, isFeatureRecipient, type Recipient, recipientKeyOf } from './recipient.ts';

/* Before a group or a rota is deleted, a person is erased, or an import is undone, everything that texts them is listed. */

/** Something that texts a recipient, or a rota that they are in. */
export type RecipientUse = {
  kind: 'hook' | 'page' | 'policy' | 'rota' | 'schedule';
  /** Empty for schedules. */
  name: string;
  /** The user id of its author. */
  by: string;
  /** True if the use has no other recipients. */
  isEmptied: boolean;
};

/** A feature's uses of the recipients that `isIt` accepts. */
export type RecipientUses = (workspace: string, isIt: IsRecipient) => Promise<readonly RecipientUse[]>;
export type IsRecipient = (recipient: Recipient) => boolean;

declare module '../kit/slack/services.ts' {
  interface Extensions {
    uses: readonly RecipientUses[];
  }
}

/** Accepts recipients that stand for a feature's recipient: chosen ones, and typed names. */
export const meaning =
  (chosen: Recipient & FeatureRecipient): IsRecipient =>
  recipient => {
    if (isFeatureRecipient(recipient)) return recipientKeyOf(recipient) === recipientKeyOf(chosen);
    return recipient.kind === 'named' && isSameName(recipient.name, chosen.data.label);
  };

/** The use of the recipients that `isIt` accepts by something that names `to`; null if it names none. */
export function useOf(
  used: Omit<RecipientUse, 'isEmptied'>,
  to: readonly Recipient[],
  isIt: IsRecipient,
): RecipientUse | null {
  if (!to.some(isIt)) return null;
  return { ...used, isEmptied: to.every(isIt) };
}

export const namedUses = ({ uses }: Wording, used: readonly RecipientUse[]): string =>
  uses.named(used.map(({ kind, name }) => ({ kind, name: harmless(name, 60) })));
