import { MINUTE_MS } from '../../../kit/day.ts';
import { keyOfResponder, type Severity } from '../../alert.ts';
import { request } from './escalation.ts';
import type { Route } from './route.ts';
import type { Incident, TrackedAlert } from './state.ts';
import type { WorkingState } from './working-state.ts';

/*
 * An acknowledged incident's responder hears of its new alerts, even after a hand-over. Sometimes others hear of them, too, such as the
 * rota's next turn.
 */

/** Once an acknowledgement is older, a new alert of a severity that escalates calls others, too. */
const FRESH_MS = 10 * MINUTE_MS;
/** Severities that escalate in a hook without steps of its own. */
const DEFAULT_ESCALATING: readonly Severity[] = ['critical'];

/** Notes that a rota's next turn began. Acknowledgements by the previous turn stay valid, but new alerts that escalate call others, too. */
export function handOver({ incidents }: WorkingState, rota: string): void {
  for (const incident of incidents.values()) {
    const { acknowledged } = incident;
    if (acknowledged?.rotas.includes(rota)) incident.acknowledged = { ...acknowledged, handedOver: true };
  }
}

/**
 * Requests that an incident's acknowledger hears of a new alert. Returns true if the acknowledgement covers the alert, which then calls no
 * other recipients.
 *
 * @param wasCovered the acknowledgement covered the alert before it briefly ended
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
