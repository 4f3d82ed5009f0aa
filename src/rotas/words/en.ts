import {
  changedMeanwhile,
  deleted,
  gone,
  mention,
  n,
  nameTaken,
  nearAt,
  people,
  saved,
  thereAt,
  tooMany,
} from '../../kit/words/english.ts';
import type { ProblemWords } from '../../kit/words/wording.ts';
import type { Rota, ShiftHours } from '../rota.ts';
import { en as rotaAudit } from './audit/en.ts';

type RotaPlan = Pick<Rota, 'hours' | 'weekday' | 'time'>;

/** `person`, `next`: null for nobody. `until`: null if nothing is planned that ends it. */
export type ShownOnCall = {
  rota: string;
  person: string | null;
  until: number | null;
  next: string | null;
};

const nobody = 'nobody';

const nameOf = (name: string | null): string => name ?? nobody;

const until = (at: string, next: string | null): string => ` until ${at}, then ${nameOf(next)}`;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const HOURS: Record<ShiftHours, string> = {
  6: '6 hours',
  8: '8 hours',
  12: '12 hours',
  24: 'A day',
  48: '2 days',
  72: '3 days',
  168: 'A week',
  336: '2 weeks',
};

/** Rotas. Callers make names harmless; moments are times of day. */
const rotas = {
  title: 'On-call rotas',
  /** Heading in the Home tab. */
  now: 'On call now',
  /** The number of rotas that aren't shown. */
  more: (count: number) => `${n(count)} more: type \`/sms oncall\`.`,
  intro:
    'A rota says who is on call: its people take turns. Text it by name, or choose it in a hook: the text goes to whoever is on call at that moment.',
  none: 'There are no rotas yet.',
  /** To a user who can't create one. */
  noneYet: 'There are no on-call rotas here yet. Admins and managers can make one.',
  /** The answer to `/sms oncall NAME`. */
  unknown: (name: string) => `There is no rota called “${name}”.`,
  /** Below a list of times. */
  zone: 'Times are in Bangladesh time.',
  /** `now`: the time of reading, because near times are worded as “today”. */
  onCall: ({ rota, person, until: at, next, now }: ShownOnCall & { now: number }) =>
    `*${rota}*: ${nameOf(person)} is on call${at === null ? '' : until(nearAt(at, now), next)}.`,
  /** A rota's plan, in the list. */
  plan: ({ people, hours, weekday, time }: RotaPlan & { people: string[] }) =>
    [
      people.length === 0 ? 'Nobody is in it' : `In turn: ${people.join(', ')}`,
      `${HOURS[hours].toLowerCase()} each, hand-over ${hours >= 168 ? `on ${WEEKDAYS[weekday]} ` : ''}at ${time}`,
    ].join(' · '),
  /** `person`: null if nobody is on call. */
  standsIn: ({ person, from, to, by }: { person: string | null; from: number; to: number; by: string }) =>
    `${person === null ? 'Nobody is on call' : `${person} stands in`} from ${thereAt(from)} until ${thereAt(to)} (by ${mention(by)})`,
  add: 'New rota',
  change: 'Change',
  delete: 'Delete',
  standIn: 'Stand-ins',
  /** Opens the list. */
  manage: 'Change rotas',
  confirmDelete: {
    title: 'Delete this rota?',
    text: (name: string) =>
      `Nobody can text “${name}” any more. Workflows that use it won’t text anyone in its place.`,
    confirm: 'Delete',
    deny: 'Keep it',
  },
  deleted,
  formTitle: { make: 'New rota', change: 'Change rota' },
  make: 'Create rota',
  saved,
  gone: gone('rota'),
  changedMeanwhile: changedMeanwhile('rota'),
  taken: nameTaken('rota'),
  tooMany: tooMany('rota'),
  hours: HOURS,
  /** @param day 0 is Sunday */
  weekday: (day: number) => WEEKDAYS[day] ?? '',
  field: {
    name: { label: 'Name', hint: 'People text whoever is on call by this name, for example “Servers”.' },
    people: {
      label: 'Who takes turns',
      hint: 'Teammates, contacts or numbers, in the order of their turns. To move someone, remove them and add them again. Whoever is on call now stays on call until the next hand-over.',
    },
    hours: { label: 'Length of a shift' },
    weekday: { label: 'Day of the hand-over', hint: 'For shifts of one or two weeks only.' },
    time: { label: 'Time of the hand-over', hint: 'Bangladesh time.' },
    channel: {
      label: 'Post hand-overs in',
      hint: 'Leave empty for no posts. The app has to be in the channel: type /invite @SMS there.',
    },
    texts: { label: 'Texts', yes: 'Text people when they come on call' },
  },
  wrong: {
    nobody: 'Choose at least one person: search for a name, or type a number.',
    tooMany: (limit: number) => `Too many: a rota can have ${people(limit)}.`,
    notPeople: 'Choose teammates, contacts or numbers. A group can’t take turns.',
    time: 'Choose a time.',
    /** A contact or a group has this name. */
    nameTaken: (name: string) => `A person or a group here is already called “${name}”. Choose another name.`,
  },
  preview: {
    title: '*Coming up* (Bangladesh time)',
    nothing: 'Add people to see who’s on call when.',
  },
  /** A line of the preview. `until`: null if nothing is planned that ends it. */
  stint: ({ person, from, until: to }: { person: string | null; from: number; until: number | null }) =>
    `${thereAt(from)}${to === null ? ' on' : ` to ${thereAt(to)}`}: ${nameOf(person)}`,
  standIns: {
    title: 'Stand-ins',
    /** @param mine true if the user may only give away their own time */
    intro: (rota: string, mine: boolean) =>
      mine
        ? `Hand one of your shifts in *${rota}* to someone else in the rota, or take one of theirs. Admins and managers can change the rest.`
        : `Cover for shifts in *${rota}*. If two overlap, the newer one wins.`,
    none: 'Nobody stands in.',
    end: 'Remove',
    confirmEnd: {
      title: 'Remove this stand-in?',
      text: 'Whoever’s turn it is will be on call instead.',
      confirm: 'Remove',
      deny: 'Keep it',
    },
    save: 'Add',
    saved: ':white_check_mark: Added.',
    ended: 'Removed.',
    tooMany: (limit: number) => `:warning: Not saved: there can be ${n(limit)} at a time. Remove one first.`,
    field: {
      who: { label: 'Who stands in', hint: 'One teammate, contact or number.' },
      nobody: { label: 'Or nobody', yes: 'Nobody is on call then, for example on a holiday' },
      fromDate: { label: 'From' },
      fromTime: { label: 'From, time', hint: 'Bangladesh time.' },
      toDate: { label: 'Until' },
      toTime: { label: 'Until, time', hint: 'Bangladesh time.' },
    },
    wrong: {
      who: 'Choose who stands in, or tick “Nobody” below.',
      one: 'Choose one person, or nobody.',
      missing: 'Choose a date and a time.',
      order: 'The end is before the start.',
      over: 'That’s in the past.',
      far: 'That’s more than a year ahead.',
      notYours:
        'You aren’t on call for all of this time. You can take it yourself; to give it to someone else, ask an admin or a manager.',
      notInRota: 'Choose someone in this rota. Admins and managers can choose anyone.',
    },
  },
  /** The post in the channel. */
  handOver: ({ rota, person, until: at, next }: ShownOnCall) =>
    `:pager: *${rota}*: ${nameOf(person)} is on call now${at === null ? '' : until(`${thereAt(at)} (Bangladesh time)`, next)}.`,
  /** The text to the person who comes on: plain letters in English, so that it is one part. */
  text: ({ rota, until: at }: Pick<ShownOnCall, 'rota' | 'until'>) =>
    `You are on call now: ${rota}${at === null ? '' : `, until ${thereAt(at)} (Bangladesh time)`}.`,
  /** The text to the person who comes on wasn't sent; the reasons follow. */
  notTexted: (rota: string) => `:warning: *${rota}*: we couldn’t text the person who just came on call:`,
};

export const problems: ProblemWords<'rotas'> = {
  problem: {
    NOBODY_ON_CALL: ({ label }) =>
      `Nobody is on call in “${label}” right now. Name someone else, or ask an admin to change the rota. Nothing was sent.`,
  },
  leftOut: {
    NOBODY_ON_CALL: () => 'nobody is on call right now',
  },
};

export const en = { rotas, rotaAudit };

export type Words = typeof en;

declare module '../../kit/words/wording.ts' {
  interface Wording extends Words {}
}
