import { z } from 'zod';
import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { addCounts, countSchema } from '../../../kit/json.ts';
import {
  placed,
  type Responder,
  rank,
  responderSchema,
  SEVERITIES,
  type Severity,
  sameResponder,
} from '../../alert.ts';
import { type Route, recipientsOfTurn, severitiesThatEscalate, stepsOf } from '../incidents/route.ts';
import {
  type Acknowledgement,
  BLOCKS,
  type Block,
  hasOpen,
  type Incident,
  isFiring,
  isOpen,
  isShared,
  type Mute,
  type TrackedAlert,
} from '../incidents/state.ts';
import { pickShown, type Standing, shownSchema, TOLD_APART, tallyOf, tallySchema } from './alert-summary.ts';

/** The step that is on, from 1 and over all rounds, of how many; when the next one is due, and its recipients by their keys. */
const stepSchema = z.object({
  turn: z.int(),
  of: z.int(),
  dueAt: z.number().nullable(),
  next: z.array(z.string()),
});
export type StepStatus = z.infer<typeof stepSchema>;

/** Who did something about incidents, when they first did, and about how many. `until`: when that ends first. */
const actionSchema = z.object({
  by: responderSchema,
  at: z.number(),
  until: z.number().nullable(),
  incidents: countSchema,
});
export type ResponderActions = z.infer<typeof actionSchema>;

/** One of several incidents in a post, by its worst alert; `more`: further alerts of it that fire. */
const sharingSchema = z.object({
  id: z.int(),
  worst: shownSchema,
  more: countSchema,
  acknowledged: actionSchema.nullable(),
});

/** The status of everything that one post shows. */
export const postStatusSchema = z.object({
  post: z.int(),
  /** The last change that it shows: a responder acts on no later one. */
  upTo: z.int(),
  /** Its incidents that aren't over, and those of them with an alert that no responder is on. */
  open: countSchema,
  unacknowledged: countSchema,
  /** The alerts that fire. */
  firing: tallySchema,
  /** The worst of them; where several incidents share the post, these instead, first those that need somebody. */
  worst: z.array(shownSchema),
  sharing: z.array(sharingSchema),
  /** Alerts that fire and aren't among these. */
  others: tallySchema,
  acknowledged: z.array(actionSchema),
  /** Whose acknowledgement ended by itself, and when, as long as nobody acknowledged again. */
  overdue: z.object({ by: responderSchema, since: z.number() }).nullable(),
  resolvedHere: z.array(actionSchema),
  /** The step that is on and when the next one is due: of the incident whose next one is due first. */
  step: stepSchema.nullable(),
  /** Incidents that have gone through all steps, and nobody acknowledged them. */
  unanswered: countSchema,
  /** Incidents of which nobody could be texted, and those whose texts wait until any can go, and why none can. */
  unreached: countSchema,
  blocked: countSchema,
  blockedBy: z.enum(BLOCKS).nullable(),
  /** Alerts that a mute keeps from texting anybody, when the first of these mutes ends, and whose that is. */
  muted: countSchema,
  mutedUntil: z.number().nullable(),
  mutedBy: responderSchema.nullable(),
});
export type PostStatus = z.infer<typeof postStatusSchema>;

/** How many alerts, or incidents, a post shows one by one. */
const MAX_SHOWN = 8;
const MAX_RESPONDERS = 3;

type PostContext = {
  routes: ReadonlyMap<string, Route>;
  mutes: readonly Mute[];
  /** Why no text can go; null: they can. */
  blockedBy: Block | null;
  lastChange: number;
};

/** Tells each hook the status of the posts whose incidents changed. */
export function* reportPosts(
  incidents: Iterable<Incident>,
  changed: ReadonlySet<Incident>,
  tell: (hook: string, status: PostStatus) => void,
  context: PostContext,
): CooperativeTask<void> {
  if (changed.size === 0) return;
  const byPost = new Map<number, Incident[]>();
  for (const { post } of changed) byPost.set(post, []);
  // One that was just dropped isn't among the others.
  for (const incident of new Set([...incidents, ...changed])) byPost.get(incident.post)?.push(incident);
  yield;
  for (const [post, shown] of byPost) {
    const [first] = shown;
    if (first) tell(first.hook, yield* postStatus(post, shown, context));
    yield;
  }
}

/** The status of all incidents of a post together. */
function* postStatus(
  post: number,
  incidents: readonly Incident[],
  { routes, mutes, blockedBy, lastChange }: PostContext,
): CooperativeTask<PostStatus> {
  const open = incidents.filter(({ endedAt }) => endedAt === null);
  const route = routes.get(incidents[0]?.hook ?? '');
  const unacknowledged = open.filter(incident => !incident.acknowledged || hasOpen(incident));
  const steps = unacknowledged.flatMap(incident => (route ? (stepStatus(route, incident) ?? []) : []));
  const firing = open.flatMap(({ alerts }) => alerts.filter(isFiring));
  const which = new Set(firing.flatMap(({ mutedBy }) => mutedBy ?? []));
  const [mute] = mutes.filter(({ id }) => which.has(id)).sort((a, b) => a.until - b.until);
  yield;
  const tally = tallyOf(byKind(firing));
  yield;
  const shown = open.length > 1 && open.some(isShared) ? sharingOf(open) : worstOf(open);
  yield;
  return {
    post,
    upTo: lastChange,
    open: open.length,
    unacknowledged: unacknowledged.length,
    firing: tally,
    worst: shown.worst,
    sharing: shown.sharing,
    others: tallyOf(byKind(shown.rest)),
    acknowledged: responderActions(incidents.flatMap(({ acknowledged }) => acknowledged ?? [])),
    overdue: open.find(({ overdue }) => overdue)?.overdue ?? null,
    resolvedHere: responderActions(
      incidents.flatMap(({ resolvedBy: by, endedAt: at }) =>
        by && at !== null ? { by, at, until: null } : [],
      ),
    ),
    step: steps.sort((a, b) => (a.dueAt ?? Infinity) - (b.dueAt ?? Infinity))[0] ?? null,
    unanswered: open.filter(incident => route && isUnanswered(route, incident)).length,
    unreached: open.filter(({ trouble }) => trouble === 'unreached').length,
    blocked: open.filter(({ trouble }) => trouble === 'blocked').length,
    blockedBy,
    muted: firing.reduce((sum, { mutedBy, count }) => (mutedBy === null ? sum : addCounts(sum, count)), 0),
    mutedUntil: mute?.until ?? null,
    mutedBy: mute?.by ?? null,
  };
}

