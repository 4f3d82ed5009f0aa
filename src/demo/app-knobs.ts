import type { Knob } from '../playground/index.ts';

/** How the app runs in the demo. */
export interface Running {
  language: string;
  mode: 'http' | 'socket';
  /** The port it listens on; a new one after each restart. */
  port: number;
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
