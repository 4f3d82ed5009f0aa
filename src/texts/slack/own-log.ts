import type { Button, KnownBlock } from '@slack/types';
import type { ShowNumber } from '../../kit/number.ts';
import { button, section } from '../../kit/slack/elements.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { HistoryEntry } from '../store/model.ts';
import type { AlertLinks, StopLinks } from '../text-links.ts';
import { ACTION } from './ids.ts';
import { shownText, uncertainButton } from './receipt-messages.ts';

/** Enough to tell texts apart. */
const MAX_FIRST_WORDS = 40;

/** A text in its sender's log: recipient, first words, outcome. */
type OwnText = { line: string; block: KnownBlock };

/**
 * A sender's own texts. Only this log shows words, so only the sender may see it. Uncertain texts can be sent again from it, and waiting ones cancelled.
 *
 * @param links kinds of links that only a text's recipient may use
 */
export function ownTexts(
  words: Wording,
  show: ShowNumber,
  links: readonly Pick<StopLinks | AlertLinks, 'shown'>[],
  texts: readonly HistoryEntry[],
): OwnText[] {
  return texts.map(text => {
    const message = links.reduce((shown, kind) => kind.shown(shown), text.message);
    const line = words.commands.logLine({
      ...text,
      at: text.madeAt,
      number: shownText(show, text),
      begins: message === '' ? null : harmless(message, MAX_FIRST_WORDS),
    });
    const accessory = buttonFor(words, text);
    return { line, block: { ...section(line), ...(accessory ? { accessory } : {}) } };
  });
}

/** What its sender can do about a text now; null if nothing. A broadcast's texts are cancelled together. */
function buttonFor(
  words: Wording,
  { id, state, isResent, priority }: Pick<HistoryEntry, 'id' | 'state' | 'isResent' | 'priority'>,
): Button | null {
  if (state === 'uncertain' && !isResent) return uncertainButton(words, id);
  return state === 'queued' && priority !== 'bulk'
    ? button({ action: ACTION.cancel, label: words.button.cancel, value: id })
    : null;
}
