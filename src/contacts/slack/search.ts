import type { KnownBlock, ModalView } from '@slack/types';
import { readJson } from '../../kit/json.ts';
import { listListeners, listView, type PagedList, type Skipped } from '../../kit/slack/list.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { onForm, onInput } from '../../kit/slack/listeners.ts';
import { formModal, showView } from '../../kit/slack/modals.ts';
import type { PayloadView } from '../../kit/slack/payloads.ts';
import type { Services } from '../../kit/slack/services.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import type { Wording } from '../../kit/words/wording.ts';

/* Lists of people with a search field: matches appear while the user types. */

/** The most characters of the search field that count. */
export const MAX_TYPED = 100;

/** A page of the matches. */
type SearchPlace = Skipped & { typed: string };

const inputOf = ({ id }: { id: string }) => ({ block: `${id}_search`, action: `${id}_search_input` });

/** @param search its label and hint, and an example */
export function searchField(
  list: { id: string },
  search: Pick<Wording['people']['search'], 'label' | 'hint' | 'placeholder'>,
): KnownBlock {
  const { block, action } = inputOf(list);
  return {
    type: 'input',
    block_id: block,
    dispatch_action: true,
    optional: true,
    label: { type: 'plain_text', text: search.label },
    ...(search.hint === undefined ? {} : { hint: { type: 'plain_text', text: search.hint } }),
    element: {
      type: 'plain_text_input',
      action_id: action,
      max_length: MAX_TYPED,
      placeholder: { type: 'plain_text', text: search.placeholder },
      dispatch_action_config: { trigger_actions_on: ['on_character_entered', 'on_enter_pressed'] },
    },
  };
}

/**
 * The listeners of a list with a search field, for its buttons and that field.
 *
 * @param more further fields that narrow the list: the pattern of their blocks' ids, and how a place follows from them
 */
export function searchListeners<Place extends SearchPlace>(
  services: Services,
  list: PagedList<Place>,
  more?: { blocks: string; narrowed: (place: Place, view: PayloadView) => Place },
): SlackListener[] {
  const { block, action } = inputOf(list);
  /** The first page for the current search. */
  function searchedPlace(view: PayloadView): Place {
    const place = parseStoredJson(list.place, view.private_metadata);
    const typed = view.state.values[block]?.[action]?.value ?? '';
    const searched = { ...place, typed: typed.slice(0, MAX_TYPED), skipped: 0 };
    return more ? more.narrowed(searched, view) : searched;
  }
  return [
    ...listListeners(services, list),
    onInput(services, more ? `(?:${block}|${more.blocks})` : block, {
      permission: list.permission,
      of(view) {
        const { data } = list.place.safeParse(readJson(view.private_metadata));
        return data ? { subject: data } : null;
      },
      show: (words, { view, user }) => listView(services, words, user, list, searchedPlace(view)),
    }),
    onForm(services, list.id, {
      permission: list.permission,
      of: searchedPlace,
      submit: async ({ user, view, words, client }) => ({
        // Acks with the unchanged view, because searching may first have to ask Slack about the user.
        answer: { response_action: 'update', view: unchangedView(words, list, view) },
        async handle() {
          const results = await listView(services, words, user, list, searchedPlace(view));
          await showView(services, client, { viewId: view.id, ...user }, results);
        },
      }),
    }),
  ];
}

function unchangedView<Place>(
  words: Wording,
  { id, title, submit }: PagedList<Place>,
  { blocks, private_metadata }: PayloadView,
): ModalView {
  const form = { id, title: title(words), submit: submit?.(words) ?? words.people.search.submit };
  return { ...formModal({ ...form, cancel: words.link.close, blocks }), private_metadata };
}
