import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import { type LocalNumber, maskNumber } from '../../kit/number.ts';
import { readNumbers, withoutNames } from '../../kit/parse-values.ts';
import { asIs, onPress } from '../../kit/slack/buttons.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { longList, shortText, textField } from '../../kit/slack/fields.ts';
import { type Form, type FormFields, openerOf, parentListOf } from '../../kit/slack/form.ts';
import { opensList, type PagedList, refreshParentList, type Skipped, turned } from '../../kit/slack/list.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import { noticeModal } from '../../kit/slack/modals.ts';
import type { Services } from '../../kit/slack/services.ts';
import { onView } from '../../kit/slack/view-buttons.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import { harmless } from '../../kit/slack-text.ts';
import { type Wording, wordProblem } from '../../kit/words/wording.ts';
import { isSameName, tidyName } from '../../texts/parse/name.ts';
import { reader, sender } from '../../texts/permissions.ts';
import { meaning, namedUses } from '../../texts/recipient-uses.ts';
import { directly } from '../../texts/slack/compose/form.ts';
import { nameProblem } from '../../texts/slack/compose/recipients-field.ts';
import { openComposeForm } from '../../texts/slack/compose/submitted.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import { groupAs, MAX_CONTACTS, MAX_GROUPS, MAX_NAME } from '../contact.ts';
import { type ShownGroup, type SizedGroup, seenAs, seenGroupSchema } from '../groups.ts';
import { failure } from '../problem.ts';
import { GROUP_FORM, type GroupTyped, readChange, readNumberGroup } from './group-fields.ts';
import { OPEN_IMPORT } from './import.ts';

/** In that form. Value: the group as it was shown. */
const DELETE_GROUP = 'delete_group';

/** Opens the form that makes a text, to a group. Value: the group's id and name. */
const TEXT_GROUP = 'text_group';
const namedGroupSchema = z.object({ id: z.string(), name: z.string() });

/** Slack's: of what can be typed into a field. */
const MAX_TYPED = 3000;

/**
 * The form that makes or changes a group. Of a large one, with more people than it can show, who comes and who leaves is typed, and
 * all others stay.
 */
export const groupForm: Form<{
  subject: string | null;
  current: ShownGroup | null;
  draft: GroupTyped;
  extras: ShownGroup | null;
}> = {
  id: GROUP_FORM.id,
  openers: { new: () => null, change: asIs },
  subject: z.string().nullable(),
  permission: manager,
  requiresLiveFacts: true,
  command: `${COMMAND} groups`,
  title: ({ groups }, name) => (name === null ? groups.addTitle : groups.changeTitle),
  submit: ({ settings }) => settings.save,
  async load({ contactGroups }, { workspace }, name, { groups: said }) {
    if (name === null) {
      const isFull = (await contactGroups.of(workspace)).length >= MAX_GROUPS;
      return { current: null, ...(isFull ? { deleted: said.tooMany(MAX_GROUPS) } : {}) };
    }
    const current = await contactGroups.named(workspace, name);
    return { current, ...(current ? {} : { deleted: said.notThere(shownName(name)) }) };
  },
  draft(current) {
    const name = current?.name ?? '';
    if (isLarge(current)) return { name, numbers: null, come: '', leave: '' };
    return { name, numbers: [linesOf(current).join('\n')], come: null, leave: null };
  },
  extras: async (_services, _who, { current }) => current,
  fields: words => fields(words),
  foot: (words, { current }) => footBlocks(words, current),
  async check(services, { workspace }, words, { draft }) {
    const read = await (draft.numbers ? readNumberGroup : readChange)(services, words, workspace, draft);
    return read.ok ? {} : read.wrong;
  },
  version: draft => draft,
  changed({ groups, settings }, { current, draft }) {
    if (!current) return [groups.gone];
    if (!current.shown) return [groups.changedMeanwhile];
    const { numbers } = readNumbers(withoutNames(draft.numbers?.join('\n') ?? '').numbers);
    const [left, came] = [without(current.shown.numbers, numbers), without(numbers, current.shown.numbers)];
    const name = shownName(draft.name);
    const difference = left.length + came.length > 0 ? [settings.changed.list({ name, left, came })] : [];
    return [groups.changedMeanwhile, ...difference];
  },
  warning({ groups }, { current, draft }) {
    if (!current || isSameName(current.name, draft.name)) return null;
    return [groups.renaming({ from: shownName(current.name), to: shownName(draft.name) })];
  },
  async save(services, { workspace, userId }, words, { subject, current, draft }) {
    const { groups, settings } = words;
    const read = await (isLarge(current) ? readChange : readNumberGroup)(services, words, workspace, draft);
    if (!read.ok) return { retry: read.because };
    const { name, numbers } = read.group;
    const outcome = await services.contactGroups.save(
      workspace,
      userId,
      read.group,
      current && seenAs(current),
    );
    if (outcome === 'changed' || outcome === 'gone') {
      if (isLarge(current)) return { message: groups.notThere(shownName(current.name)) };
      return { retry: subject === null ? groups.changedMeanwhile : groups.gone };
    }
    const line = isLarge(current) ? [] : [groupLine(groups, { name, size: numbers.length })];
    return cameTo(words, outcome, name, [settings.saved, ...line]);
  },
};

