import type { z } from 'zod';
import { CALL_ANSWERS, REFUSALS, type RefusalReason } from '../../src/alerts/recent-calls.ts';
import { PAUSE_REASONS, type PauseReason } from '../../src/broadcasts/broadcast.ts';
import type { Credits } from '../../src/kit/credits.ts';
import type { LocalNumber } from '../../src/kit/number.ts';
import type { CoreProblem, Problem, Problems } from '../../src/kit/problem.ts';
import type { ProblemContext, WrongNumber } from '../../src/kit/words/languages.ts';
import type { Wording } from '../../src/kit/words/wording.ts';
import type { NoticedTurn } from '../../src/rotas/notice-times.ts';
import { PLACES } from '../../src/rotas/rota.ts';
import type { RotaTurn } from '../../src/rotas/swap.ts';
import type { ShownOnCall, ShownPlan } from '../../src/rotas/words/en.ts';
import type { AuditEntry } from '../../src/workspace/audit.ts';
import type { Settings } from '../../src/workspace/settings.ts';

/* Arguments for every sentence. A sentence without a sample does not compile, so the tests cover all. */

/** Sentences with arguments, and groups that contain some; the others need no samples. */
type Asking<T> = {
  [K in keyof T]: T[K] extends string
    ? never
    : T[K] extends (...args: never[]) => string
      ? K
      : [Asking<T[K]>] extends [never]
        ? never
        : K;
}[keyof T];

/** Lists of arguments for each function of the wording, one list for each possible form of the sentence. */
export type Samples<T> = {
  [K in Asking<T>]: T[K] extends (...args: infer Args) => string ? Args[] : Samples<T[K]>;
};

const balance = { amount: '0.10', ageMs: 3 * 3_600_000 };
const around: ProblemContext = { ask: 'U9', deciders: ['U7', 'U8'], reader: 'U1', balance };
const nobody: ProblemContext = { ask: null, deciders: [], reader: null, balance: null };
/** A reader who may decide, whom others are told to ask. */
export const themselves: ProblemContext = { ...around, deciders: ['U9'], reader: 'U9' };
const number = '017••••5678';
const caps: [Settings['personCap']][] = [
  [{ texts: null, credits: null }],
  [{ texts: 1, credits: null }],
  [{ texts: 20, credits: '12.50' as Credits }],
  [{ texts: null, credits: '12.50' as Credits }],
];
const LOGGED = {
  at: 0,
  number,
  begins: null,
  state: 'sent' as const,
  byWord: null,
  parts: 1,
  cost: null,
  logId: null,
};
const contact = { contact: 'C1', name: 'Ranu', number };
/** An entry of the audit log. */
const done = <W extends AuditEntry['what']>(
  action: W,
  fields: Omit<Extract<AuditEntry, { what: W }>, 'what' | 'at' | 'by'>,
) => ({ what: action, at: 0, by: 'U1', ...fields }) as Extract<AuditEntry, { what: W }>;
const because = { why: '…', until: '…' };
const onHold = { why: '…', fix: '…' };
const WRONG_NUMBERS: WrongNumber[] = [
  { typed: '12345', why: 'too_short' },
  { typed: '+880 1712-34', why: 'too_short' },
  { typed: '017123456789', why: 'too_long' },
  { typed: '17123456789', why: 'too_long' },
  { typed: `${'9'.repeat(39)}…`, why: 'too_long' },
  { typed: '02-9551234', why: 'not_mobile' },
  { typed: '01012345678', why: 'no_operator' },
  { typed: '+44 7700 900123', why: 'foreign' },
  { typed: '01112345678', why: 'dead_network' },
  { typed: '01712345678 ext 4', why: 'extension' },
  { typed: '01712345678hello', why: 'not_a_number' },
];

type Spoken = Omit<
  Wording,
  | 'problem'
  | 'leftOut'
  | 'ofFeatures'
  | 'reservedNames'
  | 'uncertainBecause'
  | 'waitingBecause'
  | 'state'
  | 'button'
  | 'confirm'
>;

const MANY_GROUPS = ['A', 'B', 'C', 'D', 'E', 'F'];

const TURN: RotaTurn = { place: 'first', from: 0, to: 1 };
const TURNS: [RotaTurn][] = [[TURN], [{ ...TURN, place: 'second' }]];
const NOTICED: [NoticedTurn[]][] = [
  [[{ rota: 'Servers', place: 'first', from: 0, until: 1 }]],
  [[{ rota: 'Servers', place: 'second', from: 0, until: null }]],
  [Array.from({ length: 20 }, () => ({ rota: 'Servers', place: 'first', from: 0, until: 1 }))],
];

type Called = Parameters<Wording['calls']['call']>[0];
const CALLED: Called = {
  agoMs: 180_000,
  sender: 'alertmanager',
  status: 202,
  as: 'accepted',
  alerts: 4,
  field: null,
  seen: [],
  refusal: null,
};
const ABOUT = { actor: 'U1', to: 'farmers', kind: 'service' as const };
const NO_TALLY = {
  texts: 2000,
  sent: 0,
  byWord: 0,
  refused: 0,
  uncertain: 0,
  waiting: 0,
  cancelled: 0,
  leftOut: 0,
};
const RUN = { local: '2026-11-30T09:00', zone: 'Asia/Dhaka' };
const REPEATED = [
  { ...RUN, repeat: null, until: null, times: null, skipsHolidays: false },
  { ...RUN, repeat: 'daily' as const, until: null, times: null, skipsHolidays: true },
  { ...RUN, repeat: 'weekly' as const, until: '2026-12-31', times: null, skipsHolidays: false },
  { ...RUN, repeat: 'monthly' as const, until: null, times: 5, skipsHolidays: true },
];
/** What is skipped before the next run, for holidays. */
const SKIPPED = [
  { off: null, isOver: false },
  { off: { local: '2026-11-29T09:00', name: 'Eid', more: 2 }, isOver: false },
  { off: { local: '2026-11-29T09:00', name: '', more: 1 }, isOver: true },
];
type LineSample = Parameters<Wording['schedules']['line']>;
const NEXT = REPEATED.flatMap(sample => SKIPPED.map(skipped => ({ ...sample, ...skipped })));

const PLAIN: ShownPlan['special'] = { second: [], weekends: null, nights: null, holidays: [] };

const ON_CALL = [
  [{ rota: 'Servers', person: '<@U1>', until: 1, next: 'Nusrat', second: null }],
  [
    {
      rota: 'Servers',
      person: null,
      until: 1,
      next: null,
      second: { person: 'Karim', until: 1, next: 'Nusrat' },
    },
  ],
  [
    {
      rota: 'Servers',
      person: '<@U1>',
      until: null,
      next: null,
      second: { person: null, until: null, next: null },
    },
  ],
] as [ShownOnCall][];

const ABOUT_ONE = { by: '<@U1>', until: '…', to: number, because: '…', step: 2, count: 1, named: 'DiskFull' };
const LINES = [[ABOUT_ONE], [{ ...ABOUT_ONE, until: '', because: '', step: 0, count: 7, named: '' }]] as [
  typeof ABOUT_ONE,
][];

