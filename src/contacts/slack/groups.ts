import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { longList, shortText, textField } from '../../kit/slack/fields.ts';
import { belowOf, type Form, type FormFields, openerOf } from '../../kit/slack/form.ts';
import { ACTION, COMMAND } from '../../kit/slack/ids.ts';
import { opensList, refreshBelow } from '../../kit/slack/list.ts';
import { noticeModal } from '../../kit/slack/modals.ts';
import { asIs, onPress } from '../../kit/slack/press.ts';
import type { Services } from '../../kit/slack/services.ts';
import { keptJson } from '../../kit/slack/state.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { harmless } from '../../kit/slack-text.ts';
import { type Wording, wordProblem } from '../../kit/words/wording.ts';
import { readNumbers, withoutNames } from '../../kit/written-values.ts';
import { isSameName, tidyName } from '../../texts/kept-name.ts';
import { nameProblem } from '../../texts/slack/compose/recipients-field.ts';
import { manager } from '../../workspace/slack/rights.ts';
import type { SettingsPart } from '../../workspace/slack/settings/list.ts';
import {
  groupChange,
  MAX_CONTACTS,
  MAX_GROUPS,
  MAX_NAME,
  type NumberGroup,
  seenAs,
  seenGroupSchema,
} from '../contact.ts';
import type { SizedGroup } from '../groups.ts';
import type { LargeGroup } from '../large-groups.ts';
import { failure } from '../problem.ts';
import { GROUP_FORM, type GroupTyped, readChange, readNumberGroup } from './group-fields.ts';

/** Slack's: of what can be typed into a field. */
const MAX_TYPED = 3000;

/** The group; or a large one, with more people than a form can show. */
type GroupBefore = { group: NumberGroup } | { large: LargeGroup } | null;

/**
 * The form that makes or changes a group. Of a large one, who comes and who leaves is typed, and all others stay.
 */
export const groupForm: Form<{
  about: string | null;
  before: GroupBefore;
  draft: GroupTyped;
  extras: GroupBefore;
}> = {
  id: GROUP_FORM.id,
  ways: { new: () => null, change: asIs },
  about: z.string().nullable(),
  may: manager,
  asksNow: true,
  command: `${COMMAND} settings`,
  title: ({ groups }, name) => (name === null ? groups.addTitle : groups.changeTitle),
  submit: ({ settings }) => settings.save,
  async load({ contactGroups, largeGroups }, { workspace }, name, { groups: said }) {
    if (name === null) {
      const isFull = (await contactGroups.of(workspace)).length >= MAX_GROUPS;
      return { before: null, ...(isFull ? { gone: said.tooMany(MAX_GROUPS) } : {}) };
    }
    const large = await largeGroups.named(workspace, name);
    if (large) return { before: { large } };
    const group = await contactGroups.named(workspace, name);
    return group ? { before: { group } } : { before: null, gone: said.notThere(shownName(name)) };
  },
  draft(before) {
    if (before && 'large' in before) return { name: before.large.name, numbers: null, come: '', leave: '' };
    const group = before?.group ?? null;
    return { name: group?.name ?? '', numbers: [linesOf(group).join('\n')], come: null, leave: null };
  },
  extras: async (_services, _who, { before }) => before,
  fields: words => fields(words),
  foot: (words, { before }) => footBlocks(words, before),
  async check(services, { workspace }, words, { draft }) {
    const read = await (draft.numbers ? readNumberGroup : readChange)(services, words, workspace, draft);
    return read.ok ? {} : read.wrong;
  },
  version: draft => draft,
  changed(words, { before, draft }) {
    const { groups, settings } = words;
    if (!before) return [groups.gone];
    if ('large' in before) return [settings.changedMeanwhile];
    const { numbers } = readNumbers(withoutNames(draft.numbers?.join('\n') ?? '').numbers);
    const { left, came } = groupChange(before.group, { name: draft.name, numbers });
    const name = shownName(draft.name);
    const difference = left.length + came.length > 0 ? [settings.changed.list({ name, left, came })] : [];
    return [settings.changedMeanwhile, ...difference];
  },
  warning({ groups }, { before, draft }) {
    const from = before && nameOf(before);
    if (from === null || isSameName(from, draft.name)) return null;
    return [groups.renaming({ from: shownName(from), to: shownName(draft.name) })];
  },
  async save(services, { workspace, userId }, words, { about, before, draft }) {
    const { groups, settings } = words;
    const large = before && 'large' in before ? before.large : null;
    if (large) {
      const read = await readChange(services, words, workspace, draft);
      if (!read.ok) return { again: Object.values(read.wrong).join('\n') };
      const outcome = await services.largeGroups.change(workspace, userId, large, read.change);
      if (outcome === 'changed' || outcome === 'gone')
        return { said: groups.notThere(shownName(large.name)) };
      return cameTo(words, outcome, draft.name, [settings.saved]);
    }
    const read = await readNumberGroup(services, words, workspace, draft);
    if (!read.ok) return { again: Object.values(read.wrong).join('\n') };
    const seen = before && 'group' in before ? seenAs(before.group) : null;
    const outcome = await services.contactGroups.save(workspace, userId, read.group, seen);
    if (outcome === 'changed' || outcome === 'gone')
      return { again: about === null ? settings.changedMeanwhile : groups.gone };
    const { name, numbers } = read.group;
    return cameTo(words, outcome, name, [settings.saved, groupLine(groups, { name, size: numbers.length })]);
  },
};

