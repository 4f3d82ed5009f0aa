import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import { readJson } from '../../kit/json.ts';
import type { LocalNumber } from '../../kit/number.ts';
import { onPress } from '../../kit/slack/buttons.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { listView, type PagedList, turned } from '../../kit/slack/list.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { noticeModal } from '../../kit/slack/modals.ts';
import type { StoredPress } from '../../kit/slack/press-queue.ts';
import type { Services } from '../../kit/slack/services.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import { harmless } from '../../kit/slack-text.ts';
import { type Wording, wordProblem } from '../../kit/words/wording.ts';
import { reader } from '../../texts/permissions.ts';
import { showingNumbers } from '../../workspace/masking.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import { localNumber, MAX_CONTACTS, MAX_NAME } from '../contact.ts';
import type { GroupAdded, SizedGroup } from '../groups.ts';
import { failure } from '../problem.ts';
import type { BookPage } from '../service.ts';
import { OPEN_IMPORT } from './import.ts';
import { buttonFor, MAX_NAME_SHOWN, personBlock } from './person-block.ts';
import { MAX_TYPED, searchField } from './search.ts';

/**
 * Ids of the forms that rename a group and add people, and their subject. They are here because group-form.ts
 * imports this file.
 */
export const GROUP_FORM = { id: 'group' };
export const MEMBERS_FORM = { id: 'members' };
export const namedGroupSchema = z.object({ id: z.string(), name: z.string() });
export type NamedGroup = z.infer<typeof namedGroupSchema>;

/** Replaces a list by a group. Value: a `GroupPlace`. */
const SHOW_GROUP = 'show_group';
/** Replaces a group by the list in which it was opened. Value: the place of that list's first page. */
export const BACK_TO = { groups: 'back_to_groups', people: 'back_to_people' } as const;
/** Value: the version of the group that was shown. */
export const DELETE_GROUP = 'delete_group';
/** Opens the form for a text to the group. Value: the group's id and name. */
export const TEXT_GROUP = 'text_group';

const TAKE_OUT = 'take_out_of_group';
const PUT_BACK = 'put_back_into_group';
const takeOutSchema = z.object({ group: z.string(), contact: z.string() });
const putBackSchema = z.object({ group: z.string(), number: localNumber });

/** A page of a group's people. `from`: the list in which it was opened. `out`: the person just taken out. */
const placeSchema = z.object({
  group: z.string(),
  typed: z.string().max(MAX_TYPED),
  skipped: z.int().min(0).max(MAX_CONTACTS),
  from: z.enum(['groups', 'people']),
  out: z.object({ number: localNumber, name: z.string(), staysContact: z.boolean() }).nullable(),
});
type GroupPlace = z.infer<typeof placeSchema>;

export const startOf = (group: string, from: GroupPlace['from']): GroupPlace => ({
  group,
  typed: '',
  skipped: 0,
  from,
  out: null,
});

const PAGE_SIZE = 10;

export const shownName = (name: string): string => harmless(name, MAX_NAME);

/** The people in a group, for users who may see the workspace's people. Managers add people and take them out. */
export const groupPeople: PagedList<GroupPlace> = {
  id: 'group_people',
  title: words => words.groups.oneTitle,
  command: null,
  permission: reader,
  place: placeSchema,
  start: value => startOf(value, 'groups'),
  also: [SHOW_GROUP],
  submit: words => words.people.search.submit,
  async page(services, words, { workspace, userId }, place) {
    const { contactGroups, contactBook, settings } = services;
    const at = { offset: place.skipped, limit: PAGE_SIZE, inGroup: place.group };
    const [group, page, problem, rules] = await Promise.all([
      contactGroups.group(workspace, place.group),
      contactBook.page(workspace, place.typed, at),
      manager(services, { workspace, userId }, null),
      settings.of(workspace),
    ]);
    if (!group) return noticeModal(words.groups.oneTitle, words.link.close, words.groups.deletedMeanwhile);
    const { skipped, ...around } = turned({ ...place, out: null }, PAGE_SIZE, page.total);
    // The last page is empty now.
    if (skipped < place.skipped)
      return groupPeople.page(services, words, { workspace, userId }, { ...place, skipped });
    const mayChange = problem === null;
    const show = showingNumbers(rules, mayChange);
    return {
      ...around,
      blocks: [
        ...(place.out && mayChange ? outBlocks(words, group.id, place.out) : []),
        section(groupLine(words.groups, group)),
        ...buttonBlocks(words, group, mayChange),
        ...(group.size === 0
          ? [section(words.groups.nobody)]
          : peopleBlocks(words, group, page, place, { mayChange, show })),
      ],
      foot: [actions(backButton(words.groups, place.from))],
    };
  },
};

