import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import type { Route } from './route.ts';
import type { Incident } from './state.ts';
import type { WorkingState } from './working-state.ts';

/** Incidents visited between two yields. */
const INCIDENTS_PER_SLICE = 200;

/** Visits every incident and yields between slices. A visit may remove its incident. */
export function* eachIncident(
  { incidents }: Pick<WorkingState, 'incidents'>,
  visit: (incident: Incident) => void,
): CooperativeTask<void> {
  let visited = 0;
  for (const incident of incidents.values()) {
    visited += 1;
    if (visited % INCIDENTS_PER_SLICE === 0) yield;
    visit(incident);
  }
}

/** Visits every incident that isn't over, with the route of its hook. */
export function* eachOngoing(
  work: Pick<WorkingState, 'incidents' | 'routeOf'>,
  visit: (incident: Incident, route: Route) => void,
): CooperativeTask<void> {
  yield* eachIncident(work, incident => {
    const route = work.routeOf(incident);
    if (route && incident.endedAt === null) visit(incident, route);
  });
}
