import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { addCounts } from '../../../kit/json.ts';
import { placed, rank } from '../../alert.ts';
import { routedTo } from '../../label-routes.ts';
import { matchOpenAlert } from '../../match.ts';
import { addTallies, mentionOf, tallyOf } from '../channel/alert-summary.ts';
import type { EndedAlert, FiringAlert, IncomingCall } from '../events.ts';
import { isCovered } from '../incidents/acknowledgement.ts';
import { announce } from '../incidents/announce.ts';
import { beginIncident } from '../incidents/begin-incident.ts';
import { takeSpace } from '../incidents/capacity.ts';
import { close, endAlert } from '../incidents/end.ts';
import { request, restartStep } from '../incidents/escalation.ts';
import { countBeyond } from '../incidents/overflow.ts';
import { isTexted, type Route, recipientsSoFar } from '../incidents/route.ts';
import {
  groupKeyOf,
  type Incident,
  isFiring,
  newAlert,
  type TrackedAlert,
  withoutChanges,
} from '../incidents/state.ts';
import type { AlertEdit, WorkingState } from '../incidents/working-state.ts';
import { isFlap, isLateEnd, isRepeat, REPEAT_INTERVAL_MS, remind } from './repeats.ts';

/*
 * Adds a call to the state. A firing alert is a repeat, or it fires in its group's incident. If that incident is over, a flap reopens it;
 * otherwise a new one begins. An end ends the tracked alert, unless it is late. The end of an untracked alert is remembered. A call without
 * news may become a reminder.
 */

type Ingest = {
  work: WorkingState;
  route: Route;
  call: IncomingCall;
  /** When the call was received; at most `now`, in case the clock went back. */
  at: number;
  clock: { now: number; ahead: number };
  /** Incidents of which the call says something new. */
  news: Set<Incident>;
  /** Alerts that the call only repeats, by their incident. */
  repeated: Map<Incident, TrackedAlert[]>;
  /** Incidents in which an alert ended. */
  ended: Set<Incident>;
};

/** Alerts of a call processed between two yields. */
const ALERTS_PER_SLICE = 100;

/** Applies a call to the state. A call of a revoked hook changes nothing. */
export function* ingest(work: WorkingState, call: IncomingCall): CooperativeTask<void> {
  const route = work.routeOf(call);
  if (!route) return;
  const update = work.update(call);
  update.leftOut = addCounts(update.leftOut, call.leftOut);
  if (call.test) {
    textTest(work, route, call);
    return;
  }
  const { now, context } = work;
  const clock = { now, ahead: context.wall - now };
  const at = Math.min(call.receivedAt, now);
  const run: Ingest = {
    work,
    route,
    call,
    at,
    clock,
    news: new Set(),
    repeated: new Map(),
    ended: new Set(),
  };
  for (const [index, alert] of call.alerts.entries()) {
    if (alert.status === 'firing') ingestFiring(run, alert);
    else ingestEnd(run, alert);
    if (index % ALERTS_PER_SLICE === ALERTS_PER_SLICE - 1) yield;
  }
  for (const incident of run.ended) {
    if (incident.endedAt === null && !incident.alerts.some(isFiring)) close(work, incident);
  }
  for (const [incident, repeated] of run.repeated) {
    const ownRoute = work.routeOf(incident);
    if (ownRoute && incident.endedAt === null && !run.news.has(incident))
      remind(work, ownRoute, incident, repeated);
  }
}

