import { keyOfCall, keyOfUser } from '../../calling/called-person.ts';
import { request } from './escalation.ts';
import { hasOpen, type Incident, type Notified, type PendingCall } from './state.ts';
import type { RecipientReach } from './unreachable.ts';
import type { WorkingState } from './working-state.ts';

/*
 * People may choose to be called again until somebody acknowledges:
 *
 *   their first call goes → their further calls are planned → each becomes a request when it is due → the person is called as they chose
 *
 * Further calls end with the last open alert. Their recipients are looked up when they are due, so a person who chose anew, or who was
 * erased, is called as it is then.
 */

type PlanCalls = (incident: Incident, reach: RecipientReach) => void;

/** Plans the further calls of people whose first call about an incident goes in this decision. Their pending calls stay as they are. */
export function planFurtherCalls(work: WorkingState): PlanCalls {
  const { now } = work;
  const addressesCalled = new Map<readonly Notified[], ReadonlySet<string>>();
  // Incidents about which the same people were called share a list.
  const lists = new Map<RecipientReach, Map<readonly Notified[], readonly PendingCall[]>>();

  function calledNow({ notified }: Incident): ReadonlySet<string> {
    const before = addressesCalled.get(notified);
    if (before) return before;
    const isNews = ({ at, firingUpTo, before: [knew] }: Notified): boolean => at === now && firingUpTo > knew;
    const called = new Set(notified.filter(isNews).flatMap(({ numbers }) => numbers));
    addressesCalled.set(notified, called);
    return called;
  }

  function callsAfter(incident: Incident, { people }: RecipientReach): readonly PendingCall[] {
    const pending = new Set(incident.calls.map(({ userId }) => userId));
    const called = calledNow(incident);
    const planned = people.flatMap(({ userId, addresses, further }) =>
      !pending.has(userId) && addresses.some(address => called.has(address))
        ? further.map(({ place, afterMs }) => ({ userId, place, dueAt: now + afterMs }))
        : [],
    );
    return planned.length > 0 ? [...incident.calls, ...planned] : incident.calls;
  }

  return (incident, reach) => {
    if (!reach.people.some(({ further }) => further.length > 0) || !hasOpen(incident)) return;
    const isFirst = incident.calls.length === 0;
    const shared = lists.get(reach) ?? new Map<readonly Notified[], readonly PendingCall[]>();
    lists.set(reach, shared);
    const calls = (isFirst && shared.get(incident.notified)) || callsAfter(incident, reach);
    if (isFirst) shared.set(incident.notified, calls);
    incident.calls = calls;
    for (const { dueAt } of calls) work.wake(dueAt);
  };
}

/** Requests the further calls that are due. */
export function makeFurtherCalls(work: WorkingState, incident: Incident): void {
  const { now } = work;
  const due = incident.calls.filter(({ dueAt }) => dueAt <= now);
  if (due.length > 0) {
    incident.calls = incident.calls.filter(({ dueAt }) => dueAt > now);
    const to = due.map(({ userId, place }) => keyOfCall(keyOfUser(userId), place));
    request(work, incident, 'further_call', to, true);
  }
  for (const { dueAt } of incident.calls) work.wake(dueAt);
}
