/** What a workflow’s step says when it ends. */
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
  /** To an admin: what a workflow did not send though it was told that it waits, or does not say itself. */
  notSent(summary: string): string;
};
