import type { Knob } from './options.ts';
import type { Fault, Faults } from './wire/faults.ts';

/**
 * A knob that switches one of several faults on.
 *
 * @param well the label without a fault
 * @param choose called with the chosen fault, or null
 */
export function troubleKnob<Trouble>(
  knob: Pick<Knob, 'id' | 'label' | 'group' | 'more'>,
  well: string,
  troubles: Record<string, [label: string, trouble: Trouble]>,
  choose: (trouble: Trouble | null) => void,
): Knob {
  let chosen = '';
  const choices = Object.entries(troubles).map(([value, [label]]) => ({ value, label }));
  return {
    ...knob,
    kind: 'choice',
    trouble: true,
    choices: [{ value: '', label: well }, ...choices],
    run(value) {
      const name = String(value);
      const [, trouble = null] = (Object.hasOwn(troubles, name) && troubles[name]) || [];
      chosen = trouble === null ? '' : String(value);
      choose(trouble);
    },
    state: () => chosen,
  };
}

const TROUBLES: Record<string, [label: string, fault: Fault]> = {
  slow: ['Slow: 4 s', { kind: 'slow', delayMs: 4000 }],
  limited: ['Too many requests: 429', { kind: 'rate-limited', retryAfterS: 5 }],
  failing: ['Away: 503', { kind: 'status', status: 503 }],
  reset: ['Away: cuts connections', { kind: 'reset' }],
};

/** The page's switch for Slack's faults towards the app. */
export function slackKnob(faults: Faults): Knob {
  let removeFault = () => {};
  return troubleKnob(
    { id: 'slack', label: 'Answers the app', group: 'Slack' },
    'At once',
    TROUBLES,
    fault => {
      removeFault();
      removeFault = fault ? faults.add(fault) : () => {};
    },
  );
}
