import { mention, plural } from '../english.ts';
import type { SchedulesWording, ShownMoment, ShownWhen } from './types.ts';

const format = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  timeZone: 'UTC',
});
const day = (date: string): string => format.format(Date.parse(`${date.slice(0, 10)}T00:00Z`));
const moment = ({ local, zone }: ShownMoment): string => `${day(local)} at ${local.slice(11)} (${zone})`;

const REPEATED = { daily: 'every day', weekly: 'every week', monthly: 'every month' };

function when({ repeat, until, times, ...next }: ShownWhen): string {
  if (repeat === null) return `*${moment(next)}*`;
  const end =
    until !== null ? ` until ${day(until)}` : times !== null ? `, ${plural(times, 'time')} in all` : '';
  return `*${moment(next)}*, ${REPEATED[repeat]}${end}`;
}

const MONTH_MS = 30.4 * 24 * 60 * 60_000;

/** English. */
export const schedules: SchedulesWording = {
  title: 'Scheduled texts',
  changeTitle: 'Change a text',
  laterTitle: 'Send later',
  laterHint:
    'Who is in a group, and who is not to be texted, is asked again each time. If a second person has to approve it, they do so at the first run, and that covers the following ones unless you change it. To change the message or the recipients, press “Make a copy” in the list of what is scheduled, and cancel this one.',
  schedule: 'Schedule',
  save: 'Save',
  field: {
    when: { label: 'When', now: 'Send now', later: 'Send later' },
    at: { label: 'Date and time', hint: 'At least two minutes from now.' },
    repeat: {
      label: 'Repeat',
      never: 'Doesn’t repeat',
      daily: 'Every day',
      weekly: 'Every week',
      monthly: 'Every month',
    },
    until: { label: 'Last day', hint: 'Leave this and the next field empty to repeat for ever.' },
    times: { label: 'How many times', hint: 'For example 5, counting the first one.' },
  },
  wrong: {
    missing: 'Choose a date and a time.',
    soon: 'Choose a time at least two minutes from now.',
    until: 'The last day is before the first one.',
    times: limit => `Enter a whole number from 1 to ${limit}, or leave it empty.`,
    both: 'Enter either a last day or how many times, not both.',
  },
  goes: one => `:alarm_clock: Goes out ${when(one)}`,
  planned: ({ to, ...one }) => `:alarm_clock: Your text to *${to}* is scheduled for ${when(one)}.`,
  changed: ({ to, ...one }) => `:alarm_clock: Saved. The text to *${to}* is scheduled for ${when(one)}.`,
  far: ms => `:warning: That’s about ${plural(Math.round(ms / MONTH_MS), 'month')} from now.`,
  atNight: ({ from, to }) =>
    `:warning: Promotional texts go out only between ${from} and ${to} in Bangladesh, so it will start then.`,
  full: limit =>
    `Not scheduled: ${plural(limit, 'text')} are scheduled in this workspace already, which is the most there can be. Cancel one under \`/sms scheduled\` first.`,
  gone: 'This text is no longer scheduled: it has gone out, or somebody cancelled it.',
  skipped: ({ to, skipped, next }) =>
    `The text to *${to}* won’t go out ${moment(skipped)}. ${next ? `The next one goes out ${moment(next)}.` : 'There are no more to come.'}`,
  cancelled: to => `Cancelled: nothing more goes out to *${to}*.`,
  line: ({ to, words, by, ...one }) =>
    `${when(one)}\nTo *${to}*${by === null ? '' : ` · by ${mention(by)}`}${words === '' ? '' : `\n${words}`}`,
  lateLine: late =>
    `:hourglass: The one for ${moment(late)} was too late because this app wasn’t running. Send it now or skip it.`,
  intro: 'What you’ve asked this app to send later, the next one first.',
  introAll: 'What is to be sent later from this workspace, the next one first.',
  none: 'Nothing is scheduled. To send something later, type `/sms later`, or choose “Send later” in the form.',
  news: {
    late: ({ to, missed, ...run }) =>
      `:hourglass: The text to *${to}* scheduled for ${moment(run)} hasn’t gone out: this app wasn’t running then.${missed > 0 ? ` The ${plural(missed, 'one')} before it ${missed === 1 ? 'was' : 'were'} missed too, and won’t go out.` : ''} Do you still want to send it?`,
    missed: ({ to, runs, ...run }) =>
      `:warning: This app wasn’t running for a while, so ${plural(runs, 'scheduled text')} to *${to}* before ${moment(run)} didn’t go out. That one has gone out now.`,
    refused: ({ to, because, ...run }) =>
      `:warning: What was scheduled for ${moment(run)} to *${to}* didn’t go out. ${because}`,
    began: ({ to, texts, before, unaffordable, approved, awaits, ...run }) =>
      [
        awaits
          ? `:hourglass: The broadcast to *${to}* scheduled for ${moment(run)} is waiting for a second person’s approval.`
          : `:alarm_clock: The broadcast to *${to}* scheduled for ${moment(run)} has started.`,
        texts === before
          ? `It texts ${plural(texts, 'person', 'people')}.`
          : `It texts ${plural(texts, 'person', 'people')}, where it was ${before} before.`,
        ...(approved !== null && texts > approved
          ? [`That’s more than the ${approved} it was approved for.`]
          : []),
        ...(unaffordable > 0
          ? [`Your balance may not be enough: about ${plural(unaffordable, 'text')} may go on hold.`]
          : []),
      ].join(' '),
    forgotten:
      'A text you scheduled was for somebody who has been forgotten in this workspace, so it won’t go out.',
    unreadable: id =>
      `:warning: A text you scheduled was due, but this app can’t read it any more, so it didn’t go out. Your other texts aren’t affected. Ask whoever runs this app to look into it, and give them this ID: \`${id}\`.`,
  },
  sentNow: to => `The text to *${to}* is going out now.`,
  notSent: to => `Skipped: the text to *${to}* won’t go out.`,
  button: {
    all: count => (count === 1 ? 'Show it' : `Show all ${count}`),
    change: 'Change',
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
    text: 'Nothing more of it goes out. What has gone out already can’t be taken back.',
    confirm: 'Cancel it',
    deny: 'Keep it',
  },
};
