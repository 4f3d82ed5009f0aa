import type { PlainTextOption } from '@slack/types';
import { fold } from '../kit/name-matching.ts';
import { nameRankInAnyScript, soughtName, soundsIn } from '../kit/name-sounds.ts';
import type { Services } from '../kit/slack/services.ts';
import { type FeatureRecipient, isFeatureRecipient, type Recipient } from '../texts/recipient.ts';
import type { NameMatch, OnCallRota } from '../texts/recipient-directory.ts';
import type { FeatureRecipients } from '../texts/recipient-kinds.ts';
import { optionOf, plainName } from '../texts/slack/recipient-options.ts';
import { createOnCallRotas } from './on-call-recipient.ts';
import type { RotaPlace } from './rota.ts';

const MAX_OFFERED = 10;

/** Rotas and their seconds in line, as recipients: a text goes to whoever has the place at that moment. */
export function recipients(services: Services): FeatureRecipients<'rota' | 'second'> {
  const onCallRotas = createOnCallRotas(services);
  const resolve =
    (place: RotaPlace) =>
    async (workspace: string, { data: { id } }: FeatureRecipient): Promise<NameMatch> => {
      const rota = (await onCallRotas(workspace, place)).find(({ as }) => idOf(as) === id);
      return rota ? { kind: 'rota', rota } : { kind: 'unknown' };
    };
  return {
    sort: { rota: 'onCall', second: 'onCall' },
    resolveChoice: { rota: resolve('first'), second: resolve('second') },
    async offer({ workspace, typed, words: { search, rotas }, show }) {
      const sought = soughtName(typed, false);
      const isMatch = ({ name }: OnCallRota): boolean =>
        nameRankInAnyScript({ folded: fold(name), sounds: soundsIn(name) }, sought) !== null;
      const offered = ({ as, onCall }: OnCallRota, label: string): PlainTextOption =>
        optionOf(as, search.onCall(onCall && plainName(onCall, show)), label);
      const firsts = (await onCallRotas(workspace, 'first')).filter(isMatch).slice(0, MAX_OFFERED);
      const seconds = await onCallRotas(workspace, 'second');
      const inLine = firsts.flatMap(({ name, as, second }) => {
        const behind = second && seconds.find(rota => idOf(rota.as) === idOf(as));
        return behind ? offered(behind, rotas.secondOf(name)) : [];
      });
      return {
        rota: { heading: search.heading.rotas, options: firsts.map(rota => offered(rota, rota.name)) },
        second: { heading: rotas.second, options: inLine },
      };
    },
  };
}

const idOf = (recipient: Recipient): string | null =>
  isFeatureRecipient(recipient) ? recipient.data.id : null;
