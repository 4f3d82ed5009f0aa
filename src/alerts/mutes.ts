import type { Clock } from '../kit/clock.ts';
import { HOUR_MS } from '../kit/day.ts';
import type { FairScheduler } from '../kit/fair-scheduler.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import { digestOf } from '../kit/json.ts';
import { abridged } from '../kit/slack-text.ts';
import type { Audit } from '../workspace/audit-log.ts';
import type { KnownNumbers } from '../workspace/people.ts';
import { placed, type Responder } from './alert.ts';
import { lookAtAlerts, tellAlerts, wasDecided } from './alert-inbox.ts';
import type { Hooks } from './hooks.ts';
import { labelsAsTyped } from './label-matchers.ts';
import type { MuteRequest } from './policy/events.ts';
import { isRoomFor, type MuteScope, muteOf } from './policy/incidents/mutes.ts';
import { type Incident, isFiring, type Mute, type TrackedAlert } from './policy/incidents/state.ts';

/* Muting and ending mutes. Both are stored as events, which the next decision of any process applies. */

/** For how many hours a responder may mute incidents. */
export const MUTE_HOURS = [1, 2, 4, 8] as const;
/** The most groups of one mute. A post or a text may be about more. */
export const MAX_MUTED_GROUPS = 50;
/** For this long, the same form or page makes one mute only. */
const DUPLICATE_WINDOW_MS = 3_600_000;
const MAX_CALLED = 100;

/** True if a mute is small enough for any responder of its incidents to make it, and so to end it. */
export const isForResponders = ({
  groups,
  since,
  until,
}: Pick<Mute, 'groups'> & { since: number; until: number }): boolean =>
  groups !== null && until - since <= Math.max(...MUTE_HOURS) * HOUR_MS;

/** A firing alert in its incident. */
export type FiringNow = { incident: Incident; alert: TrackedAlert };

/** A workspace's current mutes, in order of their ends, and its firing alerts. */
export type MutesNow = { mutes: readonly Mute[]; firing: readonly FiringNow[] };

export type NewMute = Omit<MuteRequest, 'kind' | 'id'>;

export type Mutes = {
  /** The mutes and alerts as of the last decision, without those of revoked hooks. */
  look(workspace: string): Promise<MutesNow>;
  /**
   * Begins a mute. The caller checks whether `by` may.
   *
   * @param origin identifies the form or page that asks for the mute; it makes one mute only
   * @returns `soon` if the mute is stored but not applied yet; `gone` if `origin` made it before, and it has ended
   */
  begin(workspace: string, request: NewMute, origin: string): Promise<'muted' | 'soon' | 'too_many' | 'gone'>;
  /** Ends a mute before its time. `gone`: it has ended already. */
  end(workspace: string, id: string, by: Responder): Promise<'ended' | 'soon' | 'gone'>;
};

export function createMutes(deps: {
  inboxes: Pick<Inboxes, 'put' | 'look' | 'waiting'>;
  hooks: Pick<Hooks, 'list'>;
  teammates: KnownNumbers;
  audit: Audit;
  runFairly: FairScheduler;
  clock: Clock;
  newId: () => string;
  wake: () => void;
}): Mutes {
  const { hooks, teammates, audit, clock, wake } = deps;

  async function look(workspace: string): Promise<MutesNow> {
    const [state, all] = await Promise.all([lookAtAlerts(deps, workspace), hooks.list(workspace)]);
    const hookIds = new Set(all.map(({ id }) => id));
    const isCurrent = ({ hook, until }: Mute): boolean =>
      until > clock.now() && (hook === null || hookIds.has(hook));
    return {
      mutes: state.mutes.filter(isCurrent).sort((one, other) => one.until - other.until),
      firing: [...state.incidents.values()].flatMap(incident =>
        hookIds.has(incident.hook) && incident.endedAt === null && incident.kind !== 'test'
          ? incident.alerts.filter(isFiring).map(alert => ({ incident, alert }))
          : [],
      ),
    };
  }

  /** Records in the audit log who muted or ended a mute. */
  async function record(
    workspace: string,
    change: 'muted' | 'unmuted',
    { hook: id, groups, called, labels, until }: MuteScope & Pick<Mute, 'called' | 'until'>,
    by: Responder,
  ): Promise<void> {
    const all = await hooks.list(workspace);
    const userId = by.kind === 'person' ? by.userId : (await teammates.numbers(workspace)).get(by.number);
    await audit.record(workspace, {
      what: change,
      hook: all.find(hook => hook.id === id)?.name ?? '',
      of: groups ? 'groups' : labels.length > 0 ? 'labels' : 'hook',
      name: groups ? called : labelsAsTyped(labels),
      until: clock.wall(until),
      fromPhone: by.kind === 'number',
      by: userId ?? null,
      at: clock.wall(),
    });
  }

  return {
    look,
    async begin(workspace, request, origin) {
      const id = digestOf(origin);
      const before = (await look(workspace)).mutes;
      if (!isRoomFor(request, before) && !before.some(current => current.id === id)) return 'too_many';
      const dedupe = { key: `mute ${id}`, digest: null, forMs: DUPLICATE_WINDOW_MS, ends: [] };
      const event = { ...request, kind: 'mute' as const, id };
      const put = await tellAlerts(deps, workspace, event, dedupe);
      wake();
      const isDone = await wasDecided(deps, workspace, put.id);
      const exists = (await look(workspace)).mutes.some(current => current.id === id);
      // A new mute may find no room, because another one took the last space meanwhile.
      if (isDone && !exists) return put.kind === 'added' ? 'too_many' : 'gone';
      if (put.kind === 'added') await record(workspace, 'muted', request, request.by);
      return isDone ? 'muted' : 'soon';
    },
    async end(workspace, id, by) {
      const mute = (await look(workspace)).mutes.find(current => current.id === id);
      if (!mute) return 'gone';
      const dedupe = { key: `unmute ${id}`, digest: null, forMs: DUPLICATE_WINDOW_MS, ends: [] };
      const put = await tellAlerts(deps, workspace, { kind: 'unmute', id, by }, dedupe);
      wake();
      if (put.kind === 'added') await record(workspace, 'unmuted', mute, by);
      return (await wasDecided(deps, workspace, put.id)) ? 'ended' : 'soon';
    },
  };
}

/** The alerts that a mute would cover now. */
export const coveredBy = ({ firing }: MutesNow, scope: MuteScope): readonly FiringNow[] =>
  firing.filter(({ incident, alert }) => muteOf([scope], incident, alert) !== null);

/** A short name for the groups of these alerts. */
export const calledAfter = (alerts: readonly Pick<TrackedAlert, 'name' | 'place'>[]): string =>
  abridged([...new Set(alerts.map(placed))].join(', '), MAX_CALLED);
