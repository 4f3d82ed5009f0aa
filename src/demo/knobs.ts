import type { Knob } from '../playground/index.ts';
import type { Fault } from '../sms-service/testing/service.ts';
import type { DemoService } from './service.ts';

const ACCOUNT = 'SMS account';
const TROUBLE = 'What can go wrong there';

/** What the page can do to the SMS service. */
export function serviceKnobs(service: DemoService): Knob[] {
  return [...accountKnobs(service), ...troubleKnobs(service), ...rareKnobs(service)];
}

/** What the account's owner does in the service's dashboard. */
function accountKnobs(service: DemoService): Knob[] {
  return [
    {
      id: 'api-key',
      label: 'API key',
      group: ACCOUNT,
      kind: 'copy',
      hint: 'As the admin, type /sms link and paste it there',
      run: () => service.apiKey(),
      state: service.apiKey,
    },
    {
      id: 'replace-key',
      label: 'Revoke and replace it',
      group: ACCOUNT,
      kind: 'button',
      run: service.replaceKey,
    },
    {
      id: 'credits',
      label: 'Credits',
      group: ACCOUNT,
      kind: 'button',
      choices: [
        { value: 'top-up', label: 'Add 10' },
        { value: 'use-up', label: 'Use up' },
      ],
      run: value => (value === 'use-up' ? service.useUpCredits() : service.topUp()),
      state: service.balance,
    },
    {
      id: 'operator',
      label: 'A link for its operator',
      group: ACCOUNT,
      kind: 'copy',
      hint: 'To choose a password and see every account; open it in another browser',
      run: service.operatorLink,
      state: service.operatorLink,
    },
    {
      id: 'suspended',
      label: 'Account suspended',
      group: ACCOUNT,
      kind: 'toggle',
      run: value => service.suspend(value === true),
      state: service.suspended,
    },
  ];
}

/** What goes wrong on an ordinary bad day. */
function troubleKnobs(service: DemoService): Knob[] {
  return [
    {
      id: 'minute',
      label: 'This minute',
      group: TROUBLE,
      kind: 'button',
      hint: 'Someone else makes 60 requests with the key',
      choices: [{ value: 'use-up', label: 'Use up' }],
      run: service.useUpMinute,
    },
    faultKnob(service, 'connection-breaks', 'Connection breaks', 'The text is sent, but the answer is lost', {
      kind: 'reset',
      when: 'after',
    }),
    faultKnob(service, 'internal-error', 'Internal error', 'HTTP 500: was the text sent?', {
      kind: 'html-500',
      when: 'after',
    }),
    {
      id: 'away',
      label: 'Service away',
      group: TROUBLE,
      kind: 'toggle',
      hint: 'Nothing listens at its address',
      run: value => service.setAway(value === true),
      state: service.away,
    },
  ];
}

function faultKnob(service: DemoService, id: string, label: string, hint: string, fault: Fault): Knob {
  return {
    id,
    label,
    group: TROUBLE,
    kind: 'toggle',
    hint,
    run: value => service.setFault(id, value === true ? fault : null),
    state: () => service.fault(id) !== null,
  };
}

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

/** Everything else that can go wrong: one choice for each part of an answer, so that several can be on at once. */
function rareKnobs(service: DemoService): Knob[] {
  return [
    choiceKnob(service, 'timing', 'The answer comes', 'At once', TIMING),
    choiceKnob(service, 'answers', 'The answer is', 'As it should be', ANSWERS),
    choiceKnob(service, 'refusals', 'Each text is', 'Handled as usual', REFUSALS),
  ];
}

function choiceKnob(service: DemoService, id: string, label: string, well: string, choices: Choices): Knob {
  let chosen = '';
  return {
    id,
    label,
    group: TROUBLE,
    more: true,
    trouble: true,
    kind: 'choice',
    choices: [
      { value: '', label: well },
      ...Object.entries(choices).map(([value, [text]]) => ({ value, label: text })),
    ],
    run(value) {
      const fault = choices[String(value)]?.[1] ?? null;
      chosen = fault ? String(value) : '';
      service.setFault(id, fault);
    },
    state: () => chosen,
  };
}