type Shown = Pick<PostStatus, 'worst' | 'sharing'> & { rest: readonly TrackedAlert[] };

/** The alerts of an incident that fire, with who does something about them. */
const standingIn = (incident: Incident): (TrackedAlert & { standing: Standing })[] =>
  incident.alerts.filter(isFiring).map(alert => ({ ...alert, standing: standingOf(incident, alert) }));

/** Who does something about an alert that fires. */
export function standingOf(incident: Incident, alert: TrackedAlert): Exclude<Standing, 'lapsed'> {
  if (alert.mutedBy !== null) return 'muted';
  return incident.acknowledged && !isOpen(incident, alert) ? 'acknowledged' : 'open';
}

function worstOf(open: readonly Incident[]): Shown {
  const { shown, rest } = pickShown(open.flatMap(standingIn), MAX_SHOWN);
  return { worst: shown, sharing: [], rest };
}

function sharingOf(open: readonly Incident[]): Shown {
  const sorted = open.toSorted((one, other) => needOf(one) - needOf(other));
  const first = sorted.slice(0, MAX_SHOWN);
  const sharing = first.flatMap(incident => {
    const alerts = standingIn(incident);
    const [worst] = pickShown(alerts, 1, first.length - 1).shown;
    if (!worst) return [];
    const { acknowledged } = incident;
    const isAcknowledged = acknowledged !== null && !hasOpen(incident);
    return {
      id: incident.id,
      worst,
      more: alerts.length - worst.alerts,
      acknowledged: isAcknowledged ? actionOf(acknowledged) : null,
    };
  });
  return {
    worst: [],
    sharing,
    rest: sorted.slice(MAX_SHOWN).flatMap(({ alerts }) => alerts.filter(isFiring)),
  };
}

/** Lower needs somebody more: what nobody is on, and then the most severe. */
function needOf(incident: Incident): number {
  const severities = incident.alerts.filter(isFiring).map(({ severity }) => rank(severity));
  return (hasOpen(incident) ? 0 : SEVERITIES.length) + Math.min(...severities);
}

const actionOf = ({ by, at, until }: Acknowledgement): ResponderActions => ({ by, at, until, incidents: 1 });

type AlertCount = { name: string; called: string; severity: Severity; alerts: number };

/** One entry for alerts of a kind, because there may be thousands. */
function byKind(alerts: readonly TrackedAlert[]): AlertCount[] {
  const each = (alert: TrackedAlert): AlertCount => ({
    name: placed(alert),
    called: alert.name,
    severity: alert.severity,
    alerts: alert.count,
  });
  if (alerts.length <= TOLD_APART) return alerts.map(each);
  const kinds = new Map<string, AlertCount>();
  for (const alert of alerts) {
    const key = `${alert.severity} ${alert.name}`;
    const before = kinds.get(key);
    if (before) kinds.set(key, { ...before, name: alert.name, alerts: before.alerts + alert.count });
    else kinds.set(key, each(alert));
  }
  return [...kinds.values()];
}

/** It has gone through all steps, and something that escalates is still open. */
function isUnanswered(route: Route, incident: Incident): boolean {
  const { escalation } = incident;
  if (!route.escalation || !escalation || escalation.turn < stepsOf(route).total) return false;
  const severities = severitiesThatEscalate(route);
  return incident.alerts.some(alert => isOpen(incident, alert) && severities.includes(alert.severity));
}

/** Null: it has no steps, or none is on. Turn 0: a first one is still to come. */
function stepStatus(route: Route, incident: Incident): StepStatus | null {
  const { escalation } = incident;
  if (!escalation || ((!route.escalation || escalation.turn < 0) && escalation.dueAt === null)) return null;
  const { total } = stepsOf(route);
  const next = escalation.turn + 1;
  return {
    turn: Math.min(next, total),
    of: total,
    dueAt: escalation.dueAt,
    next: next < total ? [...recipientsOfTurn(route, incident, next)] : [],
  };
}

/** What each responder did, the one who did most first. */
function responderActions(
  all: readonly { by: Responder; at: number; until: number | null }[],
): ResponderActions[] {
  const found: ResponderActions[] = [];
  for (const { by, at, until } of all) {
    const same = found.find(entry => sameResponder(entry.by, by));
    if (!same) found.push({ by, at, until, incidents: 1 });
    else {
      same.at = Math.min(same.at, at);
      same.until = Math.min(same.until ?? Infinity, until ?? Infinity);
      if (same.until === Infinity) same.until = null;
      same.incidents += 1;
    }
  }
  return found.sort((a, b) => b.incidents - a.incidents).slice(0, MAX_RESPONDERS);
}
