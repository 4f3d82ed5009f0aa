import type { KnownBlock, ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { z } from 'zod';
import { readJson } from '../json.ts';
import type { Wording } from '../words/wording.ts';
import { actions, button } from './elements.ts';
import type { Permission, SlackListener, TypedCommand } from './listener.ts';
import { bannerBlock, formModal, openGuardedModal, pageModal, updateModal } from './modals.ts';
import type { StoredPress } from './press-queue.ts';
import type { CommandWord, ModalTrigger, Services, UserRef } from './services.ts';
import { onView, type ViewPress } from './view-buttons.ts';
import { parseStoredJson } from './view-state.ts';

/** A page of a list; `previous` and `next`: where the pages beside it begin, null if there is none. */
export type ListPage<Place> = {
  blocks: KnownBlock[];
  previous: Place | null;
  next: Place | null;
  /** Below the buttons that turn it. */
  foot?: KnownBlock[];
};

/**
 * A modal that shows a list, some at a time. Each page is judged again: the modal may have been open for a day.
 *
 * @typeParam Place what is shown, and from where on
 */
export type PagedList<Place> = {
  /** Services callback; the ids of the buttons that open and turn it are made from it. */
  id: string;
  title: (words: Wording) => string;
  /** How to ask for it again; null: with its button. */
  command: TypedCommand | null;
  permission: Permission<Place>;
  place: z.ZodType<Place>;
  /** Where it begins, by the value of the button that opens it; a command has none. */
  start: (value: string, view: StoredPress['view']) => Place;
  page: (
    services: Services,
    words: Wording,
    who: UserRef,
    place: Place,
  ) => Promise<ListPage<Place> | ModalView>;
  turning?: (words: Wording) => { previous: string; next: string };
  /** Other buttons and choices in it that carry a place. */
  also?: readonly string[];
  /** What its button says, if it has fields and can be submitted. */
  submit?: (words: Wording) => string;
};

/** The ids of the buttons that open a list and turn it. */
export const opensList = ({ id }: { id: string }): string => `open_${id}`;
const turnsList = ({ id }: { id: string }): string => `turn_${id}`;

/** Everything that a list listens to. */
export function listListeners<Place>(services: Services, list: PagedList<Place>): SlackListener[] {
  const { id, title, command, permission } = list;
  services.lists.set(id, async (who, kept) => {
    const place = parseStoredJson(list.place, kept);
    if (await permission(services.permissionFacts.withCachedOrLiveFacts(services), who, place)) return null;
    return listView(services, await services.words.of(who.workspace, who.userId), who, list, place);
  });
  const startOf = (press: ViewPress): Place => list.start(press.value, press.view);
  const opening = onView(services, opensList(list), {
    read: value => value,
    permission: (permissionFacts, press) => permission(permissionFacts, press, startOf(press)),
    opens: {
      ...{ title, command },
      fill: (words, press) => listView(services, words, press, list, startOf(press)),
    },
  });
  const turning = [turnsList(list), ...(list.also ?? [])].map(action =>
    onView(services, action, {
      read: value => parseStoredJson(list.place, value),
      permission,
      turns: (words, press, place) => listView(services, words, press, list, place),
    }),
  );
  return [opening, ...turning];
}

/** Words after the command that open a list, as its button does. @param spelled see `Opening` */
export const listByWord = <Place>(
  services: Services,
  list: PagedList<Place>,
  spelled: readonly string[],
): CommandWord => ({
  spelled,
  button: opensList(list),
  open: (client, opener) => openList(services, client, opener, list),
});

function openList<Place>(
  services: Services,
  client: WebClient,
  opener: ModalTrigger,
  list: PagedList<Place>,
): Promise<void> {
  const { title, command, permission } = list;
  const place = list.start('', null);
  return openGuardedModal(services, client, opener, {
    ...{ title, command },
    check: () => permission(services, opener, place),
    fill: words => listView(services, words, opener, list, place),
  });
}

/** @param news is shown above it */
export async function listView<Place>(
  services: Services,
  words: Wording,
  who: UserRef,
  list: PagedList<Place>,
  place: Place,
  news?: string,
): Promise<ModalView> {
  const page = await list.page(services, words, who, place);
  if ('type' in page) return page;
  const labels = list.turning?.(words) ?? words.turning;
  const turn = (label: string, to: Place | null): KnownBlock[] =>
    // Slack accepts an action's id only once in a block.
    to === null ? [] : [actions(button({ action: turnsList(list), label, value: JSON.stringify(to) }))];
  const shown = {
    id: list.id,
    title: list.title(words),
    blocks: [
      ...(news === undefined ? [] : [bannerBlock(news)]),
      ...page.blocks,
      ...turn(labels.previous, page.previous),
      ...turn(labels.next, page.next),
      ...(page.foot ?? []),
    ],
  };
  const { close } = words.link;
  const submit = list.submit?.(words);
  return {
    ...(submit === undefined
      ? pageModal({ ...shown, close })
      : formModal({ ...shown, submit, cancel: close })),
    private_metadata: JSON.stringify(place),
  };
}

/** The list in which a button was pressed, at its page, with what came of that above it. */
export function backToList<Place>(
  services: Services,
  words: Wording,
  press: StoredPress,
  list: PagedList<Place>,
  news: string,
): Promise<ModalView> {
  const read = list.place.safeParse(readJson(press.view?.metadata ?? ''));
  return listView(services, words, press, list, read.data ?? list.start('', null), news);
}

/** The list below a form, at its page, with what was saved; it may already be closed. */
export async function refreshParentList(
  services: Pick<Services, 'lists' | 'log' | 'clock'>,
  client: WebClient,
  { view, ...who }: Pick<StoredPress, 'workspace' | 'userId' | 'view'>,
  parentList: { list: string; place: string } | null,
): Promise<void> {
  const root = view?.rootId;
  if (!parentList || !root || root === view.id) return;
  const list = await services.lists.get(parentList.list)?.(who, parentList.place);
  if (list) await updateModal(services, client, root, list);
}

/** Where a page begins of which so many stand before it. */
export type Skipped = { skipped: number };

/**
 * Some of a list, and where the pages beside them begin. What was the last page may be gone: then it is the one before.
 *
 * @param total how many there are
 */
export function turned<Place extends Skipped>(
  place: Place,
  size: number,
  total: number,
): { skipped: number; previous: Place | null; next: Place | null } {
  const last = Math.max(0, Math.ceil(total / size) - 1) * size;
  const skipped = Math.min(place.skipped, last);
  const at = (to: number): Place => ({ ...place, skipped: to });
  return {
    skipped,
    previous: skipped > 0 ? at(Math.max(0, skipped - size)) : null,
    next: total > skipped + size ? at(skipped + size) : null,
  };
}
