import {
  changedMeanwhile,
  deleted,
  gone,
  mention,
  n,
  nameTaken,
  nearAt,
  people,
  plural,
  saved,
  thereAt,
  tooMany,
  WEEKDAYS,
} from '../../kit/words/english.ts';
import type { ProblemWords } from '../../kit/words/wording.ts';
import { type Override, type Rota, type RotaPlace, type SpecialTimes, WEEK_HOURS } from '../rota.ts';
import { en as rotaAudit } from './audit/en.ts';
import { en as calendars } from './calendars/en.ts';
import { onCallNotices } from './notices/en.ts';
import { swaps } from './swaps/en.ts';

type ShownShifts = Pick<Rota, 'hours' | 'weekday' | 'time'>;

/** `person`, `next`: null for nobody. `until`: null if nothing is planned that ends it. */
export type ShownPlace = { person: string | null; until: number | null; next: string | null };
/** `second`: null if the rota has no second in line. */
export type ShownOnCall = ShownPlace & { rota: string; second: ShownPlace | null };

/** `people`, and in `special`: names. */
export type ShownPlan = ShownShifts & { people: string[]; special: ShownSpecialTimes };
type ShownSpecialTimes = {
  second: string[];
  /** 0 is Sunday. */
  weekends: { days: readonly number[]; people: string[] } | null;
  nights: (Pick<NonNullable<SpecialTimes['nights']>, 'from' | 'to'> & { people: string[] }) | null;
  holidays: 'nobody' | string[];
};

const nobody = 'nobody';

const nameOf = (name: string | null): string => name ?? nobody;

const until = (at: string, next: string | null): string => ` until ${at}, then ${nameOf(next)}`;

/** The length of a shift: “an hour”, “36 hours”, “a day”, “2 weeks”. */
function shift(hours: number): string {
  if (hours % WEEK_HOURS === 0) return hours === WEEK_HOURS ? 'a week' : plural(hours / WEEK_HOURS, 'week');
  if (hours % 24 === 0) return hours === 24 ? 'a day' : plural(hours / 24, 'day');
  return hours === 1 ? 'an hour' : plural(hours, 'hour');
}

