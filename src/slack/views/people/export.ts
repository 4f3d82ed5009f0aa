import type { App } from '@slack/bolt';
import { ACTION, COMMAND, VIEW } from '../../ids.ts';
import { onView } from '../../press.ts';
import type { Services } from '../../services.ts';
import { managerProblem, openJudgedModal, pageModal } from '../modals.ts';
import { linkBlocks } from './link.ts';

/** "Export": a link to the page that has the file. */
export function registerOpenExport(app: App, services: Services): void {
  onView(app, services, ACTION.openExport, async press => {
    const { workspace, userId, client, view } = press;
    await openJudgedModal(services, client, press, {
      title: words => words.pages.slack.linkTitle,
      command: COMMAND,
      onTop: view?.type === 'modal',
      judge: () => managerProblem(services, workspace, userId),
      fill: async words => {
        const its = words.pages.slack;
        const url = await services.pageLink(press, 'export', null);
        return pageModal({
          id: VIEW.notice,
          title: its.linkTitle,
          close: words.link.close,
          blocks: linkBlocks(services, words, its.exportLink, url),
        });
      },
    });
  });
}