export const samples: Samples<Spoken> = {
  attention: {
    more: [[2]],
    moreAtHome: [[2]],
    limit: [
      [{ of: 'person', unit: 'texts', used: '8', cap: '10' }],
      [{ of: 'workflows', unit: 'texts', used: '1', cap: '1' }],
      [{ of: 'workspace', unit: 'credits', used: '9.5', cap: '10' }],
      [{ of: 'workspace', unit: 'credits', used: '10.20', cap: '10' }],
    ],
    balance: [
      [{ days: 0, balance: '0.50' }],
      [{ days: 1, balance: '12.50' }],
      [{ days: 2, balance: '12.50' }],
    ],
  },
  schedules: {
    far: [[400 * 86_400_000]],
    emptyGroup: [[{ ...RUN, groups: ['Farmers'] }], [{ ...RUN, groups: ['Farmers', 'Drivers'] }]],
    atNight: [[{ from: '09:00', to: '21:00', begins: 1 }]],
    wrong: { times: [[1000]] },
    goes: REPEATED.map(sample => [sample]),
    planned: NEXT.map(sample => [{ ...sample, to: number }]),
    changed: NEXT.map(sample => [{ ...sample, to: number }]),
    full: [[200]],
    skipped: [[{ to: number, skipped: RUN, next: RUN }], [{ to: number, skipped: RUN, next: null }]],
    cancelled: [[number]],
    line: [
      ...NEXT.map((sample): LineSample => [{ ...sample, to: number, words: 'Good morning', by: null }]),
      ...NEXT.map((sample): LineSample => [{ ...sample, to: number, words: '', by: 'U1' }]),
    ],
    lateLine: [[RUN]],
    doubtfulLine: [[RUN]],
    news: {
      doubtful: [[{ ...RUN, to: number }]],
      late: [0, 1, 3].map(missed => [{ ...RUN, to: number, missed }]),
      missed: [1, 3].map(runs => [{ ...RUN, to: number, runs }]),
      refused: [[{ ...RUN, to: number, because: 'x.' }]],
      stopped: [[{ ...RUN, to: number, by: 'U1' }]],
      began: [
        [{ ...RUN, to: number, texts: 2, before: 1, unaffordable: 0, awaits: true }],
        [{ ...RUN, to: number, texts: 1, before: 1, unaffordable: 1, awaits: false }],
      ],
      unreadable: [['0192']],
    },
    sentNow: [[number]],
    notSent: [[number]],
    button: { all: [[7]] },
  },
  swaps: {
    intro: [['Servers']],
    notAsked: [[['Karim', 'Ranu']]],
    turn: TURNS,
    theirTurn: TURNS.map(([time]) => ['Karim', time]),
    wrong: { tooMany: [[10]] },
    asked: [[['Karim']], [['Karim', 'Ranu']]],
    asks: {
      question: TURNS.map(([turn]) => [{ by: 'U1', rota: 'Servers', turn }]),
      inReturn: TURNS,
      several: [[3]],
    },
    over: { taken: [['U1']], withdrawn: [['U1']] },
    impossible: {
      rota_gone: [['U1']],
      not_theirs: [['U1']],
      return_not_theirs: [['U1']],
      too_many: [['U1']],
    },
    asker: {
      question: [
        [{ candidates: ['U1'], rota: 'Servers', turn: TURN }],
        [{ candidates: ['U1', 'U2'], rota: 'Servers', turn: TURN }],
      ],
      inReturn: TURNS,
      taken: [['U1']],
    },
    refusal: { no: [['U1']], left: [['U1']], unreached: [['U1']] },
    about: TURNS.map(([turn]) => [{ rota: 'Servers', turn }]),
    swapped: [null, TURN].map(inReturn => [{ rota: 'Servers', turn: TURN, inReturn, by: 'U1', taker: 'U2' }]),
  },
  onCallNotices: {
    text: { evening: NOTICED, monday: NOTICED },
    message: { evening: NOTICED, monday: NOTICED, hand_over: NOTICED },
  },
  rotas: {
    gapSoon: [0, null].flatMap(from => [
      [{ rota: 'Servers', from, to: 1 }],
      [{ rota: 'Servers', from, to: null }],
    ]),
    more: [[1], [20]],
    unknown: [['Servers']],
    onCall: ON_CALL.flatMap(([sample]) => [[{ ...sample, now: 1 }], [{ ...sample, now: 86_400_000 * 9 }]]),
    plan: [
      ...[1, 6, 24, 72, 168, 1344].map((hours): [ShownPlan] => [
        { people: ['Karim', 'Nusrat'], hours, weekday: 0, time: '09:00', special: PLAIN },
      ]),
      [{ people: [], hours: 24, weekday: 6, time: '21:00', special: { ...PLAIN, holidays: 'nobody' } }],
      [
        {
          people: ['Karim'],
          hours: 24,
          weekday: 6,
          time: '21:00',
          special: {
            second: ['Nusrat'],
            weekends: { days: [5, 6], people: ['Rafiq'] },
            nights: { from: '22:00', to: '08:00', people: ['Shirin'] },
            holidays: ['Ranu'],
          },
        },
      ],
    ],
    gap: PLACES.flatMap(place => [[{ place, from: 0, to: 1 }], [{ place, from: 0, to: null }]] as const),
    moreGaps: [[1], [12]],
    secondOf: [['Servers']],
    standsIn: PLACES.flatMap(
      place =>
        [
          [{ place, person: 'Karim', from: 0, to: 1, by: 'U1' }],
          [{ place, person: null, from: 0, to: 1, by: 'U1' }],
        ] as const,
    ),
    confirmDelete: { text: [['Servers']] },
    deleted: [['Servers']],
    saved: [['Servers']],
    taken: [['Servers']],
    tooMany: [[30]],
    weekday: [[0], [6]],
    wrong: { tooMany: [[30]], nameTaken: [['Servers']] },
    stint: [[{ person: 'Karim', from: 0, until: 1 }], [{ person: null, from: 0, until: null }]],
    standIns: {
      intro: [
        ['Servers', true],
        ['Servers', false],
      ],
      tooMany: [[30]],
    },
    handOver: ON_CALL,
    text: {
      first: [[{ rota: 'Servers', until: 1 }], [{ rota: 'Servers', until: null }]],
      second: [[{ rota: 'Servers', until: 1 }], [{ rota: 'Servers', until: null }]],
    },
    notTexted: [['Servers']],
  },
  holidays: {
    line: [[{ from: 20897, to: 20899, name: 'Eid-ul-Fitr' }], [{ from: 20910, to: 20925, name: '' }]],
    summary: [
      [{ days: 1, next: null, today: 20900 }],
      [{ days: 12, next: { from: 20897, to: 20899, name: 'Eid-ul-Fitr' }, today: 20800 }],
      [{ days: 3, next: { from: 20897, to: 20899, name: '' }, today: 20898 }],
    ],
    ofYear: [
      [{ year: 2027, stretches: [{ from: 20897, to: 20899, name: 'Eid-ul-Fitr' }], more: 0 }],
      [{ year: 2027, stretches: [{ from: 21182, to: 21185, name: '' }], more: 7 }],
    ],
    past: [[1], [20]],
    wrong: {
      line: (['no_date', 'no_year', 'no_such_day', 'backwards', 'two_dates', 'too_long'] as const).map(
        why => [{ line: 3, typed: 'Eid', why }],
      ),
      more: [[1], [20]],
      tooMany: [[201, 200]],
    },
  },
  templates: {
    confirmDelete: { text: [['Harvest']] },
    line: [
      [{ name: 'Harvest', text: 'Dear {name}', parts: 1 }],
      [{ name: 'Harvest', text: 'Dear {name}', parts: 2 }],
    ],
    saved: [['Harvest']],
    deleted: [['Harvest']],
    taken: [['Harvest']],
    tooMany: [[100]],
    wrong: {
      name: [[60]],
      tooLong: [[2000]],
    },
    preview: {
      needs: [[['name']], [['name', 'acres']]],
      noColumn: [[{ column: 'Vilage', near: 'Village' }], [{ column: '…', near: null }]],
      columns: [[{ names: ['Village'], more: 0 }], [{ names: ['Village', 'Crop'], more: 7 }]],
    },
  },
  alertPage: {
    title: [[0], [1], [20]],
    times: [[20]],
    moreNames: [[3]],
    since: [[0]],
    silent: [[0]],
    standing: {
      you: [[{ at: 0, until: null }], [{ at: 0, until: 1 }]],
      youHad: [[0]],
      number: [[{ number, at: 0 }]],
      teammate: [[{ name: null, at: 0 }], [{ name: 'Nusrat', at: 0 }]],
      over: [[0]],
    },
    moreIncidents: [[3]],
    moreOthers: [[1], [3]],
  },
  stop: {
    ask: [[{ number, sender: null }], [{ number, sender: 'Padma Logistics' }]],
    done: [[{ number, sender: null }], [{ number, sender: 'Padma Logistics' }]],
  },
  progress: {
    headline: {
      running: [[ABOUT]],
      paused: [[ABOUT]],
      ended: [[{ ...ABOUT, isAll: true }], [{ ...ABOUT, kind: 'promotional', isAll: false }]],
      cancelled: [[{ ...ABOUT, by: 'U2', went: 412, texts: 2000 }]],
    },
    done: [[0], [100]],
    cost: [
      [{ credits: '144.20', costless: 0, isOver: false }],
      [{ credits: '0', costless: 1, isOver: true }],
    ],
    left: [[{ ms: 90_000, endsAt: 0 }]],
    leftOnceOn: [[90_000]],
    paused: Object.fromEntries(
      PAUSE_REASONS.map(why => [
        why,
        [[{ by: 'U1', until: null }], [{ by: 'U1', until: 0 }]] satisfies [object][],
      ]),
    ) as Record<PauseReason, [{ by: string; until: number | null }][]>,
    pausedItself: [[ABOUT]],
    pausedBefore: [[ABOUT]],
    wentWrong: [[{ who: number, because: '…' }]],
    confirmCancel: { text: [[1], [9999]] },
    summary: {
      heading: [[ABOUT]],
      took: [[90_000]],
      leftOut: [[{ people: 1, because: '…' }], [{ people: 2, because: '…' }]],
      refused: [[1], [2]],
      uncertain: [[1], [2]],
      moreRows: [[1], [2]],
    },
    details: {
      facts: [[{ parts: 1, cost: null, logId: null }], [{ parts: 2, cost: '0.70', logId: '7' }]],
    },
    again: {
      intro: [[{ refused: 1, cancelled: 2 }], [{ refused: 0, cancelled: 0 }]],
      alsoUncertain: { option: [[3]] },
    },
    page: { intro: [[1], [10_000]] },
  },
  pages: {
    import: {
      columnIs: [[{ heading: 'Mobile' }]],
      column: [[1]],
      sheetName: [
        [{ name: 'Farmers', isHidden: false, rows: 1 }],
        [{ name: 'Old', isHidden: true, rows: 7 }],
      ],
      headingRow: [[{ line: 3, cells: 'Name, Mobile' }]],
      otherSheets: [[['Chars']], [MANY_GROUPS]],
      sheetFault: [[{ name: 'Chars', reason: '…' }]],
      rowsListed: [[1], [2]],
      rowsLost: [[1], [2]],
      rowsHidden: [[1], [2]],
      cellsFar: [[['XFD3']], [['GS2', 'XFD3']]],
      columnsHidden: [[['Mobile (old)']], [['a', 'b', 'c', 'd', 'e', 'f']]],
      withHidden: [[1], [2]],
      unclear: [[['SMS']], [['SMS', 'T', 'SMS']]],
      rowsAbove: [[1], [2]],
      groupNameWrong: [[40]],
      tooManyGroups: [[100]],
      shown: [[{ from: 1, to: 50, total: 1947 }]],
      submit: [[1], [1947]],
      importing: [[{ done: 40, total: 1947 }]],
      done: [
        [{ new: 1, changed: 0, same: 7, groups: [] }],
        [{ new: 1940, changed: 7, same: 0, groups: ['Farmers', 'Traders'] }],
      ],
      undoing: [[{ done: 40, total: 1947 }]],
      recentLine: [
        [{ people: 1, groups: [], at: 0, by: null }],
        [{ people: 1947, groups: MANY_GROUPS, at: 0, by: 'Nusrat' }],
      ],
      undoAsk: [[{ new: 1, changed: 1, groups: [] }], [{ new: 1940, changed: 7, groups: ['Farmers'] }]],
      undoUsed: [['the hook “Prod”']],
      undoEmptied: [['the hook “Prod”']],
      undoYes: [[1], [1947]],
      doneRefused: [[1], [124]],
      sameAsRow: [[2]],
    },
    export: { intro: [[1], [1947]] },
  },
  calling: {
    wrong: { minutes: [[60]], times: [[3]] },
    plan: [
      [{ first: 'text', second: null, repeat: null }],
      [{ first: 'message', second: { by: 'text', minutes: 1 }, repeat: null }],
      [
        {
          first: 'message',
          second: { by: 'text', minutes: 3 },
          repeat: { by: 'both', minutes: 5, times: 3 },
        },
      ],
      [{ first: 'both', second: null, repeat: { by: 'message', minutes: 1, times: 1 } }],
    ],
    texts: [[0], [1], [5]],
    tooMany: [[1000]],
  },
  calendars: {
    line: [
      [{ rota: null, madeAt: null, otherPeople: 0 }],
      [{ rota: 'Servers', madeAt: 0, otherPeople: 1 }],
      [{ rota: 'Servers', madeAt: 0, otherPeople: 7 }],
    ],
    made: [['https://sms.example.com/calendar/x.ics']],
    name: [[null], ['Servers']],
    event: [
      [{ rota: 'Servers', isSecond: false, person: 'Nusrat' }],
      [{ rota: 'Servers', isSecond: true, person: null }],
    ],
  },
  incidents: {
    shows: { open: [[0], [1200]], mine: [[3]], muted: [[1]] },
    noneFound: [['x']],
    found: [[{ from: 1, to: 8, of: 40 }]],
    since: [[{ hook: 'Ops', at: 0 }]],
    home: { more: [[1], [7]] },
  },
  timeline: {
    timeInSlack: [[0]],
    timeOnPage: [[0]],
    incident: [
      [{ named: 'DiskFull', at: '…', over: '', tookMs: null }],
      [{ named: 'DiskFull', at: '…', over: '…', tookMs: 240_000 }],
    ],
    dropped: [[1], [7]],
    page: [[{ from: 1, to: 30, of: 1200 }]],
    happened: {
      fired: LINES,
      folded: LINES,
      ended: LINES,
      lapsed: LINES,
      muted: LINES,
      unmuted: LINES,
      asked: LINES,
      texted: LINES,
      accepted: LINES,
      uncertain: LINES,
      unsent: LINES,
      acknowledged: LINES,
      acknowledged_before: LINES,
      extended: LINES,
      messaged: LINES,
      not_messaged: LINES,
      given_back: LINES,
      acknowledgement_ended: LINES,
      acknowledger_unreachable: LINES,
      resolved_here: LINES,
    },
    file: { intro: [[1], [7]] },
    week: {
      title: [['Ops']],
      counts: [[{ incidents: 1, texts: 1, unsent: 0 }], [{ incidents: 1200, texts: 4000, unsent: 7 }]],
      acknowledged: [
        [{ count: 1, averageMs: 0, longestMs: 0 }],
        [{ count: 7, averageMs: 240_000, longestMs: 7_200_000 }],
      ],
      unanswered: [[1], [7]],
      nights: [[1], [7]],
      muted: [[{ count: 1, named: 'DiskFull' }], [{ count: 7, named: '' }]],
      month: [['Ops']],
      person: [
        [{ name: '<@U1>', texts: 1, nights: 1, acknowledged: 1 }],
        [{ name: number, texts: 120, nights: 0, acknowledged: 0 }],
      ],
      number: [[7]],
      otherTexts: [[1], [7]],
    },
  },
  mutes: {
    line: [
      [{ scope: { of: 'groups', name: 'x', hook: 'Ops' }, by: '<@U1>', until: 0, reason: '', covered: 0 }],
      [{ scope: { of: 'hook', name: '', hook: 'Ops' }, by: number, until: 0, reason: '…', covered: 1 }],
      [{ scope: { of: 'labels', name: 'a = b', hook: null }, by: number, until: 0, reason: '', covered: 7 }],
    ],
    home: [[{ count: 1, until: 0 }], [{ count: 7, until: 0 }]],
    form: {
      time: { hours: [[1], [8]] },
      covers: [
        [{ alerts: 0, names: '', until: null }],
        [{ alerts: 1, names: 'x', until: 0 }],
        [{ alerts: 7, names: 'x', until: 0 }],
      ],
      known: [['team = db']],
    },
    muted: [[{ until: 0 }]],
    tooMany: [[100]],
    wrong: {
      groups: [[50]],
      labels: [
        [{ kind: 'missing' }],
        [{ kind: 'unclear', part: 'team' }],
        [{ kind: 'pattern', part: 'team =~ d.*' }],
        [{ kind: 'too_many', limit: 10 }],
        [{ kind: 'too_long', limit: 200 }],
      ],
    },
    page: { hours: [[1], [8]], until: [[0]] },
  },
  responding: {
    answers: {
      yours: [[{ cancelled: 0, sending: 0 }], [{ cancelled: 1, sending: 7 }], [{ cancelled: 7, sending: 1 }]],
      theirs: [[{ name: '<@U1>', at: 0 }]],
      longer: [[null], [0]],
    },
    all: {
      counts: [[{ firing: 1, resolved: 0 }], [{ firing: 7, resolved: 2 }]],
      since: [[{ alert: 'HighCPU', at: 0 }]],
      page: [[{ from: 1, to: 40, of: 97 }]],
    },
  },
  alerts: {
    // The sentence is the alert's own text; the words around it have their own samples.
    said: [
      [{ head: '1', name: '2', place: '3', summary: '4' }],
      [{ head: '1', name: '2', place: '', summary: '' }],
    ],
    introduced: [[{ head: '1', names: '2' }]],
    placed: [[{ name: '2', place: '3' }]],
    uncounted: [[7]],
    more: [[{ alerts: 7, still: 0 }], [{ alerts: 0, still: 2 }], [{ alerts: 7, still: 2 }]],
    times: [[{ name: 'Disk', alerts: 7 }]],
    total: [
      [{ severity: 'critical', alerts: 7, more: true }],
      [{ severity: 'warning', alerts: 7, more: false }],
      [{ severity: 'error', alerts: 1, more: false }],
    ],
    rest: [
      [{ firing: [{ severity: 'warning', alerts: 7 }], tests: 0, resolved: 0 }],
      [
        {
          firing: (['critical', 'info', 'none'] as const).map(severity => ({
            severity: severity,
            alerts: 1,
          })),
          tests: 1,
          resolved: 1,
        },
      ],
      [{ firing: [], tests: 0, resolved: 2 }],
    ],
    notice: {
      blocked: [
        [{ named: 'DiskFull', hook: 'Ops', why: '…', channel: 'C1' }],
        [{ named: '', hook: 'Ops', why: '…', channel: 'C1' }],
      ],
      full: [[1], [700]],
      rotaEmpty: [[{ rota: '“Nights”', hook: 'Ops' }]],
      unknownName: [
        [{ names: ['“Serverz”'], hook: 'Ops', mention: '<@U1>' }],
        [{ names: ['“Serverz”', '“Ranu”'], hook: 'Ops', mention: '' }],
      ],
      unreachable: [[{ hook: 'Ops', mention: '<@U1>' }], [{ hook: 'Ops', mention: '' }]],
      because: [[{ recipient: '<@U1>', because: '…' }]],
      emptied: [
        [{ hook: 'Ops', mention: '<@U1>', rotas: [] }],
        [{ hook: 'Ops', mention: '', rotas: ['Nights', 'Days'] }],
      ],
    },
    called: {
      where: [[{ channel: 'C1', more: 0 }], [{ channel: 'C1', more: 7 }]],
      over: [[{ channel: 'C1' }]],
    },
    post: {
      headline: [
        [{ hook: 'Ops', firing: 1, resolved: 0, earlier: 0, tests: 0 }],
        [{ hook: 'Ops', firing: 7, resolved: 2, earlier: 1, tests: 2 }],
        [{ hook: 'Ops', firing: 0, resolved: 0, earlier: 0, tests: 0 }],
      ],
      andMore: [[{ named: 'HighCPU ×20, DiskFull', more: 3 }]],
      others: [['HighCPU ×20']],
      resolved: [['HighCPU']],
      handler: [[{ name: '<@U1>', at: 0, until: null }], [{ name: '<@U1>', at: 0, until: 1 }]],
      acknowledged: [
        [{ names: '<@U1>', open: 0 }],
        [{ names: '<@U1>', open: 1 }],
        [{ names: '<@U1>', open: 7 }],
      ],
      overdue: [[{ name: '<@U1>', since: 0 }]],
      acknowledgerLost: [['<@U1>']],
      blocked: [['…']],
      noSlackAccount: [[['“Ranu”']], [['“Ranu”', '017••••5678']]],
      mutedUntil: [[{ alerts: 1, mutedBy: '<@U1>', until: 0 }], [{ alerts: 7, mutedBy: number, until: 0 }]],
      muteEnded: [
        [{ hook: 'Ops', mutedBy: '<@U1>', endedBy: null, covered: 0, firing: 0 }],
        [{ hook: 'Ops', mutedBy: '<@U1>', endedBy: null, covered: 1, firing: 1 }],
        [{ hook: 'Ops', mutedBy: '<@U1>', endedBy: '<@U2>', covered: 7, firing: 2 }],
        [{ hook: 'Ops', mutedBy: '<@U1>', endedBy: '<@U1>', covered: 7, firing: 0 }],
      ],
      muted: [[1], [7]],
      resolvedHere: [['<@U1>']],
      next: [[{ names: '<@U1>', more: 0, at: 0 }], [{ names: 'Servers (<@U1>)', more: 2, at: 0 }]],
      ended: (['mended', 'acknowledged', 'muted', 'over'] as const).map(how => [{ how, at: 0, said: '…' }]),
      wasUnpaged: [['HighCPU']],
      wasUnanswered: [['HighCPU']],
      nobodyNext: [[0]],
      unanswered: [['…'], ['']],
      nobodyAnswered: [
        [{ named: 'HighCPU', mention: '', texted: '…' }],
        [{ named: 'HighCPU', mention: '<!channel>', texted: '' }],
      ],
      fresh: [[{ named: 'HighCPU', mention: '' }], [{ named: 'HighCPU', mention: '<@U1>' }]],
      notAllTexted: [[{ names: [number], more: 0 }], [{ names: [number, '<@U1>'], more: 3 }]],
      unpaged: [[{ named: 'HighCPU', mention: '' }], [{ named: 'HighCPU', mention: '<@U1>' }]],
      unpagedHook: [[{ named: 'HighCPU', hook: 'Ops', channel: 'C1' }]],
      onHold: [[{ ...onHold, until: 0 }]],
      messaged: [['<@U1>, <@U2>']],
      notMessaged: [['<@U1>']],
      moreTexts: [[1], [7]],
      emptySteps: [[1], [7]],
      texted: [[{ numbers: number, fate: '…' }]],
      notTexted: [['…']],
      held: [[{ alerts: 7, until: 0, because: '…' }], [{ alerts: 1, until: 0, because: '…' }]],
      moreUndeliverable: [[1], [7]],
      undeliverable: [
        [{ recipient: '<@U1>', alerts: 1, because: '…' }],
        [{ recipient: '<@U1>', alerts: 0, because: '…' }],
      ],
      unrouted: [[1], [7]],
      limitReached: [[1]],
      overUntold: [[1], [7]],
      folded: [[1], [7]],
      tried: [['TestAlert · Grafana']],
      reminded: [[1], [7]],
      repeated: [[1], [7]],
      leftOut: [[1], [7]],
      untracked: [[1], [7]],
      restored: [[1], [7]],
      unlisted: [[1], [7]],
      unreadable: [[['018f3c2a-7b1e-7000-8000-0123456789ab']], [['a', 'b']]],
      uncertain: [[{ number, because: '…' }]],
      astray: [[{ hook: 'Ops', channel: 'C1' }]],
    },
  },
  receipt: {
    sent: [[{ actor: 'U1', number }]],
    onCall: [[{ recipient: number, rota: 'Servers' }]],
    facts: [
      [{ parts: 1, cost: '0.35' as Credits, balance: '99.65' as Credits, logId: '41' }],
      [{ parts: 3, cost: null, balance: null, logId: null }],
    ],
    refused: [[{ number, because: '…' }]],
    cancelled: [[{ number }]],
    undo: [[{ number, inMs: 10_000 }]],
    uncertain: [[{ actor: 'U1', number, because: '…' }]],
    arrived: [[{ actor: 'U1', number, by: 'U2' }]],
    arrivedFacts: [[1], [3]],
    markedSent: [['U2']],
    sentAgain: [[{ number, by: 'U2' }]],
    held: [[onHold]],
    onHold: [[{ number, because: onHold, until: 0 }]],
    lowBalance: [[{ balance: '4.65', below: '5' }]],
    waiting: [
      [{ number, because, end: { goesInMs: 40_000 } }],
      [{ number, because, end: { lapsesInMs: 40_000 } }],
      [{ number, because, end: null }],
    ],
    about: [['https://padma.slack.com/archives/C1/p1']],
    question: [
      [{ agoMs: 40_000, byYou: true, actor: 'U1', number }],
      [{ agoMs: 110_000, byYou: false, actor: 'U1', number }],
    ],
    reopened: [['U1']],
  },
  steps: {
    nobody: [[['…', '…']]],
    line: [[number, '…']],
    more: [[3]],
    uncertain: [['…']],
    notSent: [['…']],
  },
  slackbot: {
    draft: {
      text: [[{ to: number, message: '…' }], [{ to: null, message: '…' }]],
      broadcast: [[{ to: 'night shift', message: '…' }], [{ to: null, message: '…' }]],
      page: [[{ to: 'Servers', message: '…' }], [{ to: null, message: '…' }]],
      mute: [
        [{ hook: 'Prometheus', labels: null, hours: 1, reason: null }],
        [{ hook: null, labels: 'team = db', hours: 8, reason: '…' }],
      ],
    },
    tooMany: [[1], [42]],
    noRota: [['Servers']],
    noHook: [
      ['', []],
      ['Grafana', ['Prometheus', 'Zabbix']],
    ],
    unclear: [
      [
        [
          { typed: 'Ranu', why: 'unknown' },
          { typed: 'Rahim', why: 'shared' },
          { typed: '0171', why: 'not_a_number' },
        ],
      ],
    ],
    leftOut: [[1], [12]],
  },
  tally: [
    [NO_TALLY],
    [{ ...NO_TALLY, byWord: 6, refused: 1, uncertain: 2, waiting: 3, cancelled: 4, leftOut: 5 }],
  ],
  several: {
    longest: [['Dear Ranu Begum']],
    going: [[{ actor: 'U1', to: '…' }]],
    ended: [[{ actor: 'U1', to: '…', isSent: true }], [{ actor: 'U1', to: '…', isSent: false }]],
    facts: [
      [{ parts: 1, cost: null, balance: null }],
      [{ parts: 9, cost: '3.15' as Credits, balance: '96.85' as Credits }],
    ],
    undo: [[10_000]],
    held: [[{ ...onHold, until: 0 }]],
    leftOut: [
      [{ recipients: [number], more: 0, because: '…' }],
      [{ recipients: [number, number], more: 7, because: '…' }],
    ],
    rota: [['Servers']],
    moreReasons: [[1], [3]],
    uncertain: [[{ number, because: '…' }]],
    moreUncertain: [[1], [3]],
    eachGets: [['…']],
    ask: [
      [{ to: '…', recipients: 1, parts: 1, cost: null, balance: null }],
      [
        {
          to: '…',
          recipients: 9,
          parts: 18,
          cost: '6.30' as Credits,
          balance: { amount: '99.65', ageMs: 60_000 },
        },
      ],
    ],
    repeats: [[{ agoMs: 40_000, byYou: true, actor: 'U1' }], [{ agoMs: 40_000, byYou: false, actor: 'U1' }]],
    unknown: [[1], [3]],
    who: [
      [{ name: '…', near: null, more: 0 }],
      [{ name: '…', near: null, more: 1 }],
      [{ name: '…', near: '…', more: 5 }],
    ],
    group: [[{ name: '…', size: 3 }]],
    named: [['Ranu', 3]],
    andTyped: [
      ['…', 1],
      ['', 3],
    ],
    further: [
      [{ first: '…', numbers: ['…'], message: null, typed: '…' }],
      [{ first: '…', numbers: ['…', '…'], message: '…', typed: '…' }],
    ],
    sending: [['…']],
    button: { toAll: [[2], [9]] },
  },
  commands: {
    help: [['/sms']],
    balance: [[null], [{ amount: '99.65', ageMs: 0 }], [{ amount: '99.65', ageMs: 9 * 86_400_000 }]],
    held: [
      [onHold, 1],
      [onHold, 7],
    ],
    textNumber: [['…']],
    linkedBy: [['U1', 0]],
    log: [[['a line']]],
    logLine: [
      [{ ...LOGGED, begins: '…', cost: '0.35' as Credits, logId: '41' }],
      [{ ...LOGGED, state: 'queued', parts: 2 }],
      [{ ...LOGGED, byWord: { by: 'U2', at: 0 } }],
    ],
    unreadable: [[['id']], [['id', 'id']]],
    modalDidNotOpen: [['/sms link'], [null]],
  },
  link: { intro: [['…']], already: [['U1', 0]], saved: [['/sms']] },
  settings: {
    notSaved: [['…']],
    value: {
      senders: [[null], [{ people: ['U1'], groups: ['S1'] }], [{ people: [], groups: [] }]],
      guests: [[true], [false]],
      otherTeams: [[true], [false]],
      everyoneAdds: [[false], [true]],
      channels: [[null], [['C1', 'C2']]],
      receipts: [['channel'], ['sender']],
      maskNumbers: [[true], [false]],
      nameContacts: [[true], [false]],
      alertsIgnoreDoNotText: [[true], [false]],
      alertsMention: [[true], [false]],
      alertsTextCritical: [[true], [false]],
      language: [[null]],
      personCap: caps,
      workflowCap: caps,
      workspaceCap: caps,
      retentionDays: [[1], [30]],
      lateMinutes: [[0], [1], [60]],
      workingDays: [[[0, 1, 2, 3, 4]], [[6]]],
      undo: [[true], [false]],
      signOff: [[''], ['…']],
      signsAll: [[true], [false]],
      lowBalance: [[null], ['10' as Credits]],
      managers: [[[]], [['U1', 'U2']]],
      blocklist: [0, 1, 7].map(count => [Array.from({ length: count }, () => number as LocalNumber)]),
      broadcastTexts: [[1], [10_000]],
      broadcastCredits: [[null], ['10' as Credits]],
      broadcastApproval: [
        [null],
        [{ above: 0, channel: 'C1' }],
        [{ above: 1, channel: 'C1' }],
        [{ above: 200, channel: 'C1' }],
      ],
      promotionalHours: [[{ from: '09:00', to: '21:00' }]],
    },
    changed: {
      value: [[{ name: '…', from: '…', to: '…' }]],
      list: [
        [{ name: '…', came: [number], left: [] }],
        [{ name: '…', came: [number], left: [number] }],
        [{ name: '…', came: [], left: [number] }],
      ],
    },
    note: { weekday: [[0], [6]] },
    wrong: {
      tooMany: [[100]],
      minutes: [[1440]],
      days: [[1, 365]],
      people: [[0, 10_000]],
      hours: [[{ from: '09:00', to: '21:00' }]],
      numbers: [
        [[{ typed: '0171', why: 'too_short' }], 0],
        [
          [
            { typed: '0171', why: 'too_short' },
            { typed: '02', why: 'not_a_number' },
          ],
          3,
        ],
      ],
    },
  },
  groups: {
    line: [[{ name: 'Night shift', count: 1 }], [{ name: 'Night shift', count: 7 }]],
    confirm: {
      text: [[{ name: 'N'.repeat(40), count: 1 }], [{ name: 'N'.repeat(40), count: 50_000 }]],
    },
    found: [[{ total: 37, from: 11, to: 20 }]],
    added: [[{ came: 1, were: 0 }], [{ came: 7, were: 1 }], [{ came: 0, were: 2 }]],
    takenOut: [true, false].map(staysContact => [{ name: 'Ranu', staysContact }]),
    deleted: [['Night shift']],
    notDeleted: [['…']],
    renaming: [[{ from: 'Night shift', to: 'Nights' }]],
    taken: [['Night shift']],
    tooMany: [[50]],
  },
  audit: {
    line: [[{ at: 0, by: 'U1', change: '…' }], [{ at: 0, by: null, change: '…' }]],
    done: {
      key_linked: [[done('key_linked', {})]],
      key_unlinked: [0, 1, 7].map(texts => [done('key_unlinked', { texts })]),
      tried_again: [[done('tried_again', {})]],
    },
  },
  alertAudit: {
    hook_made: [[done('hook_made', { hook: 'Ops' })]],
    hook_changed: [[done('hook_changed', { hook: 'Ops' })]],
    hook_revoked: [[done('hook_revoked', { hook: 'Ops' })]],
    paged: [[done('paged', { to: ['Servers'] })]],
    muted: (['groups', 'labels', 'hook'] as const).map(of => [
      done('muted', {
        of,
        name: 'x',
        hook: of === 'labels' ? '' : 'Ops',
        until: 0,
        fromPhone: of === 'groups',
      }),
    ]),
    unmuted: (['groups', 'labels', 'hook'] as const).map(of => [
      done('unmuted', { of, name: 'x', hook: 'Ops', until: 0, fromPhone: of === 'groups' }),
    ]),
  },
  policyAudit: {
    policy_made: [[done('policy_made', { policy: 'Databases' })]],
    policy_changed: [[done('policy_changed', { policy: 'Databases' })]],
    policy_removed: [[done('policy_removed', { policy: 'Databases' })]],
  },
  rotaAudit: {
    rota_made: [[done('rota_made', { rota: 'Servers' })]],
    rota_changed: [[done('rota_changed', { rota: 'Servers' })]],
    rota_removed: [[done('rota_removed', { rota: 'Servers' })]],
    rota_override: (['added', 'removed'] as const).map(did => [
      done('rota_override', { rota: 'Servers', did, from: 0, to: 1 }),
    ]),
    rota_swap: [[done('rota_swap', { rota: 'Servers', of: 'U2', from: 0, to: 1 })]],
  },
  holidayAudit: {
    holidays_changed: [
      [done('holidays_changed', { days: 12, added: 3, removed: 0 })],
      [done('holidays_changed', { days: 1, added: 0, removed: 11 })],
    ],
  },
  textAudit: {
    text_arrived: [[done('text_arrived', { number, sender: 'U1' })]],
  },
  textLogAudit: {
    texts_downloaded: [true, false].map(everybodys => [done('texts_downloaded', { everybodys })]),
  },
  textLog: {
    days: { on: [[0]] },
    bySender: [[{ actor: 'U1', line: '…' }]],
    soFar: [[0]],
    file: { intro: [[true], [false]] },
  },
  story: {
    line: [[{ at: null, says: '…' }], [{ at: 0, says: '…' }]],
    asked: (['command', 'form', 'send_anyway', 'resend', 'schedule', 'broadcast', 'by_itself'] as const).map(
      how => [{ by: 'U1', how }],
    ),
    accepted: [[0], [40_000]],
    undoable: [[10_000]],
    waited: [[{ why: '…', times: 1 }], [{ why: '…', times: 3 }]],
    held: [[onHold]],
    claimed: [[0], [40_000]],
    uncertain: [['…']],
    arrived: [['U1']],
    sent: [
      [{ cost: '0.35' as Credits, logId: '41', isLate: false }],
      [{ cost: null, logId: null, isLate: true }],
    ],
    refused: [['…']],
    resent: [['U1']],
    reported: [['C1'], ['D1'], ['U1']],
  },
  templateAudit: {
    template_saved: [[done('template_saved', { name: 'Harvest' })]],
    template_removed: [[done('template_removed', { name: 'Harvest' })]],
  },
  scheduleAudit: {
    schedule_changed: (['changed', 'skipped', 'cancelled', 'sent'] as const).map(did => [
      done('schedule_changed', { did, author: 'U1' }),
    ]),
  },
  broadcastAudit: {
    broadcast_started: [1, 2000].map(people => [done('broadcast_started', { people })]),
    broadcast_approved: [1, 2000].map(people => [done('broadcast_approved', { people, author: 'U1' })]),
    broadcast_rejected: [1, 2000].map(people => [done('broadcast_rejected', { people, author: 'U1' })]),
    broadcast_downloaded: [1, 2000].map(people => [done('broadcast_downloaded', { people, author: 'U1' })]),
  },
  contactAudit: {
    group: [[], [number]].map(removed => [done('group', { name: 'Night shift', left: removed, came: [] })]),
    group_removed: [[done('group_removed', { name: 'Night shift' })]],
    contact: ['', 'Ranu'].map(name => [done('contact', { number, name })]),
    contact_added: [[done('contact_added', contact)]],
    contact_changed: [
      [
        done('contact_changed', {
          ...contact,
          fields: ['name', 'number', 'language', 'note', 'columns', 'groups'],
        }),
      ],
    ],
    never_text: [[done('never_text', contact)], [{ ...done('never_text', contact), by: null }]],
    text_again: [[done('text_again', { ...contact, name: '' })]],
    contact_removed: [[done('contact_removed', contact)]],
    contact_erased: [
      [done('contact_erased', { texts: 1, cancelled: 0 })],
      [done('contact_erased', { texts: 7, cancelled: 2 })],
    ],
    people_imported: [
      [done('people_imported', { new: 1, changed: 0, same: 7, groups: [] })],
      [done('people_imported', { new: 1940, changed: 7, same: 0, groups: ['Farmers', 'Traders'] })],
    ],
    import_undone: [
      [done('import_undone', { people: 1, groups: [] })],
      [done('import_undone', { people: 1947, groups: ['Farmers', 'Traders'] })],
    ],
    people_exported: [1, 1947].map(people => [done('people_exported', { people })]),
  },
  people: {
    failing: [[{ name: 'Ranu', number, times: 3 }], [{ name: '', number, times: 4 }]],
    counts: [[{ contacts: 1, groups: 1 }], [{ contacts: 1947, groups: 0 }]],
    found: [[{ total: 37, from: 11, to: 20 }]],
    sameName: [['Ranu']],
    noneFound: [['ran']],
    line: [
      [{ name: null, number: '017••••5678', groups: [], more: 0, doNotText: false }],
      [{ name: 'Ranu', number: '017••••5678', groups: ['Night', 'Day'], more: 2, doNotText: true }],
    ],
    groupLine: [[{ name: 'Night', count: 1 }], [{ name: 'Night', count: 7 }]],
    delete: {
      confirm: { text: [true, false].map(doNotText => [{ name: 'Ranu', doNotText }]) },
      done: [['Ranu']],
    },
    doNotTextSince: [[{ at: 0, by: 'U1' }], [{ at: 0, by: null }]],
    erase: {
      used: [['the hook “Prod”']],
      emptied: [['the hook “Prod”']],
      intro: [[{ name: 'Ranu', number: '017••••5678' }], [{ name: null, number: '017••••5678' }]],
      report: [
        [{ requestedAt: 0, texts: 0, cancelled: 0, groups: 0, hooks: [] }],
        [{ requestedAt: 0, texts: 1, cancelled: 1, groups: 1, hooks: ['Ops'] }],
        [{ requestedAt: 0, texts: 14, cancelled: 3, groups: 2, hooks: ['Ops', 'Night'] }],
      ],
    },
    added: [['Ranu']],
    saved: [['Ranu']],
  },
  home: {
    mayNotSend: [[[]], [['U1']], [['U1', 'U2']]],
    today: [
      [{ texts: 1, credits: '0.35', mayTexts: null, mayCredits: null, open: false }],
      [{ texts: 7, credits: '0.35', mayTexts: 20, mayCredits: '10', open: true }],
    ],
    asWorkspace: [['…']],
    waiting: [[0], [1], [7]],
    spentToday: [[{ texts: 1, credits: '0.35' }]],
    spentMonth: [[{ texts: 7, credits: '0.35' }]],
    promptness: [
      [
        [
          { at: 0, withRoom: 7, prompt: 7 },
          { at: -86_400_000, withRoom: 41, prompt: 40 },
        ],
        0,
      ],
    ],
    senderLine: [[{ actor: 'U1', texts: 7, credits: '0.35' }]],
    sourceLine: [[{ source: 'Alerts', texts: 7, credits: '0.35' }]],
    uncertain: [[1], [7]],
    uncertainLine: [[{ at: 0, number: '017••••5678', actor: 'U1' }]],
    unreadable: [[1], [7]],
    chart: { day: [[0]], textsOn: [[1], [7000]], amount: [['99.65']] },
    lasts: [[0], [1], [7], [91]],
    moreSenders: [[1], [7]],
    asOf: [[0]],
  },
  calls: {
    call: [
      ...CALL_ANSWERS.map((as): [Called] => [{ ...CALLED, as }]),
      [{ ...CALLED, as: 'accepted', alerts: 1 }],
      [{ ...CALLED, as: 'unavailable', status: 503 }],
      [{ ...CALLED, as: 'invalid', status: 408, sender: null }],
      [{ ...CALLED, as: 'invalid', status: 400, field: 'alerts[0].labels' }],
      [{ ...CALLED, as: 'invalid', status: 400, sender: null, seen: ['text', 'blocks'] }],
      ...REFUSALS.map((refusal): [Called] => [{ ...CALLED, as: 'invalid', status: 400, refusal }]),
    ],
    understood: [
      [{ name: 'HighCPU', place: 'Dhaka', state: 'firing', texted: 'people' }],
      [{ name: 'HighCPU', place: '', state: 'resolved', texted: 'told' }],
      [{ name: 'HighCPU', place: '', state: 'test', texted: 'named' }],
      [{ name: 'HighCPU', place: '', state: 'firing', texted: 'nobody' }],
    ],
    more: [[1], [7]],
    excerpt: [['{ "a": true }']],
    nothingMade: [
      ...REFUSALS.map(
        (why): [{ hook: string; reasons: { why: RefusalReason; count: number }[]; seen: string[] }] => [
          { hook: 'Ops', reasons: [{ why, count: 1 }], seen: [] },
        ],
      ),
      [
        {
          hook: 'Ops',
          reasons: [
            { why: 'too_large', count: 7 },
            { why: 'not_understood', count: 1 },
          ],
          seen: ['colour', 'blocks'],
        },
      ],
    ],
    lastCall: [['…']],
    refused: [[{ count: 1, agoMs: 0 }], [{ count: 16, agoMs: 90_000 }]],
  },
  hooks: {
    useless: { hook_not_called: [['Disk']], hook_without_texts: [['Disk']] },
    stalled: [[{ hook: 'Prometheus' }]],
    subscription: {
      asks: [[{ hook: 'Prometheus', topic: 'arn:a' }]],
      confirmed: [['arn:a']],
      failed: [['arn:a']],
      gone: [['arn:a']],
      ignored: [['arn:a']],
    },
    confirmRevoke: { text: [['Prometheus']] },
    line: [
      [
        {
          name: 'Prometheus',
          channel: 'C1',
          to: number,
          severities: '…',
          quiet: { from: '22:00', to: '07:00' },
          holidays: false,
          by: 'U1',
          at: 0,
        },
      ],
      [
        {
          name: 'Prometheus',
          channel: 'C1',
          to: number,
          severities: '…',
          quiet: null,
          by: 'U1',
          at: 0,
          holidays: true,
        },
      ],
    ],
    revoked: [['Prometheus']],
    saved: [['Prometheus']],
    made: [['Prometheus']],
    unseen: [['Prometheus']],
    field: { unicodeParts: { choice: [[1], [3]] } },
    preview: {
      toAll: [[{ numbers: 1, cost: null }], [{ numbers: 7, cost: '2.45' }]],
      byPolicy: [[{ policy: 'Databases', plan: 'First Karim.' }]],
      goes: [[{ name: 'HighCPU', policy: 'Databases' }], [{ name: 'HighCPU', policy: null }]],
    },
    wrong: {
      templateNeeds: [[['name']], [['name', 'acres']]],
      unknownName: [['lables.x']],
      route: (
        ['no_arrow', 'no_policy', 'unclear', 'pattern', 'unknown_policy', 'too_long', 'too_many'] as const
      ).map(kind => [{ line: 2, kind, part: 'team', limit: 20 }]),
    },
  },
  paging: {
    wrong: { message: [[400]], tooMany: [[50]] },
    unknown: [['Serverz']],
    shared: [['Rafi']],
    says: [[{ name: 'Nusrat', message: 'disk is full' }]],
    from: [['Nusrat']],
    preview: {
      plan: [
        [{ first: 'Servers', steps: [], rounds: 1, last: 5 }],
        [{ first: 'Servers', steps: [], rounds: 2, last: 5 }],
        [{ first: 'Servers', steps: [{ to: '<@U1>', after: 5 }], rounds: 3, last: 1 }],
      ],
      atMost: [[{ texts: 1, cost: null }], [{ texts: 6, cost: '3.00' }]],
      postIn: [['C1']],
    },
    paged: [['Servers']],
    post: {
      headline: (['on', 'over', 'forgotten'] as const).map(state => [{ by: '<@U1>', to: 'Servers', state }]),
      astray: [['C1']],
    },
  },
  setUp: {
    test: {
      asks: [[{ hook: 'Prometheus', to: number, channel: 'C1' }]],
      message: [['Prometheus']],
      sent: [['C1']],
    },
  },
  heartbeats: {
    paste: [['curl …']],
    firing: [
      [{ hook: 'Backup', severity: 'CRITICAL', ms: 60_000 }],
      [{ hook: 'Backup', severity: 'CRITICAL', ms: 26 * 3_600_000 }],
    ],
    resolved: [[{ hook: 'Backup', ms: 42 * 60_000 }], [{ hook: 'Backup', ms: 72 * 3_600_000 }]],
    unwatched: [[{ from: 0, until: 60_000 }]],
    calledAt: [[0]],
    silent: [[0]],
    stopped: [[0]],
  },
  escalation: {
    field: {
      acknowledged: { choice: [[30], [60], [1440], [null]] },
    },
    atMost: [[{ texts: 1, cost: null, reminders: false }], [{ texts: 12, cost: '4.20', reminders: true }]],
    wrong: { silence: [[10_080]], texts: [[100_000]] },
    line: {
      goesOn: [[{ steps: 0, rounds: 2 }], [{ steps: 1, rounds: 1 }], [{ steps: 5, rounds: 5 }]],
      policy: [['Databases']],
      routes: [[1], [7]],
      dailyTexts: [[1], [7]],
      dailyCredits: [['50']],
      heartbeat: [[1], [15]],
    },
  },
  policies: {
    confirmDelete: { text: [['Databases']] },
    deleted: [['Databases']],
    saved: [['Databases']],
    taken: [['Databases']],
    tooMany: [[30]],
    line: [
      [{ name: 'Databases', plan: 'First Karim.', uses: null }],
      [{ name: 'Databases', plan: 'First Karim.', uses: 'the hook “Prod”' }],
    ],
    preview: { usedBy: [['the hook “Prod”']], atMost: [[1], [12]] },
  },
  escalationSteps: {
    field: {
      to: { label: [[0], [1], [2]], hint: [[0], [1]] },
      minutes: { label: [[1]] },
      rounds: { choice: [[1], [2], [5]] },
    },
    wrong: {
      minutes: [[120]],
      tooMany: [[20]],
      tooManyPeople: [[250, 200]],
      unknown: [[['night']], [['night', 'day']]],
      shared: [[['night']], [['night', 'day']]],
    },
    plan: [
      [{ first: number, steps: [], rounds: 1, last: 1, mention: false }],
      [{ first: number, steps: [{ to: '<@U1>', after: 5 }], rounds: 2, last: 10, mention: true }],
    ],
  },
  uses: {
    named: [
      [[{ kind: 'hook', name: 'Prod' }]],
      [
        [
          { kind: 'hook', name: 'Prod' },
          { kind: 'rota', name: 'Nights' },
          { kind: 'policy', name: 'Databases' },
          { kind: 'schedule', name: '' },
        ],
      ],
      [Array.from({ length: 14 }, () => ({ kind: 'hook' as const, name: 'Prod' }))],
    ],
    inUse: [[{ name: 'Servers', uses: 'the hook “Prod”' }]],
  },
  channelCheck: { absent: [['C1']] },
  compose: {
    endsWith: [['…']],
    leftOut: [[{ recipient: '<@U1>', because: '…' }]],
    sendFor: [[{ parts: 1, cost: '99.65' }], [{ parts: 11, cost: null }]],
    numberWrong: WRONG_NUMBERS.map(wrong => [wrong]),
    noNumber: [['U1']],
    noMobile: [['U1']],
    deactivated: [['U1']],
    fromProfile: [[{ userId: 'U1', number }]],
    longest: [[2], [200]],
    severalParts: [[{ people: 1, of: 7 }]],
    contact: [[{ name: 'Ranu Begum', number }]],
    group: [[{ name: 'night', people: 1 }], [{ name: 'night', people: 7 }]],
    inAll: [[{ people: 1, parts: 1, cost: null }], [{ people: 7, parts: 14, cost: '4.90' }]],
    lastBalance: [[{ amount: '99.65', ageMs: 40_000 }]],
    measure: [
      [{ encoding: 'GSM-7', characters: 1, parts: 1, cost: null }],
      [{ encoding: 'UCS-2', characters: 71, parts: 2, cost: '0.70' as Credits }],
    ],
    forcedBy: [['’']],
    forcedByUnseen: [['a tab']],
    plainer: [
      [{ parts: 1, cost: null, looksSame: false }],
      [{ parts: 2, cost: '0.70', looksSame: false }],
      [{ parts: 1, cost: '0.35', looksSame: true }],
    ],
  },
  broadcasts: {
    wrong: { tooMany: [[500]] },
    preview: { recipients: [[1], [2000]] },
    working: [[null], [{ done: 3400, all: 10_000 }]],
    review: {
      people: [[{ texts: 1, leftOut: 0 }], [{ texts: 1988, leftOut: 12 }]],
      moreLeftOut: [[12]],
      parts: [
        [{ parts: 1, by: [{ parts: 1, people: 1 }] }],
        [
          {
            parts: 2350,
            by: [
              { parts: 1, people: 1650 },
              { parts: 2, people: 350 },
            ],
          },
        ],
      ],
      sample: [[number]],
      cost: [
        [{ cost: null, balance: null, waits: null }],
        [{ cost: '700', balance: null, waits: null }],
        [{ cost: '700', balance: { amount: '800', ageMs: 40_000 }, waits: null }],
        [{ cost: '700', balance: { amount: '640', ageMs: 40_000 }, waits: 171 }],
      ],
      time: [
        [{ durationMs: 0, ahead: 0, beginsAt: null, pausesAt: null, endsAt: 1 }],
        [{ durationMs: 2_000_000, ahead: 1, beginsAt: 1, pausesAt: 2, endsAt: 3 }],
        [{ durationMs: 2_000_000, ahead: 7, beginsAt: null, pausesAt: null, endsAt: 3 }],
        [{ durationMs: 2_000_000, ahead: 0, beginsAt: null, pausesAt: null, endsAt: null }],
      ],
      dayRoom: (['workspace', 'person'] as const).flatMap(of => [
        [
          {
            of,
            isAuthor: true,
            room: 120,
            isToday: true,
            isEstimate: false,
            waits: 380,
            goesOnAt: 1,
            isLonger: true,
          },
        ],
        [
          {
            of,
            isAuthor: false,
            room: 1,
            isToday: false,
            isEstimate: true,
            waits: 380,
            goesOnAt: 1,
            isLonger: false,
          },
        ],
        [
          {
            of,
            isAuthor: false,
            room: 0,
            isToday: true,
            isEstimate: false,
            waits: 500,
            goesOnAt: 1,
            isLonger: false,
          },
        ],
      ]),
    },
    button: { sendTo: [[1], [10_000]] },
    ready: [[1], [2000]],
    stillThere: [[1], [2000]],
    failed: [['…']],
    draft: [[{ texts: 1, leftOut: 0, at: 1 }], [{ texts: 2000, leftOut: 12, at: 1 }]],
  },
  search: { people: [[1], [7]], onCall: [['Karim'], [null]] },
  install: {
    welcome: [['/sms']],
    welcomeBack: [['/sms']],
  },
  unlink: { ask: [[0], [1], [7]], done: [[0], [1], [7]] },
  approval: {
    asks: [
      [{ author: 'U1', people: 1, to: '…', kind: 'service', startsAt: null }],
      [{ author: 'U1', people: 2000, to: '…', kind: 'promotional', startsAt: 0 }],
    ],
    atHome: [
      [{ author: 'U1', people: 1, kind: 'service' }],
      [{ author: 'U1', people: 2000, kind: 'promotional' }],
    ],
    until: [[0]],
    directly: [['C1']],
    confirm: { text: [[1], [2000]] },
    decided: {
      approved: [[{ by: 'U1', at: 0 }]],
      rejected: [[{ by: 'U1', at: 0, reason: null }], [{ by: 'U1', at: 0, reason: 'Too early' }]],
      expired: [[0]],
      restored: [[0]],
      dropped: [[{ by: 'U1', at: 0 }]],
    },
    told: {
      approved: [[{ by: 'U1', people: 2000, startsAt: null }], [{ by: 'U1', people: 2000, startsAt: 0 }]],
      due: [[{ channel: 'C1', people: 2000, until: 0 }]],
      rejected: [[{ by: 'U1', people: 1, reason: null }], [{ by: 'U1', people: 2, reason: 'Too early' }]],
      expired: [[{ people: 2000, isRun: false }], [{ people: 2000, isRun: true }]],
      restored: [[2000], [1]],
      elsewhere: [[{ channel: 'C1', people: ['U1'] }], [{ channel: 'C1', people: ['U1', 'U2'] }]],
      deleted: [[{ channel: 'C1', people: 2000 }]],
      nobody: [[{ channel: 'C1' }]],
    },
  },
};

