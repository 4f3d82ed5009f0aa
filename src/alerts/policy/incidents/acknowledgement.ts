import { isAmong, keyOfResponder, type Responder } from '../../alert.ts';
import {
  begin,
  callAnew,
  callFirst,
  continueAfterGrace,
  giveWay,
  JUST_REMINDED_MS,
  recipientsWhileRunning,
  request,
} from './escalation.ts';
import { escalates, isRunning, type Route } from './route.ts';
import { hasOpen, type Incident, type TrackedAlert } from './state.ts';
import type { WorkingState } from './working-state.ts';

/*
 * A responder acknowledges an incident, and may extend the acknowledgement or give it back. When its time is over, the responder gets a
 * reminder, and without an answer the steps continue. Until then, new alerts are the responder's, too, unless they are severe and the
 * responder may be off duty (hand-over.ts).
 */

type Acknowledging = {
  by: Responder;
  /** Its duration; null if it lasts until the incident is over, undefined if the hook's setting applies. */
  forMs?: number | null | undefined;
  rotas?: readonly string[];
  /** The last change that the responder saw; null if all changes are meant. */
  upTo: number | null;
};

/** Acknowledges what the responder saw. If all of the incident is acknowledged already, only the channel hears of the attempt. */
export function acknowledge(
  work: WorkingState,
  route: Route,
  incident: Incident,
  { by, forMs = route.acknowledgedMs, rotas = [], upTo }: Acknowledging,
): void {
  const before = incident.acknowledged;
  if (before && !hasOpen(incident)) {
    work.tell(incident, 'acknowledged_before', { by });
    return;
  }
  // Alerts that joined after `upTo` stay open; alerts that another responder acknowledged stay acknowledged.
  const last = Math.max(Math.min(work.lastChange, upTo ?? work.lastChange), before?.upTo ?? 0);
  const until = forMs === null ? null : work.now + forMs;
  incident.acknowledged = {
    by,
    at: work.now,
    until,
    givenFor: last,
    upTo: last,
    rotas: [...rotas],
    handedOver: false,
    numbers: [],
  };
  incident.overdue = null;
  work.tell(incident, 'acknowledged', { by, until });
  // The reminder that an earlier acknowledgement ended is no longer needed.
  if (!hasOpen(incident))
    incident.unresolved = incident.unresolved.filter(({ reason }) => reason !== 'acknowledger');
}

/** Extends the acknowledgement of one of these identities, counted from now. Any other responder changes nothing. */
export function extend(
  work: WorkingState,
  route: Route,
  incident: Incident,
  { as, forMs = route.acknowledgedMs }: { as: readonly Responder[] } & Pick<Acknowledging, 'forMs'>,
): void {
  const { acknowledged } = incident;
  if (!acknowledged || acknowledged.until === null || !isAmong(as, acknowledged.by)) return;
  const until = forMs === null ? null : Math.max(acknowledged.until, work.now + forMs);
  if (until === acknowledged.until) return;
  incident.acknowledged = { ...acknowledged, until };
  work.tell(incident, 'extended', { by: acknowledged.by, until });
}

/**
 * Ends the acknowledgement of one of these identities. The current step begins again and texts the recipients whom it hasn't texted yet.
 */
export function giveBack(
  work: WorkingState,
  route: Route,
  incident: Incident,
  as: readonly Responder[],
): void {
  const { acknowledged } = incident;
  if (!acknowledged || !isAmong(as, acknowledged.by)) return;
  incident.acknowledged = null;
  work.tell(incident, 'given_back', { by: acknowledged.by });
  if (!hasOpen(incident)) return;
  const turn = isRunning(route, incident) ? Math.max(0, incident.escalation?.turn ?? 0) : 0;
  if (escalates(route, incident)) begin(work, route, incident, turn);
  else callFirst(work, route, incident);
}

/** Ends an acknowledgement whose time is over. Its responder is reminded, and after some minutes the steps continue. */
export function endIfOver(work: WorkingState, route: Route, incident: Incident): void {
  const { acknowledged } = incident;
  if (!acknowledged) return;
  const { by, until } = acknowledged;
  if (until === null || until > work.now) {
    work.wake(until);
    return;
  }
  const isCalling = hasOpen(incident) && incident.escalation !== null;
  incident.acknowledged = null;
  incident.overdue = { by, since: until };
  work.tell(incident, 'acknowledgement_ended', { by });
  // The current step may just have reminded the responder.
  request(work, incident, 'acknowledger', [keyOfResponder(by)], true, work.now - JUST_REMINDED_MS);
  if (!isCalling) continueAfterGrace(work, route, incident);
}

/** Handles an acknowledger who can't be texted: alerts that joined after the acknowledgement are open again and call others. */
export function acknowledgerUnreachable(work: WorkingState, route: Route, incident: Incident): void {
  const { acknowledged, escalation, overdue } = incident;
  if (!acknowledged) {
    // The text was the reminder that the acknowledgement ended: the steps continue at once.
    if (escalation?.dueAt != null && escalation.texts.length === 0) giveWay(work, incident);
    if (overdue) work.tell(incident, 'acknowledger_unreachable', { by: overdue.by });
    return;
  }
  const covered = incident.alerts.some(
    alert => alert.change > acknowledged.givenFor && alert.change <= acknowledged.upTo,
  );
  work.tell(incident, 'acknowledger_unreachable', { by: acknowledged.by });
  const wasOpen = hasOpen(incident);
  incident.acknowledged = { ...acknowledged, upTo: acknowledged.givenFor };
  if (!hasOpen(incident) || (wasOpen && !covered)) return;
  if (isRunning(route, incident) && incident.escalation?.dueAt != null)
    request(work, incident, 'renewal', recipientsWhileRunning(route, incident));
  else callAnew(work, route, incident);
}

export const isCovered = ({ acknowledged }: Incident, { change }: Pick<TrackedAlert, 'change'>): boolean =>
  acknowledged !== null && change <= acknowledged.upTo;
