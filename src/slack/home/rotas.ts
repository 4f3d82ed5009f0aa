import type { KnownBlock } from '@slack/types';
import { showingNumbers } from '../../domain/number.ts';
import { onCall, type Rota } from '../../domain/rota.ts';
import type { Wording } from '../../wording/index.ts';
import { context, section } from '../blocks/elements.ts';
import { shownOnCall } from '../rotas/shown.ts';

/** `/sms oncall` shows the others. */
const SHOWN = 10;

/** Who is on call now. */
export function rotasSection(
  { rotas }: Wording,
  all: readonly Rota[],
  { at, maskNumbers }: { at: number; maskNumbers: boolean },
): KnownBlock[] {
  if (all.length === 0) return [];
  const show = showingNumbers(maskNumbers);
  const lines = all.slice(0, SHOWN).map(rota => rotas.onCall(shownOnCall(rota, onCall(rota, at), show)));
  const more = all.length - lines.length;
  return [
    { type: 'header', text: { type: 'plain_text', text: rotas.now } },
    section(lines.join('\n')),
    context(more > 0 ? `${rotas.zone} ${rotas.more(more)}` : rotas.zone),
  ];
}
