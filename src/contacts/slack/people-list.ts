import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { ShowNumber } from '../../kit/number.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { type PagedList, turned } from '../../kit/slack/list.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { reader } from '../../texts/permissions.ts';
import { showingNumbers } from '../../workspace/masking.ts';
import { MAX_CONTACTS, MAX_GROUPS } from '../contact.ts';
import type { BookEntry, BookPage } from '../service.ts';
import { contactForm } from './contact-form.ts';
import { BACK_TO, GROUP_FORM, openButton } from './group-people.ts';
import { OPEN_EXPORT, OPEN_IMPORT } from './import.ts';
import { type PeopleRights, rightsOf } from './people-permissions.ts';
import { MAX_NAME_SHOWN, personBlock } from './person-block.ts';
import { MAX_TYPED, searchField } from './search.ts';

/** A page of people: the search, and the number of entries before it. */
const placeSchema = z.object({
  typed: z.string().max(MAX_TYPED),
  skipped: z
    .int()
    .min(0)
    .max(MAX_CONTACTS + MAX_GROUPS),
});
type PeoplePlace = z.infer<typeof placeSchema>;

/** "People" in the Home tab, and `/sms people`: contacts and groups, for users who may see people. */
export const peopleList: PagedList<PeoplePlace> = {
  id: 'people',
  title: words => words.people.title,
  command: `${COMMAND} people`,
  permission: reader,
  place: placeSchema,
  start: () => ({ typed: '', skipped: 0 }),
  also: [BACK_TO.people],
  submit: words => words.people.search.submit,
  async page(services, words, { workspace, userId }, place) {
    const at = { offset: place.skipped, limit: PAGE_SIZE };
    const [page, rights, rules] = await Promise.all([
      services.contactBook.page(workspace, place.typed, at),
      rightsOf(services, workspace, userId),
      services.settings.of(workspace),
    ]);
    const around = turned(place, PAGE_SIZE, page.total);
    // The last page is empty now.
    if (around.skipped < place.skipped)
      return peopleList.page(services, words, { workspace, userId }, { ...place, skipped: around.skipped });
    const show = showingNumbers(rules, rights.mayChange);
    const blocks = listBlocks(words, page, place, { ...rights, show });
    return { ...around, blocks };
  },
};

const PAGE_SIZE = 10;

type Reader = PeopleRights & { show: ShowNumber };

/** The search field, the buttons, and a page of matches. */
function listBlocks(
  words: Wording,
  { entries, total, counts }: BookPage,
  { typed, skipped }: PeoplePlace,
  reader: Reader,
): KnownBlock[] {
  const { people, groups, pages } = words;
  const nobody = typed.trim() === '' ? people.none : people.noneFound(harmless(typed, 40));
  return [
    searchField(peopleList, people.search),
    ...(reader.mayAdd ? [addingBlock(people, groups, reader)] : []),
    context(people.counts(counts)),
    ...(entries.length === 0 ? [section(nobody)] : []),
    ...entries.map(entry => entryBlock(words, entry, reader)),
    ...(total > PAGE_SIZE
      ? [context(people.found({ total, from: skipped + 1, to: Math.min(total, skipped + PAGE_SIZE) }))]
      : []),
    ...(reader.mayChange ? [filesBlock(pages.slack)] : []),
  ];
}

/** Buttons to add a person and, for managers, a group. */
function addingBlock(
  { add }: Wording['people'],
  groups: Wording['groups'],
  { mayChange }: PeopleRights,
): KnownBlock {
  const person = button({ action: openerOf(contactForm, 'new'), label: add, value: '' });
  const group = button({ action: openerOf(GROUP_FORM, 'new'), label: groups.add, value: '' });
  return actions(person, ...(mayChange ? [group] : []));
}

function filesBlock(words: Wording['pages']['slack']): KnownBlock {
  return actions(
    button({ action: OPEN_IMPORT, label: words.import, value: '' }),
    button({ action: OPEN_EXPORT, label: words.export, value: '' }),
  );
}

function entryBlock(
  { people: words, groups: ofGroups }: Wording,
  entry: BookEntry,
  { show, mayChange }: Reader,
): KnownBlock {
  if (entry.kind === 'group') {
    const { group, size } = entry;
    const line = section(words.groupLine({ name: harmless(group.name, MAX_NAME_SHOWN), count: size }));
    return { ...line, accessory: openButton(ofGroups, group, 'people') };
  }
  const change = { action: openerOf(contactForm, 'change'), label: words.change, value: entry.contact.id };
  return personBlock(words, entry, show, mayChange ? change : null);
}
