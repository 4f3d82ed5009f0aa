import type { Button, KnownBlock } from '@slack/types';
import { z } from 'zod';
import { DAY_MS, dayOf } from '../../kit/day.ts';
import type { ShowNumber } from '../../kit/number.ts';
import { actions, button, section } from '../../kit/slack/elements.ts';
import type { Message } from '../../kit/slack/message.ts';
import type { Poster } from '../../kit/slack/posting.ts';
import type { Services, UserRef } from '../../kit/slack/services.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import { cut, harmless } from '../../kit/slack-text.ts';
import { momentOf } from '../../kit/time-zone.ts';
import { type Wording, type WordsFor, wordProblem } from '../../kit/words/wording.ts';
import type { Log } from '../../log.ts';
import { numbersIn } from '../../texts/recipient.ts';
import { recipientsOf } from '../../texts/slack/receipt-messages.ts';
import type { Naming } from '../../texts/slack/recipient-names.ts';
import type { People } from '../../workspace/people.ts';
import { promotionalAt } from '../../workspace/promotional-hours.ts';
import type { Settings, SettingsOf } from '../../workspace/settings.ts';
import { type Calendar, calendarOf } from '../calendar.ts';
import { nextOpenRun, type Schedule, type ScheduleNews, scheduledRecipients, shownRun } from '../schedule.ts';
import type { ScheduleNotifier } from '../store/model.ts';

export const ACTION = {
  /** Value: the schedule's id. */
  changeSchedule: 'change_schedule',
  /** Opens the form of a scheduled broadcast, filled in. */
  copySchedule: 'copy_schedule',
  cancelSchedule: 'cancel_schedule',
  /** Value: the ids of the schedule and its run. */
  skipRun: 'skip_run',
  sendLate: 'send_late_run',
  skipLate: 'skip_late_run',
} as const;

const MAX_MESSAGE_SHOWN = 120;

/** Shows the numbers in some schedules as their reader may see them. */
export function showingFor(
  naming: Naming,
  workspace: string,
  reader: string,
  schedules: readonly Pick<Schedule, 'content'>[],
  rules: Settings,
): Promise<ShowNumber> {
  const numbers = numbersIn(schedules.flatMap(({ content }) => scheduledRecipients(content)));
  return naming(workspace, reader, [...new Set(numbers)], rules);
}

/** A schedule's recipients, as the reader may see them. */
export const shownTo = (words: Wording, schedule: Pick<Schedule, 'content'>, show: ShowNumber): string =>
  recipientsOf(words, { to: scheduledRecipients(schedule.content) }, show);

function firstWords({ content }: Schedule): string {
  const { message } = content.kind === 'text' ? content : content.request;
  return harmless(cut(message.replaceAll(/\s+/g, ' '), MAX_MESSAGE_SHOWN), MAX_MESSAGE_SHOWN);
}

/** A schedule's next run that isn't on a day off, and its repetition, for a sentence. */
function shownWhen(schedule: Schedule, days: Calendar) {
  const { zone, repeat, until, times, skipsHolidays } = schedule.when;
  const { run, off } = nextOpenRun(schedule, days);
  const [first] = off;
  return {
    local: (run ?? shownRun(schedule)).local,
    zone,
    repeat,
    until,
    times,
    skipsHolidays,
    off: first
      ? {
          local: first.local,
          name: harmless(days.holidays.get(dayOf(first.at)) ?? '', 60),
          more: off.length - 1,
        }
      : null,
    isOver: schedule.next !== null && run === null,
  };
}

/** Schedules with a run ahead, or a missed run to decide. `by`: only this author's; null: all. */
export function upcomingOf(all: readonly Schedule[], by: string | null): Schedule[] {
  return all.filter(
    schedule =>
      (schedule.next !== null || schedule.missedRun !== null) && (by === null || schedule.by === by),
  );
}

const runSchema = z.object({ id: z.string(), local: z.string() });

/** The value of a button about a run. */
const runValue = ({ id, local }: z.infer<typeof runSchema>): string => JSON.stringify({ id, local });

/** @throws OutdatedMetadataError */
export const readRunValue = (value: string): z.infer<typeof runSchema> => parseStoredJson(runSchema, value);

/** The buttons of a schedule. */
function scheduleButtons(
  { schedules: scheduleWords }: Wording,
  { id, next, when, content }: Schedule,
  days: Calendar,
): Button[] {
  const { change, changeTimes, copy, skip, cancel } = scheduleWords.button;
  const isBroadcast = content.kind === 'broadcast';
  const { run } = nextOpenRun({ next, when }, days);
  return [
    button({ action: ACTION.changeSchedule, label: isBroadcast ? changeTimes : change, value: id }),
    ...(isBroadcast ? [button({ action: ACTION.copySchedule, label: copy, value: id })] : []),
    ...(run && when.repeat
      ? [button({ action: ACTION.skipRun, label: skip, value: runValue({ id, local: run.local }) })]
      : []),
    button({
      action: ACTION.cancelSchedule,
      label: cancel,
      value: id,
      style: 'danger',
      confirm: scheduleWords.confirmCancel,
    }),
  ];
}

