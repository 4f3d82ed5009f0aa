import { MINUTE_MS } from '../../../kit/day.ts';
import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { quietUntil } from '../texts/what-to-tell.ts';
import { eachOngoing } from './each-incident.ts';
import { type Route, recipientsSoFar } from './route.ts';
import { type Block, hasOpen, type Incident, union } from './state.ts';
import type { WorkingState } from './working-state.ts';

/*
 * No text can go at all: no key is linked, it is on hold, or there are no credits. Steps don't count down then. The people whose turn
 * it is get a direct message in Slack, and the channel hears of it, once for each incident.
 */

/** What is blocked within this time of such a message is told together. */
const GATHER_MS = MINUTE_MS;

/** Notes that texts can't go any more, or can again. */
export function setBlocked(work: WorkingState, why: Block | null): void {
  const { blocked, now } = work;
  if (why) work.blocked = blocked ? { ...blocked, why } : { why, since: now, saidAt: {} };
  else work.blocked = null;
  if (!blocked || why) return;
  for (const incident of work.incidents.values()) {
    const { escalation, unresolved } = incident;
    // Steps have waited, and so have the people they are for.
    if (escalation?.dueAt != null)
      incident.escalation = { ...escalation, dueAt: escalation.dueAt + now - blocked.since };
    if (unresolved.length > 0)
      incident.unresolved = unresolved.map(entry => ({ ...entry, since: now, held: null }));
    incident.endsHeld = null;
    if (incident.trouble !== 'blocked') continue;
    incident.trouble = null;
    work.tell(incident, 'unblocked');
  }
}

/** Says which incidents have nobody texted because no text can go. */
export function* sayBlocked(work: WorkingState): CooperativeTask<void> {
  const { blocked, now } = work;
  if (!blocked) return;
  const waiting = new Map<string, Incident[]>();
  yield* eachOngoing(work, incident => {
    if (incident.trouble === 'blocked' || !isStuck(work, incident)) return;
    const others = waiting.get(incident.hook);
    if (others) others.push(incident);
    else waiting.set(incident.hook, [incident]);
  });
  for (const [hook, incidents] of waiting) {
    const at = (blocked.saidAt[hook] ?? Number.NEGATIVE_INFINITY) + GATHER_MS;
    if (at > now) {
      work.wake(at);
      continue;
    }
    work.blocked = { ...(work.blocked ?? blocked), saidAt: { ...work.blocked?.saidAt, [hook]: now } };
    const route = work.routeOf({ hook });
    let recipients: readonly string[] = [];
    for (const incident of incidents) {
      if (route) recipients = union(recipients, recipientsOf(route, incident));
      incident.trouble = 'blocked';
      work.tell(incident, 'blocked');
    }
    const { why, since } = blocked;
    work.notices.push({ kind: 'blocked', why, hook, recipients, incidents: incidents.map(({ id }) => id) });
    work.update({ hook }).blocked = { why, since, incidents: incidents.length, recipients: [...recipients] };
  }
}

/** Somebody would be texted now, a text waits for the key, or the next step's time has come. */
function isStuck(work: WorkingState, incident: Incident): boolean {
  const { unresolved, escalation, notified } = incident;
  const isOnHold = notified.some(({ text }) => (work.texts.get(text)?.pending.length ?? 0) > 0);
  if (isOnHold && hasOpen(incident)) return true;
  const dueAt = escalation?.dueAt ?? null;
  const times = unresolved.map(({ held }) => (held?.why ? held.until : work.now));
  if (dueAt !== null) times.push(dueAt);
  if (times.length === 0) return false;
  const at = Math.max(Math.min(...times), quietUntil(work, incident) ?? 0);
  if (at > work.now) work.wake(at);
  return at <= work.now;
}

/** Whose turn it is. */
function recipientsOf(route: Route, incident: Incident): readonly string[] {
  const { unresolved } = incident;
  if (unresolved.length === 0) return recipientsSoFar(route, incident);
  return unresolved.reduce<readonly string[]>((all, { to }) => union(all, to), []);
}
