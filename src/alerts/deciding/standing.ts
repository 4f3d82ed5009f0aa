import type { PausableWork } from '../../kit/in-turns.ts';
import { placed, type Responder, type Severity, sameResponder } from '../alert.ts';
import { isUnanswered, leadOf } from './escalate.ts';
import type { Incidents } from './incidents.ts';
import type { Deed, NewsDesk, PostStanding, StepStanding } from './news.ts';
import type { Route } from './route.ts';
import { shownOf, tallyOf, unexplained } from './shown.ts';
import { type AlertState, type Followed, groupOf, type Incident } from './state.ts';

/** How an incident stands. */
export type IncidentStanding = {
  id: number;
  post: number;
  /** Of its most severe alert. */
  name: string;
  severity: Severity;
  since: number;
  /** How many of its alerts fire. */
  firing: number;
  taken: { by: Responder; at: number } | null;
  endedAt: number | null;
  resolvedBy: Responder | null;
  /** Null: there are no steps. */
  step: StepStanding | null;
  /** It has gone through all steps, and nobody took it. */
  unanswered: boolean;
};

/** Tells each hook how the posts stand now whose incidents changed. */
export function* reportIncidents(
  state: AlertState,
  routes: ReadonlyMap<string, Route>,
  { desk, incidents }: { desk: NewsDesk; incidents: Incidents },
): PausableWork<void> {
  const noted = incidents.noted();
  if (noted.length === 0) return;
  const alerts = Map.groupBy(state.alerts, groupOf);
  yield;
  const changed = new Set(noted.map(postOf));
  const byPost = Map.groupBy(
    state.incidents.filter(incident => changed.has(postOf(incident))),
    postOf,
  );
  for (const [first, ...others] of byPost.values()) {
    if (!first) continue;
    const its = [first, ...others].map(incident => ({
      incident,
      alerts: alerts.get(groupOf(incident)) ?? [],
    }));
    desk.of(first.hook).posts.push(postStanding(first.post, its, routes.get(first.hook)));
    yield;
  }
}

const postOf = ({ hook, post }: Incident): string => `${hook} ${post}`;

/** How many alerts a post names line by line, and of how many it says what is wrong. */
const WORST = 5;
const EXPLAINED = 3;
/** How many responders a post names. */
const NAMED = 3;

/** How all incidents of a post stand together. */
function postStanding(
  post: number,
  its: readonly { incident: Incident; alerts: readonly Followed[] }[],
  route: Route | undefined,
): PostStanding {
  const open = its.filter(({ incident }) => incident.endedAt === null);
  const standings = open.map(({ incident, alerts }) => standingOf(incident, alerts, route));
  const due = (one: IncidentStanding): number => one.step?.dueAt ?? Number.POSITIVE_INFINITY;
  const [next] = standings.filter(one => !one.taken && one.step).sort((a, b) => due(a) - due(b));
  const firing = open.flatMap(({ alerts }) => alerts.filter(({ status }) => status === 'firing'));
  return {
    post,
    open: open.length,
    untaken: standings.filter(({ taken }) => !taken).length,
    firing: tallyOf(firing.map(alert => ({ ...alert, name: placed(alert), called: alert.name }))),
    worst: shownOf(firing, WORST).map((one, index) => (index < EXPLAINED ? one : unexplained(one))),
    taken: deeds(its.flatMap(({ incident }) => incident.taken ?? [])),
    resolvedHere: deeds(
      its.flatMap(({ incident: { resolvedBy: by, endedAt: at } }) => (by && at !== null ? { by, at } : [])),
    ),
    step: next?.step ?? null,
    unanswered: standings.filter(({ unanswered }) => unanswered).length,
  };
}

/** What each responder did, whoever did most first. */
function deeds(all: readonly { by: Responder; at: number }[]): Deed[] {
  const found: Deed[] = [];
  for (const { by, at } of all) {
    const same = found.find(one => sameResponder(one.by, by));
    if (!same) found.push({ by, at, incidents: 1 });
    else Object.assign(same, { at: Math.min(same.at, at), incidents: same.incidents + 1 });
  }
  return found.sort((one, other) => other.incidents - one.incidents).slice(0, NAMED);
}

export function standingOf(
  incident: Incident,
  alerts: readonly Followed[],
  route: Route | undefined,
): IncidentStanding {
  const { id, post, since, taken, endedAt, resolvedBy, escalation } = incident;
  const lead = leadOf(alerts);
  const escalating = route?.escalation ?? null;
  const steps = escalating ? escalating.steps.length * escalating.rounds : 0;
  return {
    id,
    post,
    name: lead?.name ?? '',
    severity: lead?.severity ?? 'none',
    since,
    firing: alerts.filter(({ status }) => status === 'firing').length,
    taken,
    endedAt,
    resolvedBy,
    step: escalation && {
      turn: Math.min(escalation.turn + 1, Math.max(steps, 1)),
      of: steps,
      dueAt: escalation.dueAt,
    },
    unanswered: isUnanswered(incident, escalating),
  };
}
