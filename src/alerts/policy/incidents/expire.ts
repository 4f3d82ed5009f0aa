import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/day.ts';
import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { LONGEST_MS } from '../texts/number-limits.ts';
import { owesEnds } from '../texts/what-to-tell.ts';
import { eachIncident, eachOngoing } from './each-incident.ts';
import { close } from './end.ts';
import { isRunning } from './escalation.ts';
import type { Route } from './route.ts';
import { type Incident, isFiring, type TrackedAlert } from './state.ts';
import { mentionOf, type WorkingState } from './working-state.ts';

/* What nobody says any more, and what no decision needs again. */

/** By then a text without a delivery status would have been dropped as too late, so it counts as heard. */
const TEXT_MS = 35 * MINUTE_MS;
/** An alert that ended is remembered in case its firing is delivered late. */
const ENDED_MS = HOUR_MS;
/** An alert that hasn't been mentioned for this long is forgotten. */
const UNHEARD_MS = 7 * DAY_MS;
/** How long after it came, was texted or acknowledged a responder may do something about an alert that can't end by itself. */
const SINGLE_MS = HOUR_MS;
/** Single alerts that are kept at once. */
const MAX_SINGLES = 200;
/** When nothing more can come of an incident, though nobody says that it is over; null: not as things are. */
function expiresAt(route: Route, incident: Incident): number | null {
  const { alerts, kind, unresolved, escalation, notified, acknowledged, since } = incident;
  if (kind === 'test') return unresolved.length === 0 ? since : null;
  let heardAt = 0;
  for (const alert of alerts) if (isFiring(alert)) heardAt = Math.max(heardAt, alert.heardAt);
  if (kind !== 'single') return heardAt + UNHEARD_MS;
  if (unresolved.length > 0 || (isRunning(route, incident) && escalation?.dueAt != null)) return null;
  if (alerts.some(alert => isFiring(alert) && alert.change === 0 && alert.mutedBy !== null)) return null;
  const last = Math.max(heardAt, acknowledged?.at ?? 0, ...notified.map(({ at }) => at));
  return last + SINGLE_MS;
}

/** Ends incidents that nothing more can come of. */
export function* expireIncidents(work: WorkingState): CooperativeTask<void> {
  const singles: Incident[] = [];
  yield* eachOngoing(work, (incident, route) => {
    const at = expiresAt(route, incident);
    if (at !== null && at <= work.now) expire(work, incident);
    else {
      work.wake(at);
      if (incident.kind === 'single') singles.push(incident);
    }
  });
  for (const incident of singles.slice(0, Math.max(0, singles.length - MAX_SINGLES))) expire(work, incident);
}

function expire(work: WorkingState, incident: Incident): void {
  const { now } = work;
  const lapsed = incident.alerts.filter(isFiring);
  incident.alerts = incident.alerts.map(alert => (isFiring(alert) ? { ...alert, endedAt: now } : alert));
  close(work, incident);
  incident.escalation = null;
  if (incident.kind === 'test') return;
  const update = work.update(incident);
  for (const alert of lapsed) update.lapsed.push(mentionOf(alert));
}

/** Forgets what no decision needs again. */
export function* prune(work: WorkingState): CooperativeTask<void> {
  const { now } = work;
  yield* eachIncident(work, incident => {
    // The sender may go on repeating for days what a responder resolved here.
    const outdatedAt = ({ endedAt, heardAt }: TrackedAlert): number | null =>
      endedAt && (incident.resolvedBy ? heardAt + UNHEARD_MS : endedAt + ENDED_MS);
    if (!owesEnds(incident)) {
      const kept = incident.alerts.filter(alert => (outdatedAt(alert) ?? Infinity) > now);
      if (kept.length < incident.alerts.length) incident.alerts = kept;
      for (const alert of kept) work.wake(outdatedAt(alert));
    }
    if (incident.endedAt !== null && (incident.kind === 'test' || incident.alerts.length === 0))
      work.remove(incident);
  });
  yield;
  for (const [number, { sent }] of work.numbers) {
    if ((sent.at(-1) ?? 0) <= now - LONGEST_MS) work.numbers.delete(number);
  }
  for (const [id, text] of work.texts) {
    const at = text.at + TEXT_MS;
    if (at <= now) work.texts.delete(id);
    else work.wake(at);
  }
}

/** What hooks sent that don't exist any more gives way before anything new needs space. Their posts say so. */
export function* dropRevoked(work: WorkingState): CooperativeTask<void> {
  yield* eachIncident(work, incident => {
    if (work.routeOf(incident)) return;
    if (incident.endedAt === null && incident.kind !== 'test') {
      work.tell(incident, 'hook_removed');
      work.dropped.push(incident);
    }
    close(work, incident);
    work.remove(incident);
  });
}
