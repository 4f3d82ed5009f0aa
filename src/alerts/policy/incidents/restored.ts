import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { eachOngoing } from './each-incident.ts';
import { expire } from './expire.ts';
import { isFiring } from './state.ts';
import type { WorkingState } from './working-state.ts';

/**
 * Ends the incidents of a state from a backup. Nobody knows whether they still go on, who acknowledged them or who was texted since, so
 * no step is repeated: the channel is told, and an alert that still fires begins anew with its sender's next call.
 */
export function* endRestored(work: WorkingState): CooperativeTask<void> {
  yield* eachOngoing(work, incident => {
    if (incident.kind !== 'test') {
      work.tell(incident, 'restored');
      work.update(incident).restored += incident.alerts.filter(isFiring).length;
    }
    expire(work, incident);
  });
}
