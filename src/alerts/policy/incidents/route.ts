import { type Credits, parseCredits } from '../../../kit/credits.ts';
import { type Hours, MINUTE_MS } from '../../../kit/day.ts';
import { SEVERITIES, type Severity, toKey } from '../../alert.ts';
import type { Hook } from '../../hooks.ts';
import { type Incident, isOpen, union } from './state.ts';

/** A hook's limit for a day in Bangladesh: a number of texts, or their cost. */
export type Daily = { texts: number } | { credits: Credits };

/** A step of an escalation: its recipients by their keys, and how long they have before the next step. */
export type Step = { to: readonly string[]; waitMs: number };

/** A hook's settings as decisions need them: whom it texts about what. */
export type Route = {
  /** The hook's own recipients by their keys. */
  recipients: readonly string[];
  /** Alerts of these severities are texted. Others are only posted. */
  severities: readonly Severity[];
  quiet: Hours | null;
  /** The workspace's holidays are quiet all day. */
  quietOnHolidays: boolean;
  /** People who were told about an alert get a text when it ends. */
  resolved: boolean;
  /** A repeat after the repeat interval is texted again. */
  reminders: boolean;
  /** The steps while no responder acknowledges; null if there are none. `firstMs`: how long the hook's own recipients have. */
  escalation: {
    firstMs: number;
    steps: readonly Step[];
    rounds: number;
    /** Alerts of these severities go on to the steps after the first. */
    severities: readonly Severity[];
  } | null;
  /** The duration of an acknowledgement; null if it lasts until the incident is over. */
  acknowledgedMs: number | null;
  /** The longest silence of a heartbeat; null if the hook isn't one. `severity` and `name`: the alert about its silence. */
  heartbeat: { silentMs: number; severity: Severity; name: string } | null;
  /** Null if the hook has no daily limit. */
  daily: Daily | null;
};

/** True if an incident's alerts of a severity are texted, rather than only posted. */
export function isTexted(route: Route, { named, kind }: Incident, severity: Severity): boolean {
  if (named || kind === 'test' || kind === 'overflow') return true;
  const hasSteps = route.escalation?.severities.includes(severity) && route.escalation.steps.length > 0;
  return route.severities.includes(severity) && (route.recipients.length > 0 || (hasSteps ?? false));
}

/** The steps of one round, and how many there are in all rounds. The first step's recipients are the hook's own. */
export function stepsOf({ recipients, escalation }: Route): { steps: readonly Step[]; total: number } {
  const first = { to: recipients, waitMs: escalation?.firstMs ?? 0 };
  const steps = [first, ...(escalation?.steps ?? [])];
  return { steps, total: steps.length * (escalation?.rounds ?? 1) };
}

/** The recipients of a turn. A sender's named recipients take the place of the first step's. */
export function recipientsOfTurn(route: Route, { named }: Incident, turn: number): readonly string[] {
  const { steps } = stepsOf(route);
  const index = Math.max(0, turn) % steps.length;
  return (index === 0 ? named : null) ?? steps[index]?.to ?? [];
}

/** The recipients of all steps so far, by the hook's current settings, and those that responders added. Reminders go to them. */
export function recipientsSoFar(route: Route, incident: Incident): readonly string[] {
  const { steps } = stepsOf(route);
  const last = Math.min(incident.escalation?.turn ?? 0, steps.length - 1);
  let all = recipientsOfTurn(route, incident, 0);
  for (let turn = 1; turn <= last; turn++) all = union(all, recipientsOfTurn(route, incident, turn));
  return union(all, incident.added);
}

/** The time that the recipients of a turn have before the next step. */
export function waitOfTurn(route: Route, turn: number): number {
  const { steps } = stepsOf(route);
  return steps[Math.max(0, turn) % steps.length]?.waitMs ?? 0;
}

/** True if an open alert of the incident goes on to further steps. */
export function escalates(route: Route, incident: Incident): boolean {
  const severities = route.escalation?.severities ?? [];
  return incident.alerts.some(alert => isOpen(incident, alert) && severities.includes(alert.severity));
}

/** True while a step is on or further steps are left. */
export const isRunning = (route: Route, { escalation }: Incident): boolean =>
  escalation !== null && escalation.turn < stepsOf(route).total;

/** True if all steps are over, and an alert that escalates is still open. */
export const isUnanswered = (route: Route, incident: Incident): boolean =>
  incident.escalation !== null && !isRunning(route, incident) && escalates(route, incident);

function routeOf(hook: Hook): Route {
  const {
    quiet,
    quietOnHolidays,
    resolved,
    reminders,
    escalation,
    acknowledgedMinutes,
    heartbeat,
    daily,
    name,
    severities,
  } = hook;
  const recipients = hook.recipients.map(toKey);
  const worst = SEVERITIES.find(severity => recipients.length > 0 && severities.includes(severity));
  return {
    recipients,
    severities,
    quiet,
    quietOnHolidays,
    resolved,
    reminders,
    escalation: escalation && {
      firstMs: escalation.firstMinutes * MINUTE_MS,
      steps: escalation.steps.map(({ to, minutes }) => ({ to: to.map(toKey), waitMs: minutes * MINUTE_MS })),
      rounds: escalation.rounds,
      severities: escalation.severities,
    },
    acknowledgedMs: acknowledgedMinutes === null ? null : acknowledgedMinutes * MINUTE_MS,
    // A heartbeat's silence has the worst severity that the hook texts.
    heartbeat: heartbeat && { silentMs: heartbeat.minutes * MINUTE_MS, severity: worst ?? 'critical', name },
    daily: daily && dailyOf(daily),
  };
}

function dailyOf(daily: NonNullable<Hook['daily']>): Daily | null {
  if ('texts' in daily) return daily;
  const credits = parseCredits(daily.credits);
  return credits && { credits };
}

/** The routes of these hooks, by id. Revoked hooks have none. */
export const routesOf = (hooks: readonly Hook[]): Map<string, Route> =>
  new Map(hooks.filter(hook => hook.revokedAt === null).map(hook => [hook.id, routeOf(hook)]));
