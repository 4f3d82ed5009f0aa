import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { MAX_GROUPS } from '../../../domain/contact.ts';
import type { Wording } from '../../../wording/index.ts';
import { type NumberGroup, seenAs, seenGroupSchema } from '../../../workspaces/number-group.ts';
import { ACTION, COMMAND, SETTING, VIEW } from '../../ids.ts';
import { actions, button } from '../../kit/elements.ts';
import { longList, shortText } from '../../kit/fields.ts';
import { keptJson } from '../../kit/kept.ts';
import { formModal, noticeModal } from '../../kit/modals.ts';
import { withNews } from '../../kit/news.ts';
import { asIs, onView } from '../../kit/press.ts';
import { manager } from '../../rights.ts';
import type { Services } from '../../services.ts';
import { shownName } from './blocks.ts';
import { largeGroupForm } from './large.ts';
import { type Below, belowSchema, openedGroupSchema } from './opened.ts';

/** What a group's form knows about itself; Slack keeps it and returns it. */
export const groupMetadataSchema = z.object({
  /** The group when the form was filled in; null: it is a new one. */
  seen: seenGroupSchema.nullable(),
  /** The new name whose consequences the person was told about; null: none. */
  warned: z.string().nullable(),
  /** How many were in it then. */
  size: z.int().default(0),
  below: belowSchema,
});
type GroupMetadata = z.infer<typeof groupMetadataSchema>;

/** "Add a group", in the settings. */
export function registerAddGroup(app: App, services: Services): void {
  onView(app, services, ACTION.addGroup, {
    read: asIs,
    may: manager,
    opens: {
      title: words => words.groups.addTitle,
      command: `${COMMAND} settings`,
      async fill(words, { workspace }) {
        const groups = await services.contactGroups.of(workspace);
        if (groups.length < MAX_GROUPS) return newForm(words, null, null);
        return noticeModal(words.groups.addTitle, words.settings.back, words.groups.tooMany(MAX_GROUPS));
      },
    },
  });
}

/** "Change" on a group. */
export function registerChangeGroup(app: App, services: Services): void {
  onView(app, services, ACTION.changeGroup, {
    read: value => keptJson(openedGroupSchema, value),
    may: manager,
    opens: {
      title: words => words.groups.changeTitle,
      command: `${COMMAND} settings`,
      async fill(words, { workspace }, { name, below }) {
        const large = await services.largeGroups.named(workspace, name);
        if (large) return largeGroupForm(words, large, below);
        const group = await services.contactGroups.named(workspace, name);
        if (group) return newForm(words, group, below);
        const gone = words.groups.notThere(shownName(name));
        return noticeModal(words.groups.changeTitle, words.settings.back, gone);
      },
    },
  });
}

function newForm(words: Wording, group: NumberGroup | null, below: Below): ModalView {
  const { name, numbers } = words.groups.field;
  const fields = [
    { ...shortText(SETTING.groupName, name, group?.name ?? null), optional: false },
    ...longList(SETTING.groupNumbers, numbers, words.settings.field.moreNumbers, linesOf(group)),
  ];
  return form(
    words,
    { seen: group && seenAs(group), warned: null, size: group?.numbers.length ?? 0, below },
    fields,
  );
}

/** A line for each number, after the name of whose it is. */
function linesOf(group: NumberGroup | null): string[] {
  return group?.numbers.map(number => `${group.names?.[number] ?? ''} ${number}`.trim()) ?? [];
}

/** The same form with messages before its fields; everything typed stays. */
export function groupFormWithNews(
  words: Wording,
  metadata: GroupMetadata,
  shown: readonly KnownBlock[],
  ...news: string[]
): ModalView {
  const fields = shown.filter(block => block.type === 'input');
  return form(words, metadata, withNews(fields, news));
}

function form(words: Wording, metadata: GroupMetadata, blocks: KnownBlock[]): ModalView {
  const { groups, settings } = words;
  const { seen } = metadata;
  return {
    ...formModal({
      id: VIEW.group,
      title: seen ? groups.changeTitle : groups.addTitle,
      submit: metadata.warned === null ? settings.save : settings.saveAnyway,
      cancel: settings.back,
      blocks: seen ? [...blocks, importButton(words, seen), deleteButton(groups, seen, metadata)] : blocks,
    }),
    private_metadata: JSON.stringify(metadata),
  };
}

/** Puts people from a file into the group. */
function importButton({ pages }: Wording, { name }: NonNullable<GroupMetadata['seen']>): KnownBlock {
  return actions(button({ action: ACTION.openImport, label: pages.slack.import, value: name }));
}

function deleteButton(
  words: Wording['groups'],
  seen: NonNullable<GroupMetadata['seen']>,
  { size: count, below }: GroupMetadata,
): KnownBlock {
  const { title, text, confirm, deny } = words.confirm;
  return actions(
    button({
      action: ACTION.deleteGroup,
      label: words.delete,
      value: JSON.stringify({ ...seen, below }),
      style: 'danger',
      confirm: { title, text: text({ name: seen.name, count }), confirm, deny },
    }),
  );
}
