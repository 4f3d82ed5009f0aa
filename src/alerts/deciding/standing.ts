import type { PausableWork } from '../../domain/in-turns.ts';
import { isUnanswered, leadOf } from './escalate.ts';
import type { Incidents } from './incidents.ts';
import type { IncidentNews, NewsDesk } from './news.ts';
import type { Route } from './route.ts';
import { type AlertState, type Followed, groupOf, type Incident } from './state.ts';

/** Tells each hook how its incidents that changed stand now. */
export function* reportIncidents(
  state: AlertState,
  routes: ReadonlyMap<string, Route>,
  { desk, incidents }: { desk: NewsDesk; incidents: Incidents },
): PausableWork<void> {
  const noted = incidents.noted();
  if (noted.length === 0) return;
  const alerts = Map.groupBy(state.alerts, groupOf);
  yield;
  for (const incident of noted) {
    const its = alerts.get(groupOf(incident)) ?? [];
    desk.of(incident.hook).incidents.push(standingOf(incident, its, routes.get(incident.hook)));
    yield;
  }
}

/** How an incident stands. */
export function standingOf(
  incident: Incident,
  alerts: readonly Followed[],
  route: Route | undefined,
): IncidentNews {
  const { id, post, since, taken, endedAt, resolvedBy, escalation } = incident;
  const lead = leadOf(alerts);
  const escalating = route?.escalation ?? null;
  const steps = escalating ? escalating.steps.length * escalating.rounds : 0;
  return {
    id,
    post,
    name: lead?.name ?? '',
    severity: lead?.severity ?? 'none',
    since,
    firing: alerts.filter(({ status }) => status === 'firing').length,
    taken,
    endedAt,
    resolvedBy,
    step: escalation && {
      turn: Math.min(escalation.turn + 1, Math.max(steps, 1)),
      of: steps,
      dueAt: escalation.dueAt,
    },
    unanswered: isUnanswered(incident, escalating),
  };
}