function cameTo(
  words: Wording,
  outcome: 'saved' | 'unchanged' | 'taken' | 'too_many' | 'no_room',
  name: string,
  saved: string[],
): { said: string } | { again: string } {
  const { groups, settings } = words;
  switch (outcome) {
    case 'saved':
      return { said: saved.join('\n') };
    case 'unchanged':
      return { said: settings.nothingChanged };
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

const nameOf = (before: NonNullable<GroupBefore>): string =>
  'large' in before ? before.large.name : before.group.name;

/** A line for each number, after the name of whose it is. */
const linesOf = (group: NumberGroup | null): string[] =>
  group?.numbers.map(number => `${group.names?.[number] ?? ''} ${number}`.trim()) ?? [];

function fields(words: Wording): FormFields<GroupTyped, GroupBefore> {
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
        if (come === null || !before || !('large' in before)) return [];
        return [context(large.intro(before.large.size)), typing(id, large.come, come)];
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
function footBlocks({ groups, pages }: Wording, before: GroupBefore): KnownBlock[] {
  if (!before) return [];
  const name = nameOf(before);
  const isLarge = 'large' in before;
  const { title, text, confirm, deny } = groups.confirm;
  const count = isLarge ? before.large.size : before.group.numbers.length;
  const remove = button({
    action: ACTION.deleteGroup,
    label: groups.delete,
    value: JSON.stringify(isLarge ? before.large : seenAs(before.group)),
    style: 'danger',
    confirm: { title, text: text({ name, count }), confirm, deny },
  });
  const more = isLarge
    ? button({ action: opensList({ id: 'people' }), label: groups.large.search })
    : button({ action: ACTION.openImport, label: pages.slack.import, value: name });
  return [actions(more), actions(remove)];
}

const largeSchema = z.object({ id: z.string(), name: z.string(), size: z.int() });

/** "Delete this group" in its form, confirmed: unless somebody else changed the group since the form was filled in. */
export function deleteGroupButton(services: Services): Surface {
  return onPress(services, ACTION.deleteGroup, {
    read: value => keptJson(z.union([largeSchema, seenGroupSchema]), value),
    may: manager,
    async carryOut(its, press, seen) {
      const { workspace, userId, client } = press;
      const { groups: words, settings } = await its.words.of(workspace, userId);
      const name = shownName(seen.name);
      const outcome =
        'id' in seen
          ? (await its.largeGroups.remove(workspace, userId, seen))
            ? 'removed'
            : 'gone'
          : await its.contactGroups.remove(workspace, userId, seen);
      its.log.info({ workspace, by: userId, outcome }, 'somebody asked to delete a group');
      const said = {
        removed: words.deleted(name),
        changed: words.notDeleted(words.changedSince),
        gone: words.notThere(name),
      };
      return {
        kind: 'shown',
        view: noticeModal(settings.title, settings.back, said[outcome]),
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

/** The groups, below the settings. */
export const groupsInSettings = ({ contactGroups }: Services): SettingsPart => ({
  async page(words, workspace, place) {
    const groups = await contactGroups.of(workspace);
    const { skipped, size } = place(groups.length);
    return {
      total: groups.length,
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: words.groups.heading } },
        context(words.groups.intro),
        ...groups.slice(skipped, skipped + size).map(group => groupBlock(words, group)),
      ],
      foot: [actions(button({ action: openerOf(groupForm, 'new'), label: words.groups.add }))],
    };
  },
});

function groupBlock({ groups, settings }: Wording, group: SizedGroup): KnownBlock {
  const change = button({ action: openerOf(groupForm, 'change'), label: settings.change, value: group.name });
  return {
    ...section(groupLine(groups, group)),
    accessory: { ...change, accessibility_label: `${settings.change}: ${group.name}` },
  };
}
