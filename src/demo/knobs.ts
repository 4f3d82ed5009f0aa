import { withDecimals } from '../kit/credits.ts';
import { type Knob, troubleKnob } from '../playground/index.ts';
import type { Fault } from '../sms-service/testing/service.ts';
import type { FastClock } from './fast-clock.ts';
import type { DemoService } from './service.ts';

const inGroup = (group: string, knobs: Omit<Knob, 'group'>[]): Knob[] =>
  knobs.map(knob => ({ ...knob, group }));

/** The page's controls of the SMS service. */
export function serviceKnobs(service: DemoService): Knob[] {
  return [
    ...inGroup('SMS account', accountKnobs(service)),
    ...inGroup(TROUBLE, troubleKnobs(service)),
    ...rareKnobs(service),
  ];
}

const TOP_UP = '10';

/** Changes to the account that its owner or an operator would make. */
const accountKnobs = (service: DemoService): Omit<Knob, 'group'>[] => [
  {
    id: 'api-key',
    label: 'API key',
    kind: 'copy',
    hint: 'What /sms link asks for: as the admin, paste it there',
    run: () => service.apiKey(),
    state: service.apiKey,
  },
  {
    id: 'replace-key',
    label: 'Revoke the linked key',
    kind: 'button',
    hint: 'A new one takes its place above',
    run: service.replaceKey,
  },
  {
    id: 'credits',
    label: 'Credits',
    kind: 'button',
    choices: [
      { value: 'top-up', label: 'Add 10' },
      { value: 'use-up', label: 'Use up' },
    ],
    run: value =>
      service.manage(({ accounts }, account) =>
        value === 'use-up' ? accounts.useUp(account) : accounts.topUp(account, TOP_UP),
      ),
    state: () => withDecimals(service.account().balance),
  },
  {
    id: 'operator',
    label: 'A link for its operator',
    kind: 'copy',
    hint: 'To choose a password and see every account; open it in another browser',
    run: service.operatorLink,
    state: service.operatorLink,
  },
  {
    id: 'suspended',
    label: 'Account suspended',
    kind: 'toggle',
    run: value =>
      service.manage(({ accounts }, account) =>
        value === true ? accounts.suspend(account) : accounts.activate(account),
      ),
    state: () => service.account().state === 'suspended',
  },
];

const TROUBLE = 'What can go wrong there';

/** The most likely faults; `rareKnobs` offers the others. */
const troubleKnobs = (service: DemoService): Omit<Knob, 'group'>[] => [
  {
    id: 'minute',
    label: 'This minute',
    kind: 'button',
    hint: 'Someone else makes 60 requests with the linked key',
    choices: [{ value: 'use-up', label: 'Use up' }],
    run: service.useUpMinute,
  },
  {
    ...faultKnob(service, 'connection-breaks', { kind: 'reset', when: 'after' }),
    label: 'Connection breaks',
    hint: 'The text is sent, but the answer is lost',
  },
  {
    ...faultKnob(service, 'internal-error', { kind: 'html-500', when: 'after' }),
    label: 'Internal error',
    hint: 'HTTP 500: was the text sent?',
  },
  {
    id: 'away',
    label: 'Service away',
    kind: 'toggle',
    hint: 'Nothing listens at its address',
    run: value => service.setAway(value === true),
    state: service.away,
  },
];

const faultKnob = (service: DemoService, id: string, fault: Fault) => ({
  id,
  kind: 'toggle' as const,
  run: (value: unknown) => service.setFault(id, value === true ? fault : null),
  state: () => service.hasFault(id),
});

type Choices = Record<string, [label: string, fault: Fault]>;

const TIMING: Choices = {
  'slow-4': ['Slow: 4 s', { kind: 'slow', ms: 4000, when: 'after' }],
  'slow-15': ['Slow: 15 s', { kind: 'slow', ms: 15_000, when: 'after' }],
  'hang-before': ['Never, and sends nothing', { kind: 'hang', when: 'before' }],
  'hang-after': ['Never, after sending', { kind: 'hang', when: 'after' }],
  'reset-before': ['Breaks off before sending', { kind: 'reset', when: 'before' }],
};

