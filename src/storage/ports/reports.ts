import type { Report } from './texts.ts';

/** What Slack has to be told, until it has it. */
export type Reports = {
  /**
   * Has `follower` told of an unattended intent's outcome: as soon as it is settled, else at `deadline` as it then
   * stands. Once for each follower, until that report is closed.
   */
  follow(workspace: string, intentId: string, follower: string, deadline: number, now: number): Promise<void>;
  /**
   * Due reports, leased until `leaseUntil` so that one reporter works on each. An unattended intent has no report for
   * each text, but an `outcome` when it is settled, and again when an uncertain text of it is corrected.
   */
  leaseReports(now: number, leaseUntil: number, limit: number): Promise<Report[]>;
  /** Slack has it (or never will). `posted`: a post of the `response_url` was used up. */
  closeReport(report: Report, posted: boolean, now: number): Promise<void>;
  retryReport(report: Report, notBefore: number): Promise<void>;
  nextReport(): Promise<number | null>;
};