/** This decision's copy of an incident's alerts. A call may have thousands, so their places are indexed by fingerprint. */
function editOf({ edits }: WorkingState, incident: Incident): AlertEdit {
  const current = edits.get(incident);
  if (current && current.alerts === incident.alerts) return current;
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

/** Adds an alert to its incident, or replaces it there, and returns its place. */
function put(work: WorkingState, incident: Incident, alert: TrackedAlert): number {
  const { alerts, places } = editOf(work, incident);
  const place = places.get(alert.fingerprint) ?? alerts.length;
  alerts[place] = alert;
  places.set(alert.fingerprint, place);
  return place;
}

/** The firing alert that `sent` means under another fingerprint, with its incident; null if there is none. */
function findMatch(
  { work, call }: Ingest,
  sent: Parameters<typeof matchOpenAlert>[0],
): [Incident, TrackedAlert] | null {
  if (sent.match === null) return null;
  const open = [...work.incidents.values()].flatMap(incident =>
    incident.hook === call.hook && incident.endedAt === null && incident.kind !== 'test'
      ? incident.alerts.filter(isFiring).map(alert => ({ ...alert, incident, alert }))
      : [],
  );
  const match = matchOpenAlert(sent, open);
  return match && [match.incident, match.alert];
}

function ingestFiring(run: Ingest, sent: FiringAlert): void {
  const { work, call, at, clock } = run;
  let firing = sent;
  const policy = policyOf(run.route, firing);
  let [incident, tracked] = findOwn(run, firing.fingerprint, policy);
  const match = tracked ? null : findMatch(run, firing);
  if (match) {
    [incident, tracked] = match;
    firing = { ...firing, fingerprint: tracked.fingerprint };
  }
  if (incident && tracked) {
    const isResolvedHere = incident.resolvedBy !== null && !tracked.isEndHeard;
    if (isRepeat(firing, tracked, isResolvedHere, clock)) {
      const isOn = isFiring(tracked);
      const heard = { ...tracked, heardAt: at, facts: isOn ? firing.facts : tracked.facts };
      put(work, incident, heard);
      if (isOn) run.repeated.set(incident, [...(run.repeated.get(incident) ?? []), heard]);
      return;
    }
    if (isFiring(tracked) && rank(firing.severity) >= rank(tracked.severity))
      tracked = endMissed(work, incident, tracked);
    // It fires again, and its labels now say another policy.
    if (!isFiring(tracked) && incident.policy !== policy) {
      incident = work.incidents.get(groupKeyOf({ ...call, policy }));
      tracked = find(work, incident, firing.fingerprint);
    }
  }
  if (incident) run.news.add(incident);
  let { labels } = firing;
  if (!tracked) {
    const storedLabels = takeSpace(work, firing, incident ? null : call.group);
    if (!storedLabels) {
      work.untracked += 1;
      work.update(call).untracked += 1;
      if (firing.severity === 'critical') countBeyond(work, call.hook);
      return;
    }
    labels = storedLabels;
  }
  if (incident && incident.endedAt !== null) {
    if (isFlap(work, incident)) reopen(work, incident);
    else {
      const ended = incident.alerts.filter(({ fingerprint }) => fingerprint !== firing.fingerprint);
      incident = begin(run, policy);
      incident.alerts = ended.map(withoutChanges);
      tracked = undefined;
    }
  }
  incident ??= begin(run, policy);
  run.news.add(incident);
  if (call.to && call.to.length > 0) incident.named = call.to;
  fire(run, incident, tracked, { ...firing, labels });
}

/** Ends an occurrence whose end was missed. Its end is dated far enough back that the next occurrence is no flap. */
function endMissed(work: WorkingState, incident: Incident, tracked: TrackedAlert): TrackedAlert {
  const endedAt = Math.min(tracked.heardAt, work.now - REPEAT_INTERVAL_MS);
  const ended = { ...withoutChanges(tracked), endedAt };
  put(work, incident, ended);
  if (!incident.alerts.some(isFiring)) {
    close(work, incident, endedAt);
    work.update(incident).resolved.push(mentionOf(ended));
    // A new incident takes this one's place in the group, and the post of this one has to say that it is over.
    work.dropped.push(incident);
  }
  return ended;
}

const begin = ({ work, call: { hook, group, single } }: Ingest, policy: string | null): Incident =>
  beginIncident(work, { hook, group, policy, kind: single ? 'single' : 'group' });

/** The id of the policy by which an alert goes; null if the hook's own people are called. */
const policyOf = ({ routes }: Route, { labels }: FiringAlert): string | null =>
  routedTo(routes, labels)?.id ?? null;

/**
 * Finds an alert among the incidents of the call's group: it stays in the one in which it fires, even if its labels or the routes change. A
 * new alert belongs to the incident of its policy, if there is one.
 */
function findOwn(
  { work, call }: Ingest,
  fingerprint: string,
  policy: string | null,
): [Incident | undefined, TrackedAlert | undefined] {
  const own = work.incidents.get(groupKeyOf({ ...call, policy }));
  const candidates = work.ofGroup(call).flatMap(incident => {
    const tracked = find(work, incident, fingerprint);
    return tracked ? [{ incident, tracked }] : [];
  });
  const best =
    candidates.find(({ tracked }) => isFiring(tracked)) ??
    candidates.find(({ incident }) => incident === own) ??
    candidates[0];
  return best ? [best.incident, best.tracked] : [own, undefined];
}

/** Continues an ended incident with its acknowledgement. Without one, the current step has its whole time again. */
function reopen(work: WorkingState, incident: Incident): void {
  const route = work.routeOf(incident);
  incident.endedAt = null;
  work.tell(incident, 'reopened');
  if (route && !incident.acknowledged) restartStep(work, route, incident);
}

/** Notes that an alert fires. @param tracked the alert in this incident before; undefined if it is new there */
function fire(
  { work, route: ownRoute, at }: Ingest,
  incident: Incident,
  tracked: TrackedAlert | undefined,
  { fingerprint, match, name, place, labels, facts, severity, startsAt }: FiringAlert,
): void {
  const route = work.routeOf(incident) ?? ownRoute;
  const { firstChange = 0, change = 0, endChange = 0, endedAt = null, mutedBy = null } = tracked ?? {};
  const isWorse = tracked !== undefined && isFiring(tracked) && rank(severity) < rank(tracked.severity);
  const isBackSoon = endedAt !== null && work.now - endedAt < REPEAT_INTERVAL_MS;
  const alert = newAlert({
    fingerprint,
    match,
    name,
    place,
    labels,
    facts,
    severity,
    startsAt,
    heardAt: at,
    mutedBy,
  });
  const update = work.update(incident);
  update.fired.push(mentionOf(alert));
  work.timeline.add(incident, 'fired', { alert });
  const texts = isTexted(route, incident, severity);
  if (!texts) update.unrouted += 1;
  if (!texts || !(isWorse || isBackSoon) || change === 0) {
    // `announceAll` gives it a change number with all others, unless a mute covers it.
    put(work, incident, alert);
    return;
  }
  const index = put(work, incident, { ...alert, firstChange, change });
  const { notified, acknowledged } = incident;
  const isEndKnown = endChange > 0 && notified.some(entry => entry.endedUpTo >= endChange);
  const isFiringKnown = notified.some(entry => entry.firingUpTo >= change);
  const wasCovered = isBackSoon && acknowledged !== null && isCovered(incident, { change });
  if (!isWorse && !isEndKnown && isFiringKnown && rank(severity) >= rank(tracked?.severity ?? 'none')) {
    // People who haven't heard that it ended needn't hear that it is back.
    update.folded += 1;
    work.timeline.add(incident, 'folded', { alert });
    if (!wasCovered) request(work, incident, 'renewal', recipientsSoFar(route, incident));
  } else announce(work, route, incident, index, wasCovered);
}

function ingestEnd(run: Ingest, ended: EndedAlert): void {
  // Ends may lack the labels that decided where the alert went.
  const [own, tracked] = findOwn(run, ended.fingerprint, null);
  // The alert that ends may be in another group than its call.
  const match = tracked && isFiring(tracked) ? null : findMatch(run, ended);
  if (match) endTracked(run, ...match, ended);
  else if (own && tracked) endTracked(run, own, tracked, ended);
  else noteUnknownEnd(run, own, ended);
}

function endTracked(run: Ingest, incident: Incident, tracked: TrackedAlert, ended: EndedAlert): void {
  const { work, at } = run;
  if (!isFiring(tracked)) {
    // The sender confirms what a responder resolved: from now on, it counts as new if it fires again.
    const endedAt = tracked.isEndHeard ? tracked.endedAt : work.now;
    put(work, incident, { ...tracked, heardAt: at, endedAt, isEndHeard: true });
    return;
  }
  if (isLateEnd(ended, tracked)) return;
  run.news.add(incident);
  run.ended.add(incident);
  // Some senders give only the fingerprint of what ends.
  const heard = {
    ...tracked,
    heardAt: at,
    isEndHeard: true,
    name: ended.name || tracked.name,
    place: ended.place || tracked.place,
    facts: ended.name !== '' && ended.facts ? ended.facts : tracked.facts,
  };
  put(work, incident, endAlert(work, work.routeOf(incident) ?? run.route, incident, heard));
}

/** Remembers the end of an alert that isn't tracked: its firing may arrive late, from the other Alertmanager of a pair. */
function noteUnknownEnd(
  { work, call, at }: Ingest,
  own: Incident | undefined,
  { fingerprint, name, place, startsAt }: EndedAlert,
): void {
  const alert = newAlert({
    fingerprint,
    name,
    place,
    severity: 'none',
    startsAt,
    heardAt: at,
    endedAt: work.now,
    isEndHeard: true,
  });
  if (!takeSpace(work, alert, own ? null : call.group)) return;
  const { hook, group } = call;
  const incident = own ?? beginIncident(work, { hook, group, policy: null, kind: 'unseen' }, work.now);
  put(work, incident, alert);
}

/** Texts a sender's test to the recipients that the sender named, or to the hook's own. A test has nothing to acknowledge. */
function textTest(work: WorkingState, route: Route, call: IncomingCall): void {
  const update = work.update(call);
  for (const sent of call.alerts) {
    if (sent.status !== 'firing' || !takeSpace(work, sent, call.group)) continue;
    const group = `test ${work.lastChange + 1}`;
    const policy = policyOf(route, sent);
    const incident = beginIncident(work, { hook: call.hook, group, policy, kind: 'test' });
    const own = work.routeOf(incident) ?? route;
    const { fingerprint, match, name, place, facts, severity, startsAt } = sent;
    const change = work.nextChange();
    incident.alerts = [
      newAlert({
        fingerprint,
        match,
        name,
        place,
        facts,
        severity,
        startsAt,
        heardAt: work.now,
        firstChange: change,
        change,
      }),
    ];
    request(work, incident, 'someone_else', call.to ?? own.recipients);
    update.tried = addTallies(update.tried, tallyOf([{ name: placed(sent) }]));
  }
}
