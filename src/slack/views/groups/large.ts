import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { MAX_CONTACTS } from '../../../domain/contact.ts';
import { type Wording, wordProblem } from '../../../wording/index.ts';
import type { LargeGroup, LargeGroupChange } from '../../../workspaces/large-groups.ts';
import { isSameName } from '../../../workspaces/number-group.ts';
import { ACTION, SETTING, VIEW } from '../../ids.ts';
import { actions, button, context } from '../../kit/elements.ts';
import { shortText, textField } from '../../kit/fields.ts';
import { type FormAnswer, onForm, type SubmittedForm } from '../../kit/form.ts';
import { keptJson } from '../../kit/kept.ts';
import { formModal, noticeModal, showView } from '../../kit/modals.ts';
import { failureNews, withNews } from '../../kit/news.ts';
import { stateOf } from '../../kit/state.ts';
import type { Who } from '../../kit/who.ts';
import { manager } from '../../rights.ts';
import type { Services } from '../../services.ts';
import { showBelow } from './below.ts';
import { shownName } from './blocks.ts';
import { allErrors, withContacts } from './named.ts';
import { type Below, belowSchema } from './opened.ts';
import { readLargeGroup } from './read-large.ts';

/** Slack's: of what can be typed into a field. */
const MAX_TYPED = 3000;

export const largeGroupSchema = z.object({ id: z.string(), name: z.string(), size: z.int() });
/** `warned`: the new name whose consequences the person has read; null: none. */
const metadataSchema = z.object({
  seen: largeGroupSchema,
  warned: z.string().nullable(),
  below: belowSchema,
});
type Metadata = z.infer<typeof metadataSchema>;

/** The form of a group with more people than a form can show: who comes and who leaves is typed, and all others stay. */
export function largeGroupForm(words: Wording, seen: LargeGroup, below: Below): ModalView {
  const { field, large } = words.groups;
  return form(words, { seen, warned: null, below }, [
    shortText(SETTING.groupName, field.name, seen.name),
    context(large.intro(seen.size)),
    textField(SETTING.groupCome, large.come, '', { most: MAX_TYPED, lines: true }),
    textField(SETTING.groupLeave, large.leave, '', { most: MAX_TYPED, lines: true }),
  ]);
}

function form(words: Wording, metadata: Metadata, blocks: KnownBlock[]): ModalView {
  const { groups, settings } = words;
  const { seen, warned } = metadata;
  const { title, text, confirm, deny } = groups.confirm;
  const remove = button({
    action: ACTION.deleteLargeGroup,
    label: groups.delete,
    value: JSON.stringify({ ...seen, below: metadata.below }),
    style: 'danger',
    confirm: { title, text: text({ name: seen.name, count: seen.size }), confirm, deny },
  });
  return {
    ...formModal({
      id: VIEW.largeGroup,
      title: groups.changeTitle,
      submit: warned === null ? settings.save : settings.saveAnyway,
      cancel: settings.back,
      blocks: [
        ...blocks.filter(block => block.type !== 'actions'),
        actions(button({ action: ACTION.openPeople, label: groups.large.search })),
        actions(remove),
      ],
    }),
    private_metadata: JSON.stringify(metadata),
  };
}

/** It is submitted: as `registerSaveGroup` has it for a group that its form shows whole. */
export function registerSaveLargeGroup(app: App, services: Services): void {
  onForm(app, services, VIEW.largeGroup, {
    may: manager,
    of: () => null,
    submit: form => submitted(services, form),
  });
}

async function submitted(
  services: Services,
  { who, view, words, client }: SubmittedForm,
): Promise<FormAnswer> {
  const typed = [SETTING.groupCome, SETTING.groupLeave];
  const named = await withContacts(services, words, who.workspace, stateOf(view.state.values), typed);
  const read = readLargeGroup(words, named.state);
  const errors = allErrors(words, named.errors, read.kind === 'wrong' ? read.errors : {});
  if (read.kind === 'wrong' || Object.keys(errors).length > 0)
    return { answer: { response_action: 'errors', errors } };
  const { change } = read;
  const metadata = keptJson(metadataSchema, view.private_metadata);
  const { seen, warned } = metadata;
  const again = (its: Metadata, ...news: string[]) => form(words, its, withNews(view.blocks, news));
  if (!isSameName(seen.name, change.name) && warned !== change.name) {
    const news = words.groups.renaming({ from: shownName(seen.name), to: shownName(change.name) });
    return { answer: { response_action: 'update', view: again({ ...metadata, warned: change.name }, news) } };
  }
  async function carryOut(): Promise<void> {
    const done = await changed(services, words, who, seen, change);
    const next = done.isOver
      ? noticeModal(words.settings.title, words.settings.back, ...done.lines)
      : again(metadata, ...done.lines);
    await showView(services, client, { viewId: view.id, ...who }, next);
    if (done.isOver) await showBelow(services, client, who, view.root_view_id, metadata.below);
  }
  const answer = { response_action: 'update', view: again(metadata, words.settings.oneMoment) } as const;
  return { answer, again: news => again(metadata, news), carryOut };
}

type LargeGroupDone = { isOver: boolean; lines: string[] };

async function changed(
  services: Services,
  words: Wording,
  { workspace, userId }: Who,
  seen: LargeGroup,
  change: LargeGroupChange,
): Promise<LargeGroupDone> {
  const { groups, settings } = words;
  try {
    const outcome = await services.largeGroups.change(workspace, userId, seen, change);
    services.log.info({ workspace, by: userId, outcome }, 'a large group was submitted');
    switch (outcome) {
      case 'saved':
        return { isOver: true, lines: [settings.saved] };
      case 'unchanged':
        return { isOver: true, lines: [settings.nothingChanged] };
      case 'taken':
        return { isOver: false, lines: [groups.taken(shownName(change.name))] };
      case 'changed':
      case 'gone':
        return { isOver: true, lines: [groups.notThere(shownName(seen.name))] };
      default: {
        const because = wordProblem(words, { kind: 'CONTACTS_TOO_MANY', limit: MAX_CONTACTS });
        return { isOver: false, lines: [settings.notSaved(because)] };
      }
    }
  } catch (error) {
    services.log.error({ err: error }, 'saving a large group failed');
    return { isOver: false, lines: [failureNews(words, error)] };
  }
}
