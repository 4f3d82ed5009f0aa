import type { Clock } from '../kit/clock.ts';
import type { Installations } from './installations.ts';
import type { LinkedKeys } from './linked-keys.ts';
import type { ScheduledDeletions } from './store/model.ts';

const DAY_MS = 24 * 3_600_000;
/** Removing the app by mistake doesn't lose the history: everything that isn't secret goes this much later. */
const GRACE_MS = 14 * DAY_MS;

/**
 * The app was removed from a workspace, or from a whole organisation. Tokens and keys are deleted at once and waiting texts
 * are refused; the rest is deleted after the grace period, unless the app comes back. Doing it twice changes nothing.
 *
 * @param at the time of day when it happened; a newer installation stays
 * @returns the workspaces that were left
 */
export type Uninstall = (owner: string, at: number) => Promise<string[]>;

export function createUninstall(parts: {
  installations: Installations;
  keys: LinkedKeys;
  deletions: ScheduledDeletions;
  clock: Clock;
}): Uninstall {
  const { installations, keys, deletions, clock } = parts;
  return async (owner, at) => {
    const left = (await installations.remove(owner, at)) ?? [];
    for (const workspace of left) {
      await deletions.schedule(workspace, clock.now() + GRACE_MS);
      await keys.unlink(workspace, null, { kind: 'APP_UNINSTALLED' });
    }
    return left;
  };
}
