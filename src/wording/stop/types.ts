/** The page behind the link in a text by which its reader gets no more. Both languages stand on it, one below the other. */
export type StopWording = {
  title: string;
  /** What a press of the button below does. `sender`: the workspace's name; null: not known. */
  ask(who: { number: string; sender: string | null }): string;
  stop: string;
  done(who: { number: string; sender: string | null }): string;
  /** Above a button that takes it back. */
  mistake: string;
  /** The page behind a link in a text that is only shown as an example. */
  sample: string;
  undo: string;
  gone: string;
  later: string;
};
