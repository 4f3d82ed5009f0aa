import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { type Wording, wordProblem } from '../../../wording/index.ts';
import { ACTION, COMMAND, INPUT, VIEW } from '../../ids.ts';
import { onForm, onInput } from '../../kit/form.ts';
import { keptJson } from '../../kit/kept.ts';
import { formModal, noticeModal, showView } from '../../kit/modals.ts';
import type { PayloadView } from '../../kit/payloads/view.ts';
import { asIs, onView, type SharedModal } from '../../kit/press.ts';
import type { Who } from '../../kit/who.ts';
import { reader } from '../../rights.ts';
import type { Services } from '../../services.ts';
import { listBlocks, PAGE } from './blocks.ts';
import { MOST_TYPED, type PeoplePlace, placeSchema } from './place.ts';
import { readerProblem, rightsOf } from './rights.ts';

/** "People" in the Home tab: the workspace's contacts and groups, for everybody who may see them. */
export function registerOpenPeople(app: App, services: Services): void {
  onView(app, services, ACTION.openPeople, peopleModal(services));
}

/** The same by `/sms people`. */
export const peopleModal = (services: Services): SharedModal => ({
  read: asIs,
  may: reader,
  opens: {
    title: words => words.people.title,
    command: `${COMMAND} people`,
    fill: (words, who) =>
      peopleView(services, words, who, { typed: '', skipped: 0, onTop: who.view?.type === 'modal' }),
  },
});

/** Typing into the search field shows matches as people type; also the button that Slack requires below it. */
export function registerSearchPeople(app: App, services: Services): void {
  onInput(
    app,
    services,
    { action_id: INPUT.people.action },
    {
      may: reader,
      of: () => ({ what: null }),
      atOnce: false,
      show: (words, { view, who }) => peopleView(services, words, who, foundIn(view)),
    },
  );
  onForm(app, services, VIEW.people, {
    may: reader,
    of: () => null,
    submit: async ({ who, view, words, client }) => ({
      // It stays as it is until we know what is found: that may take asking Slack who this is.
      answer: { response_action: 'update', view: listModal(words, view.blocks) },
      async carryOut() {
        const found = await peopleView(services, words, who, foundIn(view));
        await showView(services, client, { viewId: view.id, ...who }, found);
      },
    }),
  });
}

/** The first page of what was typed. */
function foundIn({ id, root_view_id: root, state }: PayloadView): PeoplePlace {
  const typed = state.values[INPUT.people.block]?.[INPUT.people.action]?.value ?? '';
  return { typed: typed.slice(0, MOST_TYPED), skipped: 0, onTop: (root ?? id) !== id };
}

/** "More" and "Previous"; each carries what was typed and how many come before its page. */
export function registerTurnPeople(app: App, services: Services): void {
  onView(app, services, ACTION.turnPeople, {
    read: value => keptJson(placeSchema, value),
    may: reader,
    turns: (words, press, place) => peopleView(services, words, press, place),
  });
}

/** Updates the list below a form with what was saved; it may already be closed. */
export async function showList(
  services: Services,
  client: WebClient,
  who: Who,
  { viewId, place }: { viewId: string; place: PeoplePlace },
): Promise<void> {
  try {
    await client.views.update({ view_id: viewId, view: await judgedView(services, who, place) });
  } catch (error) {
    services.log.warn({ err: error }, 'Slack did not update the people below');
  }
}

/** The person is checked again: the modal may have been open for a day. */
async function judgedView(services: Services, who: Who, place: PeoplePlace): Promise<ModalView> {
  const { workspace, userId } = who;
  const [words, problem] = await Promise.all([
    services.words.of(workspace, userId),
    readerProblem(services, workspace, userId),
  ]);
  if (problem) return noticeModal(words.people.title, words.link.close, wordProblem(words, problem));
  return peopleView(services, words, who, place);
}

/** A page of people, as this person may see them. */
async function peopleView(
  services: Services,
  words: Wording,
  { workspace, userId }: Who,
  place: PeoplePlace,
): Promise<ModalView> {
  const at = { offset: place.skipped, limit: PAGE };
  const [page, rights, { maskNumbers }] = await Promise.all([
    services.contactBook.page(workspace, place.typed, at),
    rightsOf(services, workspace, userId),
    services.settings.of(workspace),
  ]);
  const isMasked = maskNumbers && !rights.mayChange;
  const may = place.onTop ? { mayChange: false, mayAdd: false } : rights;
  return listModal(words, listBlocks(words, page, place, { ...may, isMasked }));
}

function listModal({ people, link }: Wording, blocks: KnownBlock[]): ModalView {
  return formModal({
    id: VIEW.people,
    title: people.title,
    submit: people.search.submit,
    cancel: link.close,
    blocks,
  });
}
