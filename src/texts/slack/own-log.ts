import type { KnownBlock } from '@slack/types';
import type { ShowNumber } from '../../kit/number.ts';
import { actions, button, section } from '../../kit/slack/elements.ts';
import type { HomeSection } from '../../kit/slack/services.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { HistoryEntry } from '../store/model.ts';
import type { AlertLinks, StopLinks } from '../text-links.ts';
import { ACTION } from './ids.ts';
import { shownText, storyButton, uncertainButtons } from './receipt-messages.ts';

/** Enough to tell texts apart. */
const MAX_FIRST_WORDS = 40;

/** A text in its sender's log: recipient, first words, outcome. */
type OwnText = { line: string; blocks: KnownBlock[] };

/**
 * A sender's own texts. Only this log shows words, so only the sender may see it. What became of an uncertain text can be decided in it, and
 * waiting ones cancelled.
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

/** A line about a text, with what a reader can do about it. A broadcast's texts are cancelled together. */
export function lineBlocks(
  words: Wording,
  line: string,
  { id, state, isResent, priority }: Pick<HistoryEntry, 'id' | 'state' | 'isResent' | 'priority'>,
): KnownBlock[] {
  if (state === 'uncertain' && !isResent) return [section(line), actions(...uncertainButtons(words, id))];
  if (state === 'queued' && priority !== 'bulk') {
    const cancel = button({ action: ACTION.cancel, label: words.button.cancel, value: id });
    return [section(line), actions(cancel, storyButton(words, id))];
  }
  return [{ ...section(line), accessory: storyButton(words, id) }];
}

/** Features' buttons below a person's own texts. */
export function belowTexts(words: Wording, parts: readonly HomeSection[]): KnownBlock[] {
  const buttons = parts.flatMap(part => part.belowTexts?.(words) ?? []);
  return buttons.length > 0 ? [actions(...buttons)] : [];
}
