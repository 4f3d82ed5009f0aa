import { DAY_MS } from '../../kit/day.ts';
import { DEFAULT_ZONE } from '../../kit/time-zone.ts';
import { mention, n, people, plural, thereAt } from '../../kit/words/english.ts';
import type { Labelled } from '../../kit/words/languages.ts';
import type { Repeat, ScheduleNews } from '../schedule.ts';
import { en as scheduleAudit } from './audit/en.ts';

/** A local time in a zone. */
export type ShownMoment = { local: string; zone: string };

type Began = ShownMoment & Omit<Extract<ScheduleNews, { kind: 'began' }>, 'kind'> & { to: string };

/** The next run, and how it repeats. */
export type ShownWhen = ShownMoment & {
  repeat: Repeat | null;
  until: string | null;
  times: number | null;
  skipsHolidays: boolean;
};

/**
 * `off`: the first run that is skipped for a holiday, its name, perhaps empty, and how many more are; null if none is. `isOver`: all
 * runs that are left are on days off.
 */
export type ShownNext = ShownWhen & {
  off: { local: string; name: string; more: number } | null;
  isOver: boolean;
};

const format = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

const day = (date: string): string => format.format(Date.parse(`${date.slice(0, 10)}T00:00Z`));

const moment = ({ local, zone }: ShownMoment): string =>
  `${day(local)} at ${local.slice(11)} (${zone === DEFAULT_ZONE ? 'Bangladesh time' : zone})`;

const REPEATED = {
  daily: 'every day',
  workdays: 'every working day',
  weekly: 'every week',
  monthly: 'every month',
};

function when({ repeat, until, times, skipsHolidays, ...next }: ShownWhen): string {
  if (repeat === null) return `*${moment(next)}*`;
  const end =
    until !== null ? ` until ${day(until)}` : times !== null ? `, ${plural(times, 'time')} in all` : '';
  return `*${moment(next)}*, ${REPEATED[repeat]}${end}${skipsHolidays ? ', not on holidays' : ''}`;
}

/** The skipped holidays before the next run; empty if there are none. */
function holidaysBefore({ off, isOver }: ShownNext): string {
  if (off === null)
    return isOver ? '\n:warning: None of the days is a working day, so nothing will be sent.' : '';
  const which = `${day(off.local)} is a holiday${off.name === '' ? '' : ` (${off.name})`}`;
  const more =
    off.more > 0 ? `, and so ${off.more === 1 ? 'is' : 'are'} ${plural(off.more, 'more run')}` : '';
  return `\n:palm_tree: ${which}${more}.${isOver ? ' Nothing is left to send after that.' : ''}`;
}

const MONTH_MS = 30.4 * DAY_MS;

