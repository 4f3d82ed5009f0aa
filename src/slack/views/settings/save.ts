import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Wording } from '../../../wording/index.ts';
import { changesBetween } from '../../../workspaces/changes.ts';
import type { Settings } from '../../../workspaces/settings.ts';
import { VIEW } from '../../ids.ts';
import { type FormAnswer, onForm, type SubmittedForm } from '../../kit/form.ts';
import { keptJson } from '../../kit/kept.ts';
import { noticeModal, showView } from '../../kit/modals.ts';
import { failureNews } from '../../kit/news.ts';
import { stateOf } from '../../kit/state.ts';
import type { Who } from '../../kit/who.ts';
import type { Services } from '../../services.ts';
import type { Group } from '../forms/group.ts';
import { changeLines } from '../setting-words.ts';
import { changer, type FormMetadata, formWithNews, metadataSchema, settingsOf, versionOf } from './form.ts';
import { GROUPS } from './groups/index.ts';
import { showOverview } from './overview.ts';
import { reachesMore } from './reach.ts';

/**
 * A submitted group of settings. Its fields show what is wrong with them; a change that reaches more people or costs
 * more is shown for confirmation; then we ask Slack whether the person may (still) do this, and save it. Until then,
 * the form stays as it is, with everything that was typed.
 */
export function registerSaveSettings(app: App, services: Services): void {
  onForm(app, services, VIEW.settingsGroup, {
    may: changer,
    of: ({ private_metadata }) => keptJson(metadataSchema, private_metadata).group,
    submit: form => submitted(services, form),
  });
}

async function submitted(
  services: Services,
  { who, view, words, client }: SubmittedForm,
): Promise<FormAnswer> {
  const { workspace, userId } = who;
  const metadata = keptJson(metadataSchema, view.private_metadata);
  const group: Group = GROUPS[metadata.group];
  const shown = view.blocks;
  const before = await services.settings.of(workspace).catch(error => {
    services.log.warn({ err: error }, 'can’t read the settings');
    return null;
  });
  const update = (news: string, its: FormMetadata = metadata, ...more: string[]): FormAnswer => ({
    answer: { response_action: 'update', view: formWithNews(words, its, shown, news, ...more) },
  });
  if (!before) return update(words.settings.notSaved(words.settings.storeAway));

  const read = group.read(words.settings, stateOf(view.state.values), before);
  if (read.kind === 'wrong') return { answer: { response_action: 'errors', errors: read.errors } };
  const changed = read.changes;
  const after: Settings = { ...before, ...read.changes };
  const changes = changesBetween(settingsOf(group, before), settingsOf(group, after));
  if (changes.length === 0) {
    const notice = noticeModal(words.settings.title, words.settings.back, words.settings.nothingChanged);
    return { answer: { response_action: 'update', view: notice } };
  }
  const [base, seen] = [versionOf(group, before), versionOf(group, after)];
  const warning =
    base !== metadata.base
      ? words.settings.changedMeanwhile
      : reachesMore(before, after)
        ? words.settings.lookOnceMore
        : null;
  if (warning && metadata.seen !== seen)
    return update(warning, { ...metadata, base, seen }, changeLines(words.settings, changes));

  async function carryOut(): Promise<void> {
    const done = await save(services, words, who, changed);
    const show = (next: ModalView) => showView(services, client, { viewId: view.id, ...who }, next);
    if (done.kind === 'failed') return show(formWithNews(words, metadata, shown, done.news));
    // The saved setting may be the language of this message.
    const now = await services.words.of(workspace, userId);
    const { title, back, saved } = now.settings;
    await show(noticeModal(title, back, saved, changeLines(now.settings, changes)));
    if (view.root_view_id) await showOverview(services, client, who, view.root_view_id);
    await services.home.publish(client, who);
  }
  return {
    ...update(words.settings.oneMoment),
    again: news => formWithNews(words, metadata, shown, news),
    carryOut,
  };
}

type SettingsSaved =
  | { kind: 'saved' }
  /** It may work next time. */
  | { kind: 'failed'; news: string };

async function save(
  services: Services,
  words: Wording,
  who: Who,
  changes: Partial<Settings>,
): Promise<SettingsSaved> {
  const { workspace, userId } = who;
  try {
    await services.settings.save(workspace, userId, changes);
    services.log.info({ workspace, by: userId, fields: Object.keys(changes) }, 'settings were changed');
    return { kind: 'saved' };
  } catch (error) {
    services.log.error({ err: error }, 'can’t save the settings');
    return { kind: 'failed', news: failureNews(words, error) };
  }
}
