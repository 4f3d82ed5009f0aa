import { z } from 'zod';

/*
 * Heartbeats: hooks that are called regularly, and whose silence is the alarm. Silence counts only while somebody could have
 * called us. So that we know, workspaces with heartbeats are looked at regularly, and the time of the last look is stored:
 * where a look is missing, the app was down, frozen or without its store, and that time doesn't count.
 */

/** A heartbeat was called. */
export type HeartbeatPing = { beat: string; at: number };

/** How often a workspace with heartbeats is looked at. */
const LOOK_MS = 30_000;
/**
 * After a longer time without a look, nobody could call us in it. A shorter one can't be told from a look that is a little
 * late, so that silence is believed only this much later.
 */
export const UNSEEN_MS = 40_000;

/** A heartbeat that was called at least once. */
const heartbeatSchema = z.object({
  hook: z.string(),
  /** How long it may be silent, as it was set when we began to count. */
  silentMs: z.number(),
  calledAt: z.number(),
  /** From when its silence counts: its last call, moved by the time in which nobody could call. */
  countsFrom: z.number(),
  /** Somebody was told that it stopped. */
  stopped: z.boolean(),
});
export type Heartbeat = z.infer<typeof heartbeatSchema>;

/** `lookedAt`: when we last looked; null: nothing is counted, so nobody has to look. */
export const watchSchema = z.object({
  heartbeats: z.array(heartbeatSchema).readonly(),
  lookedAt: z.number().nullable(),
});
export type Watch = z.infer<typeof watchSchema>;

export const NO_WATCH: Watch = { heartbeats: [], lookedAt: null };

/** What there is to say about a heartbeat. `gone`: it is none any more, though somebody was told that it stopped. */
export type HeartbeatNews = { hook: string; calledAt: number } & (
  | { kind: 'stopped' }
  | { kind: 'back'; at: number }
  | { kind: 'gone' }
  /** Its call was due while nobody could call. */
  | { kind: 'unwatched'; from: number; until: number }
);

/**
 * What follows from these calls and from time passing.
 *
 * @param silences how long each hook that is a heartbeat may be silent
 * @param isSure whether whoever looks has looked at this workspace before, and nothing failed since
 */
export function listen(
  { heartbeats, lookedAt }: Watch,
  beats: readonly HeartbeatPing[],
  silences: ReadonlyMap<string, number>,
  { now, isSure }: { now: number; isSure: boolean },
): { watch: Watch; news: HeartbeatNews[] } {
  const passed = lookedAt === null ? 0 : now - lookedAt;
  // Also if the clock went back: what we saw is what counts.
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
  for (const { beat: hook, at } of beats) {
    const silentMs = silences.get(hook);
    if (silentMs === undefined) continue;
    const before = byHook.get(hook);
    if (before?.stopped) news.push({ kind: 'back', hook, calledAt: before.calledAt, at });
    const calledAt = Math.max(before?.calledAt ?? 0, Math.min(at, now));
    // Since it came, there may have been time in which the next one could not.
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

/** Adds the heartbeats that an earlier watch knew and this one doesn't; the time between the two doesn't count for them. */
export function watchBoth(watch: Watch, earlier: Watch): Watch {
  const known = new Set(watch.heartbeats.map(({ hook }) => hook));
  const lookedAt = watch.lookedAt ?? earlier.lookedAt;
  const between = (lookedAt ?? 0) - (earlier.lookedAt ?? lookedAt ?? 0);
  const others = earlier.heartbeats
    .filter(({ hook }) => !known.has(hook))
    .map(heartbeat => ({ ...heartbeat, countsFrom: heartbeat.countsFrom + between }));
  return { heartbeats: [...watch.heartbeats, ...others], lookedAt };
}

/** When to look next; null: there is nothing to look for. */
export function nextLookAt({ heartbeats, lookedAt }: Watch): number | null {
  if (lookedAt === null) return null;
  const alarms = heartbeats
    .filter(({ stopped }) => !stopped)
    .map(({ countsFrom, silentMs }) => countsFrom + silentMs + UNSEEN_MS);
  return Math.min(lookedAt + LOOK_MS, ...alarms);
}
