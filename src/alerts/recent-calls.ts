import { z } from 'zod';
import type { Clock } from '../kit/clock.ts';
import { addCounts, countSchema } from '../kit/json.ts';
import type { Documents, Revisions } from '../kit/store/documents.ts';
import type { Log } from '../log.ts';

/**
 * The programs whose calls a hook recognises by their shape, and what they are called in every language; `json`: any other one, with an
 * object of ours.
 */
export const SENDER_NAMES = {
  alertmanager: 'Alertmanager',
  grafana: 'Grafana',
  uptime_kuma: 'Uptime Kuma',
  zabbix: 'Zabbix',
  healthchecks: 'Healthchecks',
  github: 'GitHub',
  sentry: 'Sentry',
  gitlab: 'GitLab',
  pagerduty: 'PagerDuty',
  datadog: 'Datadog',
  cloudwatch: 'Amazon SNS',
  uptimerobot: 'UptimeRobot',
  netdata: 'Netdata',
  pingdom: 'Pingdom',
  sensu: 'Sensu',
  json: 'JSON',
};
export type Sender = keyof typeof SENDER_NAMES;
export const SENDERS = Object.keys(SENDER_NAMES) as Sender[];

/** How a call with the right token or signature was answered. */
export const CALL_ANSWERS = [
  'accepted',
  'repeated',
  'nothing',
  'not_understood',
  'conflict',
  'invalid',
  'too_large',
  'rate_limited',
  'unavailable',
] as const;

/**
 * Why nothing was made of a call with the right token; its sender won't send it again, or will in vain. `wordless`: nothing but
 * numbers and signs; `not_understood`: it has content, but nothing that fires, is over, or could be texted; `key`: the header
 * Idempotency-Key; `key_reused`: with another body; `to`: recipients that nobody could read.
 */
export const REFUSALS = [
  'empty',
  'wordless',
  'binary',
  'packed',
  'too_large',
  'key',
  'key_reused',
  'to',
  'not_understood',
] as const;
export type RefusalReason = (typeof REFUSALS)[number];

/** What was understood of an alert in a call. `texted`: the hook's people, whom the call names, whoever was told that it fires, or nobody. */
const understoodSchema = z.object({
  name: z.string(),
  place: z.string(),
  state: z.enum(['firing', 'resolved', 'test']),
  texted: z.enum(['people', 'named', 'told', 'nobody']),
});
export type Understood = z.infer<typeof understoodSchema>;

/** One call, as admins see it later: how it was answered and why, and what was made of it. */
const hookCallSchema = z.object({
  at: z.number(),
  /** Null: it wasn't read so far, or nobody whom we know sends that. */
  sender: z.enum(SENDERS).nullable(),
  status: z.int(),
  as: z.enum(CALL_ANSWERS),
  alerts: countSchema,
  /** What couldn't be read, as far as it may be shown; null: not one field. */
  field: z.string().nullable(),
  /** Some names in a body that wasn't recognised, as far as they may be shown. */
  seen: z.array(z.string()),
  /** Null: something was made of it, or its sender sends it again. */
  refusal: z.enum(REFUSALS).nullable(),
  /** Its first alerts, with numbers and secrets masked. */
  understood: z.array(understoodSchema),
  /** How a refused one begins, masked; null: it wasn't refused, or has no text. */
  excerpt: z.string().nullable(),
});
export type HookCall = z.infer<typeof hookCallSchema>;

/** It was taken and brought no alert: all that it says is that it came. */
export const isHeartbeat = ({ as, alerts }: Pick<HookCall, 'as' | 'alerts'>): boolean =>
  as === 'accepted' && alerts === 0;

/** A hook's latest calls, newest first, and how often somebody called it with a wrong token or signature. */
const hookCallsSchema = z.object({
  calls: z.array(hookCallSchema),
  refused: z.object({ count: countSchema, last: z.number() }).nullable(),
});
export type HookCallsSeen = z.infer<typeof hookCallsSchema>;

export const NO_CALLS: HookCallsSeen = { calls: [], refused: null };

const KEPT = 10;
/** What a call said is kept for so long. */
const CALLS_KEPT_MS = 7 * 24 * 3_600_000;
/** Refused calls that are longer apart than this have nothing to do with each other. */
const APART_MS = 24 * 3_600_000;

/** What two of them come to, in whatever order they are put together. */
export function mergeCalls(one: HookCallsSeen, other: HookCallsSeen): HookCallsSeen {
  return {
    calls: [...one.calls, ...other.calls].toSorted((a, b) => b.at - a.at).slice(0, KEPT),
    refused: mergeRefused(one.refused, other.refused),
  };
}

