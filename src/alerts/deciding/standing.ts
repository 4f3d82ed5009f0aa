import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { placed, type Responder, sameResponder } from '../alert.ts';
import { isUnanswered } from './escalate.ts';
import type { Incidents } from './incidents.ts';
import type { Deed, NewsDesk, PostStanding, StepStanding } from './news.ts';
import type { Escalating, Route } from './route.ts';
import { shownOf, tallyOf, unexplained } from './shown.ts';
import { type AlertState, type Followed, groupOf, type Incident } from './state.ts';

/** Tells each hook how the posts stand now whose incidents changed. */
export function* reportIncidents(
  state: AlertState,
  routes: ReadonlyMap<string, Route>,
  { desk, incidents }: { desk: NewsDesk; incidents: Incidents },
): CooperativeTask<void> {
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
  const untaken = open.flatMap(({ incident }) => (incident.taken ? [] : incident));
  const escalating = route?.escalation ?? null;
  const steps = untaken.flatMap(incident => stepOf(incident, escalating) ?? []);
  const due = ({ dueAt }: StepStanding): number => dueAt ?? Number.POSITIVE_INFINITY;
  const [next] = steps.sort((one, other) => due(one) - due(other));
  const firing = open.flatMap(({ alerts }) => alerts.filter(({ status }) => status === 'firing'));
  return {
    post,
    upTo: Math.max(...its.map(({ incident }) => incident.id)),
    open: open.length,
    untaken: untaken.length,
    firing: tallyOf(firing.map(alert => ({ ...alert, name: placed(alert), called: alert.name }))),
    worst: shownOf(firing, WORST).map((one, index) => (index < EXPLAINED ? one : unexplained(one))),
    taken: deeds(its.flatMap(({ incident }) => incident.taken ?? [])),
    resolvedHere: deeds(
      its.flatMap(({ incident: { resolvedBy: by, endedAt: at } }) => (by && at !== null ? { by, at } : [])),
    ),
    step: next ?? null,
    unanswered: open.filter(({ incident }) => isUnanswered(incident, escalating)).length,
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

/** Null: it has no steps. */
function stepOf({ escalation }: Incident, escalating: Escalating | null): StepStanding | null {
  const of = escalating ? escalating.steps.length * escalating.rounds : 0;
  return escalation && { turn: Math.min(escalation.turn + 1, Math.max(of, 1)), of, dueAt: escalation.dueAt };
}
