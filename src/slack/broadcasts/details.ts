import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { showingNumbers } from '../../domain/number.ts';
import { type Wording, wordProblem } from '../../wording/index.ts';
import { ACTION, VIEW } from '../ids.ts';
import { keptJson } from '../kept.ts';
import { onView, type ViewPress } from '../press.ts';
import type { Services } from '../services.ts';
import { noticeModal, openJudgedModal, pageModal, showView } from '../views/modals.ts';
import { linkBlocks } from '../views/people/link.ts';
import type { Who } from '../who.ts';
import { rowsProblem, seesMasked } from './rights.ts';
import { FILTERS, PAGE, type RowsPlace, rowsModal } from './rows-modal.ts';

const placeSchema = z.object({
  id: z.string(),
  filter: z.enum(FILTERS),
  from: z.int().min(0),
  before: z.array(z.int().min(0)).default([]),
});

/** "Details" on a broadcast's post and in the Home tab: its rows, some at a time. */
export function registerOpenBroadcast(app: App, services: Services): void {
  onView(app, services, ACTION.openBroadcast, async press => {
    await openJudgedModal(services, press.client, press, {
      title: words => words.progress.details.title,
      command: null,
      onTop: press.view?.type === 'modal',
      judge: () => rowsProblem(services, press, press.value),
      fill: words =>
        rowsView(services, words, press, { id: press.value, filter: 'all', from: 0, before: [] }),
    });
  });
}

/** Chooses which rows are shown, and turns their pages. The person is checked again: the modal may be a day old. */
export function registerTurnBroadcast(app: App, services: Services): void {
  const turn = async (press: ViewPress): Promise<void> => {
    const { workspace, userId, client, view } = press;
    if (!view) return;
    const place = keptJson(placeSchema, press.value);
    const [words, problem] = await Promise.all([
      services.words.of(workspace, userId),
      rowsProblem(services, press, place.id),
    ]);
    const next = problem
      ? noticeModal(words.progress.details.title, words.link.close, wordProblem(words, problem))
      : await rowsView(services, words, press, place);
    await showView(services, client, { viewId: view.id, workspace, userId }, next);
  };
  onView(app, services, ACTION.filterBroadcast, press => turn(press));
  onView(app, services, ACTION.turnBroadcast, press => turn(press));
}

/** "Download CSV": a link to the page that has the file. */
export function registerDownloadBroadcast(app: App, services: Services): void {
  onView(app, services, ACTION.downloadBroadcast, async press => {
    await openJudgedModal(services, press.client, press, {
      title: words => words.progress.details.title,
      command: null,
      onTop: press.view?.type === 'modal',
      judge: () => rowsProblem(services, press, press.value),
      fill: async words => {
        const url = await services.pageLink(press, 'broadcast', press.value);
        return pageModal({
          id: VIEW.notice,
          title: words.progress.details.title,
          close: words.link.close,
          blocks: linkBlocks(services, words, words.progress.details.link, url),
        });
      },
    });
  });
}

/** A page of rows, as this person may see them. */
async function rowsView(
  services: Services,
  words: Wording,
  { workspace, userId }: Who,
  place: RowsPlace,
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
  return rowsModal(words, showingNumbers(isMasked), { one, page, place });
}
