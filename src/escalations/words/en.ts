import {
  changedMeanwhile,
  deleted,
  gone,
  n,
  nameTaken,
  people,
  plural,
  saved,
  tooMany,
  tooManyHere,
} from '../../kit/words/english.ts';
import type { Severity } from '../severity.ts';
import { en as policyAudit } from './audit/en.ts';

const severity = {
  critical: 'Critical',
  error: 'Error',
  warning: 'Warning',
  info: 'Info',
  none: 'No severity',
} satisfies Record<Severity, string>;

const times = (count: number): string => (count === 2 ? 'twice' : `${count} times`);

/** Escalation policies. Callers make names harmless. */
const policies = {
  title: 'Escalation policies',
  intro:
    'An escalation policy says who is texted, who is next if nobody acknowledges, and when. Choose it in alert hooks: change it here, and all of them follow.',
  none: 'There are no escalation policies yet.',
  add: 'New policy',
  change: 'Change',
  delete: 'Delete',
  confirmDelete: {
    title: 'Delete this policy?',
    text: (name: string) => `“${name}” is removed for good. A policy that a hook uses can’t be deleted.`,
    confirm: 'Delete',
    deny: 'Keep it',
  },
  deleted,
  formTitle: { make: 'New policy', change: 'Change policy' },
  make: 'Create policy',
  saved,
  gone: gone('policy'),
  changedMeanwhile: changedMeanwhile('policy'),
  taken: nameTaken('policy'),
  tooMany: tooMany('policy'),
  /** In the list. `uses`: null if nothing uses it. */
  line: ({ name, plan, uses }: { name: string; plan: string; uses: string | null }) =>
    [`*${name}*`, plan, uses === null ? 'No hook uses it yet' : `Used by ${uses}`].join('\n'),
  /** Everybody in it was erased. */
  nobody: 'Nobody is left in it: hooks that use it text their own people.',
  field: { name: { label: 'Name', hint: 'Hooks and routes name it, for example “Databases”.' } },
  wrong: { nobody: 'Choose at least one recipient for the first step: search for a name, or type a number.' },
  preview: {
    title: '*What happens*',
    nothing: 'Choose who is texted first to see what happens.',
    /** A change reaches all of these. */
    usedBy: (uses: string) =>
      `:information_source: Used by ${uses}. They follow the change at once, in alerts that are open, too.`,
    unused: 'No hook uses it yet.',
    atMost: (texts: number) =>
      `If nobody acknowledges it, one alert comes to at most *${plural(texts, 'text')}*, and what its hook adds: reminders, and a text to each when it’s over.`,
  },
};

/** Steps that follow one another, in policies and in hooks with a list of their own. */
const steps = {
  field: {
    /** @param step 0 is the first */
    to: {
      label: (step: number): string =>
        step === 0 ? 'First text' : step === 1 ? 'Then text' : 'After that, text',
      hint: (step: number): string =>
        `Search for names, or type whole numbers.${step === 0 ? '' : ' Leave it empty to skip this step.'}`,
    },
    minutes: { label: (_step: number) => 'Minutes they have to acknowledge' },
    rounds: {
      label: 'How many times to go round',
      choice: (rounds: number) => (rounds === 1 ? 'Once' : rounds === 2 ? 'Twice' : times(rounds)),
    },
    climbing: {
      label: 'Escalate these severities',
      hint: 'Everything else goes only to the people at the top.',
    },
    mention: {
      label: 'If nobody ever answers',
      hint: 'A post in the channel says so, and mentions those who were texted. It mentions everyone only if an admin has allowed that in the settings.',
      everybody: 'Mention everyone in the channel',
    },
  },
  wrong: {
    minutes: (most: number) => `Enter a whole number of minutes from 1 to ${n(most)}.`,
    severities: 'Choose at least one.',
    /** Too many recipients. */
    tooMany: (limit: number) =>
      `${tooManyHere(limit)} Put people in a group, and choose the group here instead.`,
    /** Too many people behind the recipients. */
    tooManyPeople: (count: number, limit: number) =>
      `That’s ${people(count)}, and an alert can text ${n(limit)} at most at once. Remove some numbers, groups or teammates.`,
    unknown: (names: string[]) =>
      `There’s no longer anyone here called ${names.map(name => `“${name}”`).join(' or ')}. Remove ${names.length === 1 ? 'it' : 'them'}, or choose someone else.`,
    shared: (names: string[]) =>
      `More than one person, group or rota here is called ${names.map(name => `“${name}”`).join(' or ')}. Use the number instead.`,
  },
  /** `after`: minutes since the previous step. `last`: minutes after the last step. */
  plan: ({
    first,
    steps: all,
    rounds,
    last,
    mention,
  }: {
    first: string;
    steps: { to: string; after: number }[];
    rounds: number;
    last: number;
    mention: boolean;
  }) =>
    [
      `First ${first}`,
      ...all.map(({ to, after }) => `after ${plural(after, 'minute')} without an acknowledgement: ${to}`),
      ...(rounds > 1 ? [`all of it ${times(rounds)}`] : []),
      `${plural(last, 'minute')} after the last text, a post says that nobody answered and mentions ${mention ? 'everyone, if an admin has allowed that' : 'those who were texted'}.`,
    ].join('; '),
};

export const en = { severity, policies, escalationSteps: steps, policyAudit };

export type Words = typeof en;

declare module '../../kit/words/wording.ts' {
  interface Wording extends Words {}
}