const ANSWERS: Choices = {
  'html-403': ['403, a proxy’s HTML page', { kind: 'html-403' }],
  redirect: ['302, a redirect', { kind: 'redirect', status: 302 }],
  unreadable: ['200, unreadable', { kind: 'unreadable-200' }],
  empty: ['200, empty', { kind: 'empty-200' }],
  oversized: ['200, over 64 KiB', { kind: 'oversized-200' }],
  truncated: ['200, cut off', { kind: 'truncated-200' }],
  'php-warning': ['A PHP warning, then the JSON', { kind: 'php-warning' }],
  strings: ['Numbers as strings', { kind: 'numbers-as-strings' }],
};

const CODES = [
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'ACCOUNT_SUSPENDED',
  'MISSING_PARAMETERS',
  'INVALID_NUMBER',
  'MESSAGE_TOO_LONG',
  'INSUFFICIENT_CREDITS',
  'RATE_LIMITED',
] as const;

const REFUSALS: Choices = Object.fromEntries(CODES.map(code => [code, [code, { kind: 'refuse', code }]]));

/** All other faults: one knob for each part of an answer, so that several can be on at once. */
function rareKnobs(service: DemoService): Knob[] {
  const knob = (id: string, label: string, well: string, choices: Choices): Knob =>
    troubleKnob({ id, label, group: TROUBLE, more: true }, well, choices, fault =>
      service.setFault(id, fault),
    );
  return [
    knob('timing', 'The answer comes', 'At once', TIMING),
    knob('answers', 'The answer is', 'As it should be', ANSWERS),
    knob('refusals', 'Each text is', 'Handled as usual', REFUSALS),
  ];
}

/** The app's current settings in the demo. */
export interface Running {
  language: string;
  mode: 'http' | 'socket';
  /** The port that the app listens on; 0 before the first start, which takes any free one. */
  port: number;
}

/** The app's settings on the page. Each change restarts the app on the same data. */
export function appKnobs(running: Running, restart: () => Promise<void>): Knob[] {
  return inGroup('The app', [
    {
      id: 'language',
      label: 'Speaks',
      kind: 'choice',
      choices: [
        { value: 'en', label: 'English' },
        { value: 'bn', label: 'বাংলা' },
      ],
      run(value) {
        running.language = value === 'bn' ? 'bn' : 'en';
        return restart();
      },
      state: () => running.language,
    },
    {
      id: 'mode',
      label: 'Connects to Slack by',
      kind: 'choice',
      choices: [
        { value: 'http', label: 'HTTP' },
        { value: 'socket', label: 'Socket Mode' },
      ],
      run(value) {
        running.mode = value === 'socket' ? 'socket' : 'http';
        return restart();
      },
      state: () => running.mode,
    },
  ]);
}

/** Begins again with an empty workspace, to show how a key is linked. */
export const startKnob = (run: () => Promise<void>): Knob => ({
  id: 'from-nothing',
  label: 'Start from nothing',
  group: 'The app',
  kind: 'button',
  hint: 'A new workspace: no key is linked, there are no people, and all posts are gone',
  run,
});

const FAST = 10;

/** Sets how fast time passes for the app and the SMS service: ten times as fast, half an hour takes three minutes. */
export const clockKnob = (clock: FastClock): Knob => ({
  id: 'clock',
  label: 'Time passes',
  group: 'The clock',
  kind: 'choice',
  hint: 'For the app and the SMS service alike; it never goes back',
  choices: [
    { value: '1', label: 'As usual' },
    { value: String(FAST), label: 'Ten times as fast' },
  ],
  run: value => clock.runAt(value === String(FAST) ? FAST : 1),
  state: () => String(clock.speed()),
});
