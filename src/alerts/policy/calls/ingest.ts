import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { addCounts } from '../../../kit/json.ts';
import { placed, rank } from '../../alert.ts';
import { matchOpenAlert } from '../../match.ts';
import { addTallies, tallyOf } from '../channel/alert-summary.ts';
import type { EndedAlert, FiringAlert, IncomingCall } from '../events.ts';
import { isCovered } from '../incidents/acknowledgement.ts';
import { announce } from '../incidents/announce.ts';
import { beginIncident } from '../incidents/begin-incident.ts';
import { takeSpace } from '../incidents/capacity.ts';
import { close, endAlert } from '../incidents/end.ts';
import { isRunning, request } from '../incidents/escalation.ts';
import { countBeyond } from '../incidents/overflow.ts';
import { isTexted, type Route, recipientsSoFar, waitOfTurn } from '../incidents/route.ts';
import { groupKeyOf, type Incident, isFiring, type TrackedAlert } from '../incidents/state.ts';
import { type AlertEdit, mentionOf, type WorkingState } from '../incidents/working-state.ts';
import { isLateEnd, isRepeat, REPEAT_INTERVAL_MS, remind } from './repeats.ts';

/** What a call is added to. */
type Ingest = {
  work: WorkingState;
  route: Route;
  call: IncomingCall;
  /** When it was received, by this decision's clock. */
  at: number;
  clock: { now: number; ahead: number };
  hasNews: boolean;
  repeated: TrackedAlert[];
  /** Incidents in which an alert ended. */
  ended: Set<Incident>;
};

/** Alerts of a call taken in one go. */
const SOME = 100;

/** Adds a call to the state: which alerts fire now, and which ended. Who has to hear of it follows. */
export function* ingest(work: WorkingState, call: IncomingCall): CooperativeTask<void> {
  const route = work.routeOf(call);
  if (!route) return; // Revoked since: nobody wants any more of its alerts.
  const update = work.update(call);
  update.leftOut = addCounts(update.leftOut, call.leftOut);
  if (call.test) {
    tryOut(work, route, call);
    return;
  }
  const { now, context } = work;
  const clock = { now, ahead: context.wall - now };
  const at = Math.min(call.receivedAt, now);
  const run: Ingest = { work, route, call, at, clock, hasNews: false, repeated: [], ended: new Set() };
  for (const [index, alert] of call.alerts.entries()) {
    if (alert.status === 'firing') takeFiring(run, alert);
    else takeEnd(run, alert);
    if (index % SOME === SOME - 1) yield;
  }
  for (const incident of run.ended) {
    if (incident.endedAt === null && !incident.alerts.some(isFiring)) close(work, incident);
  }
  const incident = work.incidents.get(groupKeyOf(call));
  if (incident && incident.endedAt === null && !run.hasNews) remind(work, route, incident, run.repeated);
}

/** A call may have thousands of alerts, so their places are looked up. */
function editOf({ edits }: WorkingState, incident: Incident): AlertEdit {
  const known = edits.get(incident);
  if (known && known.alerts === incident.alerts) return known;
  const alerts = [...incident.alerts];
  const edit = { alerts, places: new Map(alerts.map(({ fingerprint }, place) => [fingerprint, place])) };
  incident.alerts = alerts;
  edits.set(incident, edit);
  return edit;
}

function find(
  work: WorkingState,
  incident: Incident | undefined,
  fingerprint: string,
): TrackedAlert | undefined {
  if (!incident) return undefined;
  const { alerts, places } = editOf(work, incident);
  return alerts[places.get(fingerprint) ?? -1];
}

/** Returns the alert's place. */
function put(work: WorkingState, incident: Incident, alert: TrackedAlert): number {
  const { alerts, places } = editOf(work, incident);
  const place = places.get(alert.fingerprint) ?? alerts.length;
  alerts[place] = alert;
  places.set(alert.fingerprint, place);
  return place;
}

/** The alert that fires and that a call means by more than its fingerprint, and its incident; null if there is none. */
function findMeant(
  { work, call }: Ingest,
  given: Parameters<typeof matchOpenAlert>[0],
): [Incident, TrackedAlert] | null {
  if (given.match === null) return null;
  const open = [...work.incidents.values()].flatMap(incident =>
    incident.hook === call.hook && incident.endedAt === null && incident.kind !== 'test'
      ? incident.alerts.filter(isFiring).map(alert => ({ ...alert, incident, alert }))
      : [],
  );
  const meant = matchOpenAlert(given, open);
  return meant && [meant.incident, meant.alert];
}

