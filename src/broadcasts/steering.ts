import type { Clock } from '../domain/clock.ts';
import type { Problem } from '../domain/problem.ts';
import type { Broadcast, Broadcasts, History } from '../storage/ports.ts';
import type { LinkedKeys } from '../workspaces/linked-keys.ts';
import { type Directory, roleNow, whoManages } from '../workspaces/roles.ts';
import { figuresOf } from './figures.ts';
import type { BroadcastService } from './service.ts';

export type Steering = Pick<BroadcastService, 'pause' | 'resume' | 'cancel' | 'steerProblem'>;

/**
 * Pausing, going on, and cancelling, for a broadcast's author, managers and admins. What was already done is no problem: a
 * press may come twice, and two people may press.
 */
export function createSteering(
  parts: Directory & {
    broadcasts: Pick<Broadcasts, 'one' | 'pause' | 'resume' | 'cancel'>;
    keys: Pick<LinkedKeys, 'linked' | 'tryAgain'>;
    history: Pick<History, 'waiting'>;
    clock: Clock;
    /** Called when texts may be sent that couldn't before, or Slack has something to be told. */
    wake: () => void;
  },
): Steering {
  const { broadcasts, keys, history, clock, wake } = parts;

  const doing = (by: string) => ({ by, now: clock.now(), wall: clock.wall() });

  /** Whoever began it may stop it, whatever Slack says now; of others, those who manage. */
  async function steerProblem(
    workspace: string,
    { ask }: Pick<Broadcast, 'ask'>,
    by: string,
  ): Promise<Problem | null> {
    if (by === ask.by) return null;
    const role = await roleNow(parts, workspace, by);
    if (typeof role === 'object') return role;
    if (role !== 'other') return null;
    return { kind: 'BROADCAST_NOT_YOURS', author: ask.by, ...(await whoManages(parts, workspace)) };
  }

  /** The broadcast, if this person may steer it. */
  async function steered(workspace: string, id: string, by: string): Promise<Broadcast | Problem> {
    const broadcast = await broadcasts.one(workspace, id);
    if (!broadcast) return { kind: 'GONE' };
    return (await steerProblem(workspace, broadcast, by)) ?? broadcast;
  }

  /** What a step came to; if it wasn't possible any more, the broadcast as somebody else left it. */
  async function changed<Change extends Broadcast>(
    change: Change | null,
    { workspace, id }: Broadcast,
    isFine: (now: Broadcast) => boolean,
  ): Promise<Broadcast | Problem> {
    wake();
    const now = change ?? (await broadcasts.one(workspace, id));
    if (!now) return { kind: 'GONE' };
    return change || isFine(now) ? now : { kind: 'BROADCAST_OVER' };
  }

  /** A held key holds this broadcast too: whoever manages releases it by going on. */
  async function released(workspace: string, by: string): Promise<Problem | null> {
    const key = await keys.linked(workspace);
    if (!key) return { kind: 'NO_KEY', admin: (await roleNow(parts, workspace, by)) === 'admin' };
    const { held } = await history.waiting(workspace, key.fingerprint);
    if (!held) return null;
    const role = await roleNow(parts, workspace, by);
    if (typeof role === 'object') return role;
    if (role === 'other')
      return { kind: 'BROADCAST_HELD', code: held, ...(await whoManages(parts, workspace)) };
    await keys.tryAgain(workspace, by);
    return null;
  }

  return {
    steerProblem,

    async pause(workspace, id, by) {
      const found = await steered(workspace, id, by);
      if ('kind' in found) return found;
      const paused = await broadcasts.pause(workspace, id, 'person', doing(by));
      return changed(paused, found, ({ state }) => state === 'paused');
    },

    async resume(workspace, id, by) {
      const found = await steered(workspace, id, by);
      if ('kind' in found) return found;
      if (found.state !== 'paused') return changed(null, found, ({ state }) => state === 'running');
      const problem = await released(workspace, by);
      if (problem) return problem;
      const resumed = await broadcasts.resume(workspace, id, doing(by));
      return changed(resumed, found, ({ state }) => state === 'running');
    },

    async cancel(workspace, id, by) {
      const found = await steered(workspace, id, by);
      if ('kind' in found) return found;
      const cancelled = await broadcasts.cancel(workspace, id, doing(by));
      const now = await changed(cancelled?.broadcast ?? null, found, ({ endedBy }) => endedBy !== null);
      return 'kind' in now ? now : { broadcast: now, went: cancelled?.went ?? figuresOf(now).went };
    },
  };
}
