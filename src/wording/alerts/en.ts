import type { Severity } from '../../domain/alert.ts';
import { plural, timeOf, when } from '../english.ts';
import type { AlertsWording } from './types.ts';

/** Alerts of a severity, after their number. */
function ofSeverity(severity: Severity, alerts: number): string {
  if (severity === 'critical' || severity === 'info') return severity;
  const one = severity === 'none' ? 'alert' : severity;
  return alerts === 1 ? one : `${one}s`;
}

/** What goes into texts uses only the letters of GSM-7: a single other one would halve what fits. */
export const alerts: AlertsWording = {
  said: ({ head, name, place, summary }) =>
    [head, name, name && place && 'on', place].filter(Boolean).join(' ') + (summary && `: ${summary}`),
  placed: ({ name, place }) => `${name} on ${place}`,
  test: 'TEST',
  severity: { critical: 'CRITICAL', error: 'ERROR', warning: 'WARNING', info: 'INFO', none: 'ALERT' },
  status: { firing: 'firing', resolved: 'resolved' },
  more: ({ alerts, still }) =>
    `(${[...(alerts > 0 ? [`+${alerts} more`] : []), ...(still > 0 ? [`${still} still firing`] : [])].join(', ')})`,
  times: ({ name, alerts }) => `${name} x${alerts}`,
  total: ({ severity, alerts, more }) => `${alerts} ${more ? 'more ' : ''}${ofSeverity(severity, alerts)}`,
  rest: ({ severity, alerts, others, resolved }) =>
    [
      ...(alerts > 0 ? [`+${alerts} more ${ofSeverity(severity, alerts)}`] : []),
      ...(others > 0 ? [plural(others, 'other')] : []),
      ...(resolved > 0 ? [`${resolved} resolved`] : []),
    ].join(', '),
  resolved: 'RESOLVED',
  reminder: 'STILL ',
  link: {
    runbook: 'Runbook',
    page: 'Alert',
    source: 'Source',
    dashboard: 'Dashboard',
    panel: 'Panel',
    silence: 'Silence',
  },
  post: {
    headline: ({ hook, firing, resolved, earlier, tests }) =>
      `*${hook}*: ${[
        ...(firing > 0 ? [`${plural(firing, 'alert')} firing`] : []),
        ...(resolved > 0 ? [`${resolved} resolved`] : []),
        ...(earlier > 0 ? [plural(earlier, 'earlier alert')] : []),
        ...(tests > 0 ? [plural(tests, 'test')] : []),
        ...(firing + resolved + earlier + tests === 0 ? ['an update on earlier alerts'] : []),
      ].join(', ')}`,
    andMore: ({ named, more }) => `${named} and ${more} more`,
    others: named => `Also: ${named}`,
    resolved: named => `:large_green_circle: resolved: ${named}`,
    deed: ({ who, at }) => `${who}, ${when(at)}`,
    taken: ({ who, untaken }) =>
      `:raising_hand: Acknowledged by ${who}: nobody else is texted.${untaken > 0 ? ` ${plural(untaken, 'group')} still ${untaken === 1 ? 'needs' : 'need'} somebody.` : ''}`,
    resolvedHere: who => `:white_check_mark: Resolved here by ${who}.`,
    next: ({ turn, of, at }) => `:alarm_clock: Next: step ${turn} of ${of}, ${when(at)}.`,
    nobodyNext: at => `:alarm_clock: If nobody acknowledges it, this channel is told, ${when(at)}.`,
    unanswered: texted => `:rotating_light: Nobody acknowledged this. ${texted}`.trimEnd(),
    nobodyAnswered: ({ named, mention, texted }) =>
      `:rotating_light: ${mention === '' ? '' : `${mention} `}Nobody has acknowledged ${named}. ${texted}`.trimEnd(),
    fresh: ({ named, mention }) =>
      `:rotating_light: ${mention === '' ? '' : `${mention} `}Also firing now: ${named}.`,
    allTexted: 'Everyone on the list has been texted.',
    nobodyTexted: 'No text is known to have gone out.',
    notAllTexted: ({ who, more }) =>
      `No text is known to have gone out to ${who.join(', ')}${more > 0 ? ` and ${plural(more, 'other')}` : ''}.`,
    unpaged: ({ named, mention }) =>
      `:rotating_light: ${mention === '' ? '' : `${mention} `}Texts about ${named} aren’t going out. Somebody has to look at it here.`,
    unpagedHook: ({ named, hook, channel }) =>
      `:rotating_light: Texts about alerts of the hook *${hook}* aren’t going out. ${named} is firing, and whoever is on call may not know: see <#${channel}>.`,
    onHold: ({ why, fix, until }) => `on hold until ${timeOf(until)}: ${why}; ${fix}`,
    texted: ({ numbers, fate }) => `:iphone: Text to ${numbers}: ${fate}`,
    moreTexts: texts => `(and ${plural(texts, 'more text')})`,
    notTexted: because => `:no_entry: No text: ${because}`,
    held: ({ number, others, alerts, until, because }) =>
      `:hourglass_flowing_sand: ${plural(alerts, 'alert')} held back for ${number}${others > 0 ? ` and ${plural(others, 'other number')}` : ''}: ${because}. Next text ${when(until)}`,
    because: {
      pace: 'a number gets at most 1 text a minute, 5 in 15 minutes, 11 an hour and 21 in 3 hours',
      together: 'critical alerts that come within 10 seconds of a text go in one more text',
      quiet: 'only critical alerts are texted in quiet hours',
      daily: 'this hook has reached its limit for today',
    },
    unreached: ({ who, alerts, because }) =>
      `:no_entry: Not texted to ${who}${alerts > 0 ? ` (${plural(alerts, 'alert')})` : ''}: ${because}`,
    moreUnreached: recipients => `:no_entry: Not texted to ${plural(recipients, 'more recipient')}.`,
    unrouted: alerts =>
      `${plural(alerts, 'alert')} not texted: this hook doesn’t text alerts of that severity.`,
    emptySteps: steps =>
      `${plural(steps, 'step')} had nobody to text, so it was the next one’s turn at once.`,
    limitReached: () =>
      ':no_entry: This hook has reached its limit for today. Until midnight it texts only a group’s first critical alert.',
    overUntold: alerts => `${plural(alerts, 'alert')} resolved before a text went out.`,
    folded: alerts => `${plural(alerts, 'alert')} fired again within minutes, so no new text was sent.`,
    tried: named => `:test_tube: ${named}: only a test, texted once. There is nothing to acknowledge.`,
    reminded: alerts => `${plural(alerts, 'alert')} still firing: sending a reminder.`,
    repeated: alerts => `${plural(alerts, 'alert')} still firing: this hook sends no reminders.`,
    leftOut: alerts => `${plural(alerts, 'more alert')} left out by the sender.`,
    untracked: alerts => `${plural(alerts, 'more alert')} not listed or texted: too many are firing at once.`,
    unlisted: alerts => `${plural(alerts, 'more alert')} not listed here: too many came in at once.`,
    unreadable: ids =>
      `:warning: This app can no longer read part of this hook’s data, so a text, or a line here, may be missing. Ask whoever runs this app to look into it, and give them ${ids.length === 1 ? 'this ID' : 'these IDs'}: ${ids.map(id => `\`${id}\``).join(', ')}.`,
    uncertain: ({ number, because }) =>
      `:grey_question: An alert’s text to *${number}* may or may not have been sent: ${because}. It won’t be sent again by itself. Before you send it again, check with the recipient or in the SMS service’s log.`,
    astray: ({ hook, channel }) =>
      `:warning: I can’t post about the hook *${hook}* in <#${channel}>, so I’m sending its posts to you. Invite me there with \`/invite\`, or choose another channel.`,
  },
};
