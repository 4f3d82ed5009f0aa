import type { AfterRestore, RestoredData } from '../../kit/store/restored.ts';
import { putAndReport } from './lifecycle.ts';
import { BROADCASTS, type BroadcastRecord, isActive } from './model.ts';
import { broadcastsOfTexts, park } from './text-hooks.ts';
import { asDropped, asPaused } from './transitions.ts';

/**
 * A broadcast that wasn't over may have gone on since the backup was made: a person looks, and resumes or cancels it. One that its author
 * or an approver hadn't decided about may have been sent since: it is dropped, because an approver can't know that. A schedule's run
 * whose time is still to come can't have been.
 */
export function asRestored(
  broadcast: BroadcastRecord,
  { now, wall }: Pick<RestoredData, 'now' | 'wall'>,
): BroadcastRecord {
  if (isActive(broadcast)) return asPaused(broadcast, 'restored', { by: null, now });
  const { state, startsAt } = broadcast;
  const isUndecided = state === 'review' || state === 'approval';
  return isUndecided && (startsAt === null || startsAt <= wall)
    ? asDropped(broadcast, 'restored', { by: null, now })
    : broadcast;
}

export const afterRestore =
  (newId: () => string): AfterRestore =>
  async ({ now, wall, each }) => {
    let dropped = 0;
    const changed = await each(BROADCASTS, (tx, broadcast) => {
      const after = asRestored(broadcast, { now, wall });
      if (after === broadcast) return false;
      if (after.state === 'dropped') dropped += 1;
      else park(tx, broadcast.id, now);
      putAndReport(tx, after, { newId, now, broadcastHooks: broadcastsOfTexts });
      return true;
    });
    const paused = changed - dropped;
    return [
      ...(paused > 0
        ? [
            `Broadcasts that weren't over, and are paused: ${paused}. Their authors are told; compare with the SMS service's log before you let one go on.`,
          ]
        : []),
      ...(dropped > 0
        ? [
            `Broadcasts that nobody had started or approved, and are dropped, because they may have been sent since: ${dropped}.`,
          ]
        : []),
    ];
  };
