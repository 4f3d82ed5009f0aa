import { MINUTE_MS } from '../../../kit/day.ts';
import { escalates, isRunning, type Route, recipientsOfTurn, stepsOf, waitOfTurn } from './route.ts';
import {
  hasOpen,
  type Incident,
  isAnnounced,
  type Reason,
  type UnresolvedRecipients,
  union,
} from './state.ts';
import type { WorkingState } from './working-state.ts';

/*
 * The steps of an incident, and when the next one is due:
 *
 *   begin a step → its recipients are unresolved → its texts may go, and its time starts → its time is over → the next step
 *
 * An acknowledgement, a mute or the end of all alerts stops the steps. Only this file sets `escalation.dueAt`.
 */

/** Recipients texted about an incident this recently aren't reminded because an acknowledgement ends. */
export const JUST_REMINDED_MS = 5 * MINUTE_MS;
/** The time that a responder has to act after the reminder that their acknowledgement ended. */
const GRACE_MS = 10 * MINUTE_MS;

/**
 * Asks for recipients to be texted as soon as a text may go. An incident has one request for each reason.
 *
 * @param since with `remind`: recipients texted after this aren't reminded
 */
export function request(
  work: WorkingState,
  incident: Incident,
  reason: Reason,
  to: readonly string[],
  remind = false,
  since = work.now,
): void {
  const current = incident.unresolved.find(entry => entry.reason === reason);
  const merged: UnresolvedRecipients = {
    reason,
    to: current ? union(current.to, to) : to,
    remind: remind || (current?.remind ?? false),
    // A request for news only must not remind again the people whom the current request has reminded.
    since: remind || !current ? since : current.since,
    waitsSince: remind || !current ? since : current.waitsSince,
    held: null,
  };
  incident.unresolved = [...incident.unresolved.filter(entry => entry !== current), merged];
  if (reason === 'someone_else') incident.added = union(incident.added, to);
  const step = stepOf(reason, incident);
  if (step !== null && to.length > 0) work.timeline.add(incident, 'asked', { to, step });
}

/** The step, from 1, that a request for texts belongs to; 0 if a responder chose its recipients, null if it is no one's turn. */
function stepOf(reason: Reason, { escalation }: Incident): number | null {
  if (reason === 'someone_else') return 0;
  return reason === 'step' || reason === 'named' ? Math.max(0, escalation?.turn ?? 0) + 1 : null;
}

/** Begins a step. Its time starts once its texts may go. */
export function begin(
  work: WorkingState,
  route: Route,
  incident: Incident,
  turn: number,
  remind = false,
  since = work.now,
): void {
  incident.escalation = { turn, dueAt: null, texts: [] };
  // The step before may still have recipients to text.
  const earlier = incident.unresolved.find(({ reason }) => reason === 'step');
  if (earlier) {
    incident.unresolved = incident.unresolved.filter(entry => entry !== earlier);
    request(work, incident, 'renewal', earlier.to, earlier.remind, earlier.since);
  }
  const isNamed = incident.named !== null && turn % stepsOf(route).steps.length === 0;
  request(
    work,
    incident,
    isNamed ? 'named' : 'step',
    recipientsOfTurn(route, incident, Math.max(0, turn)),
    remind,
    since,
  );
}

/** Begins the first step, or texts the hook's own recipients if nothing escalates. */
export function callAnew(work: WorkingState, route: Route, incident: Incident): void {
  if (escalates(route, incident)) begin(work, route, incident, 0);
  else callFirst(work, route, incident);
}

/** Texts the first step's recipients, without further steps. */
export function callFirst(work: WorkingState, route: Route, incident: Incident): void {
  request(work, incident, incident.named ? 'named' : 'step', recipientsOfTurn(route, incident, 0));
}

