import { MINUTE_MS } from '../../../kit/day.ts';
import { type Route, recipientsOfTurn, severitiesThatEscalate, stepsOf, waitOfTurn } from './route.ts';
import { type Incident, isOpen, type Reason, type UnresolvedRecipients, union } from './state.ts';
import type { WorkingState } from './working-state.ts';

/*
 * Whose turn it is:  begin a step → its recipients are unresolved → their texts go, and its time begins → the next step. An
 * acknowledgement, a mute or the end of all alerts stops it.
 */

/** Whoever was texted about an incident so shortly before isn't reminded of it because an acknowledgement ends. */
export const JUST_REMINDED_MS = 5 * MINUTE_MS;
/** How long a responder has to act, once reminded that their acknowledgement ended. */
export const GRACE_MS = 10 * MINUTE_MS;

/**
 * These recipients are to be texted as soon as a text may go. At most one entry for each reason.
 *
 * @param since who was texted after this isn't reminded
 */
export function request(
  work: WorkingState,
  incident: Incident,
  reason: Reason,
  to: readonly string[],
  remind = false,
  since = work.now,
): void {
  const same = incident.unresolved.find(entry => entry.reason === reason);
  const merged: UnresolvedRecipients = {
    reason,
    to: same ? union(same.to, to) : to,
    remind: remind || (same?.remind ?? false),
    // Whoever an earlier one has reminded meanwhile isn't reminded once more by what is only news.
    since: remind || !same ? since : same.since,
    held: null,
  };
  incident.unresolved = [...incident.unresolved.filter(entry => entry !== same), merged];
  if (reason === 'someone_else') incident.added = union(incident.added, to);
}

/** Whether further recipients are next if nobody acknowledges what is open. */
export function escalates(route: Route, incident: Incident): boolean {
  const severities = route.escalation?.severities ?? [];
  return incident.alerts.some(alert => isOpen(incident, alert) && severities.includes(alert.severity));
}

/** Whether steps are left, or on. */
export const isRunning = (route: Route, { escalation }: Incident): boolean =>
  escalation !== null && escalation.turn < stepsOf(route).total;

/** Begins a step. Its time counts from when its texts may go. */
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

/** Begins the steps anew, or texts the hook's own people where nothing escalates. */
export function callAnew(work: WorkingState, route: Route, incident: Incident): void {
  if (escalates(route, incident)) begin(work, route, incident, 0);
  else callFirst(work, route, incident);
}

/** Texts the people who are first, without any further step. */
export function callFirst(work: WorkingState, route: Route, incident: Incident): void {
  request(work, incident, incident.named ? 'named' : 'step', recipientsOfTurn(route, incident, 0));
}

/** The time of the step that is on is over: the next one begins. */
export function advance(work: WorkingState, route: Route, incident: Incident): void {
  const turn = (incident.escalation?.turn ?? -1) + 1;
  const { total } = stepsOf(route);
  // Where nothing that is left escalates, only the hook's own people are texted.
  if (turn > 0 && turn < total && !escalates(route, incident)) {
    stop(incident);
  } else if (turn < total) {
    begin(work, route, incident, turn, true, remindedSince(work, incident));
    if (turn > 0) work.tell(incident, 'next_step');
  } else {
    incident.escalation = { turn: total, dueAt: null, texts: [] };
    // A single alert would lapse at once: people who hear only now that nobody answered have time to act.
    if (incident.kind === 'single')
      incident.alerts = incident.alerts.map(alert => ({ ...alert, heardAt: work.now }));
    if (escalates(route, incident)) work.tell(incident, 'nobody_answered');
  }
}

/**
 * Recipients texted after this aren't reminded. After an acknowledgement lapsed, the first step leaves out a responder whose reminder
 * was late; a later one, a minute or more after it, reminds everybody.
 */
const remindedSince = ({ now }: WorkingState, { overdue }: Incident): number =>
  overdue && now < overdue.since + GRACE_MS + MINUTE_MS ? now - JUST_REMINDED_MS : now;

/** No further step begins by itself. */
export function stop(incident: Incident): void {
  if (incident.escalation?.dueAt != null) incident.escalation = { ...incident.escalation, dueAt: null };
}

/** The texts of the step that is on may go: its time begins now. */
export function startTime(work: WorkingState, route: Route, incident: Incident): void {
  const { escalation } = incident;
  if (escalation?.dueAt !== null || !isRunning(route, incident) || !escalates(route, incident)) return;
  incident.escalation = { ...escalation, dueAt: work.now + waitOfTurn(route, escalation.turn) };
}

/** Recipients that a new alert of a running escalation is for: the first step's, and those whose turn it is. */
export function recipientsWhileRunning(route: Route, incident: Incident): readonly string[] {
  const turn = incident.escalation?.turn ?? 0;
  return union(recipientsOfTurn(route, incident, 0), recipientsOfTurn(route, incident, turn));
}

export const isEscalating = (route: Route, severity: Incident['alerts'][number]['severity']): boolean =>
  severitiesThatEscalate(route).includes(severity);
