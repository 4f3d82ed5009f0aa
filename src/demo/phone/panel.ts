/** A text that the SMS service accepted, as the page's phone shows it. */
export interface PhoneText {
  /** Its id in the service's log. */
  id: number;
  number: string;
  message: string;
  /** The content of each part. */
  pieces: string[];
  /** Milliseconds since 1970, or an ISO date. */
  at: number | string;
}

/** The phone shows the latest texts, because a broadcast may have thousands. */
const MAX_TEXTS_SHOWN = 200;

/**
 * A phone beside the conversation that gets every text.
 *
 * @param texts oldest first
 */
export const phonePanel = (texts: () => readonly PhoneText[], now: () => number) => ({
  id: 'phone',
  label: 'Phone',
  where: 'side' as const,
  of: 'Phone',
  files: new URL('./', import.meta.url),
  state: () => ({ texts: texts().slice(-MAX_TEXTS_SHOWN), all: texts().length, now: now() }),
});

/** The state of the phone's component. */
export type PhoneState = ReturnType<ReturnType<typeof phonePanel>['state']>;
