import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import type { Responder } from '../../alert.ts';
import {
  type ChannelUpdate,
  type ChannelUpdates,
  createChannelUpdates,
  type Happening,
} from '../channel/channel-update.ts';
import type { OneText } from '../texts/compose-text.ts';
import type { Pricing } from '../texts/daily-limit.ts';
import { createTimelineNotes, type TimelineNotes } from '../timeline-entry.ts';
import { type Route, routeIn } from './route.ts';
import {
  type AlertState,
  type Block,
  type DayUse,
  groupKeyOf,
  type Hold,
  type Incident,
  isShown,
  type NumberUse,
  type TextInFlight,
  type TrackedAlert,
} from './state.ts';

/** The input of a decision in addition to the state and the events. */
export type PolicyContext = {
  now: number;
  /** The time of day. */
  wall: number;
  /** The route of each hook. Incidents of hooks without a route are dropped. */
  routes: ReadonlyMap<string, Route>;
  pricing: Pricing<OneText>;
  /** The workspace's holidays, as `dayOf` counts days; empty if no hook is quiet on them. */
  holidays: ReadonlyMap<number, string>;
  /** This process has looked at the workspace's heartbeats before, without a failure since. */
  isSure: boolean;
};

/** A text that isn't worded yet, and the numbers that get it. */
export type AlertText = OneText & {
  id: number;
  to: readonly string[];
  /** It doesn't wait for the usual limits. */
  isUrgent: boolean;
};

/** A direct message in Slack, because no text can tell its readers. */
export type DirectNotice =
  | {
      kind: 'blocked';
      why: Block;
      hook: string;
      /** The recipients whose turn it is, by their keys. */
      recipients: readonly string[];
      incidents: readonly number[];
    }
  /** Tells admins that alerts beyond the capacity are only counted. */
  | { kind: 'full'; untracked: number };

/** The part of the capacity that alerts and incidents use. `hasSwept`: ended alerts were dropped to make room. */
export type SpaceUsed = { alerts: number; bytes: number; labels: number; hasSwept: boolean };

/** A hook's open incidents as of the last look, and its newest shared post with the time when it began. */
export type HookPosts = { open: Set<Incident>; shared: { post: number; since: number } | null };

/** This decision's copy of an incident's alerts, and the place of each by its fingerprint. */
export type AlertEdit = { alerts: TrackedAlert[]; places: Map<string, number> };

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A copy of the state that one decision changes, with the decision's results. */
export type WorkingState = Mutable<
  Pick<AlertState, 'lastChange' | 'mutes' | 'blocked' | 'fullSaidAt' | 'watch'>
> & {
  readonly incidents: Map<string, Incident>;
  readonly numbers: Map<string, NumberUse>;
  readonly texts: Map<number, TextInFlight>;
  readonly used: Map<string, DayUse>;
  readonly context: PolicyContext;
  readonly now: number;
  readonly updates: ChannelUpdates;
  readonly timeline: TimelineNotes;
  readonly textsToSend: AlertText[];
  readonly cancelled: Set<number>;
  readonly notices: DirectNotice[];
  lookUps: ReadonlySet<string>;
  /** The responder who ended each mute before its time, by the mute's id. */
  readonly unmuted: Map<string, Responder>;
  /** The number of alerts that this decision couldn't track. */
  untracked: number;
  /** Incidents dropped or replaced while they were open. Their posts have to change. */
  readonly dropped: Incident[];
  wakeAt: number | null;
  /** Measured on first use; null before. */
  usage: SpaceUsed | null;
  /** The posts of each hook, collected when the first incident begins; null before. */
  posts: Map<string, HookPosts> | null;
  readonly edits: Map<Incident, AlertEdit>;
  /** Takes the next change number. */
  nextChange(): number;
  routeOf(of: { hook: string; policy?: string | null }): Route | undefined;
  /** The latest incidents of a group, one for each policy by which its alerts go. */
  ofGroup(of: { hook: string; group: string }): Incident[];
  byId(id: number): Incident | undefined;
  add(incident: Incident): void;
  remove(incident: Incident): void;
  /** The update for a hook's channel, or for the post of an incident. */
  update(of: { hook: string; post?: number }): ChannelUpdate;
  /** Tells the incident's post, and its timeline, what happened. */
  tell(incident: Incident, happening: Happening, more?: { by?: Responder; until?: number | null }): void;
  /** Notes that alerts of a hook wait. The channel is told of the hold that ends first. */
  noteHeld(of: { hook: string }, alerts: number, hold: Hold): void;
  /** Has the next decision made at this time or earlier; null changes nothing. */
  wake(at: number | null): void;
};

/** Incidents copied between two yields. */
const INCIDENTS_PER_SLICE = 1000;

