import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { showingNumbers } from '../../kit/number.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { listListeners, listView, type PagedList, turned } from '../../kit/slack/list.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import { onForm, onInput } from '../../kit/slack/listeners.ts';
import { formModal, showView } from '../../kit/slack/modals.ts';
import type { PayloadView } from '../../kit/slack/payloads.ts';
import type { Services } from '../../kit/slack/services.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { reader } from '../../texts/permissions.ts';
import { MAX_CONTACTS, MAX_GROUPS } from '../contact.ts';
import type { BookEntry, BookPage } from '../service.ts';
import { contactForm, type PeopleRights, rightsOf } from './form.ts';
import { changing, groupForm } from './groups.ts';
import { OPEN_EXPORT, OPEN_IMPORT } from './import.ts';

/** What people are searched by. */
const SEARCH_INPUT = { block: 'people_search', action: 'people_search_input' };

/** How many characters of what is typed into the search field count. */
const MOST_TYPED = 100;
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
  permission: reader,
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
    const permission = place.onTop ? { mayChange: false, mayAdd: false } : rights;
    const blocks = listBlocks(words, page, place, { ...permission, isMasked });
    return { ...around, blocks };
  },
};

/** The list, and typing into its search field, which shows matches as people type; also the button that Slack requires below it. */
export function peopleListeners(services: Services): SlackListener[] {
  return [
    ...listListeners(services, peopleList),
    onInput(services, SEARCH_INPUT.block, {
      permission: reader,
      of: () => ({ what: null }),
      atOnce: false,
      show: (words, { view, who }) => listView(services, words, who, peopleList, foundIn(view)),
    }),
    onForm(services, peopleList.id, {
      permission: reader,
      of: () => null,
      submit: async ({ who, view, words, client }) => ({
        // It stays as it is until we know what is found: that may take asking Slack who this is.
        answer: { response_action: 'update', view: asItIs(words, view) },
        async handle() {
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
  const typed = state.values[SEARCH_INPUT.block]?.[SEARCH_INPUT.action]?.value ?? '';
  return { typed: typed.slice(0, MOST_TYPED), skipped: 0, onTop: (root ?? id) !== id };
}

/** How many are on a page. */
const PAGE = 10;
/** How many of a contact's groups are named. */
const GROUPS_NAMED = 4;
const SHOWN_NAME = 60;

type Reader = PeopleRights & { isMasked: boolean };

/** The search field, the buttons, and a page of matches. */
function listBlocks(
  { people: words, groups, pages }: Wording,
  { entries, total, counts }: BookPage,
  { typed, skipped }: { typed: string; skipped: number },
  reader: Reader,
): KnownBlock[] {
  const nobody = typed.trim() === '' ? words.none : words.noneFound(harmless(typed, 40));
  return [
    searchField(words),
    ...(reader.mayAdd ? [addingBlock(words, groups, reader)] : []),
    context(words.counts(counts)),
    ...(entries.length === 0 ? [section(nobody)] : []),
    ...entries.map(entry => entryBlock(words, entry, reader)),
    ...(total > PAGE
      ? [context(words.found({ total, from: skipped + 1, to: Math.min(total, skipped + PAGE) }))]
      : []),
    ...(reader.mayChange ? [filesBlock(pages.slack)] : []),
  ];
}

/** Buttons for somebody more and, for those who manage, a group more. */
function addingBlock(
  { add }: Wording['people'],
  groups: Wording['groups'],
  { mayChange }: PeopleRights,
): KnownBlock {
  const person = button({ action: openerOf(contactForm, 'new'), label: add, value: '' });
  const group = button({ action: openerOf(groupForm, 'new'), label: groups.add, value: '' });
  return actions(person, ...(mayChange ? [group] : []));
}

/** Buttons for importing contacts from a file and exporting them. */
function filesBlock(words: Wording['pages']['slack']): KnownBlock {
  return actions(
    button({ action: OPEN_IMPORT, label: words.import, value: '' }),
    button({ action: OPEN_EXPORT, label: words.export, value: '' }),
  );
}

function searchField({ search }: Wording['people']): KnownBlock {
  return {
    type: 'input',
    block_id: SEARCH_INPUT.block,
    dispatch_action: true,
    optional: true,
    label: { type: 'plain_text', text: search.label },
    ...(search.hint === undefined ? {} : { hint: { type: 'plain_text', text: search.hint } }),
    element: {
      type: 'plain_text_input',
      action_id: SEARCH_INPUT.action,
      max_length: MOST_TYPED,
      placeholder: { type: 'plain_text', text: search.placeholder },
      dispatch_action_config: { trigger_actions_on: ['on_character_entered', 'on_enter_pressed'] },
    },
  };
}

function entryBlock(words: Wording['people'], entry: BookEntry, { isMasked, mayChange }: Reader): KnownBlock {
  if (entry.kind === 'group') {
    const { group, size } = entry;
    const name = harmless(group.name, SHOWN_NAME);
    const line = section(words.groupLine({ name, count: size }));
    if (!mayChange) return line;
    return { ...line, accessory: changing(words, openerOf(groupForm, 'change'), group.name, name) };
  }
  const { contact, groups } = entry;
  const named = groups.slice(0, GROUPS_NAMED);
  const name = contact.name === '' ? null : harmless(contact.name, SHOWN_NAME);
  const number = showingNumbers(isMasked)(contact.number);
  const line = section(
    words.line({
      name,
      number,
      groups: named.map(name => harmless(name, SHOWN_NAME)),
      more: groups.length - named.length,
      doNotText: contact.doNotText !== null,
    }),
  );
  if (!mayChange) return line;
  const change = openerOf(contactForm, 'change');
  return { ...line, accessory: changing(words, change, contact.id, name ?? number) };
}
