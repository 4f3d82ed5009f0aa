import type { Knob } from './options.ts';
import type { Fault, Faults } from './wire/faults.ts';

const TROUBLES: Record<string, [label: string, fault: Fault]> = {
  slow: ['Slow: 4 s', { kind: 'slow', delayMs: 4000 }],
  limited: ['Too many requests: 429', { kind: 'rate-limited', retryAfterS: 5 }],
  failing: ['Away: 503', { kind: 'status', status: 503 }],
  reset: ['Away: cuts connections', { kind: 'reset' }],
};

/** What people can make this Slack do to the app, for the page. */
export function slackKnobs(faults: Faults): Knob[] {
  let chosen = '';
  let mend = () => {};
  return [
    {
      id: 'slack',
      label: 'Answers the app',
      group: 'Slack',
      kind: 'choice',
      trouble: true,
      choices: [
        { value: '', label: 'At once' },
        ...Object.entries(TROUBLES).map(([value, [label]]) => ({ value, label })),
      ],
      run(value) {
        mend();
        const trouble = TROUBLES[String(value)];
        chosen = trouble ? String(value) : '';
        mend = trouble ? faults.add(trouble[1]) : () => {};
      },
      state: () => chosen,
    },
  ];
}
