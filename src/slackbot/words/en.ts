import { plural, quoted } from '../../kit/words/english.ts';
import type { ProblemWords } from '../../kit/words/wording.ts';
import type { Unclear } from '../recipients.ts';

const because: Record<Unclear['why'], string> = {
  unknown: 'nobody here is called that',
  shared: 'several have this name; choose in the form, or use a number',
  not_a_number: 'this isn’t a mobile number in Bangladesh',
};

/** What Slackbot is answered, and its drafts. Callers make names and messages harmless. */
const slackbot = {
  title: 'Draft from Slackbot',
  look: 'Look at it',
  /** Under each draft. */
  nothingYet:
    'Nothing has been sent, and nothing changed. The button opens the form with all of it, until this time tomorrow.',
  draft: {
    text: ({ to, message }: { to: string | null; message: string }) =>
      `You asked Slackbot for a text${to === null ? '' : ` to *${to}*`}: ${quoted(message)}`,
    broadcast: ({ to, message }: { to: string | null; message: string }) =>
      `You asked Slackbot for a broadcast${to === null ? '' : ` to *${to}*`}: ${quoted(message)}`,
    page: ({ to, message }: { to: string | null; message: string }) =>
      `You asked Slackbot to page ${to === null ? 'people' : `*${to}*`}: ${quoted(message)}`,
    mute: ({
      hook,
      labels,
      hours,
      reason,
    }: {
      hook: string | null;
      labels: string | null;
      hours: number;
      reason: string | null;
    }) =>
      [
        `You asked Slackbot to mute alerts of ${hook === null ? 'all hooks' : `*${hook}*`}`,
        ...(labels === null ? [] : [` with ${quoted(labels)}`]),
        ` for ${plural(hours, 'hour')}`,
        ...(reason === null ? [] : [`: ${quoted(reason)}`]),
      ].join(''),
  },
  drafted:
    'The draft is in your direct messages from this app. Nothing has been sent: look at it there, and send it yourself.',
  notPosted:
    'The draft couldn’t be posted to you, so there is none. Nothing was sent. Try again in a minute.',
  callerUnknown:
    'Slack didn’t say who is asking, or in which workspace, so there is no answer. Use `/sms` in your workspace instead.',
  notInstalled: 'This app isn’t installed in your workspace. Ask an admin to install it.',
  tooMany: (minutes: number) =>
    `That’s a lot for Slackbot in a short time, so nothing was done. Try again in ${plural(minutes, 'minute')}, or use \`/sms\` yourself.`,
  foundNobody: 'There is nobody with that name here: no teammate, contact, group or rota.',
  noRota: (name: string) => `There is no rota called ${quoted(name)}.`,
  noHook: (name: string, hooks: string[]) =>
    [
      name === '' ? 'Which alerts? Name a hook, or labels.' : `There is no hook called ${quoted(name)}.`,
      ...(hooks.length === 0 ? [] : [` The hooks: ${hooks.map(quoted).join(', ')}.`]),
      ' Nothing was drafted.',
    ].join(''),
  noLabels: 'These labels can’t be read. Write them like team = db and env != prod. Nothing was drafted.',
  unclear: (all: Unclear[]) =>
    `Nothing was drafted. ${all.map(({ typed, why }) => `${quoted(typed)}: ${because[why]}`).join('; ')}.`,
  leftOut: (count: number) => `${plural(count, 'recipient')} can’t be texted and would be left out.`,
};

export const problems: ProblemWords<'slackbot'> = {
  problem: {
    DRAFT_GONE: () =>
      'This draft is gone: drafts from Slackbot last a day, and only for whoever asked for them. Nothing was sent. Ask Slackbot again, or type `/sms`.',
  },
};

export const en = { slackbot };

export type Words = typeof en;

declare module '../../kit/words/wording.ts' {
  interface Wording extends Words {}
}
