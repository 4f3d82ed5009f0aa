import { mention, thereAt } from '../english.ts';
import type { RotasWording, ShownOnCall } from './types.ts';

const nobody = 'nobody';
const who = (one: string | null): string => one ?? nobody;

const until = ({ until: at, next }: Pick<ShownOnCall, 'until' | 'next'>, zone: string): string =>
  at === null ? '' : ` until ${thereAt(at)}${zone}, then ${who(next)}`;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const HOURS: RotasWording['hours'] = {
  6: '6 hours',
  8: '8 hours',
  12: '12 hours',
  24: 'A day',
  48: '2 days',
  72: '3 days',
  168: 'A week',
  336: '2 weeks',
};

/** English. */
export const rotas: RotasWording = {
  title: 'On-call rotas',
  now: 'On call now',
  more: count => `${count} more: type \`/sms oncall\`.`,
  intro:
    'A rota says who is on call: its people take turns. Text it by its name, or choose it in a hook, and whoever is on call at that moment gets the text.',
  none: 'There are no rotas yet.',
  noneYet: 'There are no on-call rotas here yet. Admins and managers can make one.',
  unknown: name => `There is no rota called “${name}”.`,
  zone: 'Times are in Bangladesh time.',
  onCall: ({ rota, ...now }) => `*${rota}*: ${who(now.who)} is on call${until(now, '')}.`,
  plan: ({ people, hours, weekday, time }) =>
    [
      people.length === 0 ? 'Nobody is in it' : `In turn: ${people.join(', ')}`,
      `${HOURS[hours].toLowerCase()} each, hand-over ${hours >= 168 ? `on ${rotas.weekday(weekday)} ` : ''}at ${time}`,
    ].join(' · '),
  standsIn: ({ who: one, from, to, by }) =>
    `${one === null ? 'Nobody is on call' : `${one} stands in`} from ${thereAt(from)} until ${thereAt(to)} (by ${mention(by)})`,
  add: 'New rota',
  change: 'Change',
  delete: 'Delete',
  standIn: 'Stand-ins',
  manage: 'Change rotas',
  confirmDelete: {
    title: 'Delete this rota?',
    text: name => `“${name}” can’t be texted any more. Hooks that text it will text nobody in its place.`,
    confirm: 'Delete',
    deny: 'Keep it',
  },
  deleted: name => `*${name}* is deleted.`,
  formTitle: { make: 'New rota', change: 'Change rota' },
  make: 'Create rota',
  saved: name => `:white_check_mark: *${name}* is saved.`,
  gone: 'This rota no longer exists: somebody deleted it. Nothing was changed.',
  changedMeanwhile:
    ':warning: Not saved yet: somebody changed this rota while you had it open. If you save again, your changes replace theirs.',
  taken: name => `There is already a rota called “${name}”. Choose another name, or change that one.`,
  tooMany: limit =>
    `:warning: Not saved: a workspace can have ${limit} rotas, and yours has that many already. Delete one that you don’t need first.`,
  hours: HOURS,
  weekday: day => WEEKDAYS[day] ?? '',
  field: {
    name: { label: 'Name', hint: 'People text whoever is on call by this name, for example “Servers”.' },
    people: {
      label: 'Who takes turns',
      hint: 'Teammates, contacts or numbers, in the order of their turns. To move somebody, remove them and add them again. Whoever is on call now stays so until the next hand-over.',
    },
    hours: { label: 'Length of a shift' },
    weekday: { label: 'Day of the hand-over', hint: 'For shifts of one or two weeks only.' },
    time: { label: 'Time of the hand-over', hint: 'Bangladesh time.' },
    channel: {
      label: 'Post hand-overs in',
      hint: 'Leave empty for no posts. The app has to be in the channel: type /invite there, followed by its name.',
    },
    texts: { label: 'Texts', yes: 'Text whoever comes on call' },
  },
  wrong: {
    nobody: 'Choose at least one person: search for a name, or type a number.',
    tooMany: limit => `Too many: a rota has ${limit} people at most.`,
    notPeople: 'Choose teammates, contacts or numbers. A group can’t take turns.',
    time: 'Choose a time.',
    nameTaken: name => `Somebody or a group here is already called “${name}”. Choose another name.`,
  },
  preview: {
    title: '*What comes* (Bangladesh time)',
    nothing: 'Once somebody takes turns, you’ll see here who is on call when.',
  },
  stint: ({ who: one, from, until: to }) =>
    `${thereAt(from)}${to === null ? ' on' : ` to ${thereAt(to)}`}: ${who(one)}`,
  standIns: {
    title: 'Stand-ins',
    intro: (rota, mine) =>
      mine
        ? `Give a time of yours in *${rota}* to somebody else of the rota, or take somebody else’s. Admins and managers can change the rest.`
        : `Who is on call in *${rota}* in place of whose turn it is. Where two overlap, the one added last counts.`,
    none: 'Nobody stands in.',
    end: 'Remove',
    confirmEnd: {
      title: 'Remove this stand-in?',
      text: 'Whoever’s turn it is in the rota is on call again.',
      confirm: 'Remove',
      deny: 'Keep it',
    },
    save: 'Add',
    saved: ':white_check_mark: Added.',
    ended: 'Removed.',
    tooMany: limit => `:warning: Not saved: there can be ${limit} at a time. Remove one first.`,
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
      order: 'This is before it begins.',
      over: 'This is over already.',
      far: 'This is more than a year ahead.',
      notYours:
        'You aren’t on call for all of this time. You can take it yourself; to give it to somebody else, ask an admin or a manager.',
      notInRota: 'Choose somebody of this rota. Admins and managers can choose anybody.',
    },
  },
  handOver: ({ rota, ...now }) =>
    `:pager: *${rota}*: ${who(now.who)} is on call now${until(now, ' (Bangladesh time)')}.`,
  text: ({ rota, until: at }) =>
    `You are on call now: ${rota}${at === null ? '' : `, until ${thereAt(at)} (Bangladesh time)`}.`,
  notTexted: rota => `:warning: *${rota}*: the person who came on call couldn’t be texted:`,
};
