import { MINUTE_MS } from '../../../kit/day.ts';
import { isAmong, keyOfResponder, type Responder } from '../../alert.ts';
import {
  begin,
  callAnew,
  callFirst,
  escalates,
  GRACE_MS,
  isEscalating,
  isRunning,
  JUST_REMINDED_MS,
  recipientsWhileRunning,
  request,
} from './escalation.ts';
import { type Route, stepsOf } from './route.ts';
import { hasOpen, type Incident, type TrackedAlert } from './state.ts';
import type { WorkingState } from './working-state.ts';

/*
 * A responder is on it, until when:  acknowledge (extend, give back) → it ends by itself → the responder is reminded → without an
 * answer the steps go on. What joins meanwhile is the responder's, too, unless it is severe and they may be off duty by then.
 */

/** After this, a new alert of a severity that escalates calls others again. */
const FRESH_MS = 10 * MINUTE_MS;

type Acknowledging = {
  by: Responder;
  /** For how long; null: until it is over; undefined: as long as the hook says. */
  forMs?: number | null | undefined;
  rotas?: readonly string[];
  /** The last change that the responder saw. */
  upTo: number | null;
};

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
  // What joined since isn't acknowledged; what another responder had stays so.
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
  // A reminder that an earlier one ended isn't needed any more.
  if (!hasOpen(incident))
    incident.unresolved = incident.unresolved.filter(({ reason }) => reason !== 'acknowledger');
}

/** The responder who has it has it for longer, counted from now; anybody else changes nothing. */
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

/** The step that was on has its whole time again; whoever of it hasn't been texted yet is. */
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

/** Ends an acknowledgement whose time is over: its responder is reminded, and the steps go on where they stood after a while. */
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
  // A step that is on may just have reminded them.
  request(work, incident, 'acknowledger', [keyOfResponder(by)], true, work.now - JUST_REMINDED_MS);
  if (isCalling) return;
  const turn = incident.escalation?.turn ?? -1;
  const isLeft = escalates(route, incident) && turn + 1 < stepsOf(route).total;
  incident.escalation = { turn: isLeft ? turn : -1, dueAt: work.now + GRACE_MS, texts: [] };
}

/** The rota is somebody else's now. What its last responder acknowledged stays theirs, but what is new calls others. */
export function handOver({ incidents }: WorkingState, rota: string): void {
  for (const incident of incidents.values()) {
    const { acknowledged } = incident;
    if (acknowledged?.rotas.includes(rota)) incident.acknowledged = { ...acknowledged, handedOver: true };
  }
}

/**
 * An alert joins an incident that is acknowledged. The responder hears of it. False if it calls others, too; otherwise the
 * acknowledgement holds for it. `wasCovered`: it did before the alert ended for a moment. `wasOpen`: so is another alert.
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
  const callsOthers = wasOpen || (isLate && isEscalating(route, alert.severity));
  if (callsOthers && !wasCovered) return false;
  incident.acknowledged = { ...acknowledged, upTo: alert.change };
  return true;
}

/** The responder can't be texted: what joined since is everybody's again. */
export function acknowledgerUnreachable(work: WorkingState, route: Route, incident: Incident): void {
  const { acknowledged, escalation, overdue } = incident;
  if (!acknowledged) {
    // They were to be reminded that it ended.
    if (escalation?.dueAt != null && escalation.texts.length === 0)
      incident.escalation = { ...escalation, dueAt: work.now };
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

export const isCovered = ({ acknowledged }: Incident, { change }: TrackedAlert): boolean =>
  acknowledged !== null && change <= acknowledged.upTo;
