import type { KnownBlock } from '@slack/types';
import { button, header, section } from '../../../kit/slack/elements.ts';
import { opensList } from '../../../kit/slack/list.ts';
import type { HomeSection, Services } from '../../../kit/slack/services.ts';
import { userOf } from '../../posts/text-lines.ts';
import { incidentList } from './list.ts';
import { incidentBlocks } from './row.ts';

const MAX_SHOWN = 5;

/** What fires now, at the top of Home: all of it for managers, and for others what calls them or what they have acknowledged. */
export const incidentsAtHome = (services: Services): Pick<HomeSection, 'urgent'> => ({
  async urgent({ workspace, userId, words, manages }): Promise<KnownBlock[]> {
    const rows = await services.incidentOverview.of(workspace, userId).catch((error: unknown) => {
      services.log.warn({ err: error }, 'can’t read the alerts');
      return [];
    });
    const open = rows.filter(({ isMine }) => manages || isMine);
    if (open.length === 0) return [];
    const about = { workspace, userId, nameNumber: userOf(await services.teammates.numbers(workspace)) };
    const shown = await Promise.all(
      open.slice(0, MAX_SHOWN).map(row => incidentBlocks(services, words, row, about)),
    );
    const { home } = words.incidents;
    const more = open.length - shown.length;
    return [
      header(home.title),
      ...shown.flat(),
      {
        ...section(more > 0 ? home.more(more) : words.incidents.shows.open(open.length)),
        accessory: button({ action: opensList(incidentList), label: home.show }),
      },
    ];
  },
});
