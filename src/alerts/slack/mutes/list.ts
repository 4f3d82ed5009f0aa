import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { asIs, onPress } from '../../../kit/slack/buttons.ts';
import { actions, button, section } from '../../../kit/slack/elements.ts';
import { openerOf } from '../../../kit/slack/form.ts';
import { reopenForm } from '../../../kit/slack/form-view.ts';
import { backToList, opensList, type PagedList, type Skipped, turned } from '../../../kit/slack/list.ts';
import { COMMAND, type SlackListener } from '../../../kit/slack/listener.ts';
import type { HomeSection, Services } from '../../../kit/slack/services.ts';
import { reader } from '../../../texts/permissions.ts';
import { manager } from '../../../workspace/slack/permissions.ts';
import { MAX_MUTES } from '../../policy/incidents/mutes.ts';
import { userOf } from '../../posts/text-lines.ts';
import { muteForm } from './form.ts';
import { END_MUTE, muteBlock } from './lines.ts';
import { mayEnd, muteEnder } from './permissions.ts';

const PAGE = 10;

/** `/sms mute`, also in the Home tab, for everybody who may see the workspace's data. */
export const muteList: PagedList<Skipped> = {
  id: 'mutes',
  title: words => words.mutes.title,
  command: `${COMMAND} mute`,
  permission: reader,
  place: z.object({ skipped: z.int().min(0).max(MAX_MUTES) }),
  start: () => ({ skipped: 0 }),
  async page(services, words, { workspace, userId }, place) {
    const facts = services.permissionFacts.withCachedOrLiveFacts(services);
    const [{ mutes }, hooks, numbers, notManager] = await Promise.all([
      services.mutes.look(workspace),
      services.hooksAndPages.list(workspace),
      services.teammates.numbers(workspace),
      manager(facts, { workspace, userId }, null),
    ]);
    const { skipped, ...navigation } = turned(place, PAGE, mutes.length);
    const context = { hooks, nameNumber: userOf(numbers), wall: services.clock.wall };
    const mayAll = notManager === null;
    return {
      ...navigation,
      blocks: [
        section(words.mutes.intro),
        ...(mayAll ? [actions(button({ action: openerOf(muteForm, 'new'), label: words.mutes.mute }))] : []),
        ...(mutes.length === 0 ? [section(words.mutes.none)] : []),
        ...mutes
          .slice(skipped, skipped + PAGE)
          .map(mute => muteBlock(words, mute, context, mayEnd(mute, userId, mayAll))),
      ],
    };
  },
};

/** "End now", in the list and in the form of a post whose alerts are muted. */
export function endMuteButton(services: Services): SlackListener {
  return onPress(services, END_MUTE, {
    read: asIs,
    permission: muteEnder,
    // Ending a mute can be undone by a new one.
    requiresLiveFacts: false,
    async handle(handlerServices, press, id) {
      const { mutes, log } = handlerServices;
      const { workspace, userId } = press;
      const result = await mutes.end(workspace, id, { kind: 'person', userId });
      log.info({ workspace, by: userId, mute: id, result }, 'a mute was ended');
      const words = await handlerServices.words.of(workspace, userId);
      const banner = words.mutes[result];
      const isForm = press.view?.callback === muteForm.id;
      const view = isForm
        ? await reopenForm(handlerServices, words, press, muteForm, banner)
        : await backToList(handlerServices, words, press, muteList, banner);
      return { kind: 'shown', view };
    },
  });
}

/** One line on Home while there are mutes. */
export const mutesAtHome = ({ mutes, clock, log }: Services): Pick<HomeSection, 'sections'> => ({
  async sections({ workspace, words, mayRead }): Promise<KnownBlock[]> {
    if (!mayRead) return [];
    const all = await mutes.look(workspace).catch((error: unknown) => {
      log.warn({ err: error }, 'can’t read the mutes');
      return null;
    });
    const [first] = all?.mutes ?? [];
    if (!all || !first) return [];
    const line = words.mutes.home({ count: all.mutes.length, until: clock.wall(first.until) });
    const accessory = button({ action: opensList(muteList), label: words.mutes.show });
    return [{ ...section(line), accessory }];
  },
});