const isLarge = (current: ShownGroup | null): current is ShownGroup & { shown: null } =>
  current?.shown === null;

/** Those who aren't among others, masked. */
const without = (numbers: readonly LocalNumber[], others: readonly LocalNumber[]): string[] =>
  numbers.filter(number => !others.includes(number)).map(maskNumber);

function cameTo(
  words: Wording,
  outcome: 'saved' | 'unchanged' | 'taken' | 'too_many' | 'no_room',
  name: string,
  saved: string[],
): { message: string } | { retry: string } {
  const { groups, people, settings } = words;
  switch (outcome) {
    case 'saved':
      return { message: saved.join('\n') };
    case 'unchanged':
      return { message: people.unchanged };
    case 'taken':
      return { retry: groups.taken(shownName(name)) };
    case 'too_many':
      return { retry: groups.tooMany(MAX_GROUPS) };
    case 'no_room': {
      const because = wordProblem(words, failure('CONTACTS_TOO_MANY', { limit: MAX_CONTACTS }));
      return { retry: settings.notSaved(because) };
    }
  }
}

/** A line for each number, after the name of whose it is. */
const linesOf = (group: ShownGroup | null): string[] =>
  group?.shown?.numbers.map(number => `${group.shown?.names[number] ?? ''} ${number}`.trim()) ?? [];

function fields(words: Wording): FormFields<GroupTyped, ShownGroup | null> {
  const { field, large } = words.groups;
  const { moreNumbers } = words.settings.field;
  const typing = (id: string, labelled: typeof large.come, typed: string) =>
    textField(id, labelled, typed, { most: MAX_TYPED, lines: true });
  return {
    name: {
      blocks: (id, name) => ({ ...shortText(id, field.name, name === '' ? null : name), optional: false }),
      read(state, id) {
        const name = tidyName(state.text(id));
        return { value: name, error: nameProblem(words, name, MAX_NAME) };
      },
    },
    numbers: {
      blocks(id, texts) {
        const lines = texts?.flatMap(typed => (typed === '' ? [] : typed.split('\n')));
        return lines ? longList(`${id}_`, field.numbers, moreNumbers, lines) : [];
      },
      read(state, id) {
        const typed = state.texts(`${id}_`).map(({ text }) => text);
        return { value: typed.length > 0 ? typed : null };
      },
    },
    come: {
      blocks(id, come, current) {
        if (come === null || !isLarge(current)) return [];
        return [context(large.intro(current.size)), typing(id, large.come, come)];
      },
      read: (state, id) => ({ value: state.texts(id)[0]?.text ?? null }),
    },
    leave: {
      blocks: (id, leave) => (leave === null ? [] : typing(id, large.leave, leave)),
      read: (state, id) => ({ value: state.texts(id)[0]?.text ?? null }),
    },
  };
}

/** For a group that is there: ways to more people, and to delete it. */
function footBlocks({ groups, pages }: Wording, current: ShownGroup | null): KnownBlock[] {
  if (!current) return [];
  const { name, size: count } = current;
  const { title, text, confirm, deny } = groups.confirm;
  const remove = button({
    action: DELETE_GROUP,
    label: groups.delete,
    value: JSON.stringify(seenAs(current)),
    style: 'danger',
    confirm: { title, text: text({ name, count }), confirm, deny },
  });
  const more = isLarge(current)
    ? button({ action: opensList({ id: 'people' }), label: groups.large.search })
    : button({ action: OPEN_IMPORT, label: pages.slack.import, value: name });
  return [actions({ ...textButton(groups, current), style: 'primary' }, more), actions(remove)];
}