export function* openState(before: AlertState, context: PolicyContext): CooperativeTask<WorkingState> {
  const { now, routes } = context;
  const incidents = new Map<string, Incident>();
  const byId = new Map<number, Incident>();
  /** The policies by which alerts of a group go, by the group's key. */
  const policiesIn = new Map<string, Set<string>>();
  const notePolicy = ({ hook, group, policy }: Incident): void => {
    if (policy === null) return;
    const key = groupKeyOf({ hook, group });
    policiesIn.set(key, (policiesIn.get(key) ?? new Set()).add(policy));
  };
  for (const [key, stored] of before.incidents) {
    const incident = { ...stored };
    incidents.set(key, incident);
    byId.set(incident.id, incident);
    notePolicy(incident);
    if (incidents.size % INCIDENTS_PER_SLICE === 0) yield;
  }
  const updates = createChannelUpdates();
  const timeline = createTimelineNotes(now);
  const work: WorkingState = {
    lastChange: before.lastChange,
    mutes: before.mutes,
    blocked: before.blocked,
    fullSaidAt: before.fullSaidAt,
    watch: before.watch,
    incidents,
    numbers: new Map(before.numbers),
    texts: new Map(before.texts),
    used: new Map(before.used),
    context,
    now,
    updates,
    timeline,
    textsToSend: [],
    cancelled: new Set(),
    notices: [],
    lookUps: new Set(),
    unmuted: new Map(),
    untracked: 0,
    dropped: [],
    wakeAt: null,
    usage: null,
    posts: null,
    edits: new Map(),
    nextChange() {
      work.lastChange += 1;
      return work.lastChange;
    },
    routeOf: of => routeIn(routes, of),
    ofGroup({ hook, group }) {
      const own = incidents.get(groupKeyOf({ hook, group }));
      const policies = policiesIn.get(groupKeyOf({ hook, group })) ?? [];
      const byPolicies = [...policies].flatMap(
        policy => incidents.get(groupKeyOf({ hook, group, policy })) ?? [],
      );
      return own ? [own, ...byPolicies] : byPolicies;
    },
    byId: id => byId.get(id),
    add(incident) {
      const key = groupKeyOf(incident);
      // The newest incident comes last, so that the oldest give way first.
      incidents.delete(key);
      incidents.set(key, incident);
      byId.set(incident.id, incident);
      notePolicy(incident);
    },
    remove(incident) {
      const key = groupKeyOf(incident);
      if (incidents.get(key) === incident) incidents.delete(key);
      byId.delete(incident.id);
    },
    update: updates.of,
    tell(incident, happening, { by, until } = {}) {
      const { id, post } = incident;
      updates
        .of(incident)
        .happened.push({ happening, incident: id, post, by: by ?? null, until: until ?? null });
      timeline.add(incident, happening, { by, until: until ?? undefined });
    },
    noteHeld({ hook }, alerts, { until, why }) {
      if (why === null) return;
      const update = updates.of({ hook });
      const { held } = update;
      const isFirst = !held || until < held.until;
      update.held = {
        alerts: (held?.alerts ?? 0) + alerts,
        until: isFirst ? until : held.until,
        why: isFirst ? why : held.why,
      };
    },
    wake(at) {
      if (at !== null && (work.wakeAt === null || at < work.wakeAt)) work.wakeAt = at;
    },
  };
  return work;
}

/** The state after a decision. @param updates what channels are told */
export function closeState(work: WorkingState, updates: readonly ChannelUpdate[]): AlertState {
  const { lastChange, incidents, numbers, texts, mutes, used, blocked, fullSaidAt, watch } = work;
  const held = new Map(updates.flatMap(({ hook, held }) => (held ? [[hook, held] as const] : [])));
  return { lastChange, incidents, numbers, texts, mutes, used, held, blocked, fullSaidAt, watch };
}

/** The incidents that look different in their posts than before. */
export function* changedIncidents(
  before: AlertState,
  { incidents, dropped }: Pick<WorkingState, 'incidents' | 'dropped'>,
): CooperativeTask<Set<Incident>> {
  const changed = new Set(dropped);
  let looked = 0;
  for (const [key, incident] of incidents) {
    const earlier = before.incidents.get(key);
    if (isShown(incident.kind) && (earlier?.id !== incident.id || looksDifferent(earlier, incident)))
      changed.add(incident);
    looked += 1;
    if (looked % INCIDENTS_PER_SLICE === 0) yield;
  }
  return changed;
}

function looksDifferent(one: Incident, other: Incident): boolean {
  if (
    one.endedAt !== other.endedAt ||
    one.resolvedBy !== other.resolvedBy ||
    one.acknowledged !== other.acknowledged ||
    one.overdue !== other.overdue ||
    one.escalation !== other.escalation ||
    one.trouble !== other.trouble ||
    one.alerts.length !== other.alerts.length
  )
    return true;
  if (one.alerts === other.alerts) return false;
  return one.alerts.some((alert, place) => {
    const later = other.alerts[place];
    return later !== alert && (!later || SHOWN_FIELDS.some(field => alert[field] !== later[field]));
  });
}

/** The fields of an alert that posts show. */
const SHOWN_FIELDS = [
  'fingerprint',
  'name',
  'place',
  'severity',
  'endedAt',
  'change',
  'mutedBy',
  'count',
] as const;
