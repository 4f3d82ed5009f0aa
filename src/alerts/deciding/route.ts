import { type Credits, parseCredits } from '../../kit/credits.ts';
import { SEVERITIES, type Severity, toKey } from '../alert.ts';
import type { Hook } from '../hooks.ts';
import type { Quiet } from './pace.ts';

/** The most a hook may text on a day in Bangladesh: so many texts, or what they cost. */
export type Daily = { texts: number } | { credits: Credits };

/** What a hook texts, and to whom. */
export type Route = {
  /** Whom it texts, as keys, about alerts of which severities; about others there is only a post in Slack. */
  recipients: readonly string[];
  severities: readonly Severity[];
  /** During quiet hours only critical alerts are texted; the others wait until they end. */
  quiet: Quiet | null;
  /** Whether people who were told about an alert get a text when it ends. */
  resolved: boolean;
  /** Whether an alert that is repeated after a while is texted again. */
  reminders: boolean;
  /** What happens if nobody takes an incident; null: nothing. */
  escalation: Escalating | null;
  /** It should be called at least this often; null: it is no heartbeat. `name`: what its silence is called. */
  heartbeat: { silentMs: number; severity: Severity; name: string } | null;
  /** The most it may text on a day; null: as much as it has to. */
  daily: Daily | null;
};

/** Whom a hook texts by itself about alerts of this severity; null: of any that it texts. */
export const textedBy = (
  { recipients, severities }: Pick<Route, 'recipients' | 'severities'>,
  severity: Severity | null,
): readonly string[] => (severities.some(one => severity === null || one === severity) ? recipients : []);

/** Whom to text, one step after the other. */
export type Escalating = {
  /**
   * `to`: recipients, as keys; null: whom the alerts' severity texts, as the first step does. `waitMs`: how long they have
   * before the next step.
   */
  steps: readonly { to: readonly string[] | null; waitMs: number }[];
  /** How often to go through all steps. */
  rounds: number;
  /** Which severities are more than the first step's. */
  severities: readonly Severity[];
};

const MINUTE_MS = 60_000;

/** A hook's settings in the form that deciding needs. */
function routeOf({ quiet, resolved, reminders, escalation, heartbeat, daily, name, ...hook }: Hook): Route {
  const texts = { recipients: hook.recipients.map(toKey), severities: hook.severities };
  const worst = SEVERITIES.find(severity => textedBy(texts, severity).length > 0);
  return {
    ...{ ...texts, quiet, resolved, reminders },
    escalation: escalation && escalatingOf(escalation),
    // It is as bad as what this hook texts about at all.
    heartbeat: heartbeat && { silentMs: heartbeat.minutes * MINUTE_MS, severity: worst ?? 'critical', name },
    daily: daily && dailyOf(daily),
  };
}

function dailyOf(daily: NonNullable<Hook['daily']>): Daily | null {
  if ('texts' in daily) return daily;
  const credits = parseCredits(daily.credits);
  return credits && { credits };
}

function escalatingOf({
  firstMinutes,
  steps,
  rounds,
  severities,
}: NonNullable<Hook['escalation']>): Escalating {
  const later = steps.map(({ to, minutes }) => ({ to: to.map(toKey), waitMs: minutes * MINUTE_MS }));
  return { steps: [{ to: null, waitMs: firstMinutes * MINUTE_MS }, ...later], rounds, severities };
}

/** Routes for these hooks, by id. */
export function routesOf(hooks: readonly Hook[]): Map<string, Route> {
  return new Map(hooks.filter(hook => hook.revokedAt === null).map(hook => [hook.id, routeOf(hook)]));
}
