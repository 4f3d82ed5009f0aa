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

/* A list of people with a field above it that searches them: matches appear as people type. */

/** How many characters of what is typed into the search field count. */
export const MAX_TYPED = 100;

/** A page of what matches what was typed. */
type SearchPlace = Skipped & { typed: string };

const inputOf = ({ id }: { id: string }) => ({ block: `${id}_search`, action: `${id}_search_input` });

/** The search field of a list, and a button below it, which Slack requires. */
export function searchField(list: { id: string }, { search }: Wording['people']): KnownBlock {
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

/** Everything that such a list listens to: its buttons, and what is typed into its search field. */
export function searchListeners<Place extends SearchPlace>(
  services: Services,
  list: PagedList<Place>,
): SlackListener[] {
  const { block, action } = inputOf(list);
  /** The first page of what was typed. */
  function foundIn(view: PayloadView): Place {
    const place = parseStoredJson(list.place, view.private_metadata);
    const typed = view.state.values[block]?.[action]?.value ?? '';
    return { ...place, typed: typed.slice(0, MAX_TYPED), skipped: 0 };
  }
  return [
    ...listListeners(services, list),
    onInput(services, block, {
      permission: list.permission,
      of(view) {
        const { data } = list.place.safeParse(readJson(view.private_metadata));
        return data ? { what: data } : null;
      },
      atOnce: false,
      show: (words, { view, who: user }) => listView(services, words, user, list, foundIn(view)),
    }),
    onForm(services, list.id, {
      permission: list.permission,
      of: foundIn,
      submit: async ({ who: user, view, words, client }) => ({
        // It stays as it is until we know what is found: that may take asking Slack who this is.
        answer: { response_action: 'update', view: asItIs(words, list, view) },
        async handle() {
          const results = await listView(services, words, user, list, foundIn(view));
          await showView(services, client, { viewId: view.id, ...user }, results);
        },
      }),
    }),
  ];
}

function asItIs<Place>(
  words: Wording,
  { id, title, submit }: PagedList<Place>,
  { blocks, private_metadata }: PayloadView,
): ModalView {
  const form = { id, title: title(words), submit: submit?.(words) ?? words.people.search.submit };
  return { ...formModal({ ...form, cancel: words.link.close, blocks }), private_metadata };
}
