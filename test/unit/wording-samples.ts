import type { Problem } from '../../src/domain/problem.ts';
import type { Wording } from '../../src/wording/index.ts';
import type { WrongNumber } from '../../src/wording/parts.ts';

/*
 * Something to say with every sentence there is. A sentence without a sample does not compile, so none is
 * missed by the tests.
 */

/** What each function of the wording is called with: one list of arguments for each way it can come out. */
export type Samples<T> = {
  [K in keyof T as T[K] extends string ? never : K]: T[K] extends (...args: infer Args) => string
    ? Args[]
    : Samples<T[K]>;
};

const around = { ask: 'U9', deciders: ['U7', 'U8'], balance: { amount: '0.10', ageMs: 3 * 3_600_000 } };
const nobody = { ask: null, deciders: [], balance: null };
const number = '017••••5678';
const because = { why: '…', until: '…' };
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
  'problem' | 'leftOut' | 'service' | 'uncertainBecause' | 'waitingBecause' | 'state' | 'button' | 'confirm'
>;

export const samples: Samples<Spoken> = {
  alerts: {
    template: {},
    severity: {},
    status: {},
    more: [[1], [7]],
    others: [
      [{ alerts: 1, groups: 1, resolved: 0 }],
      [{ alerts: 7, groups: 3, resolved: 0 }],
      [{ alerts: 7, groups: 1, resolved: 2 }],
      [{ alerts: 0, groups: 0, resolved: 1 }],
    ],
    post: {
      headline: [
        [{ hook: 'Ops', fired: 1, resolved: 0 }],
        [{ hook: 'Ops', fired: 7, resolved: 2 }],
        [{ hook: 'Ops', fired: 0, resolved: 0 }],
      ],
      resolved: [['HighCPU']],
      texted: [[{ numbers: number, fate: '…' }]],
      notTexted: [['…']],
      held: [
        [{ number, others: 0, alerts: 7, until: 0, because: '…' }],
        [{ number, others: 2, alerts: 1, until: 0, because: '…' }],
      ],
      moreHeld: [[1], [7]],
      moreUnreached: [[1], [7]],
      because: {},
      unreached: [[{ who: '<@U1>', alerts: 1, because: '…' }], [{ who: '<@U1>', alerts: 0, because: '…' }]],
      unrouted: [[1], [7]],
      overUntold: [[1], [7]],
      folded: [[1], [7]],
      reminded: [[1], [7]],
      repeated: [[1], [7]],
      leftOut: [[1], [7]],
      untracked: [[1], [7]],
      unlisted: [[1], [7]],
      unreadable: [[['018f3c2a-7b1e-7000-8000-0123456789ab']], [['a', 'b']]],
      uncertain: [[{ number, because: '…' }]],
      astray: [[{ hook: 'Ops', channel: 'C1' }]],
    },
  },
  receipt: {
    sent: [[{ actor: 'U1', number }]],
    facts: [
      [{ parts: 1, cost: '0.35', balance: '99.65', logId: '41' }],
      [{ parts: 3, cost: null, balance: null, logId: null }],
    ],
    refused: [[{ number, because: '…' }]],
    cancelled: [[{ number }]],
    uncertain: [[{ actor: 'U1', number, because: '…' }]],
    sentAgain: [[{ number, by: 'U2' }]],
    held: [['…']],
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
    counts: [
      [{ recipients: 1, sent: 1, uncertain: 0, waiting: 0, failed: 0 }],
      [{ recipients: 8, sent: 3, uncertain: 2, waiting: 1, failed: 2 }],
    ],
    line: [[number, '…']],
    more: [[3]],
    uncertain: [['…']],
    notSent: [['…']],
  },
  commands: {
    help: [['/sms']],
    balance: [[null], [{ amount: '99.65', ageMs: 0 }], [{ amount: '99.65', ageMs: 9 * 86_400_000 }]],
    held: [
      ['…', 1],
      ['…', 7],
    ],
    linkedBy: [['U1', 0]],
    log: [[['a line']]],
    logLine: [
      [{ at: 0, number, actor: 'U1', state: 'sent', parts: 1, cost: '0.35', logId: '41' }],
      [{ at: 0, number, actor: 'U1', state: 'queued', parts: 2, cost: null, logId: null }],
    ],
    modalDidNotOpen: [['/sms link']],
  },
  link: { already: [['U1', 0]], refused: {}, saved: [['/sms']] },
  settings: {
    notSaved: [['…']],
    group: {},
    name: {},
    value: {
      senders: [[null], [{ people: ['U1'], groups: ['S1'] }], [{ people: [], groups: [] }]],
      may: [[true], [false]],
      channels: [[null], [['C1', 'C2']]],
      receipts: {},
      masked: [[true], [false]],
      language: [[null], ['…']],
      cap: [
        [{ texts: null, credits: null }],
        [{ texts: 1, credits: null }],
        [{ texts: 20, credits: '12.50' }],
        [{ texts: null, credits: '12.50' }],
      ],
      days: [[1], [30]],
      below: [[null], ['10']],
      people: [[[]], [['U1', 'U2']]],
      numbers: [[0], [1], [7]],
    },
    changed: {
      value: [[{ name: '…', from: '…', to: '…' }]],
      list: [
        [{ name: '…', came: [number], left: [] }],
        [{ name: '…', came: [number], left: [number] }],
        [{ name: '…', came: [], left: [number] }],
      ],
    },
    field: {
      who: {},
      people: {},
      groups: {},
      others: {},
      where: {},
      channels: {},
      receipts: {},
      personTexts: {},
      personCredits: {},
      workflowTexts: {},
      workflowCredits: {},
      workspaceTexts: {},
      workspaceCredits: {},
      lowBalance: {},
      mask: {},
      retention: {},
      language: {},
      blocklist: {},
      moreNumbers: {},
      managers: {},
    },
    note: {},
    wrong: {
      tooMany: [[100]],
      days: [[1, 365]],
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
    field: { name: {}, numbers: {} },
    confirm: { text: [['N'.repeat(40)]] },
    deleted: [['Night shift']],
    notDeleted: [['…']],
    notThere: [['Night shift']],
    renaming: [[{ from: 'Night shift', to: 'Nights' }]],
    taken: [['Night shift']],
    tooMany: [[50]],
    wrong: { name: [[40]] },
  },
  audit: {
    line: [[{ at: 0, by: 'U1', what: '…' }], [{ at: 0, by: null, what: '…' }]],
    keyUnlinked: [[0], [1], [7]],
    group: [['Night shift']],
    groupRemoved: [['Night shift']],
    contactAdded: [['…']],
    contactChanged: [[{ contact: '…', fields: ['name', 'number', 'language', 'note', 'columns', 'groups'] }]],
    contactField: {},
    neverText: [['…']],
    stopped: [['…']],
    textAgain: [['…']],
    contactForgotten: [[{ texts: 1, cancelled: 0 }], [{ texts: 7, cancelled: 2 }]],
    contactNamed: [[{ number: '017••••5678', name: null }], [{ number: '017••••5678', name: 'Ranu' }]],
    hookMade: [['Ops']],
    hookChanged: [['Ops']],
    hookRevoked: [['Ops']],
  },
  people: {
    search: {},
    counts: [[{ contacts: 1, groups: 1 }], [{ contacts: 1947, groups: 0 }]],
    found: [[{ total: 37, from: 11, to: 20 }]],
    noneFound: [['ran']],
    line: [
      [{ name: null, number: '017••••5678', groups: [], more: 0, never: false }],
      [{ name: 'Ranu', number: '017••••5678', groups: ['Night', 'Day'], more: 2, never: true }],
    ],
    groupLine: [[{ name: 'Night', count: 1 }], [{ name: 'Night', count: 7 }]],
  },
  home: {
    mayNotSend: [[[]], [['U1']], [['U1', 'U2']]],
    today: [
      [{ texts: 1, credits: '0.35', mayTexts: null, mayCredits: null }],
      [{ texts: 7, credits: '0.35', mayTexts: 20, mayCredits: '10' }],
    ],
    asWorkspace: [['…']],
    waiting: [[0], [1], [7]],
    spentToday: [[{ texts: 1, credits: '0.35' }]],
    spentMonth: [[{ texts: 7, credits: '0.35' }]],
    senderLine: [[{ actor: 'U1', texts: 7, credits: '0.35' }]],
    moreSenders: [[1], [7]],
    asOf: [[0]],
  },
  hooks: {
    confirmRevoke: { text: [['Prometheus']] },
    line: [
      [
        {
          name: 'Prometheus',
          channel: 'C1',
          to: number,
          severities: '…',
          quiet: { from: '22:00', to: '07:00' },
          by: 'U1',
          at: 0,
        },
      ],
      [{ name: 'Prometheus', channel: 'C1', to: number, severities: '…', quiet: null, by: 'U1', at: 0 }],
    ],
    revoked: [['Prometheus']],
    formTitle: {},
    saved: [['Prometheus']],
    made: [['Prometheus']],
    unseen: [['Prometheus']],
    severity: {},
    field: {
      name: {},
      numbers: {},
      people: {},
      groups: {},
      channel: {},
      severities: {},
      quietFrom: {},
      quietTo: {},
      also: {},
      language: {},
      firing: {},
      resolved: {},
    },
    preview: {
      toAll: [[{ numbers: 1, cost: null }], [{ numbers: 7, cost: '2.45' }]],
      leftOut: [[{ who: '<@U1>', because: '…' }]],
    },
    wrong: {
      tooMany: [[20]],
      tooManyPeople: [[250, 200]],
      unknown: [[['night']], [['night', 'day']]],
      shared: [[['night']], [['night', 'day']]],
      unknownName: [['lables.x']],
    },
  },
  compose: {
    sendFor: [[{ parts: 1, cost: '99.65' }], [{ parts: 11, cost: null }]],
    numberWrong: WRONG_NUMBERS.map(wrong => [wrong]),
    messageTooLong: [[{ characters: 1700, limit: 1600 }]],
    noNumber: [['U1']],
    noMobile: [['U1']],
    deactivated: [['U1']],
    fromProfile: [[{ userId: 'U1', number }]],
    measure: [
      [{ encoding: 'GSM-7', characters: 1, parts: 1, cost: null }],
      [{ encoding: 'UCS-2', characters: 71, parts: 2, cost: '0.70' }],
    ],
    forcedBy: [['’']],
    plainer: [[{ parts: 1 }], [{ parts: 2 }]],
  },
  install: {
    install: {},
    installed: {},
    orgInstalled: {},
    denied: {},
    expired: {},
    rotating: {},
    away: {},
    failed: {},
    welcome: [['/sms']],
    welcomeBack: [['/sms']],
  },
  unlink: { ask: [[0], [1], [7]], done: [[0], [1], [7]] },
};

/** Every problem there is; `typed` stands wherever somebody else wrote something. */
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
  const byKind: { [K in Problem['kind']]: Omit<Extract<Problem, { kind: K }>, 'kind'>[] } = {
    NUMBER_MISSING: [{}],
    MESSAGE_MISSING: [{ to: typed }],
    NUMBER_INVALID: WRONG_NUMBERS.map(({ why }) => ({ typed, why })),
    MESSAGE_TOO_LONG: [{ characters: 1601, limit: 1600 }],
    GROUPS_NOT_TEXTED: [{ label: typed }],
    RECIPIENTS_MISSING: [{}],
    MESSAGE_EMPTY: [{}],
    DEDUP_KEY_REUSED: [{}],
    DEDUP_KEY_OLD: [{}],
    GROUP_UNKNOWN: [{ label: typed }],
    GROUP_EMPTY: [{ label: typed }],
    GROUP_UNREADABLE: [{ label: typed, slackError: 'missing_scope' }],
    NAME_UNKNOWN: [
      { label: typed, nearest: null },
      { label: typed, nearest: 'Ranu Begum' },
    ],
    NAME_SHARED: [{ label: typed }],
    NAMED_GROUP_EMPTY: [{ label: typed }],
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
    CANCELLED: [{}],
    TOO_LATE: [{}],
    ALREADY_SENT_AGAIN: [{}],
    NO_LONGER_UNCERTAIN: [{ state: 'sent' }, { state: 'refused' }],
    GONE: [{}],
    STORE_AWAY: [{}],
    STORE_UNSURE: [{}],
    TEXT_UNREADABLE: [{ id: '018f3c2a-7b1e-7000-8000-0123456789ab' }],
    RESULT_UNREADABLE: [{ id: 'report-7' }],
    WORKSPACE_UNREADABLE: [{}],
    SLACK_AWAY: [{}],
    OUTDATED: [{}],
    UNEXPECTED: [{}],
  };
  return Object.entries(byKind).flatMap(([kind, all]) => all.map(rest => ({ kind, ...rest }) as Problem));
}

export const arounds = [around, nobody];
