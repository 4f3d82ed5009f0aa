import type { ShowNumber } from '../../kit/number.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { plainName } from '../../texts/slack/recipient-option.ts';
import { shownRecipient } from '../../texts/slack/results.ts';
import type { OnCall, Rota } from '../rota.ts';
import type { ShownOnCall } from '../words/en.ts';

const MAX_NAME = 60;

/** Somebody in a rota, named without notifying them. */
export const namedIn = (who: Recipient, show: ShowNumber): string => harmless(plainName(who, show), MAX_NAME);

/** Who is on call, for a sentence. Whoever is on call is mentioned, others are named. */
export function shownOnCall({ name }: Pick<Rota, 'name'>, now: OnCall, show: ShowNumber): ShownOnCall {
  return {
    rota: harmless(name, MAX_NAME),
    who: now.who && shownRecipient(now.who, show),
    until: now.until,
    next: now.next && namedIn(now.next, show),
  };
}
