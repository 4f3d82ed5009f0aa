import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { wordProblem } from '../../../wording/index.ts';
import { changesBetween } from '../../../workspaces/changes.ts';
import type { Settings } from '../../../workspaces/settings.ts';
import { webOf } from '../../access.ts';
import { VIEW } from '../../ids.ts';
import { keptJson } from '../../kept.ts';
import { viewSubmissionSchema } from '../../payloads/interactions.ts';
import type { Services } from '../../services.ts';
import { type Who, whoOf } from '../../who.ts';
import type { Group } from '../forms/group.ts';
import { failureNews } from '../forms/news.ts';
import { stateOf } from '../forms/state.ts';
import { managerProblem, noticeModal, showView } from '../modals.ts';
import { changeLines } from '../setting-words.ts';
import { type FormMetadata, formWithNews, metadataSchema, settingsOf, versionOf } from './form.ts';
import { GROUPS } from './groups/index.ts';
import { showOverview } from './overview.ts';
import { reachesMore } from './reach.ts';

/**
 * A submitted group of settings. Its fields show what is wrong with them; a change that reaches more people or costs
 * more is shown for confirmation; then we ask Slack whether the person may (still) do this, and save it. Until then,
 * the form stays as it is, with everything that was typed.
 */
export function registerSaveSettings(app: App, services: Services): void {
  app.view({ callback_id: VIEW.settingsGroup, type: 'view_submission' }, async ({ ack, body, context }) => {
    const client = webOf(context);
    const who = whoOf(body);
    const { workspace, userId } = who;
    const { view } = viewSubmissionSchema.parse(body);
    const metadata = keptJson(metadataSchema, view.private_metadata);
    const group: Group = GROUPS[metadata.group];
    const shown = view.blocks;
    const [words, before] = await Promise.all([
      services.words.of(workspace, userId),
      services.settings.of(workspace).catch(error => {
        services.log.warn({ err: error }, 'can’t read the settings');
        return null;
      }),
    ]);
    const update = (news: string, its: FormMetadata = metadata, ...more: string[]) =>
      ack({ response_action: 'update', view: formWithNews(words, its, shown, news, ...more) });
    if (!before) return update(words.settings.notSaved(words.settings.storeAway));

    const read = group.read(words.settings, stateOf(view.state.values), before);
    if (read.kind === 'wrong') return ack({ response_action: 'errors', errors: read.errors });
    const after: Settings = { ...before, ...read.changes };
    const changes = changesBetween(settingsOf(group, before), settingsOf(group, after));
    if (changes.length === 0) {
      const notice = noticeModal(words.settings.title, words.settings.back, words.settings.nothingChanged);
      return ack({ response_action: 'update', view: notice });
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

    await update(words.settings.oneMoment);
    const done = await judgeAndSave(services, who, read.changes);
    const show = (next: ModalView) => showView(services, client, { viewId: view.id, ...who }, next);
    if (done.kind === 'failed') return show(formWithNews(words, metadata, shown, done.news));
    if (done.kind === 'refused')
      return show(noticeModal(words.settings.title, words.settings.back, done.because));
    // The saved setting may be the language of this message.
    const now = await services.words.of(workspace, userId);
    const { title, back, saved } = now.settings;
    await show(noticeModal(title, back, saved, changeLines(now.settings, changes)));
    if (view.root_view_id) await showOverview(services, client, who, view.root_view_id);
    await services.home.publish(client, who);
  });
}

type SettingsSaved =
  | { kind: 'saved' }
  | { kind: 'refused'; because: string }
  /** It may work next time. */
  | { kind: 'failed'; news: string };

async function judgeAndSave(
  services: Services,
  who: Who,
  changes: Partial<Settings>,
): Promise<SettingsSaved> {
  const { workspace, userId } = who;
  const words = await services.words.of(workspace, userId);
  try {
    const problem = await managerProblem(services, workspace, userId, changes);
    if (problem) {
      const because = wordProblem(words, problem);
      if (problem.kind !== 'SLACK_AWAY') return { kind: 'refused', because };
      return { kind: 'failed', news: words.settings.notSaved(because) };
    }
    await services.settings.save(workspace, userId, changes);
    services.log.info({ workspace, by: userId, fields: Object.keys(changes) }, 'settings were changed');
    return { kind: 'saved' };
  } catch (error) {
    services.log.error({ err: error }, 'can’t save the settings');
    return { kind: 'failed', news: failureNews(words, error) };
  }
}
