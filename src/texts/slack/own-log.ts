import type { KnownBlock } from '@slack/types';
import type { ShowNumber } from '../../kit/number.ts';
import { section } from '../../kit/slack/elements.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { HistoryEntry } from '../store/model.ts';
import type { AlertLinks, StopLinks } from '../text-links.ts';
import { shownText, uncertainButton } from './receipt-messages.ts';

/** How much of a text tells it from others. */
const FIRST_WORDS = 40;

/** A text in the log of whoever sent it: to whom, its first words, and what became of it. */
type OwnText = { line: string; block: KnownBlock };

/**
 * Somebody's own texts, for nobody but them: words are in no other log. An uncertain one can be sent again there.
 *
 * @param links whose links in a text are for its reader only
 */
export function ownTexts(
  words: Wording,
  show: ShowNumber,
  links: readonly Pick<StopLinks | AlertLinks, 'shown'>[],
  texts: readonly HistoryEntry[],
): OwnText[] {
  return texts.map(text => {
    const message = links.reduce((said, one) => one.shown(said), text.message);
    const line = words.commands.logLine({
      ...text,
      at: text.madeAt,
      number: shownText(show, text),
      begins: message === '' ? null : harmless(message, FIRST_WORDS),
    });
    const maySendAgain = text.state === 'uncertain' && !text.isResent;
    const accessory = maySendAgain ? { accessory: uncertainButton(words, text.id) } : {};
    return { line, block: { ...section(line), ...accessory } };
  });
}
