import { showingNumbers } from '../../domain/number.ts';
import type { SayHandOver } from '../../rotas/hand-overs.ts';
import type { Deliver } from '../../sending/reporter.ts';
import type { History } from '../../storage/texts/history.ts';
import type { Rotas } from '../../workspaces/rotas.ts';
import type { SettingsOf } from '../../workspaces/settings.ts';
import { recipientsOf, uncertainMessage } from '../blocks/results.ts';
import { deliveryOf } from '../kit/delivered.ts';
import type { Poster } from '../kit/posting.ts';
import type { Naming } from '../naming.ts';
import { leftOutLines } from '../several/outcome.ts';
import type { Words } from '../words.ts';
import { shownOnCall } from './shown.ts';

type HandOverParts = { poster: Pick<Poster, 'post'>; settings: SettingsOf; words: Words };

/** Posts in a rota's channel that somebody else is on call. Whoever comes on is mentioned; who is next is only named. */
export function createSayHandOver({ poster, settings, words }: HandOverParts): SayHandOver {
  return async (workspace, channel, rota, now) => {
    const rules = await settings.shown(workspace);
    const { rotas } = await words.of(workspace, null, rules);
    const text = rotas.handOver(shownOnCall(rota, now, showingNumbers(rules.maskNumbers)));
    return poster.post(workspace, channel, { text });
  };
}

/** Says where the rota's hand-overs are posted, otherwise to whoever made it, that a hand-over's text didn't go. */
export function createHandOverOutcome(
  parts: HandOverParts & { rotas: Pick<Rotas, 'one'>; history: Pick<History, 'outcome'>; naming: Naming },
): Deliver {
  const { rotas, history, naming, poster, settings } = parts;
  return async ({ intent }) => {
    const { workspace } = intent;
    const [id = ''] = intent.identity.split(' ');
    const [outcome, rota] = await Promise.all([
      history.outcome(workspace, intent.id),
      rotas.one(workspace, id),
    ]);
    if (!rota || !outcome) return { kind: 'dropped', why: 'the rota is gone' };
    if (outcome.texts.some(({ state }) => state === 'sent')) return { kind: 'nothing' };
    const reader = rota.channel === null ? rota.createdBy : null;
    const rules = await settings.shown(workspace);
    const words = await parts.words.of(workspace, reader, rules);
    const numbers = [
      ...intent.to,
      ...outcome.texts.map(({ number }) => ({ kind: 'number' as const, number })),
    ];
    const show = await naming(
      workspace,
      reader,
      numbers.flatMap(who => (who.kind === 'number' ? [who.number] : [])),
      rules,
    );
    const uncertain = outcome.texts.find(({ state }) => state === 'uncertain');
    const lines = [
      `${words.rotas.notTexted(rota.name)} ${recipientsOf(words, intent, show)}`,
      ...leftOutLines(words, show, outcome),
    ];
    const message = uncertain
      ? uncertainMessage(words, show, uncertain, intent.actor)
      : { text: lines.join('\n') };
    return deliveryOf(await poster.post(workspace, rota.channel ?? rota.createdBy, message));
  };
}
