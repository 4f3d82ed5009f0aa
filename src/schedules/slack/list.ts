import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { maskNumber, type ShowNumber } from '../../kit/number.ts';
import { asIs, onPress } from '../../kit/slack/buttons.ts';
import { actions, button, header, section } from '../../kit/slack/elements.ts';
import { backToList, opensList, type PagedList, type Skipped, turned } from '../../kit/slack/list.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import type { PressAnswer, StoredPress } from '../../kit/slack/press-queue.ts';
import type { HomeSection, Services } from '../../kit/slack/services.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { anybody, manager } from '../../workspace/slack/permissions.ts';
import { calendarOf } from '../calendar.ts';
import { MAX_SCHEDULES, nextOpenRun, type Schedule } from '../schedule.ts';
import { ACTION, readRunValue, scheduleBlocks, showingFor, shownTo, upcomingOf } from './schedule-blocks.ts';
import { recordChange, scheduleLead, scheduleStopper } from './when-fields.ts';

const PAGE_SIZE = 10;

/** `/sms scheduled`, also in the Home tab: the user's schedules, or all for managers. */
export const scheduleList: PagedList<Skipped> = {
  id: 'schedules',
  title: words => words.schedules.title,
  command: `${COMMAND} scheduled`,
  permission: anybody,
  place: z.object({
    skipped: z
      .int()
      .min(0)
      .max(2 * MAX_SCHEDULES),
  }),
  start: () => ({ skipped: 0 }),
  async page(services, words, { workspace, userId }, place) {
    const [all, days, notManager, rules] = await Promise.all([
      services.schedules.of(workspace),
      calendarOf(services, workspace),
      manager(services, { workspace, userId }, null),
      services.settings.shown(workspace),
    ]);
    const upcoming = upcomingOf(all, notManager ? userId : null);
    const { skipped, ...around } = turned(place, PAGE_SIZE, upcoming.length);
    const page = upcoming.slice(skipped, skipped + PAGE_SIZE);
    const show = await showingFor(services.naming, workspace, userId, page, rules);
    const scheduleWords = words.schedules;
    return {
      ...around,
      blocks: [
        section(
          upcoming.length === 0
            ? scheduleWords.none
            : notManager
              ? scheduleWords.intro
              : scheduleWords.introAll,
        ),
        ...page.flatMap(schedule => scheduleBlocks(words, schedule, { show, days, reader: userId })),
      ],
    };
  },
};

/** Schedules shown on Home; if there are more, above a button that opens the whole list. */
const MAX_SHOWN_AT_HOME = 3;

function schedulesSection(
  words: Wording,
  all: readonly Schedule[],
  shown: Omit<Parameters<typeof scheduleBlocks>[2], 'show'>,
): KnownBlock[] {
  if (all.length === 0) return [];
  const { title, button: label } = words.schedules;
  return [
    header(title),
    ...all
      .slice(0, MAX_SHOWN_AT_HOME)
      .flatMap(schedule => scheduleBlocks(words, schedule, { ...shown, show: maskNumber })),
    ...(all.length > MAX_SHOWN_AT_HOME
      ? [actions(button({ action: opensList(scheduleList), label: label.all(all.length) }))]
      : []),
  ];
}

/** The user's schedules, or all for managers; the next to run first. */
export const schedulesAtHome = (services: Services): HomeSection => ({
  async sections({ workspace, userId, words, manages }) {
    const [all, days] = await Promise.all([
      services.schedules.of(workspace),
      calendarOf(services, workspace),
    ]);
    const shown = { days, reader: userId };
    return schedulesSection(words, upcomingOf(all, manages ? null : userId), shown);
  },
});

type Done = (words: Wording, to: string) => string;