/** Every problem; `typed` stands wherever people's text appears. */
export function allProblems(typed: string): Problem[] {
  const codes = [
    'MISSING_API_KEY',
    'INVALID_API_KEY',
    'ACCOUNT_SUSPENDED',
    'MISSING_PARAMETERS',
    'INVALID_NUMBER',
    'MESSAGE_TOO_LONG',
    'INSUFFICIENT_CREDITS',
    'RATE_LIMITED',
    null,
  ] as const;
  const byKind: { [K in CoreProblem['kind']]: Omit<Extract<CoreProblem, { kind: K }>, 'kind'>[] } = {
    NUMBER_MISSING: [{}],
    MESSAGE_MISSING: [{ to: typed }],
    NUMBER_INVALID: WRONG_NUMBERS.map(({ why }) => ({ typed, why })),
    MESSAGE_TOO_LONG: [
      { characters: 1601, limit: 1600 },
      { characters: 1610, limit: 1600, signOff: 20 },
    ],
    MESSAGE_EMPTY: [{}],
    TEMPLATE_BROKEN: (['unclosed', 'empty', 'name_too_long'] as const).map(fault => ({ fault, near: typed })),
    PLACEHOLDER_MISSING: [
      { columns: [typed], people: [typed], more: 0 },
      { columns: [typed, 'acres'], people: [typed, number], more: 1 },
      { columns: [typed], people: [typed, number], more: 7 },
    ],
    PLACEHOLDER_NO_CONTACT: [
      { columns: [typed], people: [number], more: 0 },
      { columns: [typed, 'acres'], people: [number, number], more: 7 },
    ],
    STOP_LINK_IMPOSSIBLE: [{}],
    GROUP_UNKNOWN: [{ label: typed }],
    GROUP_EMPTY: [{ label: typed }],
    GROUP_UNREADABLE: [{ label: typed, slackError: 'missing_scope' }],
    COMMAND_MISTYPED: [{ command: 'help' }],
    NAME_UNKNOWN: [
      { label: typed, nearest: null },
      { label: typed, nearest: 'Ranu Begum' },
    ],
    NAME_SHARED: [{ label: typed }],
    NAME_NOT_KEPT: [
      { typed: '', why: 'empty', limit: 60 },
      ...(['too_long', 'command', 'no_letter', 'sign', 'slack_id'] as const).map(why => ({
        typed,
        why,
        limit: 60,
      })),
    ],
    ERASED: [{}],
    CHOSEN_GONE: [{ label: typed }],
    RECIPIENTS_TOO_MANY: [{ count: 201, limit: 200 }],
    TEAMMATE_UNKNOWN: [{ label: 'rahim' }],
    TEAMMATE_WITHOUT_NUMBER: [{ userId: 'U1' }],
    TEAMMATE_NUMBER_INVALID: [{ userId: 'U1' }],
    TEAMMATE_DEACTIVATED: [{ userId: 'U1' }],
    DEACTIVATED: [{}],
    GUEST_REFUSED: [{}],
    OTHER_TEAM_REFUSED: [{}],
    NOT_A_SENDER: [{}],
    CHANNEL_REFUSED: [
      { channels: [] },
      { channels: ['C1'] },
      { channels: ['C1', 'C2', 'C3', 'C4', 'C5', 'C6'] },
    ],
    NUMBER_BLOCKED: [{ number }],
    NEVER_TEXT: [{ number }],
    ADMINS_ONLY: [{ admins: [] }, { admins: ['U1'] }, { admins: ['U1', 'U2'] }],
    MANAGERS_ONLY: [
      { admins: [], managers: [] },
      { admins: ['U1'], managers: ['U2'] },
      { admins: ['U1', 'U2'], managers: ['U3', 'U4'] },
    ],
    PERSON_UNKNOWN: [{ slackError: typed }],
    NOT_YOURS: [{}],
    NOT_SHOWN: [{}],
    CAP_REACHED: (['person', 'workflows', 'workspace'] as const).flatMap(of => [
      { of, unit: 'texts' as const, cap: '20', used: '20', endsAt: 0 },
      { of, unit: 'texts' as const, cap: '1', used: '1', endsAt: 0 },
      { of, unit: 'credits' as const, cap: '50', used: '49.90', endsAt: 0 },
    ]),
    CAP_UNJUDGED: [
      { of: 'person', cap: '50' },
      { of: 'workflows', cap: '50' },
      { of: 'workspace', cap: '50' },
    ],
    NO_KEY: [{ admin: true }, { admin: false }],
    KEY_MALFORMED: [{}],
    KEY_UNREADABLE: [{}],
    UNLINKED: [{}],
    APP_UNINSTALLED: [{}],
    NOT_INSTALLED: [{ url: 'https://sms.example.com/slack/install' }],
    INSTALLATION_UNREADABLE: [{ url: 'https://sms.example.com/slack/install' }],
    SERVICE_REFUSED: codes.map(code => ({ code, status: 400, proven: true })),
    SERVICE_UNREACHABLE: [{}],
    SERVICE_BUSY: [{}],
    EXPIRED: [{}],
    QUESTION_OLD: [{}],
    CANCELLED: [{}],
    RESTORED: [{}],
    TOO_LATE: [{}],
    OUT_OF_HOURS: [{ from: '09:00', to: '21:00' }],
    ALREADY_SENT_AGAIN: [{}],
    NO_LONGER_UNCERTAIN: [{ state: 'sent' }, { state: 'refused' }, { state: 'marked' }],
    GONE: [{}],
    STORE_AWAY: [{}],
    STORE_UNSURE: [{}],
    TEXT_UNREADABLE: [{ id: '018f3c2a-7b1e-7000-8000-0123456789ab' }],
    RESULT_UNREADABLE: [{ id: 'report-7' }],
    WORKSPACE_UNREADABLE: [{}],
    SLACK_AWAY: [{}],
    PRESS_WAITS: [{}],
    PRESS_NOT_DONE: [{ button: 'Pause' }, { button: null }],
    PRESS_STALLED: [{ id: 'x1' }],
    OUTDATED: [{}],
    UNEXPECTED: [{}],
    PART_REMOVED: [{}],
  };
  const byFeature: { [F in keyof Problems]: { [K in keyof Problems[F]]: z.output<Problems[F][K]>[] } } = {
    contacts: {
      NUMBER_TAKEN: [{ label: typed }, { label: '' }],
      COLUMN_NOT_READ: (['no_colon', 'too_long', 'twice', 'too_many'] as const).map(why => ({ typed, why })),
      CONTACTS_TOO_MANY: [{ limit: 50_000 }],
      CONTACT_GONE: [{}],
      NAMED_GROUP_EMPTY: [{ label: typed }],
      CONTACT_UNREADABLE: [{ label: typed, id: '018f3c2a-7b1e-7000-8000-0123456789ab' }],
    },
    rotas: {
      NOBODY_ON_CALL: [{ label: typed }],
    },
    workflows: {
      RECIPIENTS_MISSING: [{}],
      TEMPLATE_UNKNOWN: [{ label: typed }],
      TEMPLATE_AND_MESSAGE: [{}],
      DEDUP_KEY_REUSED: [{}],
      DEDUP_KEY_OLD: [{}],
    },
    slackbot: { DRAFT_GONE: [{}] },
    alerts: {
      ALERTS_NOT_YOURS: [{}],
      CHOSE_QUIET: [{}],
    },
    broadcasts: {
      BROADCAST_TOO_LARGE: [
        { texts: 1, limit: 500 },
        { texts: 501, limit: 500 },
      ],
      BROADCAST_TOO_EXPENSIVE: [{ cost: '700', cap: '500' }],
      BROADCAST_UNJUDGED: [{ cap: '500' }],
      BROADCAST_IS_YOURS: [{}],
      BROADCAST_AUTHOR_LOST: [{ author: 'U1' }],
      BROADCAST_DECIDED: (['approved', 'rejected', 'expired', 'dropped'] as const).flatMap(as => [
        { as, by: 'U1' },
        { as, by: null },
      ]),
      BROADCAST_EMPTY: [{}],
      BROADCAST_GONE: [{}],
      BROADCAST_NOT_YOURS: [{ author: 'U1', admins: ['U2'], managers: [] }],
      BROADCAST_OVER: [{}],
      BROADCAST_SPENT: [{ limit: '100', spent: '100.45', admins: ['U2'], managers: ['U3'] }],
      BROADCAST_HELD: [
        { code: 'INSUFFICIENT_CREDITS', admins: [], managers: [] },
        { code: 'INVALID_API_KEY', admins: ['U2'], managers: ['U3'] },
      ],
    },
  };
  const core = Object.entries(byKind).flatMap(([kind, all]) =>
    all.map(fields => ({ kind, ...fields }) as Problem),
  );
  const ofFeatures = Object.entries<Record<string, object[]>>(byFeature).flatMap(([feature, kinds]) =>
    Object.entries(kinds).flatMap(([kind, all]) => all.map(data => ({ feature, kind, data }) as Problem)),
  );
  return [...core, ...ofFeatures];
}

export const arounds = [around, nobody];
