/** The page behind the link in a text by which its reader gets no more. Both languages stand on it, one below the other. */
export type StopWording = {
  title: string;
  /** What a press of the button below does. */
  ask(number: string): string;
  stop: string;
  done(number: string): string;
  /** Above a button that takes it back. */
  mistake: string;
  /** The page behind a link in a text that is only shown as an example. */
  sample: string;
  undo: string;
  gone: string;
  later: string;
};
