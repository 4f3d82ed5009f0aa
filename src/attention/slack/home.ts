import { button, header, section } from '../../kit/slack/elements.ts';
import { opensList } from '../../kit/slack/list.ts';
import type { HomeSection, Services } from '../../kit/slack/services.ts';

import { warningBlock, warningList } from './list.ts';

const MAX_SHOWN = 3;

/** "Look at this" on Home, and below it what more there is. */
export const warningsAtHome = ({ attention, log }: Services): HomeSection => ({
  async warnings({ workspace, userId, words, manages, mayRead }) {
    if (!mayRead) return [];
    // What is found then reaches the page, which follows its changes.
    attention.lookSoon(workspace);
    const all = await attention.current({ workspace, userId, manages }).catch((error: unknown) => {
      log.warn({ err: error }, 'can’t read the warnings');
      return [];
    });
    if (all.length === 0) return [];
    const more = all.length - MAX_SHOWN;
    return [
      header(words.attention.title),
      ...all.slice(0, MAX_SHOWN).map(warning => warningBlock(words, warning)),
      ...(more > 0
        ? [
            {
              ...section(words.attention.more(more)),
              accessory: button({ action: opensList(warningList), label: words.attention.show }),
            },
          ]
        : []),
    ];
  },
});