const secondInLine = (second: ShownPlace | null, shownAt: (at: number) => string): string => {
  if (second === null) return '';
  const { person, until: at, next } = second;
  return ` Second in line: ${nameOf(person)}${at === null ? '' : until(shownAt(at), next)}.`;
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
  onCall: ({ rota, person, until: at, next, second, now }: ShownOnCall & { now: number }) =>
    `*${rota}*: ${nameOf(person)} is on call${at === null ? '' : until(nearAt(at, now), next)}.${secondInLine(second, to => nearAt(to, now))}`,
  /** A coming time without anybody. `to`: null if nothing is planned that ends it. */
  gap: ({ place, from, to }: { place: RotaPlace; from: number; to: number | null }) =>
    `:warning: Nobody ${place === 'first' ? 'on call' : 'second in line'} from ${thereAt(from)}${to === null ? ' on' : ` to ${thereAt(to)}`}.`,
  /** A warning of the first gap of the next days; `from` null: it has begun. */
  gapSoon: ({ rota, from, to }: { rota: string; from: number | null; to: number | null }) => {
    const on = `Nobody is on call in *${rota}*`;
    if (from === null) return to === null ? `${on}.` : `${on} until ${thereAt(to)} (Bangladesh time).`;
    return `${on} from ${thereAt(from)}${to === null ? ' on' : ` to ${thereAt(to)}`} (Bangladesh time).`;
  },
  /** The number of gaps that aren't shown. */
  moreGaps: (count: number) => `${plural(count, 'more gap')} in the next four weeks.`,
  second: 'Second in line',
  /** The second in line of a rota, as a recipient. */
  secondOf: (rota: string) => `${rota}, second in line`,
  /** A rota's plan, in the list. */
  plan: ({ people, hours, weekday, time, special: { second, weekends, nights, holidays } }: ShownPlan) =>
    [
      `${people.length === 0 ? 'Nobody is in it' : `In turn: ${people.join(', ')}`} · ${shift(hours)} each, hand-over ${hours % WEEK_HOURS === 0 ? `on ${WEEKDAYS[weekday]} ` : ''}at ${time}`,
      ...(second.length === 0 ? [] : [`Second in line: ${second.join(', ')}`]),
      ...(weekends === null
        ? []
        : [`${weekends.days.map(day => WEEKDAYS[day]).join(', ')}: ${weekends.people.join(', ')}`]),
      ...(nights === null ? [] : [`Nights, ${nights.from} to ${nights.to}: ${nights.people.join(', ')}`]),
      ...(holidays.length === 0
        ? []
        : [`Holidays: ${holidays === 'nobody' ? 'nobody' : holidays.join(', ')}`]),
    ].join('\n'),
  /** `person`: null if nobody is on call. */
  standsIn: ({ person, place, from, to, by }: Omit<Override, 'person' | 'id'> & { person: string | null }) =>
    `${person === null ? `Nobody is ${place === 'first' ? 'on call' : 'second in line'}` : `${person} stands in${place === 'first' ? '' : ' as second in line'}`} from ${thereAt(from)} until ${thereAt(to)} (by ${mention(by)})`,
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
  units: { hours: 'Hours', days: 'Days', weeks: 'Weeks' },
  /** @param day 0 is Sunday */
  weekday: (day: number) => WEEKDAYS[day] ?? '',
  field: {
    name: { label: 'Name', hint: 'People text whoever is on call by this name, for example “Servers”.' },
    people: {
      label: 'Who takes turns',
      hint: 'Teammates, contacts or numbers, in the order of their turns. To move someone, remove them and add them again. Whoever is on call now stays on call until the next hand-over.',
    },
    hours: {
      label: 'Length of a shift',
      hint: 'How many hours, days or weeks: from 1 hour to 8 weeks.',
      unit: 'Hours, days or weeks',
    },
    weekday: { label: 'Day of the hand-over', hint: 'For shifts of whole weeks only.' },
    time: { label: 'Time of the hand-over', hint: 'Bangladesh time.' },
    channel: {
      label: 'Post hand-overs in',
      hint: 'Leave empty for no posts. The app has to be in the channel: type /invite @SMS there.',
    },
    texts: { label: 'Texts', yes: 'Text people when they come on call, or become second in line' },
    special: {
      label: 'More',
      choice: {
        second: 'A second in line, called if whoever is on call doesn’t answer',
        weekends: 'Weekends with their own people',
        nights: 'Nights with their own people',
        holidays: 'Holidays with their own people, or nobody',
      },
    },
    second: {
      label: 'Second in line',
      hint: 'They take turns at the same hand-overs. A hook’s steps call them after whoever is on call.',
    },
    weekends: {
      label: 'Weekends: who takes turns',
      hint: 'Each has at least a whole weekend. Weekends go before nights.',
    },
    days: {
      label: 'Days of the weekend',
      hint: 'Each begins at the hand-over time nearest to midnight, so that nobody is called at midnight to take over.',
    },
    nights: { label: 'Nights: who takes turns', hint: 'Each has at least a whole night.' },
    nightFrom: { label: 'Nights begin at', hint: 'Bangladesh time.' },
    nightTo: { label: 'Nights end at' },
    holidays: {
      label: 'On holidays',
      people: 'Their own people',
      nobody: 'Nobody is on call, nor second in line',
    },
    holidayPeople: {
      label: 'Holidays: who takes turns',
      hint: 'The holidays are the workspace’s own. Each begins at the hand-over time nearest to midnight. Holidays go before weekends and nights.',
    },
  },
  wrong: {
    nobody: 'Choose at least one person: search for a name, or type a number.',
    tooMany: (limit: number) => `Too many: a rota can have ${people(limit)}.`,
    notPeople: 'Choose teammates, contacts or numbers. A group can’t take turns.',
    time: 'Choose a time.',
    shift: 'Enter a whole number: a shift lasts from 1 hour to 8 weeks.',
    days: 'Choose at least one day, and leave at least one that isn’t a weekend.',
    night: 'A night can’t begin and end at the same time.',
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
      place: {
        label: 'For whom',
        choice: { first: 'Whoever is on call', second: 'The second in line' },
      },
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
  handOver: ({ rota, person, until: at, next, second }: ShownOnCall) =>
    `:pager: *${rota}*: ${nameOf(person)} is on call now${at === null ? '' : until(`${thereAt(at)} (Bangladesh time)`, next)}.${secondInLine(second, thereAt)}`,
  /** The text to the person who comes on: plain letters in English, so that it is one part. */
  text: {
    first: ({ rota, until: at }: Pick<ShownOnCall, 'rota' | 'until'>) =>
      `You are on call now: ${rota}${at === null ? '' : `, until ${thereAt(at)} (Bangladesh time)`}.`,
    second: ({ rota, until: at }: Pick<ShownOnCall, 'rota' | 'until'>) =>
      `You are second in line now: ${rota}${at === null ? '' : `, until ${thereAt(at)} (Bangladesh time)`}.`,
  },
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

export const en = { rotas, rotaAudit, swaps, onCallNotices, ...calendars };

export type Words = typeof en;

declare module '../../kit/words/wording.ts' {
  interface Wording extends Words {}
}
