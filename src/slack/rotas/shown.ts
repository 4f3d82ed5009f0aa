import type { ShowNumber } from '../../domain/number.ts';
import type { Recipient } from '../../domain/recipient.ts';
import type { OnCall, Rota } from '../../domain/rota.ts';
import { harmless } from '../../domain/slack-text.ts';
import type { ShownOnCall } from '../../wording/rotas/en.ts';
import { shownRecipient } from '../blocks/results.ts';
import { plainName } from '../recipient-option.ts';

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
