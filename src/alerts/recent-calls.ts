import { z } from 'zod';
import type { Clock } from '../kit/clock.ts';
import { addCounts, countSchema } from '../kit/json.ts';
import type { Documents, Revisions } from '../kit/store/documents.ts';
import type { Log } from '../log.ts';
import { createHookUses, type HookUse, mergeUse, useOfCall } from './hook-use.ts';
import { SENDERS } from './payloads/senders/names.ts';

/** The answers to a call with the right token or signature. */
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
 * Reasons to refuse a call with the right token for good. `wordless`: only numbers and signs; `not_understood`: words, but nothing that
 * fires, is over, or could be texted; `key`: a bad header Idempotency-Key; `key_reused`: the same key with another body; `to`: unreadable
 * recipients.
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

/**
 * An alert of a call. `texted`: who was to get a text, in this order: the hook's recipients, those that the call names, those who were told
 * that the alert fires, or no one.
 */
const understoodSchema = z.object({
  name: z.string(),
  place: z.string(),
  state: z.enum(['firing', 'resolved', 'test']),
  /** Some of its labels, masked: a hook's form shows from them where it would go. */
  labels: z.record(z.string(), z.string()),
  texted: z.enum(['people', 'named', 'told', 'nobody']),
});
export type Understood = z.infer<typeof understoodSchema>;

/** A call as admins see it later. */
const hookCallSchema = z.object({
  at: z.number(),
  /** Null if the body wasn't read, or its shape is unknown. */
  sender: z.enum(SENDERS).nullable(),
  status: z.int(),
  as: z.enum(CALL_ANSWERS),
  alerts: countSchema,
  /** The field that couldn't be read, made harmless; null if the problem isn't one field. */
  field: z.string().nullable(),
  /** Harmless names of fields in a body of unknown shape. */
  seen: z.array(z.string()),
  /** Null if it wasn't refused, or its sender sends it again. */
  refusal: z.enum(REFUSALS).nullable(),
  /** Its first alerts, with numbers and secrets masked. */
  understood: z.array(understoodSchema),
  /** The masked beginning of a refused call; null for any other, or without text. */
  excerpt: z.string().nullable(),
});
export type HookCall = z.infer<typeof hookCallSchema>;

/** True for a heartbeat's call: accepted, without alerts. */
export const isHeartbeat = ({ as, alerts }: Pick<HookCall, 'as' | 'alerts'>): boolean =>
  as === 'accepted' && alerts === 0;

/** A hook's latest calls, newest first. `refused`: calls with a wrong token or signature. */
const hookCallsSchema = z.object({
  calls: z.array(hookCallSchema),
  refused: z.object({ count: countSchema, last: z.number() }).nullable(),
});
export type HookCallsSeen = z.infer<typeof hookCallsSchema>;

export const NO_CALLS: HookCallsSeen = { calls: [], refused: null };

const MAX_CALLS = 10;
const CALLS_KEPT_MS = 7 * 24 * 3_600_000;
/** After a longer pause, counting refused calls starts over. */
const MAX_PAUSE_MS = 24 * 3_600_000;

/** Merges the calls of two writes. Commutative, because processes write in any order. */
export function mergeCalls(one: HookCallsSeen, other: HookCallsSeen): HookCallsSeen {
  return {
    calls: [...one.calls, ...other.calls].toSorted((a, b) => b.at - a.at).slice(0, MAX_CALLS),
    refused: mergeRefused(one.refused, other.refused),
  };
}

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
  if (later.last - earlier.last > MAX_PAUSE_MS) return later;
  return { count: addCounts(one.count, other.count), last: later.last };
}

/** Calls are gathered this long and written together. A kill loses them. */
const GATHER_MS = 5000;

export type CalledHook = { workspace: string; hookId: string };

/** Each hook's latest calls, gathered in memory, so that a storm costs one write in `GATHER_MS` for each hook. */
export type HookCalls = {
  note(hook: CalledHook, call: Omit<HookCall, 'at'>): void;
  /** Notes a call by the hook's own button, which proves nothing of the program that is to call it. */
  noteTest(hook: CalledHook, call: Omit<HookCall, 'at'>): void;
  /** Counts a call with a wrong token or signature. It isn't listed, so it doesn't push out other calls. */
  noteRefused(hook: CalledHook): void;
  /** Includes calls that this process hasn't written yet. */
  of(workspace: string, hookId: string): Promise<HookCallsSeen>;
  /** Null if no program has called the hook yet. */
  use(workspace: string, hookId: string): Promise<HookUse | null>;
  /** Drops the words of these hooks' latest calls, because they may be about a person who is being erased. */
  forgetWords(workspace: string, hookIds: readonly string[]): Promise<void>;
  /** Writes the gathered calls. */
  stop(): Promise<void>;
};

/** The document with a hook's calls. An unreadable one counts as empty. */
export const callsDocument = (hookId: string): string => `hook-calls ${hookId}`;
const schema = hookCallsSchema.catch(NO_CALLS);

export function createHookCalls(deps: {
  documents: Pick<Documents, 'get'>;
  revisions: Revisions;
  clock: Clock;
  log: Log;
}): HookCalls {
  const { documents, revisions, clock, log } = deps;
  const uses = createHookUses(deps);
  const gathered = new Map<string, CalledHook & { seen: HookCallsSeen; use: HookUse | null }>();
  let planned: (() => void) | null = null;

  function gather(hook: CalledHook, seen: HookCallsSeen, use: HookUse | null = null): void {
    const before = gathered.get(hook.hookId) ?? { seen: NO_CALLS, use: null };
    gathered.set(hook.hookId, {
      ...hook,
      seen: mergeCalls(before.seen, seen),
      use: mergeUse(before.use, use),
    });
    planned ??= clock.after(GATHER_MS, () => {
      planned = null;
      void writeAll();
    });
  }

  async function write(hookId: string): Promise<void> {
    const entry = gathered.get(hookId);
    if (!entry || !gathered.delete(hookId)) return;
    const { workspace, seen, use } = entry;
    try {
      if (use) await uses.add(workspace, hookId, use);
      await revisions.update(
        workspace,
        callsDocument(hookId),
        schema,
        (before = NO_CALLS) => unexpired(mergeCalls(before, seen), clock.now()),
        CALLS_KEPT_MS,
      );
    } catch (error) {
      gather({ workspace, hookId }, seen, use);
      throw error;
    }
  }

  async function writeAll(): Promise<void> {
    const written = await Promise.allSettled([...gathered.keys()].map(write));
    const failed = written.find(result => result.status === 'rejected');
    if (failed) log.warn({ err: failed.reason }, 'can’t write down who called the hooks');
  }

  return {
    note(hook, call) {
      const noted = hookCallSchema.parse({ ...call, at: clock.now() });
      gather(hook, { ...NO_CALLS, calls: [noted] }, useOfCall(noted));
    },
    noteTest(hook, call) {
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
    async use(workspace, hookId) {
      await write(hookId);
      return uses.of(workspace, hookId);
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
