import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { placed, rank } from '../alert.ts';
import { end } from './act.ts';
import type { Crowds } from './crowds.ts';
import { type Fates, isUnsent } from './fates.ts';
import type { Incidents } from './incidents.ts';
import type { NewsDesk } from './news.ts';
import { type Escalating, type Route, textedBy } from './route.ts';
import {
  type AlertState,
  earliest,
  type Followed,
  firingByGroup,
  groupOf,
  type Incident,
  isAwaited,
  isEscalating,
  isKept,
  singleUntil,
} from './state.ts';

/**
 * Asks for the next step of each incident that nobody took in time. Steps that were missed, because the app was down, are
 * not made up for: the next one gets its turn, and as long as it always has.
 *
 * @param fates an incident whose step has only texts that didn't go out doesn't wait for its time
 */
export function* escalate(
  state: AlertState,
  routes: ReadonlyMap<string, Route>,
  fates: Fates,
  about: { crowds: Crowds; desk: NewsDesk; incidents: Incidents; now: number },
): CooperativeTask<void> {
  const due = state.incidents.filter(incident => isDue(incident, fates, about.now));
  if (due.length === 0) return;
  const alerts = firingByGroup(state.alerts);
  for (const incident of due) {
    const route = routes.get(incident.hook);
    const firing = alerts.get(groupOf(incident)) ?? [];
    if (route?.escalation) next(incident, firing, { route, escalating: route.escalation }, about);
    else incident.escalation = null; // The hook has changed since.
    about.incidents.note(incident);
    yield;
  }
}

function isDue({ escalation, texts }: Incident, fates: Fates, now: number): boolean {
  if (!escalation || escalation.dueAt === null) return false;
  const its = texts.filter(({ turn }) => turn === escalation.turn);
  const reachedNobody = its.length > 0 && its.every(({ intent }) => isUnsent(fates, intent));
  return escalation.dueAt <= now || reachedNobody;
}

function next(
  incident: Incident,
  firing: readonly Followed[],
  { route, escalating }: { route: Route; escalating: Escalating },
  { crowds, incidents, now }: { crowds: Crowds; incidents: Incidents; now: number },
): void {
  const { steps, rounds, severities } = escalating;
  const turn = (incident.escalation?.turn ?? 0) + 1;
  const step = steps[turn % steps.length];
  if (!step || turn >= steps.length * rounds) {
    incident.escalation = { turn, dueAt: null };
    // Whoever hears only now that nobody answered has time to.
    for (const alert of firing) if (alert.single) alert.seenAt = now;
    return;
  }
  incident.escalation = { turn, dueAt: now + step.waitMs };
  incidents.advance(incident);
  for (const alert of firing) {
    if (!severities.includes(alert.severity)) continue;
    alert.asked = crowds.union(alert.asked, crowds.of(step.to ?? textedBy(route, alert.severity)));
    alert.askedAt = now;
  }
}

/** Whether an incident has gone through all steps, and nobody took it. */
export function isUnanswered(
  { taken, endedAt, escalation }: Incident,
  escalating: Escalating | null,
): boolean {
  if (taken || endedAt !== null || !escalation || !escalating) return false;
  return escalation.dueAt === null && escalation.turn >= escalating.steps.length * escalating.rounds;
}

/** When the next step of any incident is due; null: none is. */
export const nextStepAt = ({ incidents }: AlertState): number | null =>
  earliest(incidents.map(({ escalation }) => escalation?.dueAt ?? null));

/** The alert that an incident is known by: the most severe that fires, then the oldest. */
export function leadOf(alerts: readonly Followed[]): Followed | undefined {
  const [first, ...others] = alerts;
  if (!first) return undefined;
  return others.reduce((lead, one) => (comesBefore(one, lead) ? one : lead), first);
}

const comesBefore = (one: Followed, other: Followed): boolean =>
  (Number(one.status === 'resolved') - Number(other.status === 'resolved') ||
    rank(one.severity) - rank(other.severity) ||
    one.id - other.id) < 0;

/** How many alerts that can't resolve are kept for people who may do something about them: the latest. */
const MAX_SINGLES = 200;

/** Ends incidents of which nothing can come any more, though nobody said that they are over; their posts lose their buttons. */
export function lapse(
  state: AlertState,
  { desk, incidents, now }: { desk: NewsDesk; incidents: Incidents; now: number },
): void {
  const open = state.incidents.filter(({ endedAt }) => endedAt === null);
  if (open.length === 0) return;
  const alerts = Map.groupBy(state.alerts, groupOf);
  const mayStay = (incident: Incident): boolean =>
    (alerts.get(groupOf(incident)) ?? []).some(alert => isKept(alert, incident, now));
  const idle = open.filter(incident =>
    alerts.get(groupOf(incident))?.every(alert => isIdle(alert, incident)),
  );
  const tooMany = new Set(idle.slice(0, Math.max(0, idle.length - MAX_SINGLES)));
  for (const incident of open) {
    if (!tooMany.has(incident) && mayStay(incident)) continue;
    end(incident, now);
    incidents.note(incident);
    const firing = (alerts.get(groupOf(incident)) ?? []).filter(({ status }) => status === 'firing');
    const { hook, post } = incident;
    desk
      .of(hook)
      .lapsed.push(
        ...firing.map(alert => ({ name: placed(alert), called: alert.name, severity: alert.severity, post })),
      );
  }
}

/** When the next of those ends that can't resolve; null: there is none. */
export function nextLapseAt({ alerts, incidents }: AlertState): number | null {
  const singles = new Map(alerts.filter(({ single }) => single).map(alert => [groupOf(alert), alert]));
  const times = incidents.map(incident => {
    const alert = singles.get(groupOf(incident));
    const isOpen = alert && incident.endedAt === null && isIdle(alert, incident);
    return isOpen ? singleUntil(alert, incident) : null;
  });
  return earliest(times);
}

const isIdle = (alert: Followed, incident: Incident): boolean =>
  alert.single && !isAwaited(alert) && !isEscalating(incident);
