import type { Report, ShownAt } from './texts.ts';

/** What Slack has to be told, until it has it. */
export type Reports = {
  /**
   * Reports an unattended intent's outcome to `follower`: as soon as it is settled, otherwise at `deadline` as it is then. Once
   * for each follower, until that report is closed.
   */
  follow(workspace: string, intentId: string, follower: string, deadline: number, now: number): Promise<void>;
  /**
   * Due reports, leased until `leaseUntil` so that one reporter works on each. An unattended intent has no report for each
   * text. It has an `outcome` when it is settled, and another if one of its uncertain texts is corrected. The `outcome` of a person's
   * texts to several people is one report: due soon after it changes, and kept until it is settled.
   */
  leaseReports(now: number, leaseUntil: number, limit: number): Promise<Report[]>;
  /** Slack has it (or never will). `posted`: it used up one of the posts of the `response_url`. */
  closeReport(report: Report, posted: boolean, now: number): Promise<void>;
  retryReport(report: Report, notBefore: number): Promise<void>;
  /** Slack has it as it stands, but it isn't settled: it is due again at `notBefore`, or as soon as it changes. */
  keepReport(report: Report, notBefore: number, now: number): Promise<void>;
  /** Where a person's outcome is shown from now on. */
  shownAt(workspace: string, intentId: string, at: ShownAt): Promise<void>;
  nextReport(): Promise<number | null>;
};
