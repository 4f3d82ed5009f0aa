import { z } from 'zod';
import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { addCounts, countSchema } from '../../../kit/json.ts';
import { type Responder, rank, responderSchema, SEVERITIES, sameResponder } from '../../alert.ts';
import { isUnanswered, type Route, recipientsOfTurn, stepsOf } from '../incidents/route.ts';
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
import {
  mentionOf,
  type NameTally,
  pickShown,
  type Standing,
  shownSchema,
  tallyOf,
  tallySchema,
} from './alert-summary.ts';

/**
 * `turn`: the current step, counted from 1 over all rounds; 0 before the first. `of`: the number of steps in all rounds. `dueAt`: when the
 * next step begins; null if none is due. `next`: the keys of its recipients.
 */
const stepSchema = z.object({
  turn: z.int(),
  of: z.int(),
  dueAt: z.number().nullable(),
  next: z.array(z.string()),
});
export type StepStatus = z.infer<typeof stepSchema>;

/**
 * A responder who acted on incidents, when they first did, and on how many. `until`: when the first of these actions ends; null if none
 * ends by itself.
 */
const actionSchema = z.object({
  by: responderSchema,
  at: z.number(),
  until: z.number().nullable(),
  incidents: countSchema,
});
export type ResponderActions = z.infer<typeof actionSchema>;

/** One of several incidents in a post, by its worst alert. `more`: how many of its other alerts fire. */
const sharingSchema = z.object({
  id: z.int(),
  worst: shownSchema,
  more: countSchema,
  acknowledged: actionSchema.nullable(),
});

/** The status of all incidents that one post shows. */
export const postStatusSchema = z.object({
  post: z.int(),
  /** The last change that the post shows. A responder's action in the post reaches no later change. */
  upTo: z.int(),
  /** How many of its incidents aren't over, and how many of these need a responder. */
  open: countSchema,
  unacknowledged: countSchema,
  /** The alerts that fire. */
  firing: tallySchema,
  /**
   * The worst firing alerts. A shared post with several open incidents has `sharing` instead, which begins with those that need a
   * responder.
   */
  worst: z.array(shownSchema),
  sharing: z.array(sharingSchema),
  /** Firing alerts that neither list shows or counts. */
  others: tallySchema,
  acknowledged: z.array(actionSchema),
  /** The responder whose acknowledgement ended by itself, and when; null once it is acknowledged again. */
  overdue: z.object({ by: responderSchema, since: z.number() }).nullable(),
  resolvedHere: z.array(actionSchema),
  /** The step of the incident whose next step is due first. */
  step: stepSchema.nullable(),
  /** The number of incidents that went through all steps without an acknowledgement. */
  unanswered: countSchema,
  /**
   * How many incidents no recipient could be texted about, how many wait until texts can go, and why no text can go (null if texts can).
   */
  unreached: countSchema,
  blocked: countSchema,
  blockedBy: z.enum(BLOCKS).nullable(),
  /** The number of muted alerts that fire. `mutedUntil` and `mutedBy`: of the mute that ends first; null if no alert is muted. */
  muted: countSchema,
  mutedUntil: z.number().nullable(),
  mutedBy: responderSchema.nullable(),
});
export type PostStatus = z.infer<typeof postStatusSchema>;

/** The most alerts, or incidents, that a post shows one by one. */
const MAX_SHOWN = 8;
const MAX_RESPONDERS = 3;

type PostContext = {
  routes: ReadonlyMap<string, Route>;
  mutes: readonly Mute[];
  /** Why no text can go; null if texts can go. */
  blockedBy: Block | null;
  lastChange: number;
};

/** Reports the status of each post whose incidents changed. @param tell called for each of these posts, with its hook */
export function* reportPosts(
  incidents: Iterable<Incident>,
  changed: ReadonlySet<Incident>,
  tell: (hook: string, status: PostStatus) => void,
  context: PostContext,
): CooperativeTask<void> {
  if (changed.size === 0) return;
  const byPost = new Map<number, Incident[]>();
  for (const { post } of changed) byPost.set(post, []);
  // A dropped incident is among `changed` only.
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
  const muteIds = new Set(firing.flatMap(({ mutedBy }) => mutedBy ?? []));
  const [mute] = mutes.filter(({ id }) => muteIds.has(id)).sort((a, b) => a.until - b.until);
  yield;
  const tally = tallyOfAlerts(firing);
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
    others: tallyOfAlerts(shown.remaining),
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

type Shown = Pick<PostStatus, 'worst' | 'sharing'> & { remaining: readonly TrackedAlert[] };

/** The firing alerts of an incident, each with its standing. */
const standingIn = (incident: Incident): (TrackedAlert & { standing: Standing })[] =>
  incident.alerts.filter(isFiring).map(alert => ({ ...alert, standing: standingOf(incident, alert) }));

/** The standing of a firing alert. */
export function standingOf(incident: Incident, alert: TrackedAlert): Exclude<Standing, 'lapsed'> {
  if (alert.mutedBy !== null) return 'muted';
  return incident.acknowledged && !isOpen(incident, alert) ? 'acknowledged' : 'open';
}

function worstOf(open: readonly Incident[]): Shown {
  const { shown, remaining } = pickShown(open.flatMap(standingIn), MAX_SHOWN);
  return { worst: shown, sharing: [], remaining };
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
    remaining: sorted.slice(MAX_SHOWN).flatMap(({ alerts }) => alerts.filter(isFiring)),
  };
}

/** A sort key: incidents with open alerts come first, then the most severe. */
function needOf(incident: Incident): number {
  const severities = incident.alerts.filter(isFiring).map(({ severity }) => rank(severity));
  return (hasOpen(incident) ? 0 : SEVERITIES.length) + Math.min(...severities);
}

const actionOf = ({ by, at, until }: Acknowledgement): ResponderActions => ({ by, at, until, incidents: 1 });

export const tallyOfAlerts = (alerts: readonly TrackedAlert[]): NameTally =>
  tallyOf(alerts.map(alert => ({ ...mentionOf(alert), alerts: alert.count })));

/** The current step of an incident; null if no step is on. `turn` 0: the first step is still to come. */
export function stepStatus(route: Route, incident: Incident): StepStatus | null {
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

/** Groups actions by responder, at most `MAX_RESPONDERS`. The responder who acted on most incidents comes first. */
function responderActions(
  all: readonly { by: Responder; at: number; until: number | null }[],
): ResponderActions[] {
  const actions: ResponderActions[] = [];
  for (const { by, at, until } of all) {
    const same = actions.find(entry => sameResponder(entry.by, by));
    if (!same) actions.push({ by, at, until, incidents: 1 });
    else {
      same.at = Math.min(same.at, at);
      same.until = Math.min(same.until ?? Infinity, until ?? Infinity);
      if (same.until === Infinity) same.until = null;
      same.incidents += 1;
    }
  }
  return actions.sort((a, b) => b.incidents - a.incidents).slice(0, MAX_RESPONDERS);
}