/** Without the calls whose time is over. */
const unexpired = ({ calls, refused }: HookCallsSeen, now: number): HookCallsSeen => ({
  calls: calls.filter(({ at }) => now - at < CALLS_KEPT_MS),
  refused,
});

const withoutWords = ({ calls, refused }: HookCallsSeen): HookCallsSeen => ({
  calls: calls.map(call => ({ ...call, understood: [], excerpt: null })),
  refused,
});

function mergeRefused(
  one: HookCallsSeen['refused'],
  other: HookCallsSeen['refused'],
): HookCallsSeen['refused'] {
  if (!one || !other) return one ?? other;
  const [earlier, later] = one.last <= other.last ? [one, other] : [other, one];
  if (later.last - earlier.last > APART_MS) return later;
  return { count: addCounts(one.count, other.count), last: later.last };
}

/** How long calls are gathered before they are written, together: a kill loses at most these. */
const GATHER_MS = 5000;

/** A hook that exists, and whose it is. */
export type CalledHook = { workspace: string; hookId: string };

/** Each hook's latest calls. They are gathered in memory, so that a storm costs one write in five seconds for each hook. */
export type HookCalls = {
  note(hook: CalledHook, call: Omit<HookCall, 'at'>): void;
  /** Somebody called a hook with a wrong token or signature: this is counted only, so no other call has to make room. */
  noteRefused(hook: CalledHook): void;
  /** Includes what isn't written yet by this process. */
  of(workspace: string, hookId: string): Promise<HookCallsSeen>;
  /** Somebody is being erased: what the latest calls of these hooks said may be about them, so none of it stays. */
  forgetWords(workspace: string, hookIds: readonly string[]): Promise<void>;
  /** Writes what is gathered. */
  stop(): Promise<void>;
};

/** The document with a hook's calls; one that can't be read counts as none. */
export const callsDocument = (hookId: string): string => `hook-calls ${hookId}`;
const schema = hookCallsSchema.catch(NO_CALLS);

export function createHookCalls(deps: {
  documents: Pick<Documents, 'get'>;
  revisions: Revisions;
  clock: Clock;
  log: Log;
}): HookCalls {
  const { documents, revisions, clock, log } = deps;
  const gathered = new Map<string, CalledHook & { seen: HookCallsSeen }>();
  let planned: (() => void) | null = null;

  function gather(hook: CalledHook, seen: HookCallsSeen): void {
    const before = gathered.get(hook.hookId)?.seen ?? NO_CALLS;
    gathered.set(hook.hookId, { ...hook, seen: mergeCalls(before, seen) });
    planned ??= clock.after(GATHER_MS, () => {
      planned = null;
      void writeAll();
    });
  }

  async function write(hookId: string): Promise<void> {
    const of = gathered.get(hookId);
    if (!of || !gathered.delete(hookId)) return;
    const { workspace, seen } = of;
    try {
      await revisions.update(
        workspace,
        callsDocument(hookId),
        schema,
        (before = NO_CALLS) => unexpired(mergeCalls(before, seen), clock.now()),
        CALLS_KEPT_MS,
      );
    } catch (error) {
      gather({ workspace, hookId }, seen);
      throw error;
    }
  }

  async function writeAll(): Promise<void> {
    const written = await Promise.allSettled([...gathered.keys()].map(write));
    const failed = written.find(one => one.status === 'rejected');
    if (failed) log.warn({ err: failed.reason }, 'can’t write down who called the hooks');
  }

  return {
    note(hook, call) {
      gather(hook, { ...NO_CALLS, calls: [hookCallSchema.parse({ ...call, at: clock.now() })] });
    },
    noteRefused: hook => gather(hook, { ...NO_CALLS, refused: { count: 1, last: clock.now() } }),
    async of(workspace, hookId) {
      await write(hookId);
      return unexpired(
        (await documents.get(workspace, callsDocument(hookId), schema)) ?? NO_CALLS,
        clock.now(),
      );
    },
    async forgetWords(workspace, hookIds) {
      for (const hookId of hookIds) {
        await write(hookId);
        if ((await documents.get(workspace, callsDocument(hookId), schema)) === undefined) continue;
        const change = (before = NO_CALLS): HookCallsSeen => withoutWords(before);
        await revisions.update(workspace, callsDocument(hookId), schema, change, CALLS_KEPT_MS);
      }
    },
    async stop() {
      planned?.();
      await writeAll();
    },
  };
}
