import type { Panel } from '../../playground/index.ts';

/** A text that the SMS service accepted, as the phone on the page shows it. */
export interface PhoneText {
  /** Its number in the service's log. */
  id: number;
  number: string;
  message: string;
  /** The content of each part. */
  pieces: string[];
  /** Milliseconds since 1970, or an ISO date. */
  at: number | string;
}

/** The phone shows the latest: a broadcast may be thousands. */
const HOLDS = 200;

/** What the phone's component is given. */
export interface PhoneState {
  texts: PhoneText[];
  /** How many there are in all. */
  all: number;
  /** What time it is there. */
  now: number;
}

/** A phone beside the conversation that gets every text, whoever it is for. @param texts oldest first */
export function phonePanel(texts: () => readonly PhoneText[], now: () => number): Panel {
  const state = (): PhoneState => ({ texts: texts().slice(-HOLDS), all: texts().length, now: now() });
  return {
    id: 'phone',
    label: 'Phone',
    where: 'side',
    of: 'Phone',
    files: new URL('./', import.meta.url),
    state,
  };
}
