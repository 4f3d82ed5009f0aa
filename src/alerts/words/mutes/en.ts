import { n, plural, thereAt, when } from '../../../kit/words/english.ts';
import type { LabelsProblem } from '../../label-matchers.ts';

/** What a mute is of: a hook's groups by what they are called, labels, or a hook. `hook` null: all hooks. */
type MuteWhat = { of: 'groups' | 'labels' | 'hook'; name: string; hook: string | null };

const hooks = (hook: string | null): string => (hook === null ? 'all hooks' : `*${hook}*`);

function what({ of, name, hook }: MuteWhat): string {
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
  what,
  /** One in the list. `covered`: how many alerts so far. */
  line: ({
    what: its,
    who,
    until,
    reason,
    covered,
  }: {
    what: MuteWhat;
    who: string;
    until: number;
    reason: string;
    covered: number;
  }) =>
    [
      `:mute: ${what(its)}`,
      `Until ${when(until)}, by ${who}${reason === '' ? '' : `: ${reason}`}`,
      ...(covered > 0 ? [`${plural(covered, 'alert')} so far`] : []),
    ].join('\n'),
  /** On Home. `until`: when the first of them ends. */
  home: ({ count, until }: { count: number; until: number }) =>
    count === 1
      ? `:mute: Some alerts are muted until ${when(until)}.`
      : `:mute: ${n(count)} mutes of alerts are on. The first ends ${when(until)}.`,
  show: 'Show',
  /** What came of ending one. */
  ended: 'The mute has ended. What’s still firing counts as new.',
  gone: 'This mute has ended already.',
  soon: 'Got it. It takes a moment.',
  form: {
    title: 'Mute alerts',
    submit: 'Mute',
    what: {
      label: 'What to mute',
      /** The groups that a post is about. */
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
    /** What it covers as filled in. `names`: some of those that fire now; empty: none does. */
    covers: ({ alerts, names, until }: { alerts: number; names: string; until: number | null }) =>
      [
        alerts === 0
          ? 'Of what fires now, this covers nothing.'
          : `This covers ${plural(alerts, 'alert')} firing now: ${names}.`,
        ...(until === null ? [] : [`Until ${when(until)}, nobody gets a text about what it covers.`]),
      ].join(' '),
    /** Labels of alerts that fire now. */
    known: (labels: string) => `Labels of what fires now: ${labels}`,
    /** Above the fields: what mutes these alerts already. */
    already: 'Muted already:',
  },
  /** What came of the form. */
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
  /** On the page behind the link in a text. Times are times of day in Bangladesh. */
  page: {
    title: 'Mute it',
    ask: 'Nobody gets a text about it until the time is over. It’s still posted in Slack. What’s still firing then counts as new.',
    hours: (hours: number) => plural(hours, 'hour'),
    until: (at: number) => `Muted until ${thereAt(at)}: nobody gets a text.`,
    end: 'End the mute',
    /** In place of the buttons. */
    full: 'It can’t be muted now: there’s no room for another mute. Someone has to end one in Slack first.',
  },
};

export const en = { mutes };

export type Words = typeof en;
