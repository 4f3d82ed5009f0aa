/** The page behind the link in a text about alerts, by which its reader can take them. What is filled in is plain text. */
export type AlertPageWording = {
  /** `firing`: how many alerts fire; 0: all of it is over. */
  title(firing: number): string;
  /** After a name: how many alerts are called that. */
  times(count: number): string;
  moreNames(count: number): string;
  /** Times are times of day, in epoch milliseconds. */
  since(at: number): string;
  /** Of a heartbeat: when it was last called. */
  silent(at: number): string;
  standing: {
    nobody: string;
    you(at: number): string;
    number(who: { number: string; at: number }): string;
    /** They took it in Slack. `name`: null if we don't know it. */
    teammate(who: { name: string | null; at: number }): string;
    over(at: number): string;
  };
  moreIncidents(count: number): string;
  /** What a press of the button below does. */
  ask: string;
  take: string;
  /** Above a button that takes it back. */
  mistake: string;
  undo: string;
  /** A heading above numbers and what became of their texts. */
  others: string;
  moreOthers(count: number): string;
  /** What was pressed isn't done yet. */
  noted: string;
  lookAgain: string;
  /** The heading where there is nothing to show. */
  nothing: string;
  gone: string;
  later: string;
};
