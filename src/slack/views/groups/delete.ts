import type { App } from '@slack/bolt';
import { wordProblem } from '../../../wording/index.ts';
import { seenGroupSchema } from '../../../workspaces/number-group.ts';
import { ACTION } from '../../ids.ts';
import { keptJson } from '../../kept.ts';
import { onPress } from '../../press.ts';
import type { Services } from '../../services.ts';
import { managerProblem, noticeModal, showView } from '../modals.ts';
import { showOverview } from '../settings/overview.ts';
import { shownName } from './blocks.ts';

/** "Delete this group" in its form, confirmed: unless somebody else changed the group since the form was filled in. */
export function registerDeleteGroup(app: App, services: Services): void {
  onPress(app, services, ACTION.deleteGroup, async press => async () => {
    const { workspace, userId, client, view } = press;
    if (!view) return;
    const seen = keptJson(seenGroupSchema, press.value);
    const words = await services.words.of(workspace, userId);
    const say = (line: string) => {
      const notice = noticeModal(words.settings.title, words.settings.back, line);
      return showView(services, client, { viewId: view.id, workspace, userId }, notice);
    };
    const problem = await managerProblem(services, workspace, userId);
    if (problem) return say(words.groups.notDeleted(wordProblem(words, problem)));
    const outcome = await services.contactGroups.remove(workspace, userId, seen);
    services.log.info({ workspace, by: userId, outcome }, 'somebody asked to delete a group');
    const name = shownName(seen.name);
    const { deleted, notDeleted, changedSince, notThere } = words.groups;
    const line = { removed: deleted(name), changed: notDeleted(changedSince), gone: notThere(name) };
    await say(line[outcome]);
    if (view.rootId) await showOverview(services, client, press, view.rootId);
  });
}
