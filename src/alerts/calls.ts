import type { Clock } from '../kit/clock.ts';
import type { Documents, Revisions } from '../kit/store/documents.ts';
import type { Log } from '../log.ts';
import {
  type HookCall,
  type HookCallsSeen,
  hookCallSchema,
  hookCallsSchema,
  mergeCalls,
  NO_CALLS,
} from './hook-call.ts';

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
  /** Writes what is gathered. */
  stop(): Promise<void>;
};

/** The document with a hook's calls; one that can't be read counts as none. */
export const callsDocument = (hookId: string): string => `hook-calls ${hookId}`;
const schema = hookCallsSchema.catch(NO_CALLS);

export function createHookCalls(parts: {
  documents: Pick<Documents, 'get'>;
  revisions: Revisions;
  clock: Clock;
  log: Log;
}): HookCalls {
  const { documents, revisions, clock, log } = parts;
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
      await revisions.update(workspace, callsDocument(hookId), schema, (before = NO_CALLS) =>
        mergeCalls(before, seen),
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
      return (await documents.get(workspace, callsDocument(hookId), schema)) ?? NO_CALLS;
    },
    async stop() {
      planned?.();
      await writeAll();
    },
  };
}
