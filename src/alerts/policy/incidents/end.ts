import { mentionOf } from '../channel/alert-summary.ts';
import { firingUpTo } from '../texts/notified.ts';
import { stop } from './escalation.ts';
import type { Route } from './route.ts';
import type { Incident, TrackedAlert } from './state.ts';
import type { WorkingState } from './working-state.ts';

/** Ends an alert now. If the hook texts ends, recipients who were told that the alert fires hear of its end. */
export function endAlert(
  work: WorkingState,
  route: Route,
  incident: Incident,
  alert: TrackedAlert,
): TrackedAlert {
  const isKnown = alert.firstChange > 0 && firingUpTo(incident.notified) >= alert.firstChange;
  const update = work.update(incident);
  update.resolved.push(mentionOf(alert));
  work.timeline.add(incident, 'ended', { alert });
  if (!isKnown && alert.change > 0) update.overUntold += 1;
  return { ...alert, endedAt: work.now, endChange: route.resolved && isKnown ? work.nextChange() : 0 };
}

/** Ends an incident, drops its requests and stops its steps. `cancelNeedless` cancels texts that only say that it fires. */
export function close(work: WorkingState, incident: Incident, endedAt = work.now): void {
  if (incident.endedAt === null) work.timeline.add(incident, 'over');
  incident.endedAt = endedAt;
  incident.unresolved = [];
  incident.calls = [];
  incident.trouble = null;
  stop(incident);
}
