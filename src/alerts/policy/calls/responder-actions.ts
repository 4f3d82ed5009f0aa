import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import type { ResponderAction } from '../events.ts';
import { acknowledge, extend, giveBack } from '../incidents/acknowledgement.ts';
import { close, endAlert } from '../incidents/end.ts';
import { request } from '../incidents/escalation.ts';
import type { Route } from '../incidents/route.ts';
import { type Incident, isFiring } from '../incidents/state.ts';
import type { WorkingState } from '../incidents/working-state.ts';

/** Applies a responder's action to each incident that it is about and that isn't over. */
export function* applyAction(work: WorkingState, action: ResponderAction): CooperativeTask<void> {
  for (const incident of incidentsOf(work, action)) {
    const route = work.routeOf(incident);
    if (!route || incident.endedAt !== null || incident.kind === 'test') continue;
    applyTo(work, route, incident, action);
    yield;
  }
}

/** The incidents that the responder saw. An action in a post doesn't reach incidents that joined the post later. */
function incidentsOf(work: WorkingState, { which, hook }: ResponderAction): Incident[] {
  const { upTo } = which;
  const isSeen = ({ id }: Incident): boolean => upTo === null || id <= upTo;
  const all =
    'incidents' in which
      ? which.incidents.flatMap(id => work.byId(id) ?? [])
      : [...work.incidents.values()].filter(({ post }) => post === which.post);
  return all.filter(incident => incident.hook === hook && isSeen(incident));
}

function applyTo(work: WorkingState, route: Route, incident: Incident, action: ResponderAction): void {
  const { by } = action;
  switch (action.action) {
    case 'acknowledge': {
      const { forMs, rotas, which } = action;
      acknowledge(work, route, incident, { by, forMs, rotas, upTo: which.upTo });
      break;
    }
    case 'extend':
      extend(work, route, incident, { as: [by, ...action.also], forMs: action.forMs });
      break;
    case 'give_back':
      giveBack(work, route, incident, [by, ...action.also]);
      break;
    case 'text_someone_else':
      request(work, incident, 'someone_else', action.to);
      break;
    case 'resolve':
      incident.resolvedBy = by;
      incident.alerts = incident.alerts.map(alert =>
        isFiring(alert) ? endAlert(work, route, incident, alert) : alert,
      );
      work.tell(incident, 'resolved_here', { by });
      close(work, incident);
      break;
  }
}
