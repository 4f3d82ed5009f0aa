import { DAY_MS } from '../../../kit/day.ts';
import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { addCounts } from '../../../kit/json.ts';
import { isPage } from '../../paging/page-id.ts';
import type { MuteRequest, PolicyEvent } from '../events.ts';
import { eachIncident } from './each-incident.ts';
import { type Incident, isFiring, type LabelMatcher, type Mute, type TrackedAlert } from './state.ts';
import type { WorkingState } from './working-state.ts';

/*
 * A mute keeps the alerts that it matches from being texted, until it ends. Muted alerts are tracked and posted. Alerts that still fire
 * when the mute ends count as new.
 */

/** The longest that a mute may last. */
export const MAX_MUTE_MS = 30 * DAY_MS;
/** The most mutes of a workspace, because each is compared with each alert. */
export const MAX_MUTES = 100;
/** The space of all mutes in the state, in addition to that of alerts. A mute of many groups names each of them. */
const MUTES_BYTES = 128 * 1024;
const MUTE_BYTES = 100;

export type MuteScope = Pick<Mute, 'hook' | 'groups' | 'labels'>;

/** The first mute that covers an alert of an incident; null if none does. One of all hooks covers no page: a person asked for that. */
export function muteOf<Scope extends MuteScope>(
  mutes: readonly Scope[],
  { hook, group }: Pick<Incident, 'hook' | 'group'>,
  { labels }: Pick<TrackedAlert, 'labels'>,
): Scope | null {
  const covers = (mute: Scope): boolean =>
    (mute.hook === null ? !isPage(hook) : mute.hook === hook) &&
    (mute.groups === null || mute.groups.includes(group)) &&
    mute.labels.every(matcher => matches(matcher, labels));
  return mutes.find(covers) ?? null;
}

const matches = ({ name, isEqual, value }: LabelMatcher, labels: TrackedAlert['labels']): boolean =>
  ((Object.hasOwn(labels, name) ? labels[name] : '') === value) === isEqual;

/** True if there is room for one more mute. */
export function isRoomFor(request: MuteText, mutes: readonly MuteText[]): boolean {
  const bytes = [...mutes, request].reduce((sum, mute) => sum + weigh(mute), 0);
  return mutes.length < MAX_MUTES && bytes <= MUTES_BYTES;
}

/** The fields of a mute whose length people choose. */
type MuteText = Pick<Mute, 'groups' | 'called' | 'labels' | 'reason'>;

function weigh({ groups, called, labels, reason }: MuteText): number {
  const words = [...(groups ?? []), called, reason, ...labels.flatMap(({ name, value }) => [name, value])];
  return words.reduce((sum, word) => sum + Buffer.byteLength(word), MUTE_BYTES);
}

/** Begins a mute, unless it exists or there is no room. `src/alerts/mutes.ts` tells the person who asked for it. */
export function mute(work: WorkingState, { kind: _kind, ...request }: MuteRequest): void {
  const { now, mutes } = work;
  if (!isRoomFor(request, mutes) || mutes.some(({ id }) => id === request.id)) return;
  const until = Math.min(request.until, now + MAX_MUTE_MS);
  work.mutes = [...mutes, { ...request, since: now, until, covered: {} }];
}

export function unmute(work: WorkingState, { id, by }: Extract<PolicyEvent, { kind: 'unmute' }>): void {
  if (!work.mutes.some(mute => mute.id === id)) return;
  work.unmuted.set(id, by);
  work.mutes = work.mutes.map(mute =>
    mute.id === id ? { ...mute, until: Math.min(mute.until, work.now) } : mute,
  );
}

/** Ends mutes whose time is over, and tells each hook's channel what they covered. Mutes of revoked hooks end silently. */
export function* endMutes(work: WorkingState): CooperativeTask<void> {
  work.mutes = work.mutes.filter(({ hook }) => hook === null || work.routeOf({ hook }));
  const ended = new Map(work.mutes.filter(({ until }) => until <= work.now).map(over => [over.id, over]));
  work.mutes = work.mutes.filter(({ id }) => !ended.has(id));
  for (const { until } of work.mutes) work.wake(until);
  if (ended.size === 0) return;
  const firing = new Map<string, number>();
  yield* eachIncident(work, ({ hook, alerts }) => {
    for (const { mutedBy, endedAt, count } of alerts) {
      if (mutedBy === null || endedAt !== null || !ended.has(mutedBy)) continue;
      const key = JSON.stringify([mutedBy, hook]);
      firing.set(key, addCounts(firing.get(key) ?? 0, count));
    }
  });
  for (const { id, by, since, covered, hook } of ended.values()) {
    const hooks = new Set([...Object.keys(covered), ...(hook === null ? [] : [hook])]);
    for (const covering of hooks) {
      if (!work.routeOf({ hook: covering })) continue;
      work.update({ hook: covering }).mutesEnded.push({
        by,
        endedBy: work.unmuted.get(id) ?? null,
        since,
        covered: covered[covering] ?? 0,
        firing: firing.get(JSON.stringify([id, covering])) ?? 0,
      });
    }
  }
}

/**
 * Returns the alert marked as muted or as no longer muted, or the alert itself if nothing changes. A muted alert has no change numbers.
 */
export function withMute(work: WorkingState, incident: Incident, alert: TrackedAlert): TrackedAlert {
  const mute = isFiring(alert) ? muteOf(work.mutes, incident, alert) : null;
  if (!mute) {
    if (alert.mutedBy === null || !isFiring(alert)) return alert;
    work.timeline.add(incident, 'unmuted', { alert });
    return { ...alert, mutedBy: null };
  }
  if (mute.id === alert.mutedBy) return alert;
  work.update(incident).muted += 1;
  work.timeline.add(incident, 'muted', { alert, by: mute.by, until: mute.until });
  countCovered(work, mute.id, incident.hook, alert.count);
  return { ...alert, mutedBy: mute.id, firstChange: 0, change: 0 };
}

/** Counts alerts of a hook that came under a mute. */
export function countCovered(work: WorkingState, id: string, hook: string, count: number): void {
  work.mutes = work.mutes.map(mute =>
    mute.id === id
      ? { ...mute, covered: { ...mute.covered, [hook]: addCounts(mute.covered[hook] ?? 0, count) } }
      : mute,
  );
}
