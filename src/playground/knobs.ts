import type { DataBlocks } from './blocks/blocks.ts';
import type { Knob } from './options.ts';
import type { Fault, Faults } from './wire/faults.ts';
import type { World } from './world/world.ts';

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

const DATA_BLOCKS: Record<DataBlocks, string> = {
  documented: 'As documented',
  'charts-on-home': 'Charts on Home, too',
  none: 'Refuses both',
};

/** The page's choice of how far this Slack takes tables and charts. What was published before stays. */
export function dataBlocksKnob(world: World): Knob {
  return {
    id: 'data-blocks',
    label: 'Takes tables and charts',
    group: 'Slack',
    kind: 'choice',
    more: true,
    choices: Object.entries(DATA_BLOCKS).map(([value, label]) => ({ value, label })),
    run(value) {
      const chosen = String(value);
      world.dataBlocks = Object.hasOwn(DATA_BLOCKS, chosen) ? (chosen as DataBlocks) : 'documented';
    },
    state: () => world.dataBlocks,
  };
}
