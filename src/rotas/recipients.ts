import { fold } from '../kit/name-matching.ts';
import { nameRankInAnyScript, soughtName, soundsIn } from '../kit/name-sounds.ts';
import type { Services } from '../kit/slack/services.ts';
import { isFeatureRecipient } from '../texts/recipient.ts';
import type { FeatureRecipients } from '../texts/recipient-kinds.ts';
import { optionOf, plainName } from '../texts/slack/recipient-options.ts';

const MAX_OFFERED = 10;

/** Rotas, as recipients: a text goes to the person on call at that moment. */
export const recipients = ({ rotas }: Services): FeatureRecipients<'rota'> => ({
  sort: { rota: 'onCall' },
  resolveChoice: {
    async rota(workspace, { data: { id } }) {
      const all = await rotas.onCallRotas(workspace);
      const rota = all.find(({ as }) => isFeatureRecipient(as) && as.data.id === id);
      return rota ? { kind: 'rota', rota } : { kind: 'unknown' };
    },
  },
  async offer({ workspace, typed, words: { search }, show }) {
    const sought = soughtName(typed, false);
    const isMatch = (name: string): boolean =>
      nameRankInAnyScript({ folded: fold(name), sounds: soundsIn(name) }, sought) !== null;
    const all = await rotas.onCallRotas(workspace);
    const options = all
      .filter(({ name }) => isMatch(name))
      .slice(0, MAX_OFFERED)
      .map(({ as, onCall }) => optionOf(as, search.onCall(onCall && plainName(onCall, show))));
    return { rota: { heading: search.heading.rotas, options } };
  },
});
