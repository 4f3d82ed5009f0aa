import type { Button, KnownBlock } from '@slack/types';
import { MINUTE_MS } from '../../kit/day.ts';
import type { ShowNumber } from '../../kit/number.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { MAX_TABLE_CHARACTERS } from '../../kit/slack/limits.ts';
import { opensList } from '../../kit/slack/list.ts';
import type { Message } from '../../kit/slack/message.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { recipientsForAll } from '../../texts/slack/receipt-messages.ts';
import { figuresOf, type ProgressFigures, wordRow } from '../progress-figures.ts';
import { rowState } from '../store/feed-rows.ts';
import type { Broadcast, RowOutcome } from '../store/model.ts';
import { ACTION } from './ids.ts';
import { againForm, rowList } from './rows-modal.ts';

const BAR = 20;
/** The end is said to the minute, so that a post isn't changed only because a second has passed. */

/**
 * A broadcast as it is now: how far it is, why it is paused, and its buttons.
 *
 * @param wall the time of day
 */
export function progressMessage(
  words: Wording,
  show: ShowNumber,
  broadcast: Broadcast,
  wall: number,
): Message {
  const figures = figuresOf(broadcast);
  const pause = pauseLine(words, broadcast);
  const counts = `${words.progress.done(figures.percent)}: ${words.progress.counts(figures)}`;
  const spoken = [headlineOf(words, show, broadcast, figures), counts, ...(pause ? [pause] : [])];
  return { text: spoken.join('\n'), blocks: broadcastBlocks(words, show, broadcast, wall) };
}

/** The same as blocks: three. */
export function broadcastBlocks(
  words: Wording,
  show: ShowNumber,
  broadcast: Broadcast,
  wall: number,
): KnownBlock[] {
  const figures = figuresOf(broadcast);
  const { progress } = words;
  const pause = pauseLine(words, broadcast);
  const lines = [
    headlineOf(words, show, broadcast, figures),
    `${bar(figures.percent)} ${progress.done(figures.percent)}`,
    progress.counts(figures),
    ...(pause ? [pause] : []),
  ];
  return [
    section(lines.join('\n')),
    context(factsOf(words, broadcast, figures, wall).join(' · ')),
    actions(...buttonsOf(words, broadcast, figures)),
  ];
}

/** Full only when nobody waits and nobody was left without a text by cancelling. */
function bar(percent: number): string {
  const full = Math.floor((percent * BAR) / 100);
  return '▓'.repeat(full) + '░'.repeat(BAR - full);
}

function headlineOf(
  words: Wording,
  show: ShowNumber,
  { request, state, endedBy }: Broadcast,
  { texts, sent, went }: ProgressFigures,
): string {
  const { progress } = words;
  const about = { actor: request.by, to: recipientsForAll(words, request, show), kind: request.kind };
  if (endedBy !== null) return progress.headline.cancelled({ ...about, by: endedBy, went, texts });
  if (state === 'ended') return progress.headline.ended({ ...about, isAll: sent === texts });
  return state === 'paused' ? progress.headline.paused(about) : progress.headline.running(about);
}

/** Null: it isn't paused. */
function pauseLine({ progress }: Wording, { state, pause, request }: Broadcast): string | null {
  if (state !== 'paused' || !pause) return null;
  return progress.paused[pause.why]({ by: pause.by ?? request.by, until: pause.until });
}

/** What it has cost so far, and how long it will take. */
function factsOf(
  { progress }: Wording,
  { state }: Broadcast,
  { credits, costless, leftMs, isOver }: ProgressFigures,
  wall: number,
): string[] {
  const cost = progress.cost({ credits, costless, isOver });
  if (isOver || leftMs === 0) return [cost];
  if (state === 'paused') return [cost, progress.leftOnceOn(leftMs)];
  const endsAt = Math.ceil((wall + leftMs) / MINUTE_MS) * MINUTE_MS;
  return [cost, progress.left({ ms: Math.max(leftMs, MINUTE_MS), endsAt })];
}

/** What its author and those who manage may do with it now; others who press are told who may. */
function buttonsOf({ progress }: Wording, broadcast: Broadcast, figures: ProgressFigures): Button[] {
  const { id, state, pause } = broadcast;
  const { button: labels, confirmCancel } = progress;
  const { waiting, refused, uncertain, cancelled, isOver } = figures;
  const one = (action: string, label: string, style?: 'primary') =>
    button({ action, label, value: id, ...(style ? { style } : {}) });
  const cancel = button({
    action: ACTION.cancelBroadcast,
    label: labels.cancel,
    value: id,
    style: 'danger',
    confirm: { ...confirmCancel, text: confirmCancel.text(waiting) },
  });
  const canResume = state === 'paused' && pause?.why !== 'hours';
  return [
    ...(state === 'running' ? [one(ACTION.pauseBroadcast, labels.pause)] : []),
    ...(canResume ? [one(ACTION.resumeBroadcast, labels.resume, 'primary')] : []),
    ...(state === 'running' || state === 'paused' ? [cancel] : []),
    one(opensList(rowList), labels.details),
    ...(isOver && refused + uncertain + cancelled > 0
      ? [one(openerOf(againForm, 'broadcast'), labels.again)]
      : []),
  ];
}

/** Tells a broadcast's author that it paused itself, why, and what to do; with the rows that went wrong, if some did. */
export function pausedMessage(
  words: Wording,
  show: ShowNumber,
  broadcast: Broadcast,
  rows: readonly RowOutcome[],
): Message {
  const { progress } = words;
  const { request } = broadcast;
  const lines = [
    `${progress.pausedItself({ actor: request.by, to: recipientsForAll(words, request, show) })} ${pauseLine(words, broadcast) ?? ''}`,
    ...rows.map(row =>
      progress.wentWrong({
        who: row.number === null ? progress.details.nameless : show(row.number),
        because: wordRow(words, row) ?? '…',
      }),
    ),
  ];
  const text = lines.join('\n');
  const resume = button({
    action: ACTION.resumeBroadcast,
    label: progress.button.resume,
    value: broadcast.id,
    style: 'primary',
  });
  return { text, blocks: [section(text), actions(resume)] };
}

/** What that notice says once the pause is over. */
export function pausedBeforeMessage(words: Wording, show: ShowNumber, { request }: Broadcast): Message {
  const to = recipientsForAll(words, request, show);
  const text = words.progress.pausedBefore({ actor: request.by, to });
  return { text, blocks: [section(text)] };
}

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
  const { request, startedAt, endedAt } = broadcast;
  const figures = figuresOf(broadcast);
  const { refused, uncertain, credits, costless } = figures;
  const lines = [
    summary.heading({ actor: request.by, to: recipientsForAll(words, request, show) }),
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
    if (characters > MAX_TABLE_CHARACTERS) break;
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
