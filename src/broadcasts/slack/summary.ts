import type { KnownBlock } from '@slack/types';
import type { ShowNumber } from '../../kit/number.ts';
import { actions, context, section } from '../../kit/slack/elements.ts';
import type { Message } from '../../kit/slack/message.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { recipientsForAll } from '../../texts/slack/results.ts';
import { figuresOf } from '../figures.ts';
import { rowState } from '../row-state.ts';
import type { Broadcast, RowOutcome } from '../store/model.ts';
import { wordRow } from '../words/row.ts';
import { buttonsOf } from './progress.ts';

/** A post's tables may have so many characters in all; some are left for the headings. */
const TABLE_CHARACTERS = 9500;
/** How many reasons are given why people were left out. */
const REASONS = 10;

/**
 * What a broadcast came to, when it is over.
 *
 * @param leftOut how many were left out for each reason, in words
 * @param rows some of those that were refused or are uncertain, for a table
 */
export function summaryMessage(
  words: Wording,
  show: ShowNumber,
  broadcast: Broadcast,
  { leftOut, rows }: { leftOut: ReadonlyMap<string, number>; rows: readonly RowOutcome[] },
): Message {
  const { progress } = words;
  const { summary } = progress;
  const { ask, startedAt, endedAt } = broadcast;
  const figures = figuresOf(broadcast);
  const { refused, uncertain, credits, costless } = figures;
  const lines = [
    summary.heading({ actor: ask.by, to: recipientsForAll(words, ask, show) }),
    progress.counts(figures),
    `${progress.cost({ credits, costless, isOver: true })} · ${summary.took((endedAt ?? 0) - (startedAt ?? 0))}`,
    ...leftOutLines(words, leftOut),
    ...(refused > 0 ? [summary.refused(refused)] : []),
    ...(uncertain > 0 ? [summary.uncertain(uncertain)] : []),
  ];
  const table = tableOf(words, show, rows);
  const text = lines.join('\n');
  const more = refused + uncertain - (table ? table.rows.length - 1 : 0);
  return {
    text,
    blocks: [
      section(text),
      ...(table ? [table] : []),
      ...(table && more > 0 ? [context(summary.moreRows(more))] : []),
      actions(...buttonsOf(words, broadcast, figures)),
    ],
  };
}

/** The reasons that concern most people. */
function leftOutLines({ progress, several }: Wording, leftOut: ReadonlyMap<string, number>): string[] {
  const reasons = [...leftOut].toSorted(([, one], [, other]) => other - one);
  const lines = reasons
    .slice(0, REASONS)
    .map(([because, people]) => progress.summary.leftOut({ people, because }));
  return reasons.length > REASONS ? [...lines, several.moreReasons(reasons.length - REASONS)] : lines;
}

/** The rows as a table that Slack turns, sorts and filters; null: there are none. */
function tableOf(
  { progress, ...words }: Wording,
  show: ShowNumber,
  rows: readonly RowOutcome[],
): Extract<KnownBlock, { type: 'data_table' }> | null {
  const { heading, details } = progress;
  const lines: string[][] = [];
  let characters = 0;
  for (const row of rows) {
    const who = row.number === null ? details.nameless : show(row.number);
    const line = [who, details.state[rowState(row, true)], wordRow({ progress, ...words }, row) ?? '–'];
    characters += line.join('').length;
    if (characters > TABLE_CHARACTERS) break;
    lines.push(line);
  }
  if (lines.length === 0) return null;
  const header = [heading.number, heading.state, heading.reason];
  const cells = (line: string[]) => line.map(text => ({ type: 'raw_text' as const, text }));
  return {
    type: 'data_table',
    caption: progress.summary.table,
    page_size: 10,
    rows: [header, ...lines].map(cells),
  };
}
