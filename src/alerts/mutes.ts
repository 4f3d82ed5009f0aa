import type { Clock } from '../kit/clock.ts';
import { HOUR_MS } from '../kit/day.ts';
import type { FairScheduler } from '../kit/fair-scheduler.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import { digestOf } from '../kit/json.ts';
import { abridged } from '../kit/slack-text.ts';
import type { KnownNumbers } from '../workspace/people.ts';
import type { Audit } from '../workspace/store.ts';
import { placed, type Responder } from './alert.ts';
import { lookAtAlerts, tellAlerts, wasDecided } from './alert-inbox.ts';
import type { Hooks } from './hooks.ts';
import { labelsAsTyped } from './label-matchers.ts';
import type { MuteRequest } from './policy/events.ts';
import { isRoomFor, type MuteScope, muteOf } from './policy/incidents/mutes.ts';
import { type Incident, isFiring, type Mute, type TrackedAlert } from './policy/incidents/state.ts';

/* What people mute and end. Both are stored as events and carried out by the next decision, whichever process makes it. */

/** For how many hours somebody may mute the incidents that they respond to. */
export const MUTE_HOURS = [1, 2, 4, 8] as const;
/** The most groups of one mute: a post or a text may be about more. */
export const MAX_MUTED_GROUPS = 50;
/** The same form or page asks for the same mute for this long. */
const ASKED_AGAIN_MS = 3_600_000;
const MAX_CALLED = 100;

/** Whether whoever responds to its incidents may mute that much, and so may end it. */
export const isForResponders = ({
  groups,
  since,
  until,
}: Pick<Mute, 'groups'> & { since: number; until: number }): boolean =>
  groups !== null && until - since <= Math.max(...MUTE_HOURS) * HOUR_MS;

/** An alert that fires, in its incident. */
export type FiringNow = { incident: Incident; alert: TrackedAlert };

/** A workspace's mutes that last, the one that ends first first, and its alerts that fire. */
export type MutesNow = { mutes: readonly Mute[]; firing: readonly FiringNow[] };

export type NewMute = Omit<MuteRequest, 'kind' | 'id'>;

export type Mutes = {
  /** As it was last decided; mutes of revoked hooks are left out. */
  look(workspace: string): Promise<MutesNow>;
  /**
   * Mutes something, from when it was asked for (`at`). The caller checks whether `by` may.
   *
   * @param origin what asks for it, such as a form: it makes one mute, however often it asks
   * @returns `soon` if it is stored, but not carried out yet; `gone` if it asked before, and that mute has ended
   */
  begin(workspace: string, request: NewMute, origin: string): Promise<'muted' | 'soon' | 'too_many' | 'gone'>;
  /** Ends one before its time. `gone`: there is no such mute any more. */
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
    const known = new Set(all.map(({ id }) => id));
    const isThere = ({ hook, until }: Mute): boolean =>
      until > clock.now() && (hook === null || known.has(hook));
    return {
      mutes: state.mutes.filter(isThere).sort((one, other) => one.until - other.until),
      firing: [...state.incidents.values()].flatMap(incident =>
        known.has(incident.hook) && incident.endedAt === null && incident.kind !== 'test'
          ? incident.alerts.filter(isFiring).map(alert => ({ incident, alert }))
          : [],
      ),
    };
  }

  /** What the audit log says of a mute, and of whoever muted or ended it. */
  async function record(
    workspace: string,
    what: 'muted' | 'unmuted',
    { hook: id, groups, called, labels, until }: MuteScope & Pick<Mute, 'called' | 'until'>,
    by: Responder,
  ): Promise<void> {
    const all = await hooks.list(workspace);
    const userId = by.kind === 'person' ? by.userId : (await teammates.numbers(workspace)).get(by.number);
    await audit.record(workspace, {
      what,
      hook: all.find(one => one.id === id)?.name ?? '',
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
      if (!isRoomFor(request, before) && !before.some(one => one.id === id)) return 'too_many';
      const dedupe = { key: `mute ${id}`, digest: null, forMs: ASKED_AGAIN_MS, ends: [] };
      const event = { ...request, kind: 'mute' as const, id };
      const put = await tellAlerts(deps, workspace, event, dedupe);
      wake();
      const isDone = await wasDecided(deps, workspace, put.id);
      const isThere = (await look(workspace)).mutes.some(one => one.id === id);
      // Where it is new, somebody else's was the last that there was room for.
      if (isDone && !isThere) return put.kind === 'added' ? 'too_many' : 'gone';
      if (put.kind === 'added') await record(workspace, 'muted', request, request.by);
      return isDone ? 'muted' : 'soon';
    },
    async end(workspace, id, by) {
      const mute = (await look(workspace)).mutes.find(one => one.id === id);
      if (!mute) return 'gone';
      const dedupe = { key: `unmute ${id}`, digest: null, forMs: ASKED_AGAIN_MS, ends: [] };
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

/** What the groups of these alerts are called: by their alerts, in short. */
export const calledAfter = (alerts: readonly Pick<TrackedAlert, 'name' | 'place'>[]): string =>
  abridged([...new Set(alerts.map(placed))].join(', '), MAX_CALLED);
