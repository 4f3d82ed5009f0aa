import type { Button, KnownBlock, PlainTextOption } from '@slack/types';
import { z } from 'zod';
import { linkModal } from '../../contacts/slack/import.ts';
import type { ShowNumber } from '../../kit/number.ts';
import { asIs, onPress } from '../../kit/slack/buttons.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { tick } from '../../kit/slack/fields.ts';
import { type Form, openerOf } from '../../kit/slack/form.ts';
import { type ListPage, listView, type PagedList } from '../../kit/slack/list.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { noticeModal } from '../../kit/slack/modals.ts';
import type { Services } from '../../kit/slack/services.ts';
import { onView } from '../../kit/slack/view-buttons.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import { harmless } from '../../kit/slack-text.ts';
import { type Wording, wordProblem } from '../../kit/words/wording.ts';
import { sender } from '../../texts/permissions.ts';
import { markArrived } from '../../texts/slack/arrived-button.ts';
import {
  arrivedButton,
  shownRecipient,
  storyButton,
  uncertainButton,
} from '../../texts/slack/receipt-messages.ts';
import { sendAgain } from '../../texts/slack/text-buttons.ts';
import { showingNumbersTo } from '../../workspace/masking.ts';
import { failure } from '../problem.ts';
import { figuresOf, type ProgressFigures } from '../progress-figures.ts';
import { wordRow } from '../rows.ts';
import type { Broadcast, RowFilter, RowOutcome } from '../store/model.ts';
import { rowState } from '../store/rows.ts';
import { ACTION } from './ids.ts';
import { broadcastLead } from './permissions.ts';
import { reviewOf } from './review.ts';

export const PAGE = 15;
const MAX_NAME = 60;

const FILTERS = [
  'all',
  'sent',
  'by_word',
  'refused',
  'uncertain',
  'left_out',
  'waiting',
  'cancelled',
] as const satisfies readonly RowFilter[];

/**
 * The number of earlier pages whose start is remembered; more don't fit into a button. Pages before them start a fixed number
 * of rows earlier, which is right when all rows are shown.
 */
const MAX_EARLIER = 200;

/** The rows shown. `earlier`: the starts of the previous pages; `again`: the text that was just resent. */
const placeSchema = z.object({
  id: z.string(),
  filter: z.enum(FILTERS),
  from: z.int().min(0),
  earlier: z.array(z.int().min(0)),
  again: z.string().nullable(),
});
export type RowsPlace = z.infer<typeof placeSchema>;

/**
 * "Details" on a broadcast's post and in the Home tab: its rows, page by page. The rows aren't a table block, because
 * Slack accepts table blocks in posts and in the Home tab but not in modals.
 */
export const rowList: PagedList<RowsPlace> = {
  id: 'broadcast',
  title: words => words.progress.details.title,
  command: null,
  permission: (permissionFacts, user, { id }) => broadcastLead(permissionFacts, user, id),
  place: placeSchema,
  start: id => ({ id, filter: 'all', from: 0, earlier: [], again: null }),
  also: [ACTION.filterBroadcast],
  turning: words => words.progress.details,
  async page(services, words, { workspace, userId }, place) {
    const { broadcasts } = services;
    const { id, filter, from } = place;
    const [broadcast, page, show] = await Promise.all([
      broadcasts.one(workspace, id),
      broadcasts.rows(workspace, id, { filter, from, limit: PAGE }),
      showingNumbersTo(services, workspace, userId),
    ]);
    const { details } = words.progress;
    const gone = wordProblem(words, failure('BROADCAST_GONE'));
    if (!broadcast) return noticeModal(details.title, words.link.close, gone);
    return rowsPage(words, show, { one: broadcast, page, place });
  },
};

export function rowsPage(
  words: Wording,
  show: ShowNumber,
  {
    one: broadcast,
    page,
    place,
  }: { one: Broadcast; page: { rows: readonly RowOutcome[]; next: number | null }; place: RowsPlace },
): ListPage<RowsPlace> {
  const { details, button: labels } = words.progress;
  const { from, earlier } = place;
  const isOver = broadcast.state === 'ended';
  const figures = figuresOf(broadcast);
  const [last = Math.max(0, from - PAGE)] = earlier.slice(-1);
  return {
    blocks: [
      context(words.tally(figures)),
      chooser(words, place),
      ...(page.rows.length === 0 ? [section(details.none)] : []),
      ...page.rows.flatMap(row => rowBlocks(words, show, row, { isOver, place })),
    ],
    previous: from > 0 ? { ...place, from: last, earlier: earlier.slice(0, -1) } : null,
    next:
      page.next === null
        ? null
        : { ...place, from: page.next, earlier: [...earlier, from].slice(-MAX_EARLIER) },
    foot: [
      actions(
        button({ action: ACTION.downloadBroadcast, label: labels.download, value: broadcast.id }),
        ...againButtons(words, broadcast.id, figures),
      ),
    ],
  };
}

/** "Send to those not reached", if a broadcast is over and didn't reach everybody. */
export function againButtons(
  { progress }: Wording,
  id: string,
  { isOver, refused, uncertain, cancelled }: ProgressFigures,
): Button[] {
  if (!isOver || refused + uncertain + cancelled === 0) return [];
  return [button({ action: openerOf(againForm, 'broadcast'), label: progress.button.again, value: id })];
}

const againSchema = z.object({ text: z.string(), broadcast: z.string() });

/**
 * "Send again" on an uncertain row. The row then says that its text is on its way. The rules for resending are those for any
 * text.
 */
