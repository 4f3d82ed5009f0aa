import { firingUpTo } from '../texts/notified.ts';
import { stop } from './escalation.ts';
import type { Route } from './route.ts';
import type { Incident, TrackedAlert } from './state.ts';
import { mentionOf, type WorkingState } from './working-state.ts';

/** An alert ended, because its sender or a responder says so. People who know that it fires hear of it, if the hook wants that. */
export function endAlert(
  work: WorkingState,
  route: Route,
  incident: Incident,
  alert: TrackedAlert,
): TrackedAlert {
  const isKnown = alert.firstChange > 0 && firingUpTo(incident.notified) >= alert.firstChange;
  const update = work.update(incident);
  update.resolved.push(mentionOf(alert));
  if (!isKnown && alert.change > 0) update.overUntold += 1;
  return { ...alert, endedAt: work.now, endChange: route.resolved && isKnown ? work.nextChange() : 0 };
}

/** All of it is over: texts that only say that it fires are cancelled, and no further step follows. */
export function close(work: WorkingState, incident: Incident, endedAt = work.now): void {
  incident.endedAt = endedAt;
  incident.unresolved = [];
  incident.trouble = null;
  stop(incident);
}