const textButton = (words: Wording['groups'], { id, name }: { id: string; name: string }): Button =>
  button({ action: TEXT_GROUP, label: words.text, value: JSON.stringify({ id, name }) });

/** "Text this group" in its form: the form that makes a text, on top of it, with the group chosen. */
export function textGroupButton(services: Services): SlackListener {
  return onView(services, TEXT_GROUP, {
    read: value => parseStoredJson(namedGroupSchema, value),
    permission: (permissionFacts, press) => sender(permissionFacts, press, null),
    begins(press, { actions: [pressed] }) {
      const group = parseStoredJson(namedGroupSchema, pressed?.value ?? '');
      const draft = { to: groupAs(group), message: '' };
      return openComposeForm(services, press.client, press, {
        ...{ place: directly(press.userId), draft, onTop: true },
      });
    },
  });
}

/** "Delete this group" in its form, confirmed: unless somebody else changed the group since the form was filled in. */
export function deleteGroupButton(services: Services): SlackListener {
  return onPress(services, DELETE_GROUP, {
    read: value => parseStoredJson(seenGroupSchema, value),
    permission: manager,
    requiresLiveFacts: true,
    async handle(its, press, seen) {
      const { workspace, userId, client } = press;
      const all = await its.words.of(workspace, userId);
      const { groups: words, settings } = all;
      const name = shownName(seen.name);
      const used = await its.usesOf(workspace, meaning(groupAs(seen)));
      const outcome = used.length > 0 ? 'used' : await its.contactGroups.remove(workspace, userId, seen);
      its.log.info({ workspace, by: userId, outcome }, 'somebody asked to delete a group');
      const said = {
        used: all.uses.inUse({ name, uses: namedUses(all, used) }),
        removed: words.deleted(name),
        changed: words.notDeleted(words.changedSince),
        gone: words.notThere(name),
      };
      return {
        kind: 'shown',
        view: noticeModal(words.title, settings.back, said[outcome]),
        after: () => refreshParentList(its, client, press, parentListOf(press)),
      };
    },
  });
}

/** A group's name and its size. */
function groupLine(words: Wording['groups'], { name, size }: SizedGroup): string {
  return words.line({ name: shownName(name), count: size });
}

/** A group's name inside a sentence. */
function shownName(name: string): string {
  return harmless(name, MAX_NAME);
}

const PAGE = 20;

/**
 * `/sms groups`: all groups by name with their sizes, for everybody who may see them, with buttons to text
 * them; those who manage have buttons to change them instead, and text them from there. */
export const groupList: PagedList<Skipped> = {
  id: 'groups',
  title: words => words.groups.title,
  command: `${COMMAND} groups`,
  permission: reader,
  place: z.object({ skipped: z.int().min(0).max(MAX_GROUPS) }),
  start: () => ({ skipped: 0 }),
  async page(services, words, { workspace, userId }, place) {
    const [groups, problem] = await Promise.all([
      services.contactGroups.of(workspace),
      manager(services, { workspace, userId }, null),
    ]);
    const mayChange = problem === null;
    const { skipped, ...around } = turned(place, PAGE, groups.length);
    const { intro, none, add } = words.groups;
    const shown = groups.slice(skipped, skipped + PAGE);
    return {
      ...around,
      blocks: [
        section(intro),
        ...(mayChange ? [actions(button({ action: openerOf(groupForm, 'new'), label: add }))] : []),
        ...(groups.length === 0 ? [section(none)] : shown.map(group => groupBlock(words, group, mayChange))),
      ],
    };
  },
};

function groupBlock(
  { groups, people }: Wording,
  group: SizedGroup & { id: string },
  mayChange: boolean,
): KnownBlock {
  const line = section(groupLine(groups, group));
  if (!mayChange) return { ...line, accessory: textButton(groups, group) };
  return { ...line, accessory: changing(people, openerOf(groupForm, 'change'), group.name, group.name) };
}

/** Many buttons say "Change"; people with a screen reader are told whom or what. */
export function changing(words: Wording['people'], action: string, value: string, whom: string) {
  return {
    ...button({ action, label: words.change, value }),
    accessibility_label: `${words.change}: ${whom}`,
  };
}
