import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { placed, type Responder } from '../../alert.ts';
import {
  type ChannelUpdate,
  type ChannelUpdates,
  createChannelUpdates,
  type Happening,
} from '../channel/channel-update.ts';
import type { OneText } from '../texts/compose-text.ts';
import type { Pricing } from '../texts/daily-limit.ts';
import { quietUntil } from '../texts/number-limits.ts';
import type { Route } from './route.ts';
import {
  type AlertState,
  type Block,
  type DayUse,
  groupKeyOf,
  type Hold,
  type Incident,
  type NumberUse,
  type TextInFlight,
  type TrackedAlert,
} from './state.ts';

/** What deciding is given beside the state and the events. */
export type PolicyContext = {
  now: number;
  /** The time of day. */
  wall: number;
  /** The hooks that exist; incidents of any other hook are dropped. */
  routes: ReadonlyMap<string, Route>;
  pricing: Pricing<OneText>;
  /** Whether this process looked at the workspace's heartbeats before, and nothing failed since. */
  isSure: boolean;
};

/** A text to numbers that are told the same. */
export type AlertText = OneText & {
  id: number;
  to: readonly string[];
  /** It couldn't wait for the usual limits. */
  isUrgent: boolean;
};

/** What people hear by a direct message in Slack, because a text can't tell them. */
export type DirectNotice =
  | {
      kind: 'blocked';
      why: Block;
      hook: string;
      /** Recipients whose turn it is, by their keys. */
      recipients: readonly string[];
      incidents: readonly number[];
    }
  /** For admins: alerts are only counted. */
  | { kind: 'full'; untracked: number };

/** What alerts and incidents use of the capacity. */
export type SpaceUsed = { alerts: number; bytes: number; labels: number; hasSwept: boolean };

/** A hook's incidents that were open when they were last looked at, and its newest shared post and when that began. */
export type HookPosts = { open: Set<Incident>; shared: { post: number; since: number } | null };

/** This decision's copy of an incident's alerts, with the place of each. */
export type AlertEdit = { alerts: TrackedAlert[]; places: Map<string, number> };

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A copy of a state that one decision changes, and what follows from the changes. */
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
  readonly textsToSend: AlertText[];
  readonly cancelled: Set<number>;
  readonly notices: DirectNotice[];
  lookUps: ReadonlySet<string>;
  /** Mutes that somebody ended before their time. */
  readonly unmuted: Map<string, Responder>;
  /** Alerts that couldn't be tracked in this decision. */
  untracked: number;
  /** Incidents that were dropped though they weren't over: their posts have to change. */
  readonly dropped: Incident[];
  wakeAt: number | null;
  /** Measured once somebody asks. */
  usage: SpaceUsed | null;
  /** By hook; found once an incident begins. */
  posts: Map<string, HookPosts> | null;
  readonly edits: Map<Incident, AlertEdit>;
  /** The next change number. */
  nextChange(): number;
  routeOf(of: { hook: string }): Route | undefined;
  byId(id: number): Incident | undefined;
  add(incident: Incident): void;
  remove(incident: Incident): void;
  /** When the hook's quiet hours end; null outside them. */
  quietUntil(hook: string): number | null;
  /** What its channel is told of a hook; of an incident, in its post. */
  update(of: { hook: string; post?: number }): ChannelUpdate;
  /** Notes that something happened to an incident. */
  tell(incident: Incident, happening: Happening, more?: { by?: Responder; until?: number | null }): void;
  /** Notes that alerts of a hook wait: what goes first stands for all. */
  noteHeld(of: { hook: string }, alerts: number, hold: Hold): void;
  /** Decides again at this time. */
  wake(at: number | null): void;
};

/** Incidents copied in one go. */
const COPIED = 1000;

export function* openState(before: AlertState, context: PolicyContext): CooperativeTask<WorkingState> {
  const { now, wall, routes } = context;
  const incidents = new Map<string, Incident>();
  const byId = new Map<number, Incident>();
  for (const [key, stored] of before.incidents) {
    const incident = { ...stored };
    incidents.set(key, incident);
    byId.set(incident.id, incident);
    if (incidents.size % COPIED === 0) yield;
  }
  const quiet = new Map<string, number | null>();
  const updates = createChannelUpdates();
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
    routeOf: ({ hook }) => routes.get(hook),
    byId: id => byId.get(id),
    add(incident) {
      const key = groupKeyOf(incident);
      // The latest stands last, so that the oldest give way first.
      incidents.delete(key);
      incidents.set(key, incident);
      byId.set(incident.id, incident);
    },
    remove(incident) {
      const key = groupKeyOf(incident);
      if (incidents.get(key) === incident) incidents.delete(key);
      byId.delete(incident.id);
    },
    quietUntil(hook) {
      let until = quiet.get(hook);
      if (until === undefined) {
        const end = quietUntil(routes.get(hook)?.quiet ?? null, wall);
        until = end === null ? null : now + end - wall;
        quiet.set(hook, until);
      }
      return until;
    },
    update: updates.of,
    tell(incident, happening, { by, until } = {}) {
      const { id, post } = incident;
      updates
        .of(incident)
        .happened.push({ happening, incident: id, post, by: by ?? null, until: until ?? null });
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

/** @param updates what channels are told */
export function closeState(work: WorkingState, updates: readonly ChannelUpdate[]): AlertState {
  const { lastChange, incidents, numbers, texts, mutes, used, blocked, fullSaidAt, watch } = work;
  const held = new Map(updates.flatMap(({ hook, held }) => (held ? [[hook, held] as const] : [])));
  return { lastChange, incidents, numbers, texts, mutes, used, held, blocked, fullSaidAt, watch };
}

/** How channels and texts mention an alert. */
export const mentionOf = (alert: TrackedAlert) => ({
  name: placed(alert),
  called: alert.name,
  severity: alert.severity,
});

/** Incidents that don't look as they did: their posts have to change. */
export function* changedIncidents(
  before: AlertState,
  { incidents, dropped }: Pick<WorkingState, 'incidents' | 'dropped'>,
): CooperativeTask<Set<Incident>> {
  const changed = new Set(dropped);
  let looked = 0;
  for (const [key, incident] of incidents) {
    const earlier = before.incidents.get(key);
    const isShown = incident.kind !== 'unseen' && incident.kind !== 'test';
    if (isShown && (earlier?.id !== incident.id || looksDifferent(earlier, incident))) changed.add(incident);
    looked += 1;
    if (looked % COPIED === 0) yield;
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
    return later !== alert && (!later || fields.some(field => alert[field] !== later[field]));
  });
}

/** What posts show of an alert. */
const fields = ['fingerprint', 'name', 'place', 'severity', 'endedAt', 'change', 'mutedBy', 'count'] as const;
