import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { type LocalNumber, maskNumber } from '../../kit/number.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { longList, shortText, textField } from '../../kit/slack/fields.ts';
import { belowOf, type Form, type FormFields, openerOf } from '../../kit/slack/form.ts';
import { opensList, type PagedList, refreshBelow, type Skipped, turned } from '../../kit/slack/list.ts';
import { noticeModal } from '../../kit/slack/modals.ts';
import { asIs, onPress } from '../../kit/slack/press.ts';
import type { Services } from '../../kit/slack/services.ts';
import { keptJson } from '../../kit/slack/state.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { COMMAND } from '../../kit/slack/surface.ts';
import { harmless } from '../../kit/slack-text.ts';
import { type Wording, wordProblem } from '../../kit/words/wording.ts';
import { readNumbers, withoutNames } from '../../kit/written-values.ts';
import { isSameName, tidyName } from '../../texts/kept-name.ts';
import { reader } from '../../texts/rights.ts';
import { nameProblem } from '../../texts/slack/compose/recipients-field.ts';
import { manager } from '../../workspace/slack/rights.ts';
import { MAX_CONTACTS, MAX_GROUPS, MAX_NAME } from '../contact.ts';
import { type ShownGroup, type SizedGroup, seenAs, seenGroupSchema } from '../groups.ts';
import { failure } from '../problem.ts';
import { GROUP_FORM, type GroupTyped, readChange, readNumberGroup } from './group-fields.ts';
import { OPEN_IMPORT } from './import.ts';

/** In that form. Value: the group as it was shown. */
const DELETE_GROUP = 'delete_group';

/** Slack's: of what can be typed into a field. */
const MAX_TYPED = 3000;

/**
 * The form that makes or changes a group. Of a large one, with more people than it can show, who comes and who leaves is typed, and
 * all others stay.
 */
export const groupForm: Form<{
  about: string | null;
  before: ShownGroup | null;
  draft: GroupTyped;
  extras: ShownGroup | null;
}> = {
  id: GROUP_FORM.id,
  ways: { new: () => null, change: asIs },
  about: z.string().nullable(),
  may: manager,
  requiresLiveFacts: true,
  command: `${COMMAND} groups`,
  title: ({ groups }, name) => (name === null ? groups.addTitle : groups.changeTitle),
  submit: ({ settings }) => settings.save,
  async load({ contactGroups }, { workspace }, name, { groups: said }) {
    if (name === null) {
      const isFull = (await contactGroups.of(workspace)).length >= MAX_GROUPS;
      return { before: null, ...(isFull ? { gone: said.tooMany(MAX_GROUPS) } : {}) };
    }
    const before = await contactGroups.named(workspace, name);
    return { before, ...(before ? {} : { gone: said.notThere(shownName(name)) }) };
  },
  draft(before) {
    const name = before?.name ?? '';
    if (isLarge(before)) return { name, numbers: null, come: '', leave: '' };
    return { name, numbers: [linesOf(before).join('\n')], come: null, leave: null };
  },
  extras: async (_services, _who, { before }) => before,
  fields: words => fields(words),
  foot: (words, { before }) => footBlocks(words, before),
  async check(services, { workspace }, words, { draft }) {
    const read = await (draft.numbers ? readNumberGroup : readChange)(services, words, workspace, draft);
    return read.ok ? {} : read.wrong;
  },
  version: draft => draft,
  changed({ groups, settings }, { before, draft }) {
    if (!before) return [groups.gone];
    if (!before.shown) return [groups.changedMeanwhile];
    const { numbers } = readNumbers(withoutNames(draft.numbers?.join('\n') ?? '').numbers);
    const [left, came] = [without(before.shown.numbers, numbers), without(numbers, before.shown.numbers)];
    const name = shownName(draft.name);
    const difference = left.length + came.length > 0 ? [settings.changed.list({ name, left, came })] : [];
    return [groups.changedMeanwhile, ...difference];
  },
  warning({ groups }, { before, draft }) {
    if (!before || isSameName(before.name, draft.name)) return null;
    return [groups.renaming({ from: shownName(before.name), to: shownName(draft.name) })];
  },
  async save(services, { workspace, userId }, words, { about, before, draft }) {
    const { groups, settings } = words;
    const read = await (isLarge(before) ? readChange : readNumberGroup)(services, words, workspace, draft);
    if (!read.ok) return { again: read.because };
    const { name, numbers } = read.group;
    const outcome = await services.contactGroups.save(
      workspace,
      userId,
      read.group,
      before && seenAs(before),
    );
    if (outcome === 'changed' || outcome === 'gone') {
      if (isLarge(before)) return { said: groups.notThere(shownName(before.name)) };
      return { again: about === null ? groups.changedMeanwhile : groups.gone };
    }
    const line = isLarge(before) ? [] : [groupLine(groups, { name, size: numbers.length })];
    return cameTo(words, outcome, name, [settings.saved, ...line]);
  },
};