export function sendRowAgainButton(services: Services): SlackListener {
  return onPress(services, ACTION.sendRowAgain, {
    read: value => parseStoredJson(againSchema, value),
    permission: (permissionFacts, user, { broadcast }) => broadcastLead(permissionFacts, user, broadcast),
    requiresLiveFacts: false,
    async handle(services, press, { text }) {
      const problem = await sendAgain(services, press, text);
      if (problem) return { kind: 'refused', problem };
      const words = await services.words.of(press.workspace, press.userId);
      const place = { ...parseStoredJson(placeSchema, press.view?.metadata ?? ''), again: text };
      const { again } = words.progress.details;
      return { kind: 'shown', view: await listView(services, words, press, rowList, place, again) };
    },
  });
}

/** "It arrived: mark as sent" on an uncertain row. The rules are those for any text. */
export function rowArrivedButton(services: Services): SlackListener {
  return onPress(services, ACTION.rowArrived, {
    read: value => parseStoredJson(againSchema, value),
    permission: async (permissionFacts, user, { broadcast }) =>
      (await broadcastLead(permissionFacts, user, broadcast)) ?? sender(permissionFacts, user, null),
    requiresLiveFacts: false,
    async handle(services, press, { text }) {
      const marked = await markArrived(services, press, text);
      if (!marked.ok) return { kind: 'refused', problem: marked.problem };
      const words = await services.words.of(press.workspace, press.userId);
      const place = parseStoredJson(placeSchema, press.view?.metadata ?? '');
      return {
        kind: 'shown',
        view: await listView(services, words, press, rowList, place, words.story.marked),
      };
    },
  });
}

/** "Download CSV": a link to the page that has the file. */
export function downloadBroadcastButton(services: Services): SlackListener {
  return onView(services, ACTION.downloadBroadcast, {
    read: asIs,
    permission: broadcastLead,
    opens: {
      title: words => words.progress.details.title,
      command: null,
      fill: async (words, user, id) => {
        const url = await services.pageLink(user, 'broadcast', id);
        const { title, link } = words.progress.details;
        return linkModal(services, words, { title, sentence: link, url });
      },
    },
  });
}

function chooser({ progress }: Wording, { id, filter: chosen }: RowsPlace): KnownBlock {
  const { filter, filters } = progress.details;
  const options = FILTERS.map(
    (option): PlainTextOption => ({
      value: JSON.stringify({ id, filter: option, from: 0, earlier: [], again: null }),
      text: { type: 'plain_text', text: filters[option] },
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

/** Recipient, outcome, reason and cost of a row, and what a person can do about an uncertain one. */
function rowBlocks(
  words: Wording,
  show: ShowNumber,
  row: RowOutcome,
  { isOver, place }: { isOver: boolean; place: RowsPlace },
): KnownBlock[] {
  const { details } = words.progress;
  const state = rowState(row, isOver);
  const because = wordRow(words, row);
  const recipient = row.number === null ? shownRecipient(row.recipient, show) : show(row.number);
  const name = row.name === '' ? '' : `*${harmless(row.name, MAX_NAME)}* `;
  const facts =
    row.text === null
      ? []
      : [details.facts({ parts: row.text.parts, cost: row.text.cost, logId: row.text.logId })];
  const line = [`${name}${recipient}`, details.state[state], ...facts].join(' · ');
  const block = section(because === null ? line : `${line}\n${because}`);
  if (!row.text) return [block];
  const story = storyButton(words, row.text.id);
  if (state !== 'uncertain' || row.isSentAgain || row.text.id === place.again)
    return [{ ...block, accessory: story }];
  const value = JSON.stringify({ text: row.text.id, broadcast: place.id });
  const again = uncertainButton(words, value, ACTION.sendRowAgain);
  return [block, actions(again, arrivedButton(words, value, ACTION.rowArrived), story)];
}

type NotReached = { refused: number; uncertain: number; cancelled: number };

/**
 * "Send to those not reached": shows their number, with a tick to include uncertain ones. The author reviews the new
 * broadcast before anything is sent.
 */
export const againForm: Form<{
  subject: string;
  current: NotReached;
  draft: { uncertain: boolean };
  extras: NotReached;
}> = {
  id: 'again',
  openers: { broadcast: asIs },
  subject: z.string(),
  permission: broadcastLead,
  requiresLiveFacts: false,
  command: null,
  title: ({ progress }) => progress.again.title,
  submit: ({ progress }) => progress.again.submit,
  cancel: words => words.link.cancel,
  meanwhile: ({ progress }) => progress.again.preparing,
  async load({ broadcasts }, { workspace }, id, { progress }) {
    const current = await broadcasts.unreached(workspace, id);
    const { refused, uncertain, cancelled } = current;
    return refused + uncertain + cancelled === 0 ? { deleted: progress.again.nobody } : { current };
  },
  draft: () => ({ uncertain: false }),
  extras: async (_services, _who, { current }) => current,
  head: ({ progress }, { current: { refused, cancelled } }) => [
    section(progress.again.intro({ refused, cancelled })),
  ],
  fields({ progress }) {
    const { alsoUncertain } = progress.again;
    const field = (count: number) => tick(alsoUncertain, alsoUncertain.option(count));
    return {
      uncertain: {
        ...field(0),
        blocks: (id, ticked, { uncertain }) =>
          uncertain > 0 ? field(uncertain).blocks(id, ticked, null, null) : [],
      },
    };
  },
  async save(services, submitter, words, { subject: id, draft }) {
    const { workspace, userId } = submitter;
    const gathered = await services.broadcasts.again(workspace, id, userId, draft.uncertain);
    if (!gathered.ok) return { message: wordProblem(words, gathered.problem) };
    return { view: await reviewOf(services, words, submitter, gathered.broadcast.id) };
  },
};
