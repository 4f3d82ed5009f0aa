import { inCredits, n, plural } from '../../../kit/words/english.ts';

/** Paging people by hand. Texts use only the characters of GSM-7, apart from the person's own. */
const paging = {
  title: 'Page people',
  submit: 'Page them',
  field: {
    to: {
      label: 'Whom',
      hint: 'A rota: whoever is on call now. Or a group, a person, a number.',
    },
    policy: {
      label: 'Or by an escalation policy',
      hint: 'Its steps, as they are now.',
      none: 'None',
    },
    message: {
      label: 'What’s wrong',
      hint: 'It’s texted in your own words, after your name.',
    },
  },
  wrong: {
    both: 'Choose people or a policy, not both.',
    message: (limit: number) => `Say what’s wrong, in up to ${n(limit)} characters.`,
    /** More pages are open than a workspace may have. */
    tooMany: (limit: number) =>
      `Nobody was paged: ${plural(limit, 'page')} are still open here. Press “Resolve here” under those that are over, then try again.`,
    nobody: 'Nobody was paged: none of them can be texted now. Choose someone else.',
  },
  /** Above the form, when what was typed begins with no name that is known. */
  unknown: (typed: string) => `:warning: I know nobody called “${typed}”. Choose whom to page.`,
  shared: (name: string) => `:warning: More than one here is called “${name}”. Choose the right one.`,
  /** The text. `name`: whoever paged. */
  says: ({ name, message }: { name: string; message: string }) => `Page from ${name}: ${message}`,
  from: (name: string) => `Page from ${name}`,
  /** Whoever paged, without a name in Slack. */
  someone: 'a teammate',
  preview: {
    text: 'This can wake people up. The text:',
    /** `first`, `to`: names; `after`: minutes since the step before; `last`: minutes after the last step. */
    plan: ({
      first,
      steps,
      rounds,
      last,
    }: {
      first: string;
      steps: { to: string; after: number }[];
      rounds: number;
      last: number;
    }) =>
      [
        `First ${first}`,
        ...steps.map(({ to, after }) => `after ${plural(after, 'minute')} without an acknowledgement: ${to}`),
        ...(rounds > 1
          ? [
              `after ${plural(last, 'minute')}${steps.length > 0 ? ' more' : ' without an acknowledgement'}: ${steps.length > 0 ? 'all of it' : 'the same'} again${rounds > 2 ? `, ${n(rounds)} times in all` : ''}`,
            ]
          : []),
        `${plural(last, 'minute')} after the last text, a post says that nobody answered.`,
      ].join('; '),
    /** `cost`: null if it is unknown. */
    atMost: ({ texts, cost }: { texts: number; cost: string | null }) =>
      `At most *${plural(texts, 'text')}*, one to each when it’s over included${cost === null ? '' : `: about *${inCredits(cost)}*`}. They count as yours in the daily limits.`,
    postIn: (channel: string) =>
      `The post with “Acknowledge” and “Resolve here” goes to <#${channel}>, or to you if I’m not in there.`,
    postToYou: 'The post with “Acknowledge” and “Resolve here” comes to you.',
  },
  paged: (to: string) => `:white_check_mark: You paged ${to}. The post says who was texted, and who’s on it.`,
  post: {
    /** The first line of the post. `by`: a mention. `state`: once nobody is called any more. */
    headline: ({ by, to, state }: { by: string; to: string; state: 'on' | 'over' | 'forgotten' }) =>
      `${by} paged *${to}*${state === 'on' ? '' : state === 'over' ? ': it’s over' : ': nobody said that it’s over, and that was a week ago'}`,
    astray: (channel: string) =>
      `:warning: I can’t post in <#${channel}>, so this page’s post comes to you. Type \`/invite @SMS\` there for the next time.`,
  },
};

export const en = { paging };

export type Words = typeof en;
