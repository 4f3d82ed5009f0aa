import type { ShowNumber } from '../../kit/number.ts';
import { section } from '../../kit/slack/elements.ts';
import type { Message } from '../../kit/slack/message.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { recipientsForAll } from '../../texts/slack/results.ts';
import type { Broadcast, RowOutcome } from '../store/model.ts';
import { wordRow } from '../words/row.ts';
import { pauseLine } from './progress.ts';

/** Tells a broadcast's author that it paused itself, why, and what to do; with the rows that went wrong, if some did. */
export function pausedMessage(
  words: Wording,
  show: ShowNumber,
  broadcast: Broadcast,
  rows: readonly RowOutcome[],
): Message {
  const { progress } = words;
  const { ask } = broadcast;
  const lines = [
    `${progress.pausedItself({ actor: ask.by, to: recipientsForAll(words, ask, show) })} ${pauseLine(words, broadcast) ?? ''}`,
    ...rows.map(row =>
      progress.wentWrong({
        who: row.number === null ? progress.details.nameless : show(row.number),
        because: wordRow(words, row) ?? '…',
      }),
    ),
  ];
  const text = lines.join('\n');
  return { text, blocks: [section(text)] };
}
