import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/day.ts';
import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { mentionOf } from '../channel/alert-summary.ts';
import { LONGEST_BUCKET_MS } from '../texts/number-limits.ts';
import { owesEnds } from '../texts/what-to-tell.ts';
import { eachIncident, eachOngoing } from './each-incident.ts';
import { close } from './end.ts';
import { isRunning, type Route } from './route.ts';
import { type Incident, isFiring, type TrackedAlert } from './state.ts';
import type { WorkingState } from './working-state.ts';

/* Ends incidents whose senders are silent, and drops state that no decision needs again. */

/** A text without a delivery status after this time counts as delivered, because the app would have dropped it as too late by then. */
const TEXT_MS = 35 * MINUTE_MS;
/** How long an ended alert is remembered, in case its firing is delivered late. */
const ENDED_MS = HOUR_MS;
/** After this time without a call about it, an alert is forgotten. */
const UNHEARD_MS = 7 * DAY_MS;
/** The time that a responder has after a single alert came, was texted or was acknowledged. */
const SINGLE_MS = HOUR_MS;
/** The most single incidents that are open at once. The oldest expire first. */
const MAX_SINGLES = 200;

/** When an incident ends though its sender doesn't say so; null while a text or a step is still to come, or a mute holds it back. */
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

/** Ends incidents whose sender is silent, and single ones beyond the limit. */
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

/** Ends an incident although its sender didn't say that it is over. */
export function expire(work: WorkingState, incident: Incident): void {
  const { now } = work;
  const lapsed = incident.alerts.filter(isFiring);
  incident.alerts = incident.alerts.map(alert => (isFiring(alert) ? { ...alert, endedAt: now } : alert));
  for (const alert of lapsed) work.timeline.add(incident, 'lapsed', { alert });
  close(work, incident);
  incident.escalation = null;
  if (incident.kind === 'test') return;
  const update = work.update(incident);
  for (const alert of lapsed) update.lapsed.push(mentionOf(alert));
}

/** Forgets ended alerts, old texts and numbers that no decision needs again. */
export function* prune(work: WorkingState): CooperativeTask<void> {
  const { now } = work;
  yield* eachIncident(work, incident => {
    // The sender may repeat for days what a responder resolved.
    const outdatedAt = ({ endedAt, heardAt }: TrackedAlert): number | null =>
      endedAt && (incident.resolvedBy ? heardAt + UNHEARD_MS : endedAt + ENDED_MS);
    if (!owesEnds(incident)) {
      const alerts = incident.alerts.filter(alert => (outdatedAt(alert) ?? Infinity) > now);
      if (alerts.length < incident.alerts.length) incident.alerts = alerts;
      for (const alert of alerts) work.wake(outdatedAt(alert));
    }
    if (incident.endedAt !== null && (incident.kind === 'test' || incident.alerts.length === 0))
      work.remove(incident);
  });
  yield;
  for (const [number, { sent }] of work.numbers) {
    if ((sent.at(-1) ?? 0) <= now - LONGEST_BUCKET_MS) work.numbers.delete(number);
  }
  for (const [id, text] of work.texts) {
    const at = text.at + TEXT_MS;
    if (at <= now) work.texts.delete(id);
    else work.wake(at);
  }
}

/** Drops incidents of revoked hooks. Their posts say so. */
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
