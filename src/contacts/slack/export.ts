import { ACTION, VIEW } from '../../kit/slack/ids.ts';
import { pageModal } from '../../kit/slack/modals.ts';
import { asIs } from '../../kit/slack/press.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { onView } from '../../kit/slack/view.ts';
import { manager } from '../../workspace/slack/rights.ts';
import { linkBlocks } from './link.ts';

/** "Export": a link to the page that has the file. */
export function openExportButton(services: Services): Surface {
  return onView(services, ACTION.openExport, {
    read: asIs,
    may: manager,
    opens: {
      title: words => words.pages.slack.linkTitle,
      command: null,
      fill: async (words, press) => {
        const its = words.pages.slack;
        const url = await services.pageLink(press, 'export', null);
        return pageModal({
          id: VIEW.notice,
          title: its.linkTitle,
          close: words.link.close,
          blocks: linkBlocks(services, words, its.exportLink, url),
        });
      },
    },
  });
}
