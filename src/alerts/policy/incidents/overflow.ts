import { announce } from './announce.ts';
import { beginIncident } from './begin-incident.ts';
import { OVERFLOW_MS } from './capacity.ts';
import { close } from './end.ts';
import { countCovered } from './mutes.ts';
import type { Route } from './route.ts';
import { groupKeyOf, type Incident, type TrackedAlert } from './state.ts';
import type { WorkingState } from './working-state.ts';

/*
 * Critical alerts beyond the capacity are counted, by hook, in an incident of their own: it has the hook's people and steps, can be
 * acknowledged, and tells them once an hour how many there are.
 */

/** The group of that incident; no sender's group begins like this. */
const GROUP = '\u0000overflow';

/** Counts one more critical alert of a hook. */
export function countBeyond(work: WorkingState, hook: string): void {
  const known = work.incidents.get(groupKeyOf({ hook, group: GROUP }));
  const incident =
    known?.endedAt === null ? known : beginIncident(work, { hook, group: GROUP, kind: 'overflow' });
  const before = incident.alerts[0];
  const alert: TrackedAlert = before
    ? { ...before, count: before.count + 1, heardAt: work.now }
    : newAlert(work.now);
  if (before?.mutedBy != null) countCovered(work, before.mutedBy, hook, 1);
  incident.alerts = [alert];
}

const newAlert = (now: number): TrackedAlert => ({
  fingerprint: GROUP,
  match: null,
  name: '',
  place: '',
  labels: {},
  facts: null,
  severity: 'critical',
  startsAt: now,
  heardAt: now,
  endedAt: null,
  isEndHeard: false,
  count: 1,
  mutedBy: null,
  firstChange: 0,
  change: 0,
  endChange: 0,
});

/** Tells of those that came within the last hour; an hour after the last one, it is over: nobody knows when these alerts end. */
export function passOverflow(work: WorkingState, route: Route, incident: Incident): void {
  const [alert] = incident.alerts;
  if (incident.kind !== 'overflow' || incident.endedAt !== null || !alert) return;
  // Its start is when people were last told.
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
