import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { MAX_SCHEDULES } from '../../domain/schedule.ts';
import type { Wording } from '../../wording/index.ts';
import { ACTION, VIEW } from '../ids.ts';
import { actions, button, section } from '../kit/elements.ts';
import { kept } from '../kit/kept.ts';
import { managerProblem, pageModal } from '../kit/modals.ts';
import { newsBlock } from '../kit/news.ts';
import { asIs, onView, type SharedModal } from '../kit/press.ts';
import type { Who } from '../kit/who.ts';
import { anybody } from '../rights.ts';
import type { Services } from '../services.ts';
import { scheduleBlocks } from './entry.ts';
import { listed, showingFor } from './shown.ts';

const PAGE = 10;
const skippedSchema = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 * MAX_SCHEDULES);

/** `/sms scheduled`: what is to come, one's own, or everybody's for managers. */
export const schedulesModal = (services: Services): SharedModal => ({
  read: asIs,
  may: anybody,
  opens: {
    title: words => words.schedules.title,
    command: '/sms scheduled',
    fill: (words, who) => schedulesView(services, words, who),
  },
});

/** The same from the Home tab. */
export function registerOpenSchedules(app: App, services: Services): void {
  onView(app, services, ACTION.openSchedules, schedulesModal(services));
}

export function registerTurnSchedules(app: App, services: Services): void {
  onView(app, services, ACTION.turnSchedules, {
    read: value => kept(skippedSchema, value),
    may: anybody,
    turns: (words, who, skipped) => schedulesView(services, words, who, { skipped }),
  });
}

/** @param shown `skipped`: how many come before this page; `news` is shown above it */
export async function schedulesView(
  services: Services,
  words: Wording,
  who: Who,
  { skipped = 0, news }: { skipped?: number; news?: string } = {},
): Promise<ModalView> {
  const { workspace, userId } = who;
  const [all, notManager, rules] = await Promise.all([
    services.schedules.of(workspace),
    managerProblem(services, workspace, userId),
    services.settings.shown(workspace),
  ]);
  const theirs = listed(all, notManager ? userId : null);
  const page = theirs.slice(skipped, skipped + PAGE);
  const show = await showingFor(services.naming, workspace, userId, page, rules);
  const said = words.schedules;
  const turn = (label: string, to: number) =>
    actions(button({ action: ACTION.turnSchedules, label, value: String(to) }));
  return pageModal({
    id: VIEW.schedules,
    title: said.title,
    close: words.link.close,
    blocks: [
      ...(news === undefined ? [] : [newsBlock(news)]),
      section(theirs.length === 0 ? said.none : notManager ? said.intro : said.introAll),
      ...page.flatMap(one => scheduleBlocks(words, one, show, userId)),
      ...(skipped > 0 ? [turn(words.people.previous, Math.max(0, skipped - PAGE))] : []),
      ...(theirs.length > skipped + PAGE ? [turn(words.people.next, skipped + PAGE)] : []),
    ],
  });
}
