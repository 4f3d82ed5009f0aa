import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { type Act, keyOfResponder, sameResponder } from '../alert.ts';
import { type Crowds, NOBODY } from './crowds.ts';
import { type Incidents, stopEscalation } from './incidents.ts';
import { type Route, textedBy } from './route.ts';
import { type AlertState, type Followed, firingByGroup, groupOf, type Incident, letGo } from './state.ts';

/** How long somebody who took an incident by mistake can give it back. */
export const GIVE_BACK_MS = 60_000;

/** What acts are applied to. */
type ActContext = {
  alerts: ReadonlyMap<string, readonly Followed[]>;
  crowds: Crowds;
  incidents: Incidents;
  now: number;
};

/** Does what a responder asked for to each incident that isn't over. `resolve`: ends one of its alerts. */
export function* respond(
  state: AlertState,
  act: Act,
  route: Route,
  about: Omit<ActContext, 'alerts'> & { resolve: (alert: Followed) => void },
): CooperativeTask<void> {
  const context: ActContext = { ...about, alerts: firingByGroup(state.alerts) };
  for (const incident of about.incidents.which(act.hook, act.which)) {
    if (incident.endedAt === null && carryOut(context, incident, { act, route, resolve: about.resolve }))
      about.incidents.note(incident);
    yield;
  }
}

/** False: it changes nothing. */
function carryOut(
  context: ActContext,
  incident: Incident,
  { act, route, resolve }: { act: Act; route: Route; resolve: (alert: Followed) => void },
): boolean {
  const firing = context.alerts.get(groupOf(incident)) ?? [];
  switch (act.act) {
    case 'take':
      return take(incident, firing, act);
    case 'give_back':
      return giveBack(context, incident, firing, { act, route });
    case 'resolve':
      incident.resolvedBy = act.by;
      for (const alert of firing) resolve(alert);
      end(incident, context.now);
      return true;
    case 'text':
      ask(context, firing, () => context.crowds.of(act.to));
      return true;
  }
}

function take(incident: Incident, firing: readonly Followed[], { by, at }: Act): boolean {
  if (incident.taken) return false;
  incident.taken = { by, at };
  stopEscalation(incident);
  for (const alert of firing) {
    letGo(alert, 'firing');
    letGo(alert, 'reminder');
    alert.asked = NOBODY;
  }
  return true;
}

/** Whoever has not been texted yet is: the step that was on goes on from its start. */
function giveBack(
  context: ActContext,
  incident: Incident,
  firing: readonly Followed[],
  { act: { by, at }, route }: { act: Act; route: Route },
): boolean {
  const { taken, escalation } = incident;
  if (!taken || !sameResponder(taken.by, by) || at - taken.at > GIVE_BACK_MS) return false;
  incident.taken = null;
  const steps = route.escalation?.steps ?? [];
  const step = escalation && steps.length > 0 ? steps[escalation.turn % steps.length] : undefined;
  if (escalation && step) incident.escalation = { ...escalation, dueAt: context.now + step.waitMs };
  ask(context, firing, alert => context.crowds.of(step?.to ?? textedBy(route, alert.severity)));
  return true;
}

function ask(
  { crowds, now }: ActContext,
  firing: readonly Followed[],
  whom: (alert: Followed) => readonly string[],
) {
  for (const alert of firing) {
    alert.asked = crowds.union(alert.asked, crowds.of(whom(alert)));
    alert.askedAt = now;
  }
}

/** All of it is over. */
export function end(incident: Incident, now: number): void {
  incident.endedAt = now;
  stopEscalation(incident);
}

/** Whom a new alert of an incident texts: whoever has it, and otherwise whom its hook says. */
export function whomFor(incident: Incident, others: readonly string[]): readonly string[] {
  return incident.taken && others.length > 0 ? [keyOfResponder(incident.taken.by)] : others;
}