function takeFiring(run: Ingest, sent: FiringAlert): void {
  const { work, call, at, clock } = run;
  let given = sent;
  let incident = work.incidents.get(groupKeyOf(call));
  let tracked = find(work, incident, given.fingerprint);
  const meant = tracked ? null : findMeant(run, given);
  if (meant) {
    [incident, tracked] = meant;
    given = { ...given, fingerprint: tracked.fingerprint };
  }
  if (incident && tracked) {
    const isResolvedHere = incident.resolvedBy !== null && !tracked.isEndHeard;
    if (isRepeat(given, tracked, isResolvedHere, clock)) {
      const isFired = isFiring(tracked);
      const heard = { ...tracked, heardAt: at, facts: isFired ? given.facts : tracked.facts };
      put(work, incident, heard);
      if (isFired) run.repeated.push(heard);
      return;
    }
  }
  run.hasNews = true;
  let { labels } = given;
  if (!tracked) {
    const space = takeSpace(work, given, incident ? null : call.group);
    if (!space) {
      work.untracked += 1;
      work.update(call).untracked += 1;
      if (given.severity === 'critical') countBeyond(work, call.hook);
      return;
    }
    labels = space;
  }
  if (incident && tracked && isFiring(tracked) && rank(given.severity) >= rank(tracked.severity)) {
    // It fires anew, so its end was missed: that is no flap.
    const endedAt = Math.min(tracked.heardAt, work.now - REPEAT_INTERVAL_MS);
    tracked = { ...tracked, endedAt, firstChange: 0, change: 0, endChange: 0 };
    put(work, incident, tracked);
    if (!incident.alerts.some(isFiring)) {
      close(work, incident, endedAt);
      work.update(incident).resolved.push(mentionOf(tracked));
      // A new incident takes its place in the group, and its post has to say that it is over.
      work.dropped.push(incident);
    }
  }
  if (incident && incident.endedAt !== null) {
    if (isFlap(work, incident)) reopen(work, run.route, incident);
    else {
      const others = incident.alerts.filter(({ fingerprint }) => fingerprint !== given.fingerprint);
      incident = begin(run);
      incident.alerts = others.map(alert => ({ ...alert, firstChange: 0, change: 0, endChange: 0 }));
      tracked = undefined;
    }
  }
  incident ??= begin(run);
  if (call.to && call.to.length > 0) incident.named = call.to;
  fire(run, incident, tracked, { ...given, labels });
}

const begin = ({ work, call }: Ingest): Incident =>
  beginIncident(work, { hook: call.hook, group: call.group, kind: call.single ? 'single' : 'group' });

/** It fires again so soon that it is the same incident, unless somebody here said that it was over. */
const isFlap = ({ now }: WorkingState, { endedAt, resolvedBy, kind }: Incident): boolean =>
  endedAt !== null && now - endedAt < REPEAT_INTERVAL_MS && resolvedBy === null && kind !== 'unseen';

/** With its acknowledgement; a step that was on has its whole time again. */
function reopen(work: WorkingState, route: Route, incident: Incident): void {
  incident.endedAt = null;
  work.tell(incident, 'reopened');
  const { escalation, acknowledged } = incident;
  if (escalation && !acknowledged && isRunning(route, incident))
    incident.escalation = { ...escalation, dueAt: work.now + waitOfTurn(route, escalation.turn) };
}

