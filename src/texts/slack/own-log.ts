import type { KnownBlock } from '@slack/types';
import type { ShowNumber } from '../../kit/number.ts';
import { actions, section } from '../../kit/slack/elements.ts';
import type { HomeSection } from '../../kit/slack/services.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { HistoryEntry } from '../store/model.ts';
import type { AlertLinks, StopLinks } from '../text-links.ts';
import { shownText, storyButton, uncertainButtons } from './receipt-messages.ts';

/** Enough to tell texts apart. */
const MAX_FIRST_WORDS = 40;

/** A text in its sender's log: recipient, first words, outcome. */
type OwnText = { line: string; blocks: KnownBlock[] };

/**
 * A sender's own texts. Only this log shows words, so only the sender may see it. What became of an uncertain text can be decided in it.
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
    return { line, blocks: lineBlocks(words, line, text) };
  });
}

/** A line about a text, with what a reader can do about it. */
export const lineBlocks = (
  words: Wording,
  line: string,
  { id, state, isResent }: Pick<HistoryEntry, 'id' | 'state' | 'isResent'>,
): KnownBlock[] =>
  state === 'uncertain' && !isResent
    ? [section(line), actions(...uncertainButtons(words, id))]
    : [{ ...section(line), accessory: storyButton(words, id) }];

/** Features' buttons below a person's own texts. */
export function belowTexts(words: Wording, parts: readonly HomeSection[]): KnownBlock[] {
  const buttons = parts.flatMap(part => part.belowTexts?.(words) ?? []);
  return buttons.length > 0 ? [actions(...buttons)] : [];
}
