import { MINUTE_MS } from '../../../kit/day.ts';
import { rank } from '../../alert.ts';
import type { EndedAlert, FiringAlert } from '../events.ts';
import { request } from '../incidents/escalation.ts';
import { type Route, recipientsSoFar } from '../incidents/route.ts';
import { type Incident, isFiring, isOpen, type TrackedAlert } from '../incidents/state.ts';
import type { WorkingState } from '../incidents/working-state.ts';
import { lastTextAt } from '../texts/notified.ts';

/* Calls that say nothing new, that arrive late, or that come so soon after an end that the incident goes on. */

/**
 * The shortest time between two reminders of an incident (Alertmanager's repeat_interval). For as long after an end, a call with the same
 * start is a late copy, and an alert that fires again continues its incident.
 */
export const REPEAT_INTERVAL_MS = 10 * MINUTE_MS;

/** `ahead`: the time of day minus `now`, because senders give times of day. */
type SenderClock = { now: number; ahead: number };

/**
 * True for a repeat and for the late copy of an ended alert; false if the alert became more severe or started again.
 *
 * @param tracked the alert before this call
 * @param resolvedHere a responder resolved it, and its sender hasn't said so since
 */
export function isRepeat(
  firing: FiringAlert,
  tracked: TrackedAlert,
  resolvedHere: boolean,
  clock: SenderClock,
): boolean {
  const { startsAt } = firing;
  if (tracked.endedAt !== null) {
    if (firing.occursOnce) return true;
    if (startsAt !== null && tracked.startsAt !== null && startsAt !== tracked.startsAt)
      return startsAt < tracked.startsAt;
    // Without a start, or with one that never changes, only the time tells. A sender may repeat for days what a responder resolved.
    return resolvedHere || (startsAt !== null && clock.now - tracked.endedAt < REPEAT_INTERVAL_MS);
  }
  return rank(firing.severity) >= rank(tracked.severity) && !isNextOccurrence(firing, tracked, clock);
}

/**
 * True if the alert started after its sender last reported it, so its end was missed. A start that is later than the tracked one isn't
 * enough, because the two Alertmanagers of a pair may disagree about starts.
 */
const isNextOccurrence = (
  { startsAt }: FiringAlert,
  tracked: TrackedAlert,
  { ahead }: SenderClock,
): boolean =>
  startsAt !== null &&
  tracked.startsAt !== null &&
  startsAt > tracked.startsAt &&
  startsAt > tracked.heardAt + ahead;

/**
 * True if an end is about an earlier occurrence and was delivered late: it ended before the tracked occurrence started. Without a
 * time of its end, its start must be earlier by more than the repeat interval.
 */
export function isLateEnd({ startsAt, endsAt }: EndedAlert, tracked: TrackedAlert): boolean {
  if (tracked.startsAt === null) return false;
  if (endsAt !== null) return endsAt < tracked.startsAt;
  return startsAt !== null && startsAt < tracked.startsAt - REPEAT_INTERVAL_MS;
}

/** True if an ended incident continues when it fires again now. An incident that a responder resolved, or that never fired, doesn't. */
export const isFlap = ({ now }: WorkingState, { endedAt, resolvedBy, kind }: Incident): boolean =>
  endedAt !== null && now - endedAt < REPEAT_INTERVAL_MS && resolvedBy === null && kind !== 'unseen';

/** Reminds the recipients of an incident after a call that said nothing new, if the last text is old enough. */
export function remind(
  work: WorkingState,
  route: Route,
  incident: Incident,
  repeated: readonly TrackedAlert[],
): void {
  const firing = repeated.filter(isFiring);
  const open = firing.filter(alert => isOpen(incident, alert));
  const last = lastTextAt(incident.notified);
  const isDue = work.now - Math.max(last, incident.since) >= REPEAT_INTERVAL_MS;
  if (open.length === 0) {
    // The channel hears that an acknowledged alert goes on, at most as often as reminders go out.
    if (incident.acknowledged && isDue) work.update(incident).repeated += firing.length;
    return;
  }
  if (incident.unresolved.length > 0 || !isDue) return;
  if (!route.reminders && last > 0) {
    work.update(incident).repeated += open.length;
    return;
  }
  work.update(incident).reminded += open.length;
  request(work, incident, 'reminder', recipientsSoFar(route, incident), true);
}
