import type { Severity } from '../domain/alert.ts';

/** What a text about alerts says, and what is said of it in Slack. */
export type AlertWords = {
  /** The templates of a hook that has none of its own. In a language of their own: src/alerts/template.ts. */
  template: { firing: string; resolved: string };
  severity: Record<Severity, string>;
  status: { firing: string; resolved: string };
  /** Behind the one alert of a group that is named. */
  more(count: number): string;
  /** What one text says of others beside the one it is about. */
  others(others: { alerts: number; groups: number; resolved: number }): string;
  /** Before the text of an alert that was told before and still fires. */
  reminder: string;
};
