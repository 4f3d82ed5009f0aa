import { z } from 'zod';
import { createLru } from '../kit/lru.ts';
import type { Documents, Revisions } from '../kit/store/documents.ts';

/*
 * Whether a hook is of any use: when a program first called it, first sent an alert that fires, and first sent one that texts a person. It
 * outlives the latest calls, and is written at most three times.
 */

const useSchema = z.object({
  calledAt: z.int(),
  /** Null if none has come yet. */
  alertAt: z.int().nullable(),
  textedAt: z.int().nullable(),
});
export type HookUse = Readonly<z.infer<typeof useSchema>>;

type SeenCall = {
  at: number;
  as: string;
  understood: readonly { state: string; texted: string }[];
};

/** What one call proves. One that can't be understood may have been an alert. */
export function useOfCall({ at, as, understood }: SeenCall): HookUse {
  const firing = understood.filter(({ state }) => state === 'firing');
  const texts = firing.some(({ texted }) => texted === 'people' || texted === 'named');
  return {
    calledAt: at,
    alertAt: firing.length > 0 || as === 'not_understood' ? at : null,
    textedAt: texts ? at : null,
  };
}

const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** Commutative, because processes write in any order. */
export const mergeUse = (one: HookUse | null, other: HookUse | null): HookUse | null =>
  one && other
    ? {
        calledAt: Math.min(one.calledAt, other.calledAt),
        alertAt: earlier(one.alertAt, other.alertAt),
        textedAt: earlier(one.textedAt, other.textedAt),
      }
    : (one ?? other);

/** True if `seen` proves nothing that isn't stored yet. */
const isCovered = (stored: HookUse | undefined, seen: HookUse): boolean =>
  stored !== undefined &&
  (seen.alertAt === null || stored.alertAt !== null) &&
  (seen.textedAt === null || stored.textedAt !== null);

/** The document of a hook's use. An unreadable one counts as missing. */
export const useDocument = (hookId: string): string => `hook-use ${hookId}`;
const schema = useSchema.nullable().catch(null);

const MAX_REMEMBERED = 10_000;

type HookUses = {
  /** Adds what calls have proven. */
  add(workspace: string, hookId: string, seen: HookUse): Promise<void>;
  /** Null if no program has called the hook yet. */
  of(workspace: string, hookId: string): Promise<HookUse | null>;
};

export function createHookUses(deps: { documents: Pick<Documents, 'get'>; revisions: Revisions }): HookUses {
  const { documents, revisions } = deps;
  const written = createLru<HookUse>(MAX_REMEMBERED);
  return {
    async add(workspace, hookId, seen) {
      if (isCovered(written.get(hookId), seen)) return;
      const after = await revisions.update(workspace, useDocument(hookId), schema, (before = null) =>
        mergeUse(before, seen),
      );
      if (after) written.set(hookId, after);
    },
    of: async (workspace, hookId) => (await documents.get(workspace, useDocument(hookId), schema)) ?? null,
  };
}
