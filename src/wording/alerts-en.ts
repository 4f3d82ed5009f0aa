import type { AlertWords } from './alerts-types.ts';
import { plural, when } from './english.ts';

/** Alerts, in English. What goes into texts keeps to the letters of GSM-7: one more would halve what fits. */
export const alertsEn: AlertWords = {
  template: {
    firing: '{{ severity }} {{ alert }}: {{ summary }} {{ more }}',
    resolved: 'RESOLVED {{ alert }}: {{ summary }} {{ more }}',
  },
  severity: { critical: 'CRITICAL', error: 'ERROR', warning: 'WARNING', info: 'INFO', none: 'ALERT' },
  status: { firing: 'firing', resolved: 'resolved' },
  more: count => `(+${count} more)`,
  others: ({ alerts, groups, resolved }) =>
    [
      ...(alerts > 0
        ? [
            `+${alerts} more ${alerts === 1 ? 'alert' : `alerts in ${groups} ${groups === 1 ? 'group' : 'groups'}`}`,
          ]
        : []),
      ...(resolved > 0 ? [`${resolved} resolved`] : []),
    ].join(', '),
  reminder: 'STILL ',
  post: {
    headline: ({ hook, fired, resolved }) =>
      `*${hook}*: ${[
        ...(fired > 0 ? [`${plural(fired, 'alert')} firing`] : []),
        ...(resolved > 0 ? [`${resolved} resolved`] : []),
        ...(fired + resolved === 0 ? ['news of earlier alerts'] : []),
      ].join(', ')}`,
    resolved: name => `:large_green_circle: resolved: ${name}`,
    texted: ({ numbers, fate }) => `:iphone: Text to ${numbers}: ${fate}`,
    notTexted: because => `:no_entry: No text: ${because}`,
    held: ({ number, others, alerts, until, because }) =>
      `:hourglass_flowing_sand: ${plural(alerts, 'alert')} held back for ${number}${others > 0 ? ` and ${plural(others, 'other number')}` : ''}: ${because}. Next text ${when(until)}`,
    moreHeld: numbers => `:hourglass_flowing_sand: Alerts held back for ${plural(numbers, 'more number')}.`,
    because: {
      pace: 'one number gets at most 1 text a minute, 5 in 15 minutes, 11 an hour, 21 in 3 hours',
      quiet: 'quiet hours, in which only critical alerts are texted',
    },
    unreached: ({ who, alerts, because }) =>
      `:no_entry: Not texted to ${who}${alerts > 0 ? ` (${plural(alerts, 'alert')})` : ''}: ${because}`,
    moreUnreached: recipients => `:no_entry: Not texted to ${plural(recipients, 'more recipient')}.`,
    unrouted: alerts => `${plural(alerts, 'alert')} not texted: this hook texts nobody for that severity.`,
    overUntold: alerts => `${plural(alerts, 'alert')} over before a text told of it.`,
    folded: alerts => `${plural(alerts, 'alert')} back within minutes: no new text.`,
    reminded: alerts => `${plural(alerts, 'alert')} still firing: a reminder goes.`,
    repeated: alerts => `${plural(alerts, 'alert')} still firing: this hook texts no reminders.`,
    leftOut: alerts => `${plural(alerts, 'more alert')} left out of the call by its sender.`,
    untracked: alerts => `${plural(alerts, 'more alert')} not listed or texted: too many are firing at once.`,
    unlisted: alerts => `${plural(alerts, 'more alert')} not listed here: too many came in at once.`,
    unreadable: ids =>
      `:warning: Part of what this hook brought can’t be read any more: a text, or a line here, may be missing. Ask whoever runs this app to look into it; the ${ids.length === 1 ? 'ID is' : 'IDs are'} ${ids.map(id => `\`${id}\``).join(', ')}.`,
    saidAbove: 'What was here is in the post above now.',
    uncertain: ({ number, because }) =>
      `:grey_question: An alert’s text to *${number}* may or may not have been sent: ${because}. It is not sent again by itself; check with the recipient or the service’s log first.`,
    astray: ({ hook, channel }) =>
      `:warning: I can’t post about the hook *${hook}* in <#${channel}>, so you get its posts: invite me there (\`/invite\`), or choose another channel.`,
  },
};