function buttonBlocks({ groups, pages }: Wording, group: SizedGroup, mayChange: boolean): KnownBlock[] {
  const { id, name, size: count } = group;
  const text = textButton(groups, group);
  if (!mayChange) return group.size === 0 ? [] : [actions(text)];
  const value = JSON.stringify({ id, name });
  const { title, text: question, confirm, deny } = groups.confirm;
  return [
    actions(
      ...(group.size === 0 ? [] : [text]),
      button({ action: openerOf(MEMBERS_FORM, 'add'), label: groups.addPeople, value, style: 'primary' }),
      button({ action: OPEN_IMPORT, label: pages.slack.import, value: id }),
      button({ action: openerOf(GROUP_FORM, 'rename'), label: groups.rename, value }),
      button({
        action: DELETE_GROUP,
        label: groups.delete,
        value: JSON.stringify(group),
        style: 'danger',
        confirm: { title, text: question({ name, count }), confirm, deny },
      }),
    ),
  ];
}

/** The search field, and a page of matches. */
function peopleBlocks(
  { people, groups: words }: Wording,
  group: SizedGroup,
  { entries, total }: BookPage,
  { typed, skipped }: GroupPlace,
  { mayChange, show }: { mayChange: boolean; show: (number: LocalNumber) => string },
): KnownBlock[] {
  const lines = entries.flatMap((entry): KnownBlock[] => {
    if (entry.kind === 'group') return [];
    const { contact } = entry;
    const groups = entry.groups.filter(name => name !== group.name);
    const value = JSON.stringify({ group: group.id, contact: contact.id });
    const takeOut = { action: TAKE_OUT, label: words.takeOut, value };
    return [personBlock(people, { contact, groups }, show, mayChange ? takeOut : null)];
  });
  const range = { total, from: skipped + 1, to: Math.min(total, skipped + PAGE_SIZE) };
  return [
    searchField(groupPeople, people.search),
    ...(lines.length === 0 ? [section(people.noneFound(harmless(typed, 40)))] : lines),
    ...(total > PAGE_SIZE ? [context(words.found(range))] : []),
  ];
}

/** The person just taken out, with an undo button. */
function outBlocks(
  { groups }: Wording,
  group: string,
  { number, name, staysContact }: NonNullable<GroupPlace['out']>,
): KnownBlock[] {
  const value = JSON.stringify({ group, number });
  const shown = name === '' ? number : harmless(name, MAX_NAME_SHOWN);
  const undo = button({ action: PUT_BACK, label: groups.undo, value });
  return [{ ...section(groups.takenOut({ name: shown, staysContact })), accessory: undo }];
}

const backButton = (words: Wording['groups'], from: GroupPlace['from']): Button =>
  button({ action: BACK_TO[from], label: words.backTo[from], value: JSON.stringify(BACK_PLACE[from]) });
export const BACK_PLACE = { groups: { skipped: 0 }, people: { typed: '', skipped: 0 } };

export const textButton = (words: Wording['groups'], { id, name }: NamedGroup): Button =>
  button({ action: TEXT_GROUP, label: words.text, value: JSON.stringify({ id, name }) });

/** A button that replaces the list by the group. */
export const openButton = (words: Wording['groups'], group: NamedGroup, from: GroupPlace['from']): Button =>
  buttonFor(group.name, {
    action: SHOW_GROUP,
    label: words.open,
    value: JSON.stringify(startOf(group.id, from)),
  });

/** The result of adding people. */
export function addedLine(words: Wording, added: GroupAdded): string {
  switch (added.kind) {
    case 'added':
      return words.groups.added(added);
    case 'gone':
      return words.groups.deletedMeanwhile;
    case 'no_room':
      return wordProblem(words, failure('CONTACTS_TOO_MANY', { limit: MAX_CONTACTS }));
  }
}

/** The page with the pressed button; the group's first page if that is unreadable. */
export const placeOf = ({ view }: StoredPress, group: string): GroupPlace =>
  placeSchema.safeParse(readJson(view?.metadata ?? '')).data ?? startOf(group, 'groups');

export const groupLine = (words: Wording['groups'], { name, size }: SizedGroup): string =>
  words.line({ name: shownName(name), count: size });

/** "Remove" beside a person in a group, and "Undo". */
export const memberButtons = (services: Services): SlackListener[] => [
  onPress(services, TAKE_OUT, {
    read: value => parseStoredJson(takeOutSchema, value),
    permission: manager,
    requiresLiveFacts: true,
    async handle(services, press, { group, contact: id }) {
      const { workspace, userId } = press;
      const words = await services.words.of(workspace, userId);
      const out = await services.contactGroups.takeOut(workspace, userId, group, id);
      const from = placeOf(press, group);
      if (!out) {
        const view = await listView(services, words, press, groupPeople, from, words.groups.notIn);
        return { kind: 'shown', view };
      }
      const { number, name } = out.contact;
      const place = { ...from, out: { number, name, staysContact: out.staysContact } };
      return { kind: 'shown', view: await listView(services, words, press, groupPeople, place) };
    },
  }),
  onPress(services, PUT_BACK, {
    read: value => parseStoredJson(putBackSchema, value),
    permission: manager,
    requiresLiveFacts: true,
    async handle(services, press, { group, number }) {
      const { workspace, userId } = press;
      const words = await services.words.of(workspace, userId);
      const place = placeOf(press, group);
      const added = await services.contactGroups.add(workspace, userId, group, [{ number, name: '' }]);
      const news = addedLine(words, added);
      const back = { ...place, out: added.kind === 'added' ? null : place.out };
      return { kind: 'shown', view: await listView(services, words, press, groupPeople, back, news) };
    },
  }),
];
