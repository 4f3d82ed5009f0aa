import type { SectionBlock } from '@slack/types';
import { z } from 'zod';
import { section } from '../../kit/slack/elements.ts';
import { type PagedList, type Skipped, turned } from '../../kit/slack/list.ts';
import type { Warning } from '../../kit/slack/warnings.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { reader } from '../../texts/permissions.ts';
import { manager } from '../../workspace/slack/permissions.ts';

const PAGE_SIZE = 20;
const MAX_SKIPPED = 1000;

/** "Look at this": all warnings for the user. A guest sees none, even of a rota that they are in. Its buttons check their own permissions. */
export const warningList: PagedList<Skipped> = {
  id: 'warnings',
  title: words => words.attention.title,
  command: null,
  permission: reader,
  place: z.object({ skipped: z.int().min(0).max(MAX_SKIPPED) }),
  start: () => ({ skipped: 0 }),
  async page(services, words, { workspace, userId }, place) {
    const notManager = await manager(services, { workspace, userId }, null);
    const all = await services.attention.current({ workspace, userId, manages: notManager === null });
    const { skipped, ...around } = turned(place, PAGE_SIZE, all.length);
    return {
      ...around,
      blocks: [
        section(all.length === 0 ? words.attention.none : words.attention.intro),
        ...all.slice(skipped, skipped + PAGE_SIZE).map(warning => warningBlock(words, warning)),
      ],
    };
  },
};

/** A warning with the button that opens the place where it is mended. */
export function warningBlock(words: Wording, warning: Warning): SectionBlock {
  const { text, button } = warning.say(words);
  return { ...section(`:warning: ${text}`), ...(button ? { accessory: button } : {}) };
}