/** "Skip next": skips the run that was shown as the next. */
export function skipRunButton(services: Services): SlackListener {
  const { schedules } = services;
  return onPress(services, ACTION.skipRun, {
    read: readRunValue,
    permission: (permissionFacts, user, { id }) => scheduleStopper(permissionFacts, user, id),
    requiresLiveFacts: false,
    handle: (_services, press, { id, local }) =>
      change(services, press, id, 'skipped', async ({ when: { zone } }) => {
        const days = await calendarOf(services, press.workspace);
        const after = await schedules.skip(press.workspace, id, local, days);
        const run = after && nextOpenRun(after, days).run;
        const next = run ? { local: run.local, zone } : null;
        return (
          after &&
          (({ schedules: scheduleWords }, to) =>
            scheduleWords.skipped({ to, skipped: { local, zone }, next }))
        );
      }),
  });
}

/** "Cancel it", confirmed. */
export function cancelScheduleButton(services: Services): SlackListener {
  const { schedules, extensions } = services;
  return onPress(services, ACTION.cancelSchedule, {
    read: asIs,
    permission: scheduleStopper,
    requiresLiveFacts: false,
    handle: (_services, press, id) =>
      change(services, press, id, 'cancelled', async ({ by, runInProgress }) => {
        // First, because a cancelled schedule is deleted, and this may have to run again.
        await extensions.drafts?.endRuns(press.workspace, id, by);
        const was = await schedules.cancel(press.workspace, id);
        if (runInProgress) await extensions.drafts?.drop(press.workspace, runInProgress.broadcast, by);
        return was && (({ schedules: scheduleWords }, to) => scheduleWords.cancelled(to));
      }),
  });
}

/** "Send now" and "Skip", for a missed run. */
export function answerLateButton(services: Services): SlackListener[] {
  const { schedules, scheduler, clock } = services;
  const on = (action: string, answer: 'send' | 'skip', done: Done): SlackListener =>
    onPress(services, action, {
      read: readRunValue,
      permission: (permissionFacts, user, { id }) =>
        (answer === 'send' ? scheduleLead : scheduleStopper)(permissionFacts, user, id),
      requiresLiveFacts: answer === 'send',
      handle: (_services, press, { id, local }) =>
        change(services, press, id, answer === 'send' ? 'sent' : 'skipped', async () => {
          const after = await schedules.answer(press.workspace, id, local, answer, clock.now());
          scheduler.wake();
          return after && done;
        }),
    });
  return [
    on(ACTION.sendLate, 'send', ({ schedules: scheduleWords }, to) => scheduleWords.sentNow(to)),
    on(ACTION.skipLate, 'skip', ({ schedules: scheduleWords }, to) => scheduleWords.notSent(to)),
  ];
}

/**
 * Changes a schedule, and answers where the button was: refreshes the list, or replaces the message.
 *
 * @param apply returns null if it came too late
 */
async function change(
  services: Services,
  press: StoredPress,
  id: string,
  did: Parameters<typeof recordChange>[3],
  apply: (schedule: Schedule) => Promise<Done | null>,
): Promise<PressAnswer> {
  const { workspace, userId } = press;
  const words = await services.words.of(workspace, userId);
  const schedule = await services.schedules.one(workspace, id);
  const done = schedule && (await apply(schedule));
  if (!schedule || !done) return pressAnswer(services, press, words, words.schedules.gone);
  const rules = await services.settings.shown(workspace);
  const show: ShowNumber = await showingFor(services.naming, workspace, userId, [schedule], rules);
  const { log } = services;
  log.info({ workspace, by: userId, schedule: id, of: schedule.by, did }, 'a schedule was changed');
  await recordChange(services, press, schedule, did);
  return pressAnswer(services, press, words, done(words, shownTo(words, schedule, show)));
}

async function pressAnswer(
  services: Services,
  press: StoredPress,
  words: Wording,
  text: string,
): Promise<PressAnswer> {
  const { view } = press;
  if (!view) return { kind: 'replaced', message: { text } };
  // The Home tab is published again after each press.
  if (view.type === 'home') return { kind: 'quiet' };
  return { kind: 'shown', view: await backToList(services, words, press, scheduleList, text) };
}
