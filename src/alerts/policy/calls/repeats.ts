import { MINUTE_MS } from '../../../kit/day.ts';
import { rank } from '../../alert.ts';
import type { EndedAlert, FiringAlert } from '../events.ts';
import { request } from '../incidents/escalation.ts';
import { type Route, recipientsSoFar } from '../incidents/route.ts';
import { type Incident, isFiring, isOpen, type TrackedAlert } from '../incidents/state.ts';
import type { WorkingState } from '../incidents/working-state.ts';
import { lastTextAt } from '../texts/notified.ts';

/* Calls that say nothing new, or not what they seem to. */

/**
 * How long after a text the same alert is only a repeat (Alertmanager's repeat_interval), and how long after its end an alert that
 * fires again is the same incident. Calls without a start of their own are the same one only for this long, too.
 */
export const REPEAT_INTERVAL_MS = 10 * MINUTE_MS;

/** `ahead`: how much the time of day is ahead of `now`, since senders give times of day. */
type SenderClock = { now: number; ahead: number };

/**
 * Whether a firing alert is a repeat, or a late delivery of one that ended. False if it is more severe, or fires anew.
 *
 * @param tracked as it was before this call
 */
export function isRepeat(
  given: FiringAlert,
  tracked: TrackedAlert,
  resolvedHere: boolean,
  clock: SenderClock,
): boolean {
  const { startsAt } = given;
  if (tracked.endedAt !== null) {
    if (given.occursOnce) return true;
    if (startsAt !== null && tracked.startsAt !== null && startsAt !== tracked.startsAt)
      return startsAt < tracked.startsAt;
    // Without a start, or with one that never changes, only the time tells. What a responder resolved here, its sender may go
    // on repeating for days.
    return resolvedHere || (startsAt !== null && clock.now - tracked.endedAt < REPEAT_INTERVAL_MS);
  }
  return rank(given.severity) >= rank(tracked.severity) && !isNextOccurrence(given, tracked, clock);
}

/**
 * It started after it was last heard, so it ended meanwhile and nobody said so. Later than the known start isn't enough: the two
 * Alertmanagers of a pair may disagree about starts.
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
 * Whether an end is about an earlier occurrence, and was delivered late. It counts by when it ended; without that, a start that is
 * much earlier tells.
 */
export function isLateEnd({ startsAt, endsAt }: EndedAlert, tracked: TrackedAlert): boolean {
  if (tracked.startsAt === null) return false;
  if (endsAt !== null) return endsAt < tracked.startsAt;
  return startsAt !== null && startsAt < tracked.startsAt - REPEAT_INTERVAL_MS;
}

/** A call says nothing new, a while after the last text: people are reminded, whoever the recipients stand for by now. */
export function remind(
  work: WorkingState,
  route: Route,
  incident: Incident,
  repeated: readonly TrackedAlert[],
): void {
  const open = repeated.filter(alert => isFiring(alert) && isOpen(incident, alert));
  if (open.length === 0) {
    if (incident.acknowledged) countRepeated(work, incident, repeated);
    return;
  }
  if (incident.unresolved.length > 0) return;
  const last = lastTextAt(incident.notified);
  if (work.now - Math.max(last, incident.since) < REPEAT_INTERVAL_MS) return;
  if (!route.reminders && last > 0) {
    work.update(incident).repeated += open.length;
    return;
  }
  work.update(incident).reminded += open.length;
  request(work, incident, 'reminder', recipientsSoFar(route, incident), true);
}

/** What somebody acknowledged is repeated: the channel hears of that, at most as often as of reminders. */
function countRepeated(work: WorkingState, incident: Incident, repeated: readonly TrackedAlert[]): void {
  const firing = repeated.filter(isFiring).length;
  const last = Math.max(lastTextAt(incident.notified), incident.since);
  if (firing > 0 && work.now - last >= REPEAT_INTERVAL_MS) work.update(incident).repeated += firing;
}
