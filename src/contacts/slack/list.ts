import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { onForm, onInput } from '../../kit/slack/hear.ts';
import { COMMAND, INPUT } from '../../kit/slack/ids.ts';
import { listSurfaces, listView, type PagedList, turned } from '../../kit/slack/list.ts';
import { formModal, showView } from '../../kit/slack/modals.ts';
import type { PayloadView } from '../../kit/slack/payloads/view.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { reader } from '../../texts/slack/rights.ts';
import { MAX_CONTACTS, MAX_GROUPS } from '../contact.ts';
import { listBlocks, MOST_TYPED, PAGE } from './blocks.ts';
import { rightsOf } from './rights.ts';

/**
 * A page of people: what was typed into the search field, and how many come before it. `onTop`: it lies on another modal, and
 * Slack has no room for a form and a question on it.
 */
const placeSchema = z.object({
  typed: z.string().max(MOST_TYPED),
  skipped: z
    .int()
    .min(0)
    .max(MAX_CONTACTS + MAX_GROUPS),
  onTop: z.boolean(),
});
type PeoplePlace = z.infer<typeof placeSchema>;

/** "People" in the Home tab, and `/sms people`: the workspace's contacts and groups, for everybody who may see them. */
export const peopleList: PagedList<PeoplePlace> = {
  id: 'people',
  title: words => words.people.title,
  command: `${COMMAND} people`,
  may: reader,
  place: placeSchema,
  start: (_value, view) => ({ typed: '', skipped: 0, onTop: view?.type === 'modal' }),
  submit: words => words.people.search.submit,
  async page(services, words, { workspace, userId }, place) {
    const at = { offset: place.skipped, limit: PAGE };
    const [page, rights, { maskNumbers }] = await Promise.all([
      services.contactBook.page(workspace, place.typed, at),
      rightsOf(services, workspace, userId),
      services.settings.of(workspace),
    ]);
    const around = turned(place, PAGE, page.total);
    // Those of its last page were deleted.
    if (around.skipped < place.skipped)
      return peopleList.page(services, words, { workspace, userId }, { ...place, skipped: around.skipped });
    const isMasked = maskNumbers && !rights.mayChange;
    const may = place.onTop ? { mayChange: false, mayAdd: false } : rights;
    const blocks = listBlocks(words, page, place, { ...may, isMasked });
    return { ...around, blocks };
  },
};

/** The list, and typing into its search field, which shows matches as people type; also the button that Slack requires below it. */
export function peopleSurfaces(services: Services): Surface[] {
  return [
    ...listSurfaces(services, peopleList),
    onInput(services, INPUT.people.block, {
      may: reader,
      of: () => ({ what: null }),
      atOnce: false,
      show: (words, { view, who }) => listView(services, words, who, peopleList, foundIn(view)),
    }),
    onForm(services, peopleList.id, {
      may: reader,
      of: () => null,
      submit: async ({ who, view, words, client }) => ({
        // It stays as it is until we know what is found: that may take asking Slack who this is.
        answer: { response_action: 'update', view: asItIs(words, view) },
        async carryOut() {
          const found = await listView(services, words, who, peopleList, foundIn(view));
          await showView(services, client, { viewId: view.id, ...who }, found);
        },
      }),
    }),
  ];
}

const asItIs = ({ people, link }: Wording, { blocks, private_metadata }: PayloadView): ModalView => ({
  ...formModal({
    ...{ id: peopleList.id, title: people.title, submit: people.search.submit },
    ...{ cancel: link.close, blocks },
  }),
  private_metadata,
});

/** The first page of what was typed. */
function foundIn({ id, root_view_id: root, state }: PayloadView): PeoplePlace {
  const typed = state.values[INPUT.people.block]?.[INPUT.people.action]?.value ?? '';
  return { typed: typed.slice(0, MOST_TYPED), skipped: 0, onTop: (root ?? id) !== id };
}
