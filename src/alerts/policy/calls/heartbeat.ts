import { z } from 'zod';

/*
 * Heartbeats are hooks that programs call regularly; their silence is the alarm. Silence counts only while the app could be called.
 * To know that, the app looks at each workspace with heartbeats regularly and stores the time of its last look. Where a look is
 * missing, the app was down, frozen or without its store, and that time doesn't count as silence.
 */

/** A call of a heartbeat. */
export type HeartbeatPing = { hook: string; at: number };

/** The time between two looks at a workspace with heartbeats. */
const LOOK_MS = 30_000;
/**
 * A longer gap between looks means that the app couldn't be called. A shorter one may be a late look, so an alarm waits for this much
 * additional silence.
 */
export const UNSEEN_MS = 40_000;

/** A heartbeat that was called at least once. */
const heartbeatSchema = z.object({
  hook: z.string(),
  /** The longest silence that its hook allows. If an admin changes it, the silence counts from then. */
  silentMs: z.number(),
  calledAt: z.number(),
  /** From when its silence counts: its last call, plus the time in which the app couldn't be called. */
  countsFrom: z.number(),
  /** Its silence became an alert. */
  stopped: z.boolean(),
});
export type Heartbeat = z.infer<typeof heartbeatSchema>;

/** `lookedAt`: when the app last looked; null if no heartbeat's silence counts, so that no look is due. */
export const watchSchema = z.object({
  heartbeats: z.array(heartbeatSchema).readonly(),
  lookedAt: z.number().nullable(),
});
export type Watch = z.infer<typeof watchSchema>;

export const NO_WATCH: Watch = { heartbeats: [], lookedAt: null };

/** A change of a heartbeat. `gone`: the hook is no longer a heartbeat, and its silence is still an open alert. */
export type HeartbeatNews = { hook: string; calledAt: number } & (
  | { kind: 'stopped' }
  | { kind: 'back'; at: number }
  | { kind: 'gone' }
  /** Its call was due while the app couldn't be called. */
  | { kind: 'unwatched'; from: number; until: number }
);

/**
 * Records calls and the time that passed, and returns which heartbeats fell silent or are back.
 *
 * @param silences how long each hook that is a heartbeat may be silent
 * @param isSure whether this process has looked at the workspace before, without a failure since
 */
export function recordPings(
  { heartbeats, lookedAt }: Watch,
  pings: readonly HeartbeatPing[],
  silences: ReadonlyMap<string, number>,
  { now, isSure }: { now: number; isSure: boolean },
): { watch: Watch; news: HeartbeatNews[] } {
  const passed = lookedAt === null ? 0 : now - lookedAt;
  // A clock that went back leaves a negative gap, which moves `countsFrom` back, too.
  const gap = !isSure || passed > UNSEEN_MS || passed < 0 ? passed : 0;
  const news: HeartbeatNews[] = [];
  const byHook = new Map<string, Heartbeat>();
  for (const heartbeat of heartbeats) {
    const { hook, calledAt, stopped } = heartbeat;
    const silentMs = silences.get(hook);
    if (silentMs === undefined) {
      if (stopped) news.push({ kind: 'gone', hook, calledAt });
    } else if (!stopped && silentMs !== heartbeat.silentMs) {
      byHook.set(hook, { ...heartbeat, silentMs, countsFrom: now });
    } else {
      byHook.set(hook, { ...heartbeat, silentMs, countsFrom: heartbeat.countsFrom + gap });
    }
  }
  const called = new Set<string>();
  for (const { hook, at } of pings) {
    const silentMs = silences.get(hook);
    if (silentMs === undefined) continue;
    const before = byHook.get(hook);
    if (before?.stopped) news.push({ kind: 'back', hook, calledAt: before.calledAt, at });
    const calledAt = Math.max(before?.calledAt ?? 0, Math.min(at, now));
    // Unless the app was watching since this call, the next call may have been impossible, so silence counts from now.
    const isWatched = isSure && gap === 0 && now - at <= UNSEEN_MS;
    const countsFrom = isWatched ? Math.min(now, Math.max(before?.countsFrom ?? 0, at)) : now;
    byHook.set(hook, { hook, silentMs, calledAt, countsFrom, stopped: false });
    called.add(hook);
  }
  for (const [hook, heartbeat] of byHook) {
    const { calledAt, silentMs, countsFrom, stopped } = heartbeat;
    if (stopped || called.has(hook)) continue;
    if (now >= countsFrom + silentMs + UNSEEN_MS) {
      byHook.set(hook, { ...heartbeat, stopped: true });
      news.push({ kind: 'stopped', hook, calledAt });
    } else if (gap > 0 && lookedAt !== null && countsFrom - gap + silentMs <= now) {
      news.push({ kind: 'unwatched', hook, calledAt, from: lookedAt, until: now });
    }
  }
  const after = [...byHook.values()];
  const counts = after.some(({ stopped }) => !stopped);
  return { watch: { heartbeats: after, lookedAt: counts ? now : null }, news };
}

/** Adds the heartbeats that only an earlier watch has. The time between the two watches doesn't count as their silence. */
export function mergeWatches(watch: Watch, earlier: Watch): Watch {
  const hooks = new Set(watch.heartbeats.map(({ hook }) => hook));
  const lookedAt = watch.lookedAt ?? earlier.lookedAt;
  const between = (lookedAt ?? 0) - (earlier.lookedAt ?? lookedAt ?? 0);
  const added = earlier.heartbeats
    .filter(({ hook }) => !hooks.has(hook))
    .map(heartbeat => ({ ...heartbeat, countsFrom: heartbeat.countsFrom + between }));
  return { heartbeats: [...watch.heartbeats, ...added], lookedAt };
}

/** When to look next; null if no heartbeat's silence counts. */
export function nextLookAt({ heartbeats, lookedAt }: Watch): number | null {
  if (lookedAt === null) return null;
  const alarms = heartbeats
    .filter(({ stopped }) => !stopped)
    .map(({ countsFrom, silentMs }) => countsFrom + silentMs + UNSEEN_MS);
  return Math.min(lookedAt + LOOK_MS, ...alarms);
}
