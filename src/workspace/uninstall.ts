import type { Clock } from '../kit/clock.ts';
import { DAY_MS } from '../kit/day.ts';
import type { Installations } from './installations.ts';
import type { LinkedKeys } from './linked-keys.ts';
import type { ScheduledDeletions } from './scheduled-deletions.ts';

/*
 * Uninstalling, in order:
 * 1. the installation with its bot token, at once, because it is a secret;
 * 2. the linked key, at once, for the same reason; waiting texts are refused with it;
 * 3. everything else after the grace period, unless the app is installed again: what each feature's `deleteWorkspaceData`
 *    names, in `deletionOrder` (kit/feature.ts), a few records at a time (`removeDue` in scheduled-deletions.ts).
 */

/** After an uninstall by mistake, installing again within this time finds the history and the settings. */
const GRACE_MS = 14 * DAY_MS;

/**
 * Uninstalls the app from a workspace, or from all workspaces of an organisation. Safe to run twice.
 *
 * @param at the time of day when it was removed; a newer installation stays
 * @returns the workspaces that have no installation any more
 */
export type Uninstall = (owner: string, at: number) => Promise<string[]>;

export function createUninstall(deps: {
  installations: Installations;
  keys: LinkedKeys;
  deletions: ScheduledDeletions;
  clock: Clock;
}): Uninstall {
  const { installations, keys, deletions, clock } = deps;
  return async (owner, at) => {
    const workspaces = (await installations.remove(owner, at)) ?? [];
    for (const workspace of workspaces) {
      // Before the key: if this is interrupted, the rest is deleted all the same.
      await deletions.schedule(workspace, clock.now() + GRACE_MS);
      await keys.unlink(workspace, null, { kind: 'APP_UNINSTALLED' });
    }
    return workspaces;
  };
}
