import { parseCredits } from '../kit/credits.ts';
import { mapSeverities, SEVERITIES } from './alert.ts';
import type { Daily, Escalating, Route } from './deciding/route.ts';
import type { Hook } from './hooks.ts';
import { toKey } from './recipients.ts';

const MINUTE_MS = 60_000;

/** A hook's settings in the form that deciding needs. */
function routeOf({
  recipients,
  severities,
  quiet,
  resolved,
  reminders,
  escalation,
  heartbeat,
  daily,
  name,
}: Hook): Route {
  const everybody = recipients.map(toKey);
  const textsTo = mapSeverities(severity => (severities.includes(severity) ? everybody : []));
  return {
    textsTo,
    quiet,
    resolved,
    reminders,
    escalation: escalation && escalatingOf(escalation),
    heartbeat: heartbeat && {
      silentMs: heartbeat.minutes * MINUTE_MS,
      // It is as bad as what this hook texts about at all.
      severity: SEVERITIES.find(severity => textsTo[severity].length > 0) ?? 'critical',
      name,
    },
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