const isLarge = (before: ShownGroup | null): before is ShownGroup & { shown: null } => before?.shown === null;

/** Those who aren't among others, masked. */
const without = (numbers: readonly LocalNumber[], others: readonly LocalNumber[]): string[] =>
  numbers.filter(number => !others.includes(number)).map(maskNumber);

function cameTo(
  words: Wording,
  outcome: 'saved' | 'unchanged' | 'taken' | 'too_many' | 'no_room',
  name: string,
  saved: string[],
): { said: string } | { again: string } {
  const { groups, people, settings } = words;
  switch (outcome) {
    case 'saved':
      return { said: saved.join('\n') };
    case 'unchanged':
      return { said: people.unchanged };
    case 'taken':
      return { again: groups.taken(shownName(name)) };
    case 'too_many':
      return { again: groups.tooMany(MAX_GROUPS) };
    case 'no_room': {
      const because = wordProblem(words, failure('CONTACTS_TOO_MANY', { limit: MAX_CONTACTS }));
      return { again: settings.notSaved(because) };
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
        return { value: name, wrong: nameProblem(words, name, MAX_NAME) };
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
      blocks(id, come, before) {
        if (come === null || !isLarge(before)) return [];
        return [context(large.intro(before.size)), typing(id, large.come, come)];
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
function footBlocks({ groups, pages }: Wording, before: ShownGroup | null): KnownBlock[] {
  if (!before) return [];
  const { name, size: count } = before;
  const { title, text, confirm, deny } = groups.confirm;
  const remove = button({
    action: DELETE_GROUP,
    label: groups.delete,
    value: JSON.stringify(seenAs(before)),
    style: 'danger',
    confirm: { title, text: text({ name, count }), confirm, deny },
  });
  const more = isLarge(before)
    ? button({ action: opensList({ id: 'people' }), label: groups.large.search })
    : button({ action: OPEN_IMPORT, label: pages.slack.import, value: name });
  return [actions(more), actions(remove)];
}

/** "Delete this group" in its form, confirmed: unless somebody else changed the group since the form was filled in. */
export function deleteGroupButton(services: Services): Surface {
  return onPress(services, DELETE_GROUP, {
    read: value => keptJson(seenGroupSchema, value),
    may: manager,
    requiresLiveFacts: true,
    async carryOut(its, press, seen) {
      const { workspace, userId, client } = press;
      const { groups: words, settings } = await its.words.of(workspace, userId);
      const name = shownName(seen.name);
      const outcome = await its.contactGroups.remove(workspace, userId, seen);
      its.log.info({ workspace, by: userId, outcome }, 'somebody asked to delete a group');
      const said = {
        removed: words.deleted(name),
        changed: words.notDeleted(words.changedSince),
        gone: words.notThere(name),
      };
      return {
        kind: 'shown',
        view: noticeModal(words.title, settings.back, said[outcome]),
        after: () => refreshBelow(its, client, press, belowOf(press)),
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

/** `/sms groups`: all groups by name with their sizes, for everybody who may see them; those who manage have buttons to change them. */
export const groupList: PagedList<Skipped> = {
  id: 'groups',
  title: words => words.groups.title,
  command: `${COMMAND} groups`,
  may: reader,
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

function groupBlock({ groups, people }: Wording, group: SizedGroup, mayChange: boolean): KnownBlock {
  const line = section(groupLine(groups, group));
  if (!mayChange) return line;
  return { ...line, accessory: changing(people, openerOf(groupForm, 'change'), group.name, group.name) };
}

/** Many buttons say "Change"; people with a screen reader are told whom or what. */
export function changing(words: Wording['people'], action: string, value: string, whom: string) {
  return {
    ...button({ action, label: words.change, value }),
    accessibility_label: `${words.change}: ${whom}`,
  };
}
