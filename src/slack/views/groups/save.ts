import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { MAX_CONTACTS, MAX_GROUPS } from '../../../domain/contact.ts';
import { type Wording, wordProblem } from '../../../wording/index.ts';
import {
  groupChange,
  isSameName,
  type NumberGroup,
  type SeenGroup,
  seenAs,
} from '../../../workspaces/number-group.ts';
import { SETTING, VIEW } from '../../ids.ts';
import { type FormAnswer, onForm, type SubmittedForm } from '../../kit/form.ts';
import { keptJson } from '../../kit/kept.ts';
import { noticeModal, showView } from '../../kit/modals.ts';
import { failureNews } from '../../kit/news.ts';
import { stateOf } from '../../kit/state.ts';
import type { Who } from '../../kit/who.ts';
import { manager } from '../../rights.ts';
import type { Services } from '../../services.ts';
import { showBelow } from './below.ts';
import { groupLine, shownName } from './blocks.ts';
import { groupFormWithNews, groupMetadataSchema } from './form.ts';
import { allErrors, withContacts } from './named.ts';
import { readGroup } from './read.ts';

/**
 * A submitted group. Its fields show what is wrong with them, and a warning says once what a new name means; then we
 * ask Slack whether the person may (still) do this, and save it unless somebody else changed it meanwhile. Until then,
 * the form stays as it is, with everything that was typed.
 */
export function registerSaveGroup(app: App, services: Services): void {
  onForm(app, services, VIEW.group, {
    may: manager,
    of: () => null,
    submit: form => submitted(services, form),
  });
}

async function submitted(
  services: Services,
  { who, view, words, client }: SubmittedForm,
): Promise<FormAnswer> {
  const typed = stateOf(view.state.values);
  const named = await withContacts(services, words, who.workspace, typed, [SETTING.groupNumbers]);
  const read = readGroup(words, named.state);
  const errors = allErrors(words, named.errors, read.kind === 'wrong' ? read.errors : {});
  if (read.kind === 'wrong' || Object.keys(errors).length > 0)
    return { answer: { response_action: 'errors', errors } };

  const { group } = read;
  const metadata = keptJson(groupMetadataSchema, view.private_metadata);
  const { seen } = metadata;
  const again = (its: typeof metadata, ...news: string[]) =>
    groupFormWithNews(words, its, view.blocks, ...news);
  if (seen && !isSameName(seen.name, group.name) && metadata.warned !== group.name) {
    const warning = words.groups.renaming({ from: shownName(seen.name), to: shownName(group.name) });
    return {
      answer: { response_action: 'update', view: again({ ...metadata, warned: group.name }, warning) },
    };
  }
  async function carryOut(): Promise<void> {
    const done = await save(services, words, who, group, seen);
    const { title, back, saved, nothingChanged } = words.settings;
    const show = (next: ModalView) => showView(services, client, { viewId: view.id, ...who }, next);
    switch (done.kind) {
      case 'again':
        return show(again({ ...metadata, seen: done.seen }, ...done.news));
      case 'unchanged':
        return show(noticeModal(title, back, nothingChanged));
      case 'saved':
        await show(
          noticeModal(
            title,
            back,
            saved,
            groupLine(words.groups, { name: group.name, size: group.numbers.length }),
          ),
        );
        await showBelow(services, client, who, view.root_view_id, metadata.below);
    }
  }
  const answer = { response_action: 'update', view: again(metadata, words.settings.oneMoment) } as const;
  return { answer, again: news => again(metadata, news), carryOut };
}

type GroupSubmitted =
  | { kind: 'saved' | 'unchanged' }
  /** Not saved yet; `seen`: what the form replaces if it is submitted again. */
  | { kind: 'again'; seen: SeenGroup | null; news: string[] };

async function save(
  services: Services,
  words: Wording,
  who: Who,
  group: NumberGroup,
  seen: SeenGroup | null,
): Promise<GroupSubmitted> {
  const { workspace, userId } = who;
  try {
    const outcome = await services.contactGroups.save(workspace, userId, group, seen);
    services.log.info({ workspace, by: userId, outcome }, 'a group’s form was submitted');
    switch (outcome) {
      case 'taken':
        return { kind: 'again', seen, news: [words.groups.taken(shownName(group.name))] };
      case 'no_room':
        return {
          kind: 'again',
          seen,
          news: [
            words.settings.notSaved(wordProblem(words, { kind: 'CONTACTS_TOO_MANY', limit: MAX_CONTACTS })),
          ],
        };
      case 'too_many':
        return { kind: 'again', seen, news: [words.groups.tooMany(MAX_GROUPS)] };
      case 'changed':
      case 'gone':
        return theirs(words, group, seen && (await services.contactGroups.named(workspace, seen.name)));
      default:
        return { kind: outcome };
    }
  } catch (error) {
    services.log.error({ err: error }, 'can’t save a group');
    return { kind: 'again', seen, news: [failureNews(words, error)] };
  }
}

/** Somebody else was first: the person decides, knowing what saving again would do to the other change. */
function theirs({ groups, settings }: Wording, group: NumberGroup, now: NumberGroup | null): GroupSubmitted {
  if (!now) return { kind: 'again', seen: null, news: [groups.gone] };
  const { left, came } = groupChange(now, group);
  const name = shownName(group.name);
  const difference = left.length + came.length > 0 ? [settings.changed.list({ name, left, came })] : [];
  return { kind: 'again', seen: seenAs(now), news: [settings.changedMeanwhile, ...difference] };
}
