import type { Knob } from '../playground/index.ts';
import type { FastClock } from './fast-clock.ts';

/** How the app runs in the demo. */
export interface Running {
  language: string;
  mode: 'http' | 'socket';
  /** The port it listens on; 0 before its first start: any free one. */
  port: number;
}

const FAST = 10;

/** How fast time passes, for the app and the SMS service alike: half an hour's texts in three minutes. */
export function clockKnob(clock: FastClock): Knob {
  return {
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
  };
}

/** What the page can change about the app; the app then restarts on the same data. */
export function appKnobs(running: Running, restart: () => Promise<void>): Knob[] {
  const group = 'The app';
  return [
    {
      id: 'language',
      label: 'Speaks',
      group,
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
      group,
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
  ];
}
