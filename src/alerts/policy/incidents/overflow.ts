import { announce } from './announce.ts';
import { beginIncident } from './begin-incident.ts';
import { OVERFLOW_MS } from './capacity.ts';
import { close } from './end.ts';
import { countCovered } from './mutes.ts';
import type { Route } from './route.ts';
import { groupKeyOf, type Incident, newAlert, type TrackedAlert } from './state.ts';
import type { WorkingState } from './working-state.ts';

/*
 * Critical alerts beyond the capacity are counted by hook, in an incident of their own. It has the hook's recipients and steps, can be
 * acknowledged, and tells its recipients once an hour how many alerts there are.
 */

/** The group of an overflow incident. No sender's group begins like this. */
const GROUP = '\u0000overflow';

/** Counts one more critical alert of a hook. */
export function countBeyond(work: WorkingState, hook: string): void {
  const latest = work.incidents.get(groupKeyOf({ hook, group: GROUP }));
  const incident =
    latest?.endedAt === null
      ? latest
      : beginIncident(work, { hook, group: GROUP, policy: null, kind: 'overflow' });
  const before = incident.alerts[0];
  const alert: TrackedAlert = before
    ? { ...before, count: before.count + 1, heardAt: work.now }
    : newAlert({ fingerprint: GROUP, severity: 'critical', startsAt: work.now, heardAt: work.now });
  if (before?.mutedBy != null) countCovered(work, before.mutedBy, hook, 1);
  incident.alerts = [alert];
}

/**
 * Tells of the alerts of the last hour. An hour after the last one the incident is over, because the ends of these alerts aren't tracked.
 */
export function passOverflow(work: WorkingState, route: Route, incident: Incident): void {
  const [alert] = incident.alerts;
  if (incident.kind !== 'overflow' || incident.endedAt !== null || !alert) return;
  // `startsAt` is when people were last told.
  const { startsAt, heardAt } = alert;
  const toldAt = startsAt ?? heardAt;
  if (heardAt > toldAt && work.now - toldAt >= OVERFLOW_MS && alert.change > 0) {
    incident.alerts = [{ ...alert, startsAt: work.now }];
    announce(work, route, incident, 0);
  } else if (work.now - heardAt >= OVERFLOW_MS) {
    incident.alerts = [{ ...alert, endedAt: work.now }];
    close(work, incident);
    return;
  }
  work.wake((heardAt > toldAt ? toldAt : heardAt) + OVERFLOW_MS);
}
