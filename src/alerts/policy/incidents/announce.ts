import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { begin, recipientsWhileRunning, request } from './escalation.ts';
import { coversNew } from './hand-over.ts';
import { withMute } from './mutes.ts';
import { isRunning, isTexted, type Route, recipientsOfTurn } from './route.ts';
import { type Incident, isFiring, isOpen, type TrackedAlert } from './state.ts';
import type { WorkingState } from './working-state.ts';

/* Gives an alert its change number once no mute covers it. Quiet hours and limits only hold back texts. */

/** Alerts or incidents looked at between two yields. */
const PER_SLICE = 500;

/** Announces alerts that people may be told of now, and takes back the change numbers of alerts that a mute covers now. */
export function* announceAll(work: WorkingState): CooperativeTask<void> {
  let looked = 0;
  for (const incident of work.incidents.values()) {
    looked += 1;
    if (looked % PER_SLICE === 0) yield;
    const route = work.routeOf(incident);
    if (incident.endedAt !== null || incident.kind === 'test' || !route) continue;
    const mayChange = ({ endedAt, change, mutedBy }: TrackedAlert): boolean =>
      endedAt === null && (change === 0 || mutedBy !== null || work.mutes.length > 0);
    if (!incident.alerts.some(mayChange)) continue;
    let alerts: TrackedAlert[] | null = null;
    for (const [place, before] of incident.alerts.entries()) {
      looked += 1;
      if (looked % PER_SLICE === 0) yield;
      if (!isFiring(before)) continue;
      const alert = withMute(work, incident, before);
      const isNew = alert.mutedBy === null && alert.change === 0 && isTexted(route, incident, alert.severity);
      if (alert === before && !isNew) continue;
      if (!alerts) {
        alerts = [...incident.alerts];
        incident.alerts = alerts;
      }
      alerts[place] = alert;
      if (isNew) announce(work, route, incident, place);
    }
  }
}

/**
 * Gives an alert its change number and requests the recipients who are to hear of it. Changes this decision's copy of the incident's
 * alerts.
 *
 * @param wasCovered the acknowledgement covered the alert before it briefly ended
 */
export function announce(
  work: WorkingState,
  route: Route,
  incident: Incident,
  place: number,
  wasCovered = false,
): void {
  const alerts = incident.alerts as TrackedAlert[];
  const before = alerts[place];
  if (!before) return;
  const wasOpen = !incident.acknowledged || alerts.some(alert => alert !== before && isOpen(incident, alert));
  const change = work.nextChange();
  const alert = { ...before, firstChange: before.firstChange || change, change };
  alerts[place] = alert;
  if (coversNew(work, route, incident, alert, { wasCovered, wasOpen })) return;
  const mayEscalate = route.escalation?.severities.includes(alert.severity) ?? false;
  const isOn = isRunning(route, incident);
  if (mayEscalate && !(wasOpen && isOn)) begin(work, route, incident, 0);
  else if (incident.named) request(work, incident, 'named', incident.named);
  else if (!isOn) request(work, incident, 'step', recipientsOfTurn(route, incident, 0));
  else {
    const to = mayEscalate ? recipientsWhileRunning(route, incident) : recipientsOfTurn(route, incident, 0);
    request(work, incident, 'renewal', to);
  }
}
