import { z } from 'zod';
import { deliveryOf, type Poster } from '../../kit/slack/posting.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { WordsFor } from '../../kit/words/wording.ts';
import { numbersIn } from '../../texts/recipient.ts';
import type { Deliver } from '../../texts/sending/reporter.ts';
import { leftOutLines } from '../../texts/slack/outcome-message.ts';
import { recipientsOf, uncertainMessage } from '../../texts/slack/receipt-messages.ts';
import type { Naming } from '../../texts/slack/recipient-names.ts';
import type { History } from '../../texts/store/history.ts';
import { showingNumbers } from '../../workspace/masking.ts';
import type { SettingsOf } from '../../workspace/settings.ts';
import type { SayHandOver } from '../hand-overs.ts';
import type { Rotas } from '../service.ts';
import { shownOnCall } from './on-call-lines.ts';

type HandOverParts = { poster: Pick<Poster, 'post'>; settings: SettingsOf; words: WordsFor };

/** Posts a hand-over in the rota's channel. Mentions the person who comes on, and only names the next. */
export function createSayHandOver({ poster, settings, words }: HandOverParts): SayHandOver {
  return async (workspace, channel, rota, now) => {
    const rules = await settings.shown(workspace);
    const { rotas } = await words.of(workspace, null, rules);
    const text = rotas.handOver(shownOnCall(rota, now, showingNumbers(rules)));
    return poster.post(workspace, channel, { text });
  };
}

/** The source of a hand-over's text. */
const sourceSchema = z.object({ data: z.object({ rota: z.string() }) });

/** Reports a hand-over's text that wasn't sent, in the rota's channel, otherwise to the user who created the rota. */
export function createHandOverOutcome(
  deps: HandOverParts & { rotas: Pick<Rotas, 'one'>; history: Pick<History, 'outcome'>; naming: Naming },
): Deliver {
  const { rotas, history, naming, poster, settings } = deps;
  return async ({ intent }) => {
    const { workspace } = intent;
    const id = sourceSchema.safeParse(intent.source).data?.data.rota;
    const [outcome, rota] = await Promise.all([
      history.outcome(workspace, intent.id),
      id === undefined ? null : rotas.one(workspace, id),
    ]);
    if (!rota || !outcome) return { kind: 'dropped', why: 'the rota is gone' };
    if (outcome.texts.some(({ state }) => state === 'sent')) return { kind: 'nothing' };
    const reader = rota.channel === null ? rota.createdBy : null;
    const rules = await settings.shown(workspace);
    const words = await deps.words.of(workspace, reader, rules);
    const numbers = [...numbersIn(intent.to), ...outcome.texts.map(({ number }) => number)];
    const show = await naming(workspace, reader, numbers, rules);
    const uncertain = outcome.texts.find(({ state }) => state === 'uncertain');
    const lines = [
      `${words.rotas.notTexted(harmless(rota.name, 60))} ${recipientsOf(words, intent, show)}`,
      ...leftOutLines(words, show, outcome),
    ];
    const message = uncertain ? uncertainMessage(words, show, uncertain, intent) : { text: lines.join('\n') };
    return deliveryOf(await poster.post(workspace, rota.channel ?? rota.createdBy, message));
  };
}
