import { ACTION, COMMAND, VIEW } from '../ids.ts';
import { pageModal } from '../kit/modals.ts';
import { asIs } from '../kit/press.ts';
import type { Surface } from '../kit/surface.ts';
import { onView } from '../kit/view.ts';
import { manager } from '../rights.ts';
import type { Services } from '../services.ts';
import { linkBlocks } from './link.ts';

/** "Export": a link to the page that has the file. */
export function openExportButton(services: Services): Surface {
  return onView(services, ACTION.openExport, {
    read: asIs,
    may: manager,
    opens: {
      title: words => words.pages.slack.linkTitle,
      command: COMMAND,
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
