import type { Severity } from '../../domain/alert.ts';
import type { Quiet } from './quiet.ts';

/** What a hook texts, and to whom. */
export type Route = {
  /** Recipients by severity, as keys; empty: only a post in Slack. */
  textsTo: Readonly<Record<Severity, readonly string[]>>;
  /** During quiet hours only critical alerts are texted; the others wait until they end. */
  quiet: Quiet | null;
  /** Whether people who were told about an alert get a text when it ends. */
  resolved: boolean;
  /** Whether an alert that is repeated after a while is texted again. */
  reminders: boolean;
};
