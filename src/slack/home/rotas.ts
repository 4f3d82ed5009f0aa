import type { KnownBlock } from '@slack/types';
import { showingNumbers } from '../../domain/number.ts';
import type { Omitted } from '../../domain/recipient.ts';
import { onCall, type Rota } from '../../domain/rota.ts';
import type { Wording } from '../../wording/index.ts';
import { context, section } from '../kit/elements.ts';
import { shownOnCall } from '../rotas/shown.ts';
import { unreachedLines } from '../rotas/unreached.ts';

/** `/sms oncall` shows the others. */
const SHOWN = 10;

/** Who is on call now. */
export function rotasSection(
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
