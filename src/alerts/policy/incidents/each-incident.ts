import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import type { Route } from './route.ts';
import type { Incident } from './state.ts';
import type { WorkingState } from './working-state.ts';

/** Incidents visited in one go. */
const SOME = 200;

/** Visits every incident, with others in between. A visit may remove the one that it is given. */
export function* eachIncident(
  { incidents }: Pick<WorkingState, 'incidents'>,
  visit: (incident: Incident) => void,
): CooperativeTask<void> {
  let visited = 0;
  for (const incident of incidents.values()) {
    visited += 1;
    if (visited % SOME === 0) yield;
    visit(incident);
  }
}

/** Visits every incident that isn't over, with its hook's route. */
export function* eachOngoing(
  work: Pick<WorkingState, 'incidents' | 'routeOf'>,
  visit: (incident: Incident, route: Route) => void,
): CooperativeTask<void> {
  yield* eachIncident(work, incident => {
    const route = work.routeOf(incident);
    if (route && incident.endedAt === null) visit(incident, route);
  });
}
