import { MINUTE_MS } from '../../../kit/day.ts';
import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { incidentQuietUntil } from '../texts/quiet-hours.ts';
import { eachOngoing } from './each-incident.ts';
import { postpone } from './escalation.ts';
import { type Route, recipientsSoFar } from './route.ts';
import { type Block, hasOpen, type Incident, type UnresolvedRecipients, union } from './state.ts';
import type { WorkingState } from './working-state.ts';

/*
 * While a workspace is blocked, no text can go: no key is linked, the key is on hold, or there are no credits. Steps don't count down
 * then. The people whose turn it is get a direct message in Slack, and the channel hears of each incident once.
 */

/** Incidents blocked within this time after a message are told together. */
const GATHER_MS = MINUTE_MS;

/** Notes why no text can go; null if texts can go again. Steps and requests then continue where they were. */
export function setBlocked(work: WorkingState, why: Block | null): void {
  const { blocked, now } = work;
  if (why) work.blocked = blocked ? { ...blocked, why } : { why, since: now, saidAt: {} };
  else work.blocked = null;
  if (!blocked || why) return;
  for (const incident of work.incidents.values()) {
    const { unresolved } = incident;
    postpone(incident, now - blocked.since);
    // People who were texted for a request before the block aren't reminded: their texts have waited, and go now.
    const isBegun = (request: UnresolvedRecipients): boolean =>
      request.remind && incident.notified.some(({ at }) => at >= request.since);
    if (unresolved.length > 0)
      incident.unresolved = unresolved.map(request => ({
        ...request,
        since: isBegun(request) ? request.since : now,
        waitsSince: now,
        held: null,
      }));
    incident.endsHeld = null;
    if (incident.trouble !== 'blocked') continue;
    incident.trouble = null;
    work.tell(incident, 'unblocked');
  }
}

/** Tells each hook's channel, and the recipients whose turn it is, which incidents are stuck because no text can go. */
export function* sayBlocked(work: WorkingState): CooperativeTask<void> {
  const { blocked, now } = work;
  if (!blocked) return;
  const waiting = new Map<string, Incident[]>();
  yield* eachOngoing(work, incident => {
    if (incident.trouble === 'blocked' || !isStuck(work, incident)) return;
    const incidents = waiting.get(incident.hook);
    if (incidents) incidents.push(incident);
    else waiting.set(incident.hook, [incident]);
  });
  for (const [hook, incidents] of waiting) {
    const at = (blocked.saidAt[hook] ?? Number.NEGATIVE_INFINITY) + GATHER_MS;
    if (at > now) {
      work.wake(at);
      continue;
    }
    work.blocked = { ...(work.blocked ?? blocked), saidAt: { ...work.blocked?.saidAt, [hook]: now } };
    let recipients: readonly string[] = [];
    for (const incident of incidents) {
      const route = work.routeOf(incident);
      if (route) recipients = union(recipients, recipientsOf(route, incident));
      incident.trouble = 'blocked';
      work.tell(incident, 'blocked');
    }
    const { why, since } = blocked;
    work.notices.push({ kind: 'blocked', why, hook, recipients, incidents: incidents.map(({ id }) => id) });
    work.update({ hook }).blocked = { why, since, incidents: incidents.length, recipients: [...recipients] };
  }
}

/** True if a recipient would be texted now, a text waits for the key, or the next step is due. */
function isStuck(work: WorkingState, incident: Incident): boolean {
  const { unresolved, escalation, notified } = incident;
  const isOnHold = notified.some(({ text }) => (work.texts.get(text)?.pending.length ?? 0) > 0);
  if (isOnHold && hasOpen(incident)) return true;
  const dueAt = escalation?.dueAt ?? null;
  const times = unresolved.map(({ held }) => (held?.why ? held.until : work.now));
  if (dueAt !== null) times.push(dueAt);
  if (times.length === 0) return false;
  const at = Math.max(Math.min(...times), incidentQuietUntil(work, incident) ?? 0);
  if (at > work.now) work.wake(at);
  return at <= work.now;
}

/** The recipients whose turn it is. */
function recipientsOf(route: Route, incident: Incident): readonly string[] {
  const { unresolved } = incident;
  if (unresolved.length === 0) return recipientsSoFar(route, incident);
  return unresolved.reduce<readonly string[]>((all, { to }) => union(all, to), []);
}
