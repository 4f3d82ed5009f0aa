import type { Severity } from '../../domain/alert.ts';
import type { Quiet } from './quiet.ts';

/** What a hook wants texted, and to whom. */
export type Route = {
  /** Recipients by severity, as keys; none: it is only posted. */
  textsTo: Readonly<Record<Severity, readonly string[]>>;
  /** Only critical alerts are texted then; the others wait for the end. */
  quiet: Quiet | null;
  /** Whether the end of an alert is texted, to those who were told of it. */
  resolved: boolean;
  /** Whether an alert that is repeated after a while is texted again. */
  reminders: boolean;
};
