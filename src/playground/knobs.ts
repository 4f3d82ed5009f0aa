import type { Knob } from './options.ts';
import type { Fault, Faults } from './wire/faults.ts';

/**
 * A knob that chooses between troubles of one kind.
 *
 * @param well what it is called when there is none
 * @param choose is told the chosen one, or null
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

/** What people can make this Slack do to the app, for the page. */
export function slackKnob(faults: Faults): Knob {
  let mend = () => {};
  return troubleKnob(
    { id: 'slack', label: 'Answers the app', group: 'Slack' },
    'At once',
    TROUBLES,
    fault => {
      mend();
      mend = fault ? faults.add(fault) : () => {};
    },
  );
}
