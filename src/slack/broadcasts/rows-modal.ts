import type { KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { figuresOf } from '../../broadcasts/figures.ts';
import { rowState } from '../../broadcasts/row-state.ts';
import type { ShowNumber } from '../../domain/number.ts';
import { harmless } from '../../domain/slack-text.ts';
import type { Broadcast, RowFilter, RowOutcome } from '../../storage/broadcasts/model.ts';
import { type Wording, wordRow } from '../../wording/index.ts';
import { shownRecipient, uncertainButton } from '../blocks/results.ts';
import { ACTION, VIEW } from '../ids.ts';
import { actions, button, context, section } from '../kit/elements.ts';
import { pageModal } from '../kit/modals.ts';

export const PAGE = 15;
const MAX_NAME = 60;

export const FILTERS = [
  'all',
  'sent',
  'refused',
  'uncertain',
  'left_out',
  'waiting',
  'cancelled',
] as const satisfies readonly RowFilter[];

/**
 * So many pages before the one that is shown are remembered; more don't fit into a button. Before those, a page begins so many
 * rows before, which is where it did if all rows are shown.
 */
const REMEMBERED = 200;

/** Which rows of a broadcast are shown, and from which on; `before`: where the pages before this one began. */
export type RowsPlace = { id: string; filter: RowFilter; from: number; before: number[] };

/** A page of a broadcast's rows: Slack accepts its table blocks in posts and in the Home tab, but not in modals. */
export function rowsModal(
  words: Wording,
  show: ShowNumber,
  {
    one,
    page,
    place,
    again = null,
  }: {
    one: Broadcast;
    page: { rows: readonly RowOutcome[]; next: number | null };
    place: RowsPlace;
    /** The text that was just asked to be sent again. */
    again?: string | null;
  },
): ModalView {
  const { progress } = words;
  const { details, button: labels } = progress;
  const isOver = one.state === 'ended';
  const figures = figuresOf(one);
  const turn = (label: string, from: number, before: number[]) =>
    actions(
      button({ action: ACTION.turnBroadcast, label, value: JSON.stringify({ ...place, from, before }) }),
    );
  const { from, before } = place;
  const canRepeat = figures.isOver && figures.refused + figures.uncertain + figures.cancelled > 0;
  return pageModal({
    id: VIEW.broadcastRows,
    title: details.title,
    close: words.link.close,
    blocks: [
      ...(again === null ? [] : [section(details.again)]),
      context(progress.counts(figures)),
      chooser(words, place),
      ...(page.rows.length === 0 ? [section(details.none)] : []),
      ...page.rows.map(row => rowBlock(words, show, row, { isOver, place, again })),
      ...(from > 0
        ? [turn(details.previous, before.at(-1) ?? Math.max(0, from - PAGE), before.slice(0, -1))]
        : []),
      ...(page.next === null ? [] : [turn(details.next, page.next, [...before, from].slice(-REMEMBERED))]),
      actions(
        button({ action: ACTION.downloadBroadcast, label: labels.download, value: one.id }),
        ...(canRepeat ? [button({ action: ACTION.broadcastAgain, label: labels.again, value: one.id })] : []),
      ),
    ],
  });
}

function chooser({ progress }: Wording, { id, filter: chosen }: RowsPlace): KnownBlock {
  const { filter, filters } = progress.details;
  const options = FILTERS.map(
    (one): PlainTextOption => ({
      value: JSON.stringify({ id, filter: one, from: 0, before: [] }),
      text: { type: 'plain_text', text: filters[one] },
    }),
  );
  const initial = options[FILTERS.indexOf(chosen)];
  return {
    type: 'actions',
    elements: [
      {
        type: 'static_select',
        action_id: ACTION.filterBroadcast,
        placeholder: { type: 'plain_text', text: filter },
        options,
        ...(initial ? { initial_option: initial } : {}),
      },
    ],
  };
}

/** Who, what became of it and why, and what it cost; an uncertain one can be sent again. */
function rowBlock(
  words: Wording,
  show: ShowNumber,
  row: RowOutcome,
  { isOver, place, again }: { isOver: boolean; place: RowsPlace; again: string | null },
): KnownBlock {
  const { details } = words.progress;
  const state = rowState(row, isOver);
  const because = wordRow(words, row);
  const who = row.number === null ? shownRecipient(row.who, show) : show(row.number);
  const name = row.name === '' ? '' : `*${harmless(row.name, MAX_NAME)}* `;
  const facts =
    row.text === null
      ? []
      : [details.facts({ parts: row.text.parts, cost: row.text.cost, logId: row.text.logId })];
  const line = [`${name}${who}`, details.state[state], ...facts].join(' · ');
  const block = section(because === null ? line : `${line}\n${because}`);
  if (state !== 'uncertain' || !row.text || row.isSentAgain || row.text.id === again) return block;
  const { id, filter, from } = place;
  const value = JSON.stringify({ text: row.text.id, place: { id, filter, from } });
  return { ...block, accessory: uncertainButton(words, value, ACTION.sendRowAgain) };
}
