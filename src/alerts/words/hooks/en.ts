import {
  changedMeanwhile,
  gone,
  inCredits,
  mention,
  n,
  plural,
  quoted,
  saved,
  when,
} from '../../../kit/words/english.ts';
import type { RouteProblem } from '../../label-routes.ts';

/** A line of routes that can't be used. `part`: what can't be read, harmless. */
type WrongRoute = { line: number; kind: RouteProblem['kind']; part: string; limit: number };

/** When a hook texts only critical alerts; empty if never. */
function onlyCritical(quiet: { from: string; to: string } | null, holidays: boolean): string {
  const times = [
    ...(quiet ? [`from ${quiet.from} to ${quiet.to}`] : []),
    ...(holidays ? ['on holidays'] : []),
  ];
  return times.length === 0 ? '' : `; only critical alerts ${times.join(' and ')}`;
}

/** The list of hooks, their form, and messages about them. */
const hooks = {
  title: 'Alert hooks',
  intro:
    'A hook is an address that Alertmanager, Grafana or any other program can call. It texts the people you choose, and posts in a channel what happened.',
  none: 'There are no hooks yet.',
  newHook: 'New hook',
  /** Warnings. `name`: the hook's. */
  useless: {
    hook_not_called: (name: string) =>
      `No program has called the hook *${name}* since it was made. Paste its address and token into the program, or revoke it.`,
    hook_without_texts: (name: string) =>
      `The hook *${name}* is called, but none of its alerts has ever texted anyone. Look at whom it texts, and at which severities.`,
  },
  change: 'Change',
  revoke: 'Revoke',
  confirmRevoke: {
    title: 'Revoke this hook?',
    text: (name: string) =>
      `Alerts sent to “${name}” will be refused from now on, and texts it’s holding back won’t be sent. You can’t undo this.`,
    confirm: 'Revoke',
    deny: 'Keep it',
  },
  /** A hook in the list. */
  line: ({
    name,
    channel,
    to,
    severities,
    quiet,
    holidays,
    by,
    at,
  }: {
    name: string;
    channel: string;
    to: string;
    severities: string;
    quiet: { from: string; to: string } | null;
    /** Holidays are quiet, too. */
    holidays: boolean;
    by: string;
    at: number;
  }) =>
    [
      `*${name}* in <#${channel}>`,
      `Texts ${to}`,
      `For ${severities}${onlyCritical(quiet, holidays)}`,
      `Created by ${mention(by)}, ${when(at)}`,
    ].join('\n'),
  revoked: (name: string) => `:white_check_mark: *${name}* is revoked. Alerts sent to it will be refused.`,
  /** The hook was revoked meanwhile, or belongs to another workspace. */
  gone: gone('hook'),
  tooMany:
    ':warning: Not saved: this workspace has as many hooks as it can have. Revoke one you don’t need first.',
  formTitle: { make: 'New hook', change: 'Change hook' },
  make: 'Create hook',
  saved: (name: string) => `${saved(name)} Its address and token haven’t changed.`,
  changedMeanwhile: changedMeanwhile('hook'),
  /** Above the token of a new hook. */
  made: (name: string) => `:white_check_mark: *${name}* is ready.`,
  onlyOnce:
    ':warning: Copy the token now: you won’t see it again. Anyone who has it can send texts at your expense.',
  address: 'Address',
  /** Above lines to paste that lack the app's address. */
  noAddress:
    ':warning: This app doesn’t know the address at which others reach it. Ask whoever runs it to set `PUBLIC_URL` to an https address: it belongs where “https://…” stands below.',
  token: 'Token, sent as “Authorization: Bearer”. Slack shows it only here.',
  /** To the hook's maker, if Slack didn't confirm that it showed the token. */
  unseen: (name: string) =>
    `The hook *${name}* is ready, but Slack didn’t confirm that it showed you the token. If you haven’t seen it, revoke the hook and create a new one: the token isn’t stored anywhere.`,
  /** The same form was submitted before. */
  madeBefore:
    'You’ve already created a hook with this form. If you haven’t seen its token, revoke the hook and create a new one: the token isn’t stored anywhere.',
  field: {
    name: { label: 'Name', hint: 'Shown in posts, for example “Prometheus”.' },
    recipients: {
      label: 'Who gets a text',
      hint: 'Search for teammates, contacts, groups, user groups and rotas by name, or type whole numbers, one after the other. Texts go to whoever is in the group or on call when the alert comes in.',
    },
    /** Shown where the workspace has escalation policies. */
    policy: {
      label: 'Who is texted',
      hint: 'People of this hook, or by an escalation policy, with its steps and times.',
      own: 'The people below',
    },
    routes: {
      label: 'Routes by label',
      hint: 'One a line, for example: team = db, web → Databases. The first line that fits an alert’s labels says by which policy it goes; all others go to the people of this hook. “and” joins labels; there are no patterns.',
    },
    channel: {
      label: 'Channel to post in',
      hint: 'The app has to be in the channel: type /invite @SMS there.',
    },
    caller: {
      label: 'What calls it',
      hint: 'You get the lines to paste there. The hook understands all the others, too.',
      other: 'A script, or another program',
    },
    more: {
      label: 'More',
      hint: 'Severities, quiet hours, who is next if nobody acknowledges, the words of its texts, limits, heartbeats.',
      open: 'Show all settings',
    },
    severities: {
      label: 'Severities to text',
      hint: 'Other alerts are only posted in the channel.',
    },
    quietFrom: {
      label: 'Quiet hours from',
      hint: 'Bangladesh time. During quiet hours, only critical alerts are texted. For no quiet hours, leave both empty or choose the same time twice.',
    },
    quietTo: { label: 'Quiet hours until' },
    quietOnHolidays: {
      label: 'Holidays',
      hint: 'Only critical alerts are texted then; what still fires at the end goes in one text. The list is under /sms holidays.',
      yes: 'Holidays are quiet all day, too',
    },
    also: {
      label: 'Also text',
      resolved: 'when an alert is resolved',
      reminders: 'reminders while an alert is still firing',
    },
    language: { label: 'Language of its texts', workspace: 'Same as the workspace' },
    unicodeParts: {
      label: 'Longest text in Bangla letters',
      hint: 'For critical alerts and errors. A text of one part has 70 characters, so with a link little room is left to say what is wrong. Other texts are one part.',
      choice: (parts: number) => plural(parts, 'part'),
    },
    template: {
      label: 'Template',
      hint: 'In place of the two texts below. It can use {what}, {where}, {summary}, {state}, {severity}, {value}, {link}, {count}, {more}, {hook}, {title}, {message}, and with a fallback what your contacts have, like {name|colleague}.',
      none: 'None',
    },
    firing: {
      label: 'Text for an alert',
      hint: 'Leave empty for the standard text. You can use {what}, {where}, {summary}, {severity}, {link}, {labels.team}, {annotations.description|summary}, {where|labels.team|"no place"} and more.',
    },
    resolved: { label: 'Text when it’s resolved', hint: 'Leave empty for the standard text.' },
  },
  /** In a hook's channel. */
  stalled: ({ hook }: { hook: string }) =>
    `:warning: This app got stuck reading a call of the hook *${hook}* and had to be started again. It won’t read that call again, so no text was sent for it: look in the program that sent it. Ask whoever runs this app to look into it.`,
  /** Amazon SNS asks whether a topic may call a hook. */
  subscription: {
    asks: ({ hook, topic }: { hook: string; topic: string }) =>
      `:bell: Amazon SNS asks whether the topic ${topic} can send alerts to the hook *${hook}*. An admin or a manager can confirm it. Until then, I drop what other topics ask.`,
    confirm: 'Confirm',
    ignore: 'Ignore',
    confirmed: (topic: string) =>
      `:white_check_mark: Confirmed: the topic ${topic} sends its alerts here from now on.`,
    failed: (topic: string) =>
      `:warning: Amazon didn’t accept it: the topic ${topic} isn’t confirmed yet. Press again, or ask for it again there.`,
    gone: (topic: string) =>
      `Amazon no longer asks about the topic ${topic}. Ask for the confirmation again there.`,
    ignored: (topic: string) => `Ignored: the topic ${topic} sends nothing here. Another one can ask now.`,
  },
  preview: {
    title: '*Preview*, with a made-up alert',
    /** The made-up alert. */
    sample: {
      name: 'HighCPU',
      place: 'web-1',
      summary: 'CPU above 90% on web-1 for 10 minutes',
    },
    /** Below texts in Bangla. */
    ifPlain: 'An alert whose own words are all in plain English letters is texted in English, in one part.',
    firing: 'When it fires:',
    resolved: 'When it’s resolved:',
    byPolicy: ({ policy, plan }: { policy: string; plan: string }) => `By *${policy}*: ${plan}`,
    routes: '*Where the last alerts would have gone*',
    noCalls: 'No alert has come yet.',
    /** `policy`: null if no route fits. */
    goes: ({ name, policy }: { name: string; policy: string | null }) =>
      `• ${name} → ${policy === null ? 'the people of this hook' : `*${policy}*`}`,
    /** `cost`: null if it is unknown. */
    toAll: ({ numbers, cost }: { numbers: number; cost: string | null }) =>
      `One alert goes to *${plural(numbers, 'number')}*${cost === null ? '' : `: about *${inCredits(cost)}* in total`}`,
  },
  wrong: {
    name: 'Enter a name of up to 60 characters.',
    nobody: 'Choose at least one recipient: search for a name, or type a number.',
    route: ({ line, kind, part, limit }: WrongRoute) => {
      const at = `Line ${n(line)}: `;
      switch (kind) {
        case 'no_arrow':
          return `${at}write the labels, an arrow and a policy, for example: team = db → Databases`;
        case 'no_policy':
          return `${at}write a policy’s name after the arrow.`;
        case 'unclear':
          return `${at}“${part}” isn’t clear. Write a label, “=” and its values: team = db, web`;
        case 'pattern':
          return `${at}“${part}” isn’t possible: routes have only “=”, without patterns. List the values: team = db, web`;
        case 'unknown_policy':
          return `${at}there is no policy called “${part}”. Choose one from \`/sms policies\`, or create it there first.`;
        case 'too_long':
          return `${at}“${part}” is too long. Use fewer labels or values, or a second line.`;
        case 'too_many':
          return `${at}a hook can have ${n(limit)} routes at most. Remove some.`;
      }
    },
    policyGone: 'This policy no longer exists. Choose another one, or “The people below”.',
    channel: 'Choose a channel.',
    quiet: 'Choose both times, or neither.',
    unknownName: (name: string) =>
      `You can’t use “${name}” in a text. You can use what, where, summary, state, severity, value, link, count, more, hook, title, message, labels.… and annotations.…, and words in quotes: {where|"no place"}`,
    doubleBraces:
      'Write {what} with single braces instead of {{ … }}, and {where|labels.team|"no place"} for what to say instead.',
    unclosed: 'A “{” or a “}” is missing. Write names like this: {what}. For a plain brace, type {{.',
    templateTooLong: 'This is too long: the limit is 2,000 characters.',
    templateGone: 'This template no longer exists. Choose another one, or none.',
    templateStops: 'Alerts can’t have a link to stop them. Choose a template without {stop}.',
    /** `columns`: the names of a contact's values that the template uses without a fallback. */
    templateNeeds: (columns: string[]) =>
      `An alert can’t wait for missing details. In the template, add a fallback for ${columns.map(quoted).join(', ')}, like {${columns[0] ?? 'name'}|-}, or choose another one.`,
  },
};

