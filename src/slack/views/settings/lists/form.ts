import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Wording } from '../../../../wording/index.ts';
import { MAX_LISTS, type NumberList, seenAs, seenListSchema } from '../../../../workspaces/number-list.ts';
import { actions, button } from '../../../blocks/elements.ts';
import { ACTION, COMMAND, SETTING, VIEW } from '../../../ids.ts';
import { onPress, type Press } from '../../../press.ts';
import type { Services } from '../../../services.ts';
import { longList, shortText } from '../../forms/fields.ts';
import { withNews } from '../../forms/news.ts';
import { formModal, managerProblem, noticeModal, openJudgedModal } from '../../modals.ts';
import { shownName } from './blocks.ts';

/** What a list's form knows of itself; Slack keeps it and hands it back. */
export const listMetadataSchema = z.object({
  /** The list as it stood when the form was filled; null: it is a new one. */
  seen: seenListSchema.nullable(),
  /** The new name whose consequences the person has read; null: none. */
  warned: z.string().nullable(),
});
type ListMetadata = z.infer<typeof listMetadataSchema>;

/** "Add a list", in the settings. */
export function registerAddList(app: App, services: Services): void {
  onPress(app, services, ACTION.addList, async press => () => {
    return openForm(services, press, 'addTitle', async words => {
      const lists = await services.lists.of(press.workspace);
      if (lists.length < MAX_LISTS) return newForm(words, null);
      return noticeModal(words.lists.addTitle, words.settings.back, words.lists.tooMany(MAX_LISTS));
    });
  });
}

/** "Change" on a list. */
export function registerChangeList(app: App, services: Services): void {
  onPress(app, services, ACTION.changeList, async press => () => {
    return openForm(services, press, 'changeTitle', async words => {
      const list = await services.lists.named(press.workspace, press.value);
      if (list) return newForm(words, list);
      const gone = words.lists.notThere(shownName(press.value));
      return noticeModal(words.lists.changeTitle, words.settings.back, gone);
    });
  });
}

function openForm(
  services: Services,
  press: Press,
  title: 'addTitle' | 'changeTitle',
  fill: (words: Wording) => Promise<ModalView>,
): Promise<void> {
  return openJudgedModal(services, press.client, press, {
    title: words => words.lists[title],
    command: `${COMMAND} settings`,
    onTop: true,
    judge: () => managerProblem(services, press.workspace, press.userId),
    fill,
  });
}

function newForm(words: Wording, list: NumberList | null): ModalView {
  const { name, numbers } = words.lists.field;
  const fields = [
    shortText(SETTING.listName, name, list?.name ?? null),
    ...longList(SETTING.listNumbers, numbers, words.settings.field.moreNumbers, list?.numbers ?? []),
  ];
  return form(words, { seen: list && seenAs(list), warned: null }, fields);
}

/** The same form with news in front of its fields, in which everything typed stays. */
export function listFormWithNews(
  words: Wording,
  metadata: ListMetadata,
  shown: readonly KnownBlock[],
  ...news: string[]
): ModalView {
  const fields = shown.filter(block => block.type === 'input');
  return form(words, metadata, withNews(fields, news));
}

function form(words: Wording, metadata: ListMetadata, blocks: KnownBlock[]): ModalView {
  const { lists, settings } = words;
  const { seen } = metadata;
  return {
    ...formModal({
      id: VIEW.list,
      title: seen ? lists.changeTitle : lists.addTitle,
      submit: metadata.warned === null ? settings.save : settings.saveAnyway,
      cancel: settings.back,
      blocks: seen ? [...blocks, deleteButton(lists, seen)] : blocks,
    }),
    private_metadata: JSON.stringify(metadata),
  };
}

function deleteButton(words: Wording['lists'], seen: NonNullable<ListMetadata['seen']>): KnownBlock {
  const { title, text, confirm, deny } = words.confirm;
  return actions(
    button({
      action: ACTION.deleteList,
      label: words.delete,
      value: JSON.stringify(seen),
      style: 'danger',
      confirm: { title, text: text(seen.name), confirm, deny },
    }),
  );
}
