import { n, plural, thereAt, when } from '../../../kit/words/english.ts';
import type { LabelsProblem } from '../../label-matchers.ts';

/** `name`: the name of the groups, or the labels as typed. `hook`: null for all hooks. */
export type MuteSubject = { of: 'groups' | 'labels' | 'hook'; name: string; hook: string | null };

const hooks = (hook: string | null): string => (hook === null ? 'all hooks' : `*${hook}*`);

function subjectInWords({ of, name, hook }: MuteSubject): string {
  if (of === 'hook') return `All alerts of ${hooks(hook)}`;
  return of === 'groups' ? `${name} (${hooks(hook)})` : `Alerts with ${name} (${hooks(hook)})`;
}

/** Mutes: the list, the form that makes one, and the page that a text links to. */
const mutes = {
  title: 'Muted alerts',
  intro:
    'What’s muted is posted as ever, and texts nobody. If it’s still firing when the mute ends, it counts as new.',
  none: 'Nothing is muted.',
  mute: 'Mute…',
  end: 'End now',
  /** A mute in the list. `covered`: the number of alerts so far. */
  line: ({
    scope,
    by,
    until,
    reason,
    covered,
  }: {
    scope: MuteSubject;
    by: string;
    until: number;
    reason: string;
    covered: number;
  }) =>
    [
      `:mute: ${subjectInWords(scope)}`,
      `Until ${when(until)}, by ${by}${reason === '' ? '' : `: ${reason}`}`,
      ...(covered > 0 ? [`${plural(covered, 'alert')} so far`] : []),
    ].join('\n'),
  /** On Home. `until`: the end of the first mute. */
  home: ({ count, until }: { count: number; until: number }) =>
    count === 1
      ? `:mute: Some alerts are muted until ${when(until)}.`
      : `:mute: ${n(count)} mutes of alerts are on. The first ends ${when(until)}.`,
  show: 'Show',
  /** The answers to “End now”. */
  ended: 'The mute has ended. What’s still firing counts as new.',
  gone: 'This mute has ended already.',
  soon: 'Got it. It takes a moment.',
  form: {
    title: 'Mute alerts',
    submit: 'Mute',
    what: {
      label: 'What to mute',
      /** The groups of the post. */
      groups: 'The alerts of this post, and those that join them',
      hook: 'All alerts of a hook',
      labels: 'Alerts with certain labels',
    },
    hook: { label: 'Of which hook', all: 'All hooks' },
    labels: {
      label: 'Labels',
      hint: 'Join several by “and”: team = db and env != prod. All of them have to fit. A label that an alert doesn’t have counts as empty. There are no patterns.',
    },
    time: {
      label: 'For how long',
      hours: (hours: number) => plural(hours, 'hour'),
      until: 'Until a time that I choose',
    },
    until: { label: 'Until', hint: 'Within 30 days.' },
    reason: { label: 'Why', hint: 'Others see it in /sms mute.' },
    /** The preview. `names`: some of the covered alerts. */
    covers: ({ alerts, names, until }: { alerts: number; names: string; until: number | null }) =>
      [
        alerts === 0
          ? 'Of what fires now, this covers nothing.'
          : `This covers ${plural(alerts, 'alert')} firing now: ${names}.`,
        ...(until === null ? [] : [`Until ${when(until)}, nobody gets a text about what it covers.`]),
      ].join(' '),
    known: (labels: string) => `Labels of what fires now: ${labels}`,
    /** Above the alerts' current mutes. */
    already: 'Muted already:',
  },
  /** The answers to the form. */
  muted: ({ until }: { until: number }) =>
    `Muted until ${when(until)}. \`/sms mute\` shows what’s muted, and ends it.`,
  tooMany: (limit: number) =>
    `:warning: Not muted: there’s no room for another mute. A workspace can have ${plural(limit, 'mute')} at a time, fewer if they’re of many groups. End one with \`/sms mute\` first.`,
  over: 'Nothing in this post is firing any more. To mute what comes later, use `/sms mute`.',
  wrong: {
    hook: 'Choose a hook.',
    what: 'Choose what to mute.',
    groups: (limit: number) =>
      `This post is about more than ${n(limit)} groups. An admin or a manager can mute the whole hook.`,
    until: 'Choose a date and a time.',
    past: 'Choose a time to come.',
    far: 'Choose a time within 30 days.',
    labels(problem: LabelsProblem): string {
      switch (problem.kind) {
        case 'missing':
          return 'Type at least one label, like team = db.';
        case 'unclear':
          return `“${problem.part}” isn’t a label. Write name = value or name != value, joined by “and”.`;
        case 'pattern':
          return `“${problem.part}” is a pattern, and a mute takes none. Type the whole value; put it in quotes if the * belongs to it.`;
        case 'too_many':
          return `Too many labels: the limit is ${n(problem.limit)}.`;
        case 'too_long':
          return `A label is too long: name and value have ${n(problem.limit)} characters at most.`;
      }
    },
  },
  /** The page behind the link in a text. */
  page: {
    title: 'Mute it',
    ask: 'Nobody gets a text about it until the time is over. It’s still posted in Slack. What’s still firing then counts as new.',
    hours: (hours: number) => plural(hours, 'hour'),
    until: (at: number) => `Muted until ${thereAt(at)}: nobody gets a text.`,
    end: 'End the mute',
    /** Replaces the buttons if there is no room for another mute. */
    full: 'It can’t be muted now: there’s no room for another mute. Someone has to end one in Slack first.',
  },
};

export const en = { mutes };

export type Words = typeof en;
