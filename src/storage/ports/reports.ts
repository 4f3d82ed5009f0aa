import type { Report } from './texts.ts';

/** What Slack has to be told, until it has it. */
export type Reports = {
  /**
   * Reports an unattended intent's outcome to `follower`: as soon as it is settled, otherwise at `deadline` as it is then. Once
   * for each follower, until that report is closed.
   */
  follow(workspace: string, intentId: string, follower: string, deadline: number, now: number): Promise<void>;
  /**
   * Due reports, leased until `leaseUntil` so that one reporter works on each. An unattended intent has no report for each
   * text. It has an `outcome` when it is settled, and another if one of its uncertain texts is corrected.
   */
  leaseReports(now: number, leaseUntil: number, limit: number): Promise<Report[]>;
  /** Slack has it (or never will). `posted`: it used up one of the posts of the `response_url`. */
  closeReport(report: Report, posted: boolean, now: number): Promise<void>;
  retryReport(report: Report, notBefore: number): Promise<void>;
  nextReport(): Promise<number | null>;
};
