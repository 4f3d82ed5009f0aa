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

/** A page of a list. `previous` and `next`: the places of the pages beside it, null if there is none. */
export type ListPage<Place> = {
  blocks: KnownBlock[];
  previous: Place | null;
  next: Place | null;
  /** Blocks below the buttons that turn the page. */
  foot?: KnownBlock[];
};

/**
 * A paged modal. Permission is checked for each page, because the modal may have been open for a day.
 *
 * @typeParam Place what is listed, and where the page begins
 */
export type PagedList<Place> = {
  /** The modal's callback id. The ids of the buttons that open and turn the list derive from it. */
  id: string;
  title: (words: Wording) => string;
  /** Named in the message if the list doesn't open; null if only its button opens it. */
  command: TypedCommand | null;
  permission: Permission<Place>;
  place: z.ZodType<Place>;
  /** The place of the first page. `value`: of the button that opens the list; empty for a command. */
  start: (value: string, view: StoredPress['view']) => Place;
  page: (
    services: Services,
    words: Wording,
    user: UserRef,
    place: Place,
  ) => Promise<ListPage<Place> | ModalView>;
  turning?: (words: Wording) => { previous: string; next: string };
  /** The action ids of other buttons and choices whose values are places. */
  also?: readonly string[];
  /** The label of the submit button, if the list has fields. */
  submit?: (words: Wording) => string;
};

/** The ids of the buttons that open a list and turn it. */
export const opensList = ({ id }: { id: string }): string => `open_${id}`;
const turnsList = ({ id }: { id: string }): string => `turn_${id}`;

/** The listeners that open a list and turn its pages. Also registers the list for `refreshParentList`. */
export function listListeners<Place>(services: Services, list: PagedList<Place>): SlackListener[] {
  const { id, title, command, permission } = list;
  services.lists.set(id, async (user, json) => {
    const place = parseStoredJson(list.place, json);
    if (await permission(services.permissionFacts.withCachedOrLiveFacts(services), user, place)) return null;
    return listView(services, await services.words.of(user.workspace, user.userId), user, list, place);
  });
  const startOf = (press: ViewPress): Place => list.start(press.value, press.view);
  const opening = onView(services, opensList(list), {
    read: value => value,
    permission: (permissionFacts, press) => permission(permissionFacts, press, startOf(press)),
    opens: {
      title,
      command,
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

/** A word after the command that opens a list. */
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
    title,
    command,
    check: () => permission(services, opener, place),
    fill: words => listView(services, words, opener, list, place),
  });
}

/** @param banner shown above the list */
export async function listView<Place>(
  services: Services,
  words: Wording,
  user: UserRef,
  list: PagedList<Place>,
  place: Place,
  banner?: string,
): Promise<ModalView> {
  const page = await list.page(services, words, user, place);
  if ('type' in page) return page;
  const labels = list.turning?.(words) ?? words.turning;
  const turn = (label: string, to: Place | null): KnownBlock[] =>
    // Each button has its own block, because Slack accepts an action id only once in a block.
    to === null ? [] : [actions(button({ action: turnsList(list), label, value: JSON.stringify(to) }))];
  const shown = {
    id: list.id,
    title: list.title(words),
    blocks: [
      ...(banner === undefined ? [] : [bannerBlock(banner)]),
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

/** The list in which a button was pressed, at its page, with the result above it. */
export function backToList<Place>(
  services: Services,
  words: Wording,
  press: StoredPress,
  list: PagedList<Place>,
  banner: string,
): Promise<ModalView> {
  const read = list.place.safeParse(readJson(press.view?.metadata ?? ''));
  return listView(services, words, press, list, read.data ?? list.start('', null), banner);
}

/** Updates the list below a form that was saved. Without effect if the list is closed. */
export async function refreshParentList(
  services: Pick<Services, 'lists' | 'log' | 'clock'>,
  client: WebClient,
  { view, ...user }: Pick<StoredPress, 'workspace' | 'userId' | 'view'>,
  parentList: { list: string; place: string } | null,
): Promise<void> {
  const root = view?.rootId;
  if (!parentList || !root || root === view.id) return;
  const list = await services.lists.get(parentList.list)?.(user, parentList.place);
  if (list) await updateModal(services, client, root, list);
}

/** A page's offset: the number of items before it. */
export type Skipped = { skipped: number };

/**
 * The page at a place and the places beside it. Beyond the end, it is the last page.
 *
 * @param size items on a page
 * @param total items in all
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
