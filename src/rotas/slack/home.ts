import type { KnownBlock } from '@slack/types';
import { showingNumbers } from '../../kit/number.ts';
import { button, context, section } from '../../kit/slack/elements.ts';
import type { HomePart } from '../../kit/slack/home-part.ts';
import { opensList } from '../../kit/slack/list.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { Omitted } from '../../texts/recipient.ts';
import { keyOf } from '../../texts/recipient.ts';
import { onCall, type Rota } from '../rota.ts';
import { rotaList } from './list.ts';
import { shownOnCall } from './shown.ts';
import { unreachedAmong, unreachedLines } from './unreached.ts';

/** `/sms oncall` shows the others. */
const SHOWN = 10;

/** Who is on call now. */
function rotasSection(
  words: Wording,
  all: readonly Rota[],
  { at, maskNumbers, unreached }: { at: number; maskNumbers: boolean; unreached: readonly Omitted[] },
): KnownBlock[] {
  if (all.length === 0) return [];
  const { rotas } = words;
  const show = showingNumbers(maskNumbers);
  const lines = all.slice(0, SHOWN).map(rota => rotas.onCall(shownOnCall(rota, onCall(rota, at), show)));
  const more = all.length - lines.length;
  return [
    { type: 'header', text: { type: 'plain_text', text: rotas.now } },
    section(lines.join('\n')),
    ...unreachedLines(words, unreached.slice(0, SHOWN), show).map(section),
    context(more > 0 ? `${rotas.zone} ${rotas.more(more)}` : rotas.zone),
  ];
}

/** Who is on call, for those who may see it. */
export const rotasAtHome = (services: Services): HomePart => ({
  async sections({ workspace, words, asOf: at, mayRead, maskNumbers }) {
    if (!mayRead) return [];
    const all = await services.rotas.shown(workspace);
    const people = new Map(all.flatMap(rota => rota.people.map(who => [keyOf(who), who] as const)));
    const unreached = await unreachedAmong(services, workspace, [...people.values()]);
    return rotasSection(words, all, { at, maskNumbers, unreached });
  },
  managing: ({ rotas }) => [button({ action: opensList(rotaList), label: rotas.title })],
});