/** Begins the next step if the time of the current one is over. Returns true if it was. */
export function advanceIfDue(work: WorkingState, route: Route, incident: Incident): boolean {
  const { escalation } = incident;
  if (escalation?.dueAt == null || escalation.dueAt > work.now) return false;
  const turn = escalation.turn + 1;
  const { total } = stepsOf(route);
  if (turn > 0 && turn < total && !escalates(route, incident)) {
    // The open alerts don't escalate: only the first step's recipients are texted.
    stop(incident);
  } else if (turn < total) {
    if (turn > 0) work.tell(incident, 'next_step');
    begin(work, route, incident, turn, true, remindedSince(work, incident));
  } else {
    incident.escalation = { turn: total, dueAt: null, texts: [] };
    // A single alert would expire at once. The people who hear only now that nobody answered need time to act.
    if (incident.kind === 'single')
      incident.alerts = incident.alerts.map(alert => ({ ...alert, heardAt: work.now }));
    if (escalates(route, incident)) work.tell(incident, 'nobody_answered');
  }
  return true;
}

/**
 * Recipients texted after this aren't reminded. The first step after an acknowledgement ended spares a responder whose reminder was
 * late; later steps, a minute or more after it, remind everyone.
 */
const remindedSince = ({ now }: WorkingState, { overdue }: Incident): number =>
  overdue && now < overdue.since + GRACE_MS + MINUTE_MS ? now - JUST_REMINDED_MS : now;

/** Starts the time of the current step, because its texts may go. */
export function startTime(work: WorkingState, route: Route, incident: Incident): void {
  const { escalation } = incident;
  if (escalation?.dueAt === null && escalates(route, incident)) restartStep(work, route, incident);
}

/** Gives the current step its whole time again. */
export function restartStep(work: WorkingState, route: Route, incident: Incident): void {
  const { escalation } = incident;
  if (escalation && isRunning(route, incident))
    incident.escalation = { ...escalation, dueAt: work.now + waitOfTurn(route, escalation.turn) };
}

/** Ends the time of the current step now, because none of its texts reaches anyone. */
export function giveWay({ now }: WorkingState, incident: Incident): void {
  if (incident.escalation) incident.escalation = { ...incident.escalation, dueAt: now };
}

/** True if all texts and messages of the current step have a status, and none arrived. True for a step without any. */
export const isUnheard = ({ texts }: Pick<WorkingState, 'texts'>, { escalation }: Incident): boolean =>
  (escalation?.texts ?? []).every(id => {
    const text = texts.get(id);
    return text !== undefined && text.pending.length === 0 && text.sent === 0;
  });

/** Extends the current step by the time in which no text could go. */
export function postpone(incident: Incident, ms: number): void {
  const { escalation } = incident;
  if (escalation?.dueAt != null) incident.escalation = { ...escalation, dueAt: escalation.dueAt + ms };
}

/**
 * Gives a responder `GRACE_MS` to act after their acknowledgement ended. Then the steps continue after the last one, or begin again if none
 * is left.
 */
export function continueAfterGrace(work: WorkingState, route: Route, incident: Incident): void {
  const turn = incident.escalation?.turn ?? -1;
  const hasNext = escalates(route, incident) && turn + 1 < stepsOf(route).total;
  incident.escalation = { turn: hasNext ? turn : -1, dueAt: work.now + GRACE_MS, texts: [] };
}

/** Lets no further step begin by itself. */
export function stop(incident: Incident): void {
  if (incident.escalation?.dueAt != null) incident.escalation = { ...incident.escalation, dueAt: null };
}

/**
 * Stops the steps of an incident without an open alert, and drops the requests and further calls that only open alerts need. Recipients who hear of
 * acknowledged alerts, too, are still texted.
 */
export function stopIfNothingOpen(incident: Incident): void {
  if (hasOpen(incident)) return;
  if (incident.calls.length > 0) incident.calls = [];
  const hasAnnounced = incident.alerts.some(isAnnounced);
  const isNeeded = ({ reason }: UnresolvedRecipients): boolean =>
    hasAnnounced && (reason === 'acknowledger' || reason === 'someone_else');
  if (!incident.unresolved.every(isNeeded)) incident.unresolved = incident.unresolved.filter(isNeeded);
  // An incident that a mute covers begins with its first step once the mute ends.
  if (!incident.acknowledged && incident.kind !== 'test') incident.escalation = null;
  else stop(incident);
}

/** The recipients of a new alert while steps run: the first step's, and those of the current step. */
export function recipientsWhileRunning(route: Route, incident: Incident): readonly string[] {
  const turn = incident.escalation?.turn ?? 0;
  return union(recipientsOfTurn(route, incident, 0), recipientsOfTurn(route, incident, turn));
}
