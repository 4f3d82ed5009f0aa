import type { Button, KnownBlock } from '@slack/types';
import { MINUTE_MS } from '../../kit/day.ts';
import type { ShowNumber } from '../../kit/number.ts';
import { table } from '../../kit/slack/charts.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { opensList } from '../../kit/slack/list.ts';
import type { Message } from '../../kit/slack/message.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { recipientsForAll } from '../../texts/slack/receipt-messages.ts';
import { figuresOf, type ProgressFigures } from '../progress-figures.ts';
import { wordRow } from '../rows.ts';
import type { Broadcast, RowOutcome } from '../store/model.ts';
import { rowState } from '../store/rows.ts';
import { ACTION } from './ids.ts';
import { againButtons, rowList } from './rows-modal.ts';

const BAR_LENGTH = 20;

/**
 * A broadcast's progress, why it is paused, and its buttons.
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
  const counts = `${words.progress.done(figures.percent)}: ${words.tally(figures)}`;
  const spoken = [headlineOf(words, show, broadcast, figures), counts, ...(pause ? [pause] : [])];
  return { text: spoken.join('\n'), blocks: broadcastBlocks(words, show, broadcast, wall) };
}

/** A broadcast's progress as three blocks. */
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
    words.tally(figures),
    ...(pause ? [pause] : []),
  ];
  return [
    section(lines.join('\n')),
    context(factsOf(words, broadcast, figures, wall).join(' · ')),
    actions(...buttonsOf(words, broadcast, figures)),
  ];
}

/** A bar that is full only when no text waits and none was cancelled. */
function bar(percent: number): string {
  const full = Math.floor((percent * BAR_LENGTH) / 100);
  return '▓'.repeat(full) + '░'.repeat(BAR_LENGTH - full);
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

/** Why the broadcast is paused; null if it isn't. */
function pauseLine({ progress }: Wording, { state, pause, request }: Broadcast): string | null {
  if (state !== 'paused' || !pause) return null;
  return progress.paused[pause.why]({ by: pause.by ?? request.by, until: pause.until });
}

/** The cost so far, and the time left. */
function factsOf(
  { progress }: Wording,
  { state }: Broadcast,
  { credits, costless, leftMs, isOver }: ProgressFigures,
  wall: number,
): string[] {
  const cost = progress.cost({ credits, costless, isOver });
  if (isOver || leftMs === 0) return [cost];
  if (state === 'paused') return [cost, progress.leftOnceOn(leftMs)];
  // Rounded to minutes, so that the post doesn't change every second.
  const endsAt = Math.ceil((wall + leftMs) / MINUTE_MS) * MINUTE_MS;
  return [cost, progress.left({ ms: Math.max(leftMs, MINUTE_MS), endsAt })];
}

/**
 * The buttons for the broadcast's state. All readers see the same ones; the app tells a user who may not press one
 * who may.
 */
function buttonsOf(words: Wording, broadcast: Broadcast, figures: ProgressFigures): Button[] {
  const { id, state, pause } = broadcast;
  const { button: labels, confirmCancel } = words.progress;
  const control = (action: string, label: string, style?: 'primary') =>
    button({ action, label, value: id, ...(style ? { style } : {}) });
  const cancel = button({
    action: ACTION.cancelBroadcast,
    label: labels.cancel,
    value: id,
    style: 'danger',
    confirm: { ...confirmCancel, text: confirmCancel.text(figures.waiting) },
  });
  const canResume = state === 'paused' && pause?.why !== 'hours' && pause?.why !== 'early';
  return [
    ...(state === 'running' ? [control(ACTION.pauseBroadcast, labels.pause)] : []),
    ...(canResume ? [control(ACTION.resumeBroadcast, labels.resume, 'primary')] : []),
    ...(state === 'running' || state === 'paused' ? [cancel] : []),
    control(opensList(rowList), labels.details),
    ...againButtons(words, id, figures),
  ];
}

/** The notice to the author that the broadcast paused by itself, with the reason and the rows that went wrong. */
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

/** Replaces the notice of a pause once the pause is over. */
export function pausedBeforeMessage(words: Wording, show: ShowNumber, { request }: Broadcast): Message {
  const to = recipientsForAll(words, request, show);
  const text = words.progress.pausedBefore({ actor: request.by, to });
  return { text, blocks: [section(text)] };
}

/** The most reasons for leaving people out that a summary gives. */
const MAX_REASONS = 10;

/**
 * The result of a broadcast.
 *
 * @param leftOut the number of people left out for each reason, in words
 * @param rows refused and uncertain rows for a table
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
    words.tally(figures),
    `${progress.cost({ credits, costless, isOver: true })} · ${summary.took((endedAt ?? 0) - (startedAt ?? 0))}`,
    ...leftOutLines(words, leftOut),
    ...(refused > 0 ? [summary.refused(refused)] : []),
    ...(uncertain > 0 ? [summary.uncertain(uncertain)] : []),
  ];
  const refusedRows = tableOf(words, show, rows);
  const text = lines.join('\n');
  const more = refused + uncertain - refusedRows.shownRows;
  return {
    text,
    blocks: [
      section(text),
      ...refusedRows.blocks,
      ...(refusedRows.shownRows > 0 && more > 0 ? [context(summary.moreRows(more))] : []),
      actions(...buttonsOf(words, broadcast, figures)),
    ],
  };
}

/** The most frequent reasons. */
function leftOutLines({ progress, several }: Wording, leftOut: ReadonlyMap<string, number>): string[] {
  const reasons = [...leftOut].toSorted(([, a], [, b]) => b - a);
  const lines = reasons
    .slice(0, MAX_REASONS)
    .map(([because, people]) => progress.summary.leftOut({ people, because }));
  return reasons.length > MAX_REASONS ? [...lines, several.moreReasons(reasons.length - MAX_REASONS)] : lines;
}

/** The rows as a table that Slack pages, sorts and filters. */
function tableOf(
  { progress, ...words }: Wording,
  show: ShowNumber,
  rows: readonly RowOutcome[],
): ReturnType<typeof table> {
  const { heading, details } = progress;
  return table({
    caption: progress.summary.table,
    header: [heading.number, heading.state, heading.reason],
    rows: rows.map(row => [
      row.number === null ? details.nameless : show(row.number),
      details.state[rowState(row, true)],
      wordRow({ progress, ...words }, row) ?? '',
    ]),
  });
}
