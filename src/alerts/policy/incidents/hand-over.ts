import { MINUTE_MS } from '../../../kit/day.ts';
import { keyOfResponder, type Severity } from '../../alert.ts';
import { request } from './escalation.ts';
import type { Route } from './route.ts';
import type { Incident, TrackedAlert } from './state.ts';
import type { WorkingState } from './working-state.ts';

/*
 * Who hears of an acknowledged incident's new alerts: always its responder, even after a hand-over; sometimes others, too, such as
 * the rota's next turn.
 */

/** After this, a new alert of a severity that escalates calls others, too. */
const FRESH_MS = 10 * MINUTE_MS;
/** Severities that escalate in a hook without steps of its own. */
const DEFAULT_ESCALATING: readonly Severity[] = ['critical'];

/** Notes that a rota's next turn began. Acknowledgements of its last responder last, but new alerts call others. */
export function handOver({ incidents }: WorkingState, rota: string): void {
  for (const incident of incidents.values()) {
    const { acknowledged } = incident;
    if (acknowledged?.rotas.includes(rota)) incident.acknowledged = { ...acknowledged, handedOver: true };
  }
}

/**
 * Adds a new alert to an acknowledged incident and tells its responder. Returns true if the acknowledgement covers the alert, so that
 * it calls nobody else.
 *
 * @param wasCovered the acknowledgement covered the alert before it ended for a moment
 * @param wasOpen another alert of the incident is open
 */
export function coversNew(
  work: WorkingState,
  route: Route,
  incident: Incident,
  alert: TrackedAlert,
  { wasCovered, wasOpen }: { wasCovered: boolean; wasOpen: boolean },
): boolean {
  const { acknowledged } = incident;
  if (!acknowledged) return false;
  request(work, incident, 'acknowledger', [keyOfResponder(acknowledged.by)]);
  const { at, handedOver } = acknowledged;
  const isLate = handedOver || work.now - at > FRESH_MS;
  const severities = route.escalation?.severities ?? DEFAULT_ESCALATING;
  const callsOthers = wasOpen || (isLate && severities.includes(alert.severity));
  if (callsOthers && !wasCovered) return false;
  incident.acknowledged = { ...acknowledged, upTo: alert.change };
  return true;
}
