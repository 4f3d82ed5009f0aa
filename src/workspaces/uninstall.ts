import type { Clock } from '../domain/clock.ts';
import type { ScheduledDeletions } from '../storage/ports.ts';
import type { Installations } from './installations.ts';
import type { LinkedKeys } from './linked-keys.ts';

const DAY_MS = 24 * 3_600_000;
/** A mistaken uninstallation does not lose the history: what is not secret goes so much later. */
const GRACE_MS = 14 * DAY_MS;

/**
 * The app was taken out of a workspace, or of a whole organisation: tokens and keys go at once and what waits is
 * refused; the rest goes after the grace, unless the app comes back. Doing it twice changes nothing.
 *
 * @param at the time of day when it was; an installation that is newer stays
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