const schedules = {
  title: 'Scheduled texts',
  changeTitle: 'Change a text',
  /** The form with a broadcast's times. */
  laterTitle: 'Send later',
  laterHint:
    'Each time it runs, we check who’s in the group and who has opted out. If a second person has to approve it, they’re asked four hours before each run. To change the message or the recipients, press “Make a copy” in the list of scheduled texts, and cancel this one.',
  /** Submit buttons. */
  schedule: 'Schedule',
  save: 'Save',
  field: {
    when: { label: 'When', now: 'Send now', later: 'Send later' },
    at: { label: 'Date and time', hint: 'At least two minutes from now.' },
    repeat: {
      label: 'Repeat',
      once: 'Doesn’t repeat',
      daily: 'Every day',
      workdays: 'Every working day',
      weekly: 'Every week',
      monthly: 'Every month',
    } satisfies Labelled & { once: string } & Record<Repeat, string>,
    until: { label: 'Last day', hint: 'Leave this and the next field empty to repeat until you cancel it.' },
    times: { label: 'How many times', hint: 'For example 5, counting the first one.' },
    holidays: {
      label: 'Holidays',
      hint: 'The list is under /sms holidays. A skipped one counts in how many times.',
      skip: 'Not on holidays',
    },
  },
  wrong: {
    missing: 'Choose a date and a time.',
    soon: 'Choose a time at least two minutes from now.',
    until: 'The last day is before the first one.',
    times: (limit: number) => `Enter a whole number from 1 to ${n(limit)}, or leave it empty.`,
    both: 'Enter either a last day or how many times, not both.',
  },
  /** In the form, below the chosen times. */
  goes: (shown: ShownWhen) =>
    shown.repeat === 'workdays'
      ? `:alarm_clock: Goes out every working day from ${moment(shown)} on, not on holidays`
      : `:alarm_clock: Goes out on ${when(shown)}`,
  /** The answer after a text was scheduled. */
  planned: ({ to, ...shown }: ShownNext & { to: string }) =>
    `:alarm_clock: Your text to *${to}* is scheduled for ${when(shown)}.${holidaysBefore(shown)}`,
  changed: ({ to, ...shown }: ShownNext & { to: string }) =>
    `:alarm_clock: Saved. The text to *${to}* is scheduled for ${when(shown)}.${holidaysBefore(shown)}`,
  /** A warning that the run is far ahead. */
  far: (ms: number) => `:warning: That’s about ${plural(Math.round(ms / MONTH_MS), 'month')} from now.`,
  /** A promotional broadcast outside its hours. `begins`: when they start again. */
  atNight: ({ from, to, begins }: { from: string; to: string; begins: number }) =>
    `:warning: Promotional texts go out only between ${from} and ${to} in Bangladesh, so it will start on ${thereAt(begins)}.`,
  full: (limit: number) =>
    `:warning: Not scheduled: a workspace can have ${plural(limit, 'scheduled text')}, and yours has that many already. Cancel one under \`/sms scheduled\` first.`,
  /** A warning. `groups`: their names. */
  emptyGroup: ({ groups, ...run }: ShownMoment & { groups: string[] }) =>
    `Nobody is in ${groups.map(group => `*${group}*`).join(', ')}: a text to ${groups.length === 1 ? 'this group' : 'these groups'} is scheduled for ${moment(run)}.`,
  gone: 'This text is no longer scheduled: it has gone out, or someone cancelled it.',
  skipped: ({ to, skipped, next }: { to: string; skipped: ShownMoment; next: ShownMoment | null }) =>
    `The text to *${to}* won’t go out on ${moment(skipped)}. ${next ? `The next one goes out on ${moment(next)}.` : 'There are no more to come.'}`,
  cancelled: (to: string) => `Cancelled: *${to}* won’t get any more of these.`,
  /** A schedule in a list. `words`: the start of its message. `by`: null if it is the reader's. */
  line: ({ to, words, by, ...shown }: ShownNext & { to: string; words: string; by: string | null }) =>
    `${when(shown)}${holidaysBefore(shown)}\nTo *${to}*${by === null ? '' : ` · by ${mention(by)}`}${words === '' ? '' : `\n${words}`}`,
  /** A missed run that waits for its author's decision, in a list. */
  lateLine: (late: ShownMoment) =>
    `:hourglass: The one for ${moment(late)} was too late because this app wasn’t running. Send it now or skip it.`,
  /** The same, where the schedule is from a backup. */
  doubtfulLine: (run: ShownMoment) =>
    `:hourglass: The one for ${moment(run)} may have gone out already: this app was restored from an older backup. Send it now or skip it.`,
  intro: 'Everything you’ve scheduled, soonest first.',
  /** For a manager, who sees all. */
  introAll: 'Everything scheduled in this workspace, soonest first.',
  none: 'Nothing is scheduled. To send something later, type `/sms later`, or choose “Send later” in the form.',
  /** Notices to a schedule's author. */
  news: {
    late: ({ to, missed, ...run }: ShownMoment & { to: string; missed: number }) =>
      `:hourglass: The text to *${to}* scheduled for ${moment(run)} hasn’t gone out: this app wasn’t running then.${missed > 0 ? ` The ${plural(missed, 'one')} before it ${missed === 1 ? 'was' : 'were'} missed too, and won’t go out.` : ''} Do you still want to send it?`,
    /** The schedule is from a backup. */
    doubtful: ({ to, ...run }: ShownMoment & { to: string }) =>
      `:hourglass: The text to *${to}* scheduled for ${moment(run)} may have gone out already: this app was restored from a backup that is older. Send it only if it hasn’t arrived.`,
    missed: ({ to, runs, ...run }: ShownMoment & { to: string; runs: number }) =>
      `:warning: This app wasn’t running for a while, so ${plural(runs, 'scheduled text')} to *${to}* before ${moment(run)} didn’t go out. That one has gone out now.`,
    refused: ({ to, because, ...run }: ShownMoment & { to: string; because: string }) =>
      `:warning: What was scheduled for ${moment(run)} to *${to}* didn’t go out. ${because}`,
    /** `by`: its deactivated author. */
    stopped: ({ to, by, ...run }: ShownMoment & { to: string; by: string }) =>
      `:warning: What ${mention(by)} had scheduled for ${moment(run)} to *${to}* didn’t go out, and nothing more of it will: their account is deactivated. If it’s still wanted, schedule it yourself.`,
    /** A broadcast's run began; names only differences. */
    began: ({ to, texts, before, unaffordable, awaits, ...run }: Began) =>
      [
        awaits
          ? `:hourglass: The broadcast to *${to}* scheduled for ${moment(run)} is waiting for a second person’s approval.`
          : `:alarm_clock: The broadcast to *${to}* scheduled for ${moment(run)} has started.`,
        texts === before
          ? `It goes to ${people(texts)}.`
          : `It goes to ${people(texts)}; last time it was ${n(before)}.`,
        ...(unaffordable > 0
          ? [`Your balance may not be enough: about ${plural(unaffordable, 'text')} may go on hold.`]
          : []),
      ].join(' '),
    erased:
      'A text you scheduled was for someone whose data was erased in this workspace, so it won’t go out.',
    unreadable: (id: string) =>
      `:warning: A text you scheduled was due, but this app can’t read it any more, so it didn’t go out. Your other texts aren’t affected. Ask whoever runs this app to look into it, and give them this ID: \`${id}\`.`,
  },
  sentNow: (to: string) => `The text to *${to}* is going out now.`,
  notSent: (to: string) => `Skipped: the text to *${to}* won’t go out.`,
  button: {
    /** Opens the list. */
    all: (count: number) => `Show all ${n(count)}`,
    change: 'Change',
    /** For a broadcast: its times, and a copy of everything else. */
    changeTimes: 'Change times',
    copy: 'Make a copy',
    skip: 'Skip next',
    cancel: 'Cancel it',
    sendNow: 'Send now',
    skipLate: 'Skip',
    later: 'Send later',
  },
  confirmCancel: {
    title: 'Cancel this text?',
    text: 'Nothing more of it will be sent. What has already gone out can’t be taken back.',
    confirm: 'Cancel it',
    deny: 'Keep it',
  },
};

export const en = { schedules, scheduleAudit };

export type Words = typeof en;

declare module '../../kit/words/wording.ts' {
  interface Wording extends Words {}
}
