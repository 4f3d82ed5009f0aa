import type { KnownBlock } from '@slack/types';
import { showingNumbers } from '../../kit/number.ts';
import { context, section } from '../../kit/slack/elements.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { Omitted } from '../../texts/recipient.ts';
import { onCall, type Rota } from '../rota.ts';
import { shownOnCall } from './shown.ts';
import { unreachedLines } from './unreached.ts';

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
