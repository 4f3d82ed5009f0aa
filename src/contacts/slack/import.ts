import type { ModalView } from '@slack/types';
import { asIs } from '../../kit/slack/buttons.ts';
import { actions, button, section } from '../../kit/slack/elements.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import { NOTICE, pageModal } from '../../kit/slack/modals.ts';
import type { Services } from '../../kit/slack/services.ts';
import { onView, type SharedModal } from '../../kit/slack/view-buttons.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { anybody, manager } from '../../workspace/slack/permissions.ts';

/** Opens a modal with a link to the import page. Value: the group's id; empty for none. */
export const OPEN_IMPORT = 'open_import';
export const OPEN_EXPORT = 'open_export';
const OPEN_PAGE = 'open_page';

/** "Import": a link to the import page. */
export function openImportButton(services: Services): SlackListener {
  return onView(services, OPEN_IMPORT, importModal(services));
}

/** The modal with the link, for the button and for `/sms import`. Value: the group's id; empty for none. */
export const importModal = (services: Services): SharedModal => ({
  read: asIs,
  permission: manager,
  opens: {
    title: words => words.pages.slack.importTitle,
    command: `${COMMAND} import`,
    async fill(words, user, into) {
      const slackWords = words.pages.slack;
      const group = into === '' ? null : await services.contactGroups.group(user.workspace, into);
      const url = await services.pageLink(user, 'import', group?.id ?? null);
      return linkModal(services, words, {
        title: slackWords.importTitle,
        sentence: slackWords.importLink,
        url,
      });
    },
  },
});

/** "Export": a link to the page with the file. */
export function openExportButton(services: Services): SlackListener {
  return onView(services, OPEN_EXPORT, {
    read: asIs,
    permission: manager,
    opens: {
      title: words => words.pages.slack.linkTitle,
      command: null,
      fill: async (words, press) => {
        const slackWords = words.pages.slack;
        const url = await services.pageLink(press, 'export', null);
        return linkModal(services, words, {
          title: slackWords.linkTitle,
          sentence: slackWords.exportLink,
          url,
        });
      },
    },
  });
}

/** A sentence, a button that opens one of our pages in the browser, and a warning if browsers may not reach it. */
export function linkModal(
  { hasAddress }: Services,
  words: Wording,
  { title, sentence, url }: { title: string; sentence: string; url: string },
): ModalView {
  const { openPage, noAddress } = words.pages.slack;
  return pageModal({
    id: NOTICE,
    title,
    close: words.link.close,
    blocks: [
      section(sentence),
      actions(button({ action: OPEN_PAGE, label: openPage, style: 'primary', url })),
      ...(hasAddress ? [] : [section(noAddress)]),
    ],
  });
}

/** The browser opens the page itself; Slack only wants an ack. */
export function openPageButton(services: Services): SlackListener {
  return onView(services, OPEN_PAGE, { read: asIs, permission: anybody, begins: async () => undefined });
}