const times = (count: number): string => (count === 2 ? 'twice' : `${count} times`);

/** The fields of a hook's form for escalation, limits and heartbeats. */
const escalation = {
  field: {
    unanswered: {
      label: 'If nobody acknowledges',
      nothing: 'Don’t text anyone else',
      goOn: 'Text others, or the same people again',
    },
    firstMinutes: {
      label: 'Minutes to acknowledge',
      hint: 'How long the people above have before we text the next ones.',
    },
    acknowledged: {
      label: 'An acknowledgement lasts',
      hint: 'When it ends, whoever has it gets a reminder. If they don’t answer within 10 minutes, the others are texted again.',
      /** `minutes`: null if it lasts until the end. */
      choice: (minutes: number | null) =>
        minutes === null
          ? 'Until it’s over'
          : minutes < 60
            ? plural(minutes, 'minute')
            : plural(minutes / 60, 'hour'),
    },
    link: {
      label: 'Acknowledge from the phone',
      hint: 'For people who don’t have Slack at hand. The link makes texts a little longer.',
      add: 'End texts in a link to acknowledge',
    },
    dailyTexts: {
      label: 'At most this many texts a day',
      hint: 'A day starts at midnight in Bangladesh. Once the limit is reached, a post says so, and only the first text about a critical alert still goes out. Leave it empty for no limit.',
    },
    dailyCredits: {
      label: 'Or at most this many credits a day',
      hint: 'Fill in one of the two. Until the SMS service has named a cost, each part of a text counts as 1 credit.',
    },
    heartbeat: {
      label: 'Heartbeat: send a text after this many minutes of silence',
      hint: 'For a backup job, or for Alertmanager’s Watchdog alert. Silence is noticed up to a minute later. Heartbeats don’t send texts: you get one when they stop, and one when they’re back. Leave it empty for alerts.',
    },
  },
  /** Replaces the field for the link if phones can't reach the app. */
  noLink:
    'Texts can’t end in a link to acknowledge: a link from this app wouldn’t open on a phone. Ask whoever runs this app to set `PUBLIC_URL` to an https address.',
  /** `cost`: null if it is unknown. `reminders`: true if reminders are sent in addition. */
  atMost: ({ texts, cost, reminders }: { texts: number; cost: string | null; reminders: boolean }) =>
    `If nobody acknowledges it, one alert comes to at most *${plural(texts, 'text')}*${cost === null ? '' : `: about *${inCredits(cost)}*`}${reminders ? ', and reminders while your monitoring repeats it' : ''}.`,
  wrong: {
    silence: (most: number) => `Enter a whole number of minutes from 1 to ${n(most)}, or leave it empty.`,
    /** The fields appear only after the choice. */
    notYet: 'Say whom to text and when, in the fields that appear below, then save again.',
    twoLimits: 'Enter texts or credits, not both.',
    texts: (most: number) => `Enter a whole number from 1 to ${n(most)}, or leave it empty for no limit.`,
  },
  /** A hook's settings in the list. */
  line: {
    goesOn: ({ steps, rounds }: { steps: number; rounds: number }) =>
      [
        'If nobody acknowledges: ',
        steps === 0 ? 'the same people again' : plural(steps, 'more step'),
        rounds > 1 ? `, ${times(rounds)} in all` : '',
      ].join(''),
    policy: (name: string) => `By the escalation policy *${name}*`,
    routes: (routes: number) => `${plural(routes, 'route')} by label`,
    dailyTexts: (texts: number) => `At most ${plural(texts, 'text')} a day`,
    dailyCredits: (credits: string) => `At most ${inCredits(credits)} a day`,
    link: 'Texts end in a link to acknowledge',
    heartbeat: (minutes: number) =>
      `Heartbeat: sends a text after ${n(minutes)}–${n(minutes + 1)} minutes of silence`,
  },
};

