import type { AfterRestore } from '../../kit/store/restored.ts';
import { putAndReport } from './lifecycle.ts';
import { BROADCASTS, type BroadcastRecord, isActive } from './model.ts';
import { broadcastsOfTexts, park } from './text-hooks.ts';
import { asPaused } from './transitions.ts';

/** A broadcast that wasn't over may have gone on since the backup was made: a person looks, and resumes or cancels it. */
export const asRestored = (broadcast: BroadcastRecord, now: number): BroadcastRecord =>
  isActive(broadcast) ? asPaused(broadcast, 'restored', { by: null, now }) : broadcast;

export const afterRestore =
  (newId: () => string): AfterRestore =>
  async ({ now, each }) => {
    const paused = await each(BROADCASTS, (tx, broadcast) => {
      const after = asRestored(broadcast, now);
      if (after === broadcast) return false;
      park(tx, broadcast.id, now);
      putAndReport(tx, after, { newId, now, broadcastHooks: broadcastsOfTexts });
      return true;
    });
    return paused > 0
      ? [
          `Broadcasts that weren't over, and are paused: ${paused}. Their authors are told; compare with the SMS service's log before you let one go on.`,
        ]
      : [];
  };
