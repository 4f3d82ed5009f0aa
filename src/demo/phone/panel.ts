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

/** A phone beside the conversation that gets every text, whoever it is for. @param texts oldest first */
export const phonePanel = (texts: () => readonly PhoneText[], now: () => number) => ({
  id: 'phone',
  label: 'Phone',
  where: 'side' as const,
  of: 'Phone',
  files: new URL('./', import.meta.url),
  state: () => ({ texts: texts().slice(-HOLDS), all: texts().length, now: now() }),
});

/** What the phone's component is given. */
export type PhoneState = ReturnType<ReturnType<typeof phonePanel>['state']>;