/** A duration in whole units, rounded down, so that it never says `15 minutes` too early. */
function lasting(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 90) return plural(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? plural(hours, 'hour') : plural(Math.floor(hours / 24), 'day');
}

/** Hooks that should be called regularly. Texts use only the characters of GSM-7. */
const heartbeats = {
  /** The text about a missed heartbeat. */
  firing: ({ hook, severity, ms }: { hook: string; severity: string; ms: number }) =>
    `${severity} ${hook}: no heartbeat for ${lasting(ms)}`,
  /** The text about a heartbeat that came back. `ms`: how long it was missing. */
  resolved: ({ hook, ms }: { hook: string; ms: number }) => `RESOLVED ${hook}: is back after ${lasting(ms)}`,
  /** In the channel, instead of a text: a heartbeat was due while the app couldn't be called. */
  unwatched: ({ from, until }: { from: number; until: number }) =>
    `:warning: We couldn’t keep watch from ${when(from)} to ${when(until)}: the app couldn’t be called then. That time doesn’t count as silence.`,
  /** In the post. `at`: the last heartbeat. */
  silent: (at: number) => `No heartbeat since ${when(at)}`,
  /** In the list of hooks. */
  waiting: 'waiting for the first heartbeat',
  calledAt: (at: number) => `last heartbeat ${when(at)}`,
  stopped: (at: number) => `:rotating_light: no heartbeat since ${when(at)}`,
  /** In the list of hooks: the line for a job. */
  paste: (line: string) => `At the end of the job, with the hook’s token: \`${line}\``,
  /** To the maker of a heartbeat. */
  tryIt:
    'Add this at the end of your job; each call is a heartbeat. After the first one, you get a text when they stop.',
};

export const en = { hooks, escalation, heartbeats };

export type Words = typeof en;
