import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { showingNumbers } from '../../domain/number.ts';
import { type Wording, wordProblem } from '../../wording/index.ts';
import { sendAgain } from '../actions/send-again.ts';
import { ACTION, VIEW } from '../ids.ts';
import { keptJson } from '../kit/kept.ts';
import { noticeModal, pageModal } from '../kit/modals.ts';
import { asIs, onPress, onView } from '../kit/press.ts';
import type { Who } from '../kit/who.ts';
import { broadcastLead } from '../rights.ts';
import type { Services } from '../services.ts';
import { linkBlocks } from '../views/people/link.ts';
import { seesMasked } from './rights.ts';
import { FILTERS, PAGE, type RowsPlace, rowsModal } from './rows-modal.ts';

const placeSchema = z.object({
  id: z.string(),
  filter: z.enum(FILTERS),
  from: z.int().min(0),
  before: z.array(z.int().min(0)).default([]),
});

/** "Details" on a broadcast's post and in the Home tab: its rows, some at a time. */
export function registerOpenBroadcast(app: App, services: Services): void {
  onView(app, services, ACTION.openBroadcast, {
    read: asIs,
    may: broadcastLead,
    opens: {
      title: words => words.progress.details.title,
      command: null,
      fill: (words, who, id) => rowsView(services, words, who, { id, filter: 'all', from: 0, before: [] }),
    },
  });
}

/** Chooses which rows are shown, and turns their pages. */
export function registerTurnBroadcast(app: App, services: Services): void {
  for (const action of [ACTION.filterBroadcast, ACTION.turnBroadcast])
    onView(app, services, action, {
      read: value => keptJson(placeSchema, value),
      may: (judging, who, { id }) => broadcastLead(judging, who, id),
      turns: (words, who, place) => rowsView(services, words, who, place),
    });
}

const againSchema = z.object({ text: z.string(), place: placeSchema });

/** "Send again" on an uncertain row: the rows say that it is on its way. Whether it may go is judged as for any text. */
export function registerSendRowAgain(app: App, services: Services): void {
  onPress(app, services, ACTION.sendRowAgain, {
    read: value => keptJson(againSchema, value),
    may: (judging, who, { place }) => broadcastLead(judging, who, place.id),
    async carryOut(its, press, { text, place }) {
      const problem = await sendAgain(its, press, text);
      if (problem) return { kind: 'refused', problem };
      const words = await its.words.of(press.workspace, press.userId);
      return { kind: 'shown', view: await rowsView(its, words, press, place, text) };
    },
  });
}

/** "Download CSV": a link to the page that has the file. */
export function registerDownloadBroadcast(app: App, services: Services): void {
  onView(app, services, ACTION.downloadBroadcast, {
    read: asIs,
    may: broadcastLead,
    opens: {
      title: words => words.progress.details.title,
      command: null,
      fill: async (words, who, id) => {
        const url = await services.pageLink(who, 'broadcast', id);
        return pageModal({
          id: VIEW.notice,
          title: words.progress.details.title,
          close: words.link.close,
          blocks: linkBlocks(services, words, words.progress.details.link, url),
        });
      },
    },
  });
}

/** A page of rows, as this person may see them. */
async function rowsView(
  services: Services,
  words: Wording,
  { workspace, userId }: Who,
  place: RowsPlace,
  again: string | null = null,
): Promise<ModalView> {
  const { broadcasts } = services;
  const [one, page, isMasked] = await Promise.all([
    broadcasts.one(workspace, place.id),
    broadcasts.rows(workspace, place.id, { filter: place.filter, from: place.from, limit: PAGE }),
    seesMasked(services, workspace, userId),
  ]);
  if (!one)
    return noticeModal(
      words.progress.details.title,
      words.link.close,
      wordProblem(words, { kind: 'BROADCAST_GONE' }),
    );
  return rowsModal(words, showingNumbers(isMasked), { one, page, place, again });
}
