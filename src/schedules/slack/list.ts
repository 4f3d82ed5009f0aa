import { z } from 'zod';
import { section } from '../../kit/slack/elements.ts';
import { COMMAND } from '../../kit/slack/ids.ts';
import { type PagedList, type Skipped, turned } from '../../kit/slack/list.ts';
import { anybody } from '../../workspace/slack/rights.ts';
import { managerProblem } from '../../workspace/slack/roles.ts';
import { MAX_SCHEDULES } from '../schedule.ts';
import { scheduleBlocks } from './entry.ts';
import { listed, showingFor } from './shown.ts';

const PAGE = 10;

/** `/sms scheduled`, also in the Home tab: what is to come, one's own, or everybody's for managers. */
export const scheduleList: PagedList<Skipped> = {
  id: 'schedules',
  title: words => words.schedules.title,
  command: `${COMMAND} scheduled`,
  may: anybody,
  place: z.object({
    skipped: z
      .int()
      .min(0)
      .max(2 * MAX_SCHEDULES),
  }),
  start: () => ({ skipped: 0 }),
  async page(services, words, { workspace, userId }, place) {
    const [all, notManager, rules] = await Promise.all([
      services.schedules.of(workspace),
      managerProblem(services, workspace, userId),
      services.settings.shown(workspace),
    ]);
    const theirs = listed(all, notManager ? userId : null);
    const { skipped, ...around } = turned(place, PAGE, theirs.length);
    const page = theirs.slice(skipped, skipped + PAGE);
    const show = await showingFor(services.naming, workspace, userId, page, rules);
    const said = words.schedules;
    return {
      ...around,
      blocks: [
        section(theirs.length === 0 ? said.none : notManager ? said.intro : said.introAll),
        ...page.flatMap(one => scheduleBlocks(words, one, show, userId)),
      ],
    };
  },
};
