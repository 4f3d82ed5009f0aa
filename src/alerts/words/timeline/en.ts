import { age, n, plural, thereAt, when } from '../../../kit/words/english.ts';

/** `named`: the first alerts' names, `to`: numbers or recipients, `by`: a responder, `until`: a time; each may be empty. */
export type TimelineLine = {
  count: number;
  named: string;
  to: string;
  by: string;
  until: string;
  step: number;
  because: string;
};

const alerts = ({ count, named }: Pick<TimelineLine, 'count' | 'named'>, verb: string): string =>
  `${plural(count, 'alert')} ${verb}${named === '' ? '' : `: ${named}`}`;

const until = (time: string): string => (time === '' ? '' : `, until ${time}`);

/** What happened to an incident: in a modal, on the page behind a text’s link, in a file, and summed up by week. */
const timeline = {
  button: 'Timeline',
  /** Before an entry, or in a sentence. */
  timeInSlack: when,
  timeOnPage: thereAt,
  title: 'Timeline',
  none: 'Nothing is kept about this any more. Timelines go when messages go: see “How long to keep messages” in the settings.',
  /** Above the entries of an incident. `over`: empty while it goes on. `tookMs`: null if nobody acknowledged it. */
  incident: ({
    named,
    at,
    over,
    tookMs,
  }: {
    named: string;
    at: string;
    over: string;
    tookMs: number | null;
  }) =>
    [
      named,
      `began ${at}`,
      ...(tookMs === null ? [] : [`acknowledged after ${age(tookMs)}`]),
      ...(over === '' ? [] : [`over ${over}`]),
    ].join(' · '),
  /** An incident of alerts that were only counted. */
  counted: 'Further critical alerts',
  /** Lines of a long timeline that aren't shown or aren't kept. */
  dropped: (lines: number) => `(${plural(lines, 'line')} left out here)`,
  page: ({ from, to, of }: { from: number; to: number; of: number }) =>
    `${n(from)}–${n(to)} of ${n(of)} lines`,
  /** Each follows a time. */
  happened: {
    fired: (line: TimelineLine) => alerts(line, 'fired'),
    folded: (line: TimelineLine) => `${alerts(line, 'fired again within minutes')}. No new text.`,
    ended: (line: TimelineLine) => alerts(line, 'over'),
    lapsed: (line: TimelineLine) => `${alerts(line, 'not heard of for too long')}. Counted as over.`,
    muted: (line: TimelineLine) => `${alerts(line, `muted by ${line.by}${until(line.until)}`)}`,
    unmuted: (line: TimelineLine) => `The mute is over. ${alerts(line, 'no longer muted')}`,
    asked: ({ step, to }: TimelineLine) =>
      step === 0 ? `A teammate added ${to}` : `Step ${n(step)}: it’s the turn of ${to}`,
    texted: ({ to }: TimelineLine) => `Text to ${to}`,
    accepted: ({ to }: TimelineLine) => `The SMS service accepted the text to ${to}`,
    uncertain: ({ to }: TimelineLine) => `The text to ${to} may or may not have been sent`,
    unsent: ({ to, because }: TimelineLine) => `No text to ${to}${because === '' ? '' : `: ${because}`}`,
    over: 'It’s over',
    acknowledged: ({ by, until: time }: TimelineLine) => `${by} acknowledged it${until(time)}`,
    acknowledged_before: ({ by }: TimelineLine) => `${by} wanted to acknowledge it, too`,
    extended: ({ by, until: time }: TimelineLine) =>
      `${by} keeps it${time === '' ? ' until it’s over' : until(time)}`,
    messaged: ({ by }: TimelineLine) => `${by} got a message in Slack`,
    not_messaged: ({ by }: TimelineLine) => `${by} got no message in Slack, so a text takes its place`,
    given_back: ({ by }: TimelineLine) => `${by} gave it back`,
    acknowledgement_ended: ({ by }: TimelineLine) => `The time that ${by} had it for is up`,
    acknowledger_unreachable: ({ by }: TimelineLine) => `${by} can’t be texted, so others are`,
    resolved_here: ({ by }: TimelineLine) => `${by} resolved it here`,
    reopened: 'It fired again, so it goes on',
    next_step: 'Nobody acknowledged it in time: on to the next step',
    nobody_answered: 'All steps are done, and nobody acknowledged it',
    unreached: 'Nobody could be texted',
    blocked: 'No text could go out',
    unblocked: 'Texts can go out again',
    hook_removed: 'The hook was revoked',
    restored: 'The app was restored from a backup, so nobody is called about it any more',
  },
  file: {
    button: 'Download as a file',
    title: 'Download the timelines',
    sentence: 'The timelines of this hook’s incidents, as a table for a spreadsheet.',
    intro: (incidents: number) =>
      `The timelines of ${plural(incidents, 'incident')} of this hook: one row for each thing that happened.`,
    download: 'Download',
    notAllowed:
      'Only admins and managers can download timelines. If you should be able to, ask a workspace admin.',
    heading: {
      incident: 'Incident',
      alerts: 'Alerts',
      time: 'Time',
      happened: 'What happened',
      took: 'Minutes until it was acknowledged',
    },
  },
  /** A hook's post on Monday. */
  week: {
    title: (hook: string) => `:bar_chart: *${hook}*, last week`,
    counts: ({ incidents, texts, unsent }: Record<'incidents' | 'texts' | 'unsent', number>) =>
      `${plural(incidents, 'incident')}, ${plural(texts, 'text')}${unsent > 0 ? ` (${n(unsent)} not sent)` : ''}.`,
    acknowledged: ({ count, averageMs, longestMs }: Record<'count' | 'averageMs' | 'longestMs', number>) =>
      count === 1
        ? `Acknowledged: 1, after ${age(longestMs)}.`
        : `Acknowledged: ${n(count)}, after ${age(averageMs)} on average, ${age(longestMs)} at most.`,
    unanswered: (count: number) =>
      `Went through all steps without anyone acknowledging: ${plural(count, 'incident')}.`,
    nights: (count: number) => `Nights with texts between 22:00 and 07:00: ${n(count)}.`,
    muted: ({ count, named }: { count: number; named: string }) => `${alerts({ count, named }, 'muted')}.`,
    /** Above a table with a row for each person. */
    month: (hook: string) => `:scales: *${hook}*, last month, by person`,
    byPerson: 'By person',
    heading: { name: 'Person', texts: 'Texts', nights: 'Nights with texts', acknowledged: 'Acknowledged' },
    number: n,
    person: ({
      name,
      texts,
      nights,
      acknowledged,
    }: { name: string } & Record<'texts' | 'nights' | 'acknowledged', number>) =>
      `• ${name}: ${plural(texts, 'text')}, ${plural(nights, 'night')} with texts, ${n(acknowledged)} acknowledged`,
    otherTexts: (texts: number) => `• Others: ${plural(texts, 'text')}`,
  },
};

export const en = { timeline };