/** The buttons of a missed run. */
function lateButtons(
  { schedules: { button: label } }: Wording,
  run: { id: string; local: string },
): Button[] {
  const value = runValue(run);
  return [
    button({ action: ACTION.sendLate, label: label.sendNow, value, style: 'primary' }),
    button({ action: ACTION.skipLate, label: label.skipLate, value }),
  ];
}

/** A schedule in a list, with its buttons. */
export function scheduleBlocks(
  words: Wording,
  schedule: Schedule,
  { show, days, reader }: { show: ShowNumber; days: Calendar; reader: string },
): KnownBlock[] {
  const { id, by, missedRun, when } = schedule;
  const line = words.schedules.line({
    ...shownWhen(schedule, days),
    to: shownTo(words, schedule, show),
    words: firstWords(schedule),
    by: by === reader ? null : by,
  });
  return [
    section(line),
    ...(missedRun
      ? [
          section(
            words.schedules[missedRun.mayHaveGone ? 'doubtfulLine' : 'lateLine']({
              local: missedRun.local,
              zone: when.zone,
            }),
          ),
          actions(...lateButtons(words, { id, local: missedRun.local })),
        ]
      : []),
    actions(...scheduleButtons(words, schedule, days)),
  ];
}

/** A run further ahead gets a warning, because its year may be a mistake. */
const FAR_MS = 180 * DAY_MS;

/** Says what will be sent when, with buttons to change or cancel it. */
export async function plannedMessage(
  services: Services,
  words: Wording,
  { workspace, userId }: UserRef,
  schedule: Schedule,
  how: 'planned' | 'changed',
): Promise<Message> {
  const { naming, settings, clock } = services;
  const rules = await settings.shown(workspace);
  const days = await calendarOf(services, workspace, rules);
  const show = await showingFor(naming, workspace, userId, [schedule], rules);
  const sentence = words.schedules[how]({ ...shownWhen(schedule, days), to: shownTo(words, schedule, show) });
  const text = [sentence, ...notesOn(words, schedule, days, { wall: clock.wall(), rules })].join(' ');
  return { text, blocks: [section(text), actions(...scheduleButtons(words, schedule, days))] };
}

/** Warnings of a likely mistake: a day far ahead, or a promotional broadcast at night. */
function notesOn(
  { schedules }: Wording,
  schedule: Schedule,
  days: Calendar,
  { wall, rules: { promotionalHours } }: { wall: number; rules: Settings },
): string[] {
  const { content, when } = schedule;
  const { local } = shownWhen(schedule, days);
  const at = momentOf(local, when.zone);
  const isPromotional = content.kind === 'broadcast' && content.request.kind === 'promotional';
  const { open, until } = promotionalAt(promotionalHours, at);
  return [
    ...(at - wall > FAR_MS ? [schedules.far(at - wall)] : []),
    ...(isPromotional && !open ? [schedules.atNight({ ...promotionalHours, begins: until })] : []),
  ];
}

/** Sends authors notices about their schedules, as direct messages. */
export function createScheduleNews(deps: {
  poster: Pick<Poster, 'post'>;
  people: Pick<People, 'admins'>;
  naming: Naming;
  settings: SettingsOf;
  words: WordsFor;
  log: Log;
}): ScheduleNotifier {
  const { poster, people, naming, settings, words, log } = deps;

  async function post(workspace: string, by: string, message: Message): Promise<void> {
    const posted = await poster.post(workspace, by, message);
    if (posted.kind === 'away') throw new Error('Slack did not take news of a schedule');
    if (posted.kind === 'refused')
      log.warn({ workspace, error: posted.error }, 'nobody could be told of a schedule');
  }

  return {
    async news(schedule, news) {
      const { workspace, by } = schedule;
      const rules = await settings.shown(workspace);
      // A deactivated author reads nothing, so admins get this notice.
      for (const reader of news.kind === 'stopped' ? await people.admins(workspace) : [by]) {
        const wording = await words.of(workspace, reader, rules);
        const show = await showingFor(naming, workspace, reader, [schedule], rules);
        await post(workspace, reader, messageFor(wording, schedule, news, shownTo(wording, schedule, show)));
      }
    },
    async unreadable({ id, workspace, by }) {
      if (workspace === null || by === null) return;
      const { schedules } = await words.of(workspace, by);
      await post(workspace, by, { text: schedules.news.unreadable(id) });
    },
  };
}

function messageFor(words: Wording, schedule: Schedule, news: ScheduleNews, to: string): Message {
  const { news: newsWords } = words.schedules;
  const { local, kind } = news;
  const run = { local, zone: schedule.when.zone, to };
  switch (kind) {
    case 'late': {
      const { missedRun, id } = schedule;
      const text = missedRun?.mayHaveGone
        ? newsWords.doubtful(run)
        : newsWords.late({ ...run, missed: missedRun ? missedRun.index - missedRun.from : 0 });
      return {
        text,
        blocks: [section(text), actions(...lateButtons(words, { id, local }))],
      };
    }
    case 'missed':
      return { text: newsWords.missed({ ...run, runs: news.runs }) };
    case 'began':
      return { text: newsWords.began({ ...news, ...run }) };
    case 'refused':
      return { text: newsWords.refused({ ...run, because: wordProblem(words, news.problem) }) };
    case 'stopped':
      return { text: newsWords.stopped({ ...run, by: schedule.by }) };
    case 'forgotten':
      return { text: newsWords.erased };
  }
}
