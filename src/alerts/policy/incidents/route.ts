import { type Credits, parseCredits } from '../../../kit/credits.ts';
import { type Hours, MINUTE_MS } from '../../../kit/day.ts';
import { SEVERITIES, type Severity, toKey } from '../../alert.ts';
import type { Hook } from '../../hooks.ts';
import { type Incident, union } from './state.ts';

/** The most a hook may text on a day in Bangladesh: texts, or what they cost. */
export type Daily = { texts: number } | { credits: Credits };

/** A step of an escalation: whom to text, by their keys, and how long they have before the next step. */
export type Step = { to: readonly string[]; waitMs: number };

/** What a hook texts, and to whom. */
export type Route = {
  /** Whom it texts about alerts of which severities; others are only posted. */
  recipients: readonly string[];
  severities: readonly Severity[];
  /** In quiet hours only critical alerts are texted; the others wait until they end. */
  quiet: Hours | null;
  /** Whether people who were told about an alert get a text when it ends. */
  resolved: boolean;
  /** Whether an alert that is repeated after a while is texted again. */
  reminders: boolean;
  /** What happens if nobody acknowledges; null: nothing. `firstMs`: how long the hook's own recipients have. */
  escalation: {
    firstMs: number;
    steps: readonly Step[];
    rounds: number;
    /** Which severities go beyond the hook's own recipients. */
    severities: readonly Severity[];
  } | null;
  /** How long an acknowledgement lasts; null: until all is over. */
  acknowledgedMs: number | null;
  /** It should be called at least this often; null: it is no heartbeat. `name`: what its silence is called. */
  heartbeat: { silentMs: number; severity: Severity; name: string } | null;
  /** The most it may text on a day; null: as much as it has to. */
  daily: Daily | null;
};

/** Where a hook has no steps, its critical alerts are the ones that a second person may have to hear of. */
const MUST_ESCALATE: readonly Severity[] = ['critical'];

export const severitiesThatEscalate = ({ escalation }: Route): readonly Severity[] =>
  escalation?.severities ?? MUST_ESCALATE;

/** Whether an incident's alerts of a severity are texted at all, rather than only posted. */
export function isTexted(route: Route, { named, kind }: Incident, severity: Severity): boolean {
  if (named || kind === 'test' || kind === 'overflow') return true;
  const hasSteps = route.escalation?.severities.includes(severity) && route.escalation.steps.length > 0;
  return route.severities.includes(severity) && (route.recipients.length > 0 || (hasSteps ?? false));
}

/** The steps of one round, and how many there are in all rounds. The first one's recipients are the hook's own. */
export function stepsOf({ recipients, escalation }: Route): { steps: readonly Step[]; total: number } {
  const first = { to: recipients, waitMs: escalation?.firstMs ?? 0 };
  const steps = [first, ...(escalation?.steps ?? [])];
  return { steps, total: steps.length * (escalation?.rounds ?? 1) };
}

/** Whom a turn texts. */
export function recipientsOfTurn(route: Route, { named }: Incident, turn: number): readonly string[] {
  const { steps } = stepsOf(route);
  const index = Math.max(0, turn) % steps.length;
  return (index === 0 ? named : null) ?? steps[index]?.to ?? [];
}

/** Everybody that the steps so far text, as the hook is now, and whom people added: reminders are for them. */
export function recipientsSoFar(route: Route, incident: Incident): readonly string[] {
  const { steps } = stepsOf(route);
  const last = Math.min(incident.escalation?.turn ?? 0, steps.length - 1);
  let all = recipientsOfTurn(route, incident, 0);
  for (let turn = 1; turn <= last; turn++) all = union(all, recipientsOfTurn(route, incident, turn));
  return union(all, incident.added);
}

export function waitOfTurn(route: Route, turn: number): number {
  const { steps } = stepsOf(route);
  return steps[Math.max(0, turn) % steps.length]?.waitMs ?? 0;
}

/** A hook's settings in the form that deciding needs. */
function routeOf(hook: Hook): Route {
  const { quiet, resolved, reminders, escalation, acknowledgedMinutes, heartbeat, daily, name, severities } =
    hook;
  const recipients = hook.recipients.map(toKey);
  const worst = SEVERITIES.find(severity => recipients.length > 0 && severities.includes(severity));
  return {
    recipients,
    severities,
    quiet,
    resolved,
    reminders,
    escalation: escalation && {
      firstMs: escalation.firstMinutes * MINUTE_MS,
      steps: escalation.steps.map(({ to, minutes }) => ({ to: to.map(toKey), waitMs: minutes * MINUTE_MS })),
      rounds: escalation.rounds,
      severities: escalation.severities,
    },
    acknowledgedMs: acknowledgedMinutes === null ? null : acknowledgedMinutes * MINUTE_MS,
    // Silence is as bad as the worst that this hook texts.
    heartbeat: heartbeat && { silentMs: heartbeat.minutes * MINUTE_MS, severity: worst ?? 'critical', name },
    daily: daily && dailyOf(daily),
  };
}

function dailyOf(daily: NonNullable<Hook['daily']>): Daily | null {
  if ('texts' in daily) return daily;
  const credits = parseCredits(daily.credits);
  return credits && { credits };
}

/** Routes for these hooks, by id; revoked hooks have none. */
export const routesOf = (hooks: readonly Hook[]): Map<string, Route> =>
  new Map(hooks.filter(hook => hook.revokedAt === null).map(hook => [hook.id, routeOf(hook)]));