/** `tracked`: how it stood in this incident before. */
function fire(
  { work, route, at }: Ingest,
  incident: Incident,
  tracked: TrackedAlert | undefined,
  { fingerprint, match, name, place, labels, facts, severity, startsAt }: FiringAlert,
): void {
  const { firstChange = 0, change = 0, endChange = 0, endedAt = null, mutedBy = null } = tracked ?? {};
  const isWorse = tracked !== undefined && isFiring(tracked) && rank(severity) < rank(tracked.severity);
  const isBackSoon = endedAt !== null && work.now - endedAt < REPEAT_INTERVAL_MS;
  const alert: TrackedAlert = {
    fingerprint,
    match,
    name,
    place,
    labels,
    facts,
    severity,
    startsAt,
    heardAt: at,
    endedAt: null,
    isEndHeard: false,
    count: 1,
    mutedBy,
    firstChange,
    change,
    endChange: 0,
  };
  const update = work.update(incident);
  update.fired.push(mentionOf(alert));
  const texts = isTexted(route, incident, severity);
  if (!texts) update.unrouted += 1;
  if (!texts || !(isWorse || isBackSoon) || change === 0) {
    // It is announced with all others, once nothing holds it back.
    put(work, incident, { ...alert, firstChange: 0, change: 0 });
    return;
  }
  const index = put(work, incident, alert);
  const { notified, acknowledged } = incident;
  const isEndKnown = endChange > 0 && notified.some(entry => entry.endedUpTo >= endChange);
  const isFiringKnown = notified.some(entry => entry.firingUpTo >= change);
  const wasCovered = isBackSoon && acknowledged !== null && isCovered(incident, alert);
  if (!isWorse && !isEndKnown && isFiringKnown && rank(severity) >= rank(tracked?.severity ?? 'none')) {
    // People who haven't heard that it ended needn't hear that it is back.
    update.folded += 1;
    if (!wasCovered) request(work, incident, 'renewal', recipientsSoFar(route, incident));
  } else announce(work, route, incident, index, wasCovered);
}

function takeEnd(run: Ingest, given: EndedAlert): void {
  const { work, call } = run;
  const own = work.incidents.get(groupKeyOf(call));
  const { fingerprint } = given;
  const tracked = find(work, own, fingerprint);
  // Its group may be another one than that of the call.
  const meant = tracked && isFiring(tracked) ? null : findMeant(run, given);
  if (meant) endOne(run, ...meant, given);
  else if (own && tracked) endOne(run, own, tracked, given);
  else noteUnknownEnd(run, own, fingerprint, given);
}

function endOne(run: Ingest, incident: Incident, tracked: TrackedAlert, given: EndedAlert): void {
  const { work, at } = run;
  if (!isFiring(tracked)) {
    // If a responder resolved it here, it is new from now on if it fires again.
    const endedAt = tracked.isEndHeard ? tracked.endedAt : work.now;
    put(work, incident, { ...tracked, heardAt: at, endedAt, isEndHeard: true });
    return;
  }
  if (isLateEnd(given, tracked)) return;
  run.hasNews = true;
  run.ended.add(incident);
  // Some senders say only which one it is.
  const known = {
    ...tracked,
    heardAt: at,
    isEndHeard: true,
    name: given.name || tracked.name,
    place: given.place || tracked.place,
    facts: given.name !== '' && given.facts ? given.facts : tracked.facts,
  };
  put(work, incident, endAlert(work, run.route, incident, known));
}

/** Its firing may arrive late, from the other Alertmanager of a pair. */
function noteUnknownEnd(
  { work, call, at }: Ingest,
  own: Incident | undefined,
  fingerprint: string,
  { name, place, startsAt }: EndedAlert,
): void {
  const severity = 'none';
  const match = null;
  if (!takeSpace(work, { fingerprint, match, name, place, labels: {}, severity }, own ? null : call.group))
    return;
  const { hook, group } = call;
  const incident = own ?? beginIncident(work, { hook, group, kind: 'unseen' }, work.now);
  put(work, incident, {
    fingerprint,
    match,
    name,
    place,
    labels: {},
    facts: null,
    severity,
    startsAt,
    heardAt: at,
    endedAt: work.now,
    isEndHeard: true,
    count: 1,
    mutedBy: null,
    firstChange: 0,
    change: 0,
    endChange: 0,
  });
}

/** Somebody tries whether texts arrive: they go to the hook's people, and there is nothing to acknowledge. */
function tryOut(work: WorkingState, route: Route, call: IncomingCall): void {
  const update = work.update(call);
  for (const given of call.alerts) {
    if (given.status !== 'firing' || !takeSpace(work, given, call.group)) continue;
    const group = `test ${work.lastChange + 1}`;
    const incident = beginIncident(work, { hook: call.hook, group, kind: 'test' });
    const { fingerprint, match, name, place, facts, severity, startsAt } = given;
    const change = work.nextChange();
    incident.alerts = [
      {
        fingerprint,
        match,
        name,
        place,
        labels: {},
        facts,
        severity,
        startsAt,
        heardAt: work.now,
        endedAt: null,
        isEndHeard: false,
        count: 1,
        mutedBy: null,
        firstChange: change,
        change,
        endChange: 0,
      },
    ];
    request(work, incident, 'someone_else', call.to ?? route.recipients);
    update.tried = addTallies(update.tried, tallyOf([{ name: placed(given) }]));
  }
}
