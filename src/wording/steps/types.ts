/** What a workflow’s step says at its end. */
export type StepsWording = {
  nobody(lines: string[]): string;
  counts(tally: {
    recipients: number;
    sent: number;
    uncertain: number;
    waiting: number;
    failed: number;
  }): string;
  line(who: string, because: string): string;
  more(count: number): string;
  waiting: string;
  uncertain(because: string): string;
  /** To an admin: what a workflow didn't send although it was told that it waits, or doesn't say itself. */
  notSent(summary: string): string;
};
