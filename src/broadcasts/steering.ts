import type { Clock } from '../domain/clock.ts';
import { ofMillionths, toMillionths } from '../domain/credits.ts';
import type { Problem } from '../domain/problem.ts';
import type { Broadcast, Broadcasts, History } from '../storage/ports.ts';
import type { LinkedKeys } from '../workspaces/linked-keys.ts';
import { leaderProblem, roleNow } from '../workspaces/role-now.ts';
import { figuresOf } from './figures.ts';
import type { Rights } from './rights.ts';

export type Steering = {
  pause(workspace: string, id: string, by: string): Promise<Broadcast | Problem>;
  resume(workspace: string, id: string, by: string): Promise<Broadcast | Problem>;
  /** `went`: how many it had sent or begun to send. */
  cancel(
    workspace: string,
    id: string,
    by: string,
  ): Promise<{ broadcast: Broadcast; went: number } | Problem>;
};

/**
 * Pausing, going on, and cancelling, for a broadcast's author, managers and admins. What was already done is no problem: a
 * press may come twice, and two people may press.
 */
export function createSteering(
  parts: Parameters<typeof roleNow>[0] & {
    broadcasts: Pick<Broadcasts, 'one' | 'pause' | 'resume' | 'cancel'>;
    rights: Pick<Rights, 'toLead'>;
    keys: Pick<LinkedKeys, 'linked' | 'tryAgain'>;
    history: Pick<History, 'waiting'>;
    clock: Clock;
    /** Called when texts may be sent that couldn't before, or Slack has something to be told. */
    wake: () => void;
  },
): Steering {
  const { broadcasts, rights, keys, history, settings, clock, wake } = parts;

  const doing = (by: string) => ({ by, now: clock.now(), wall: clock.wall() });

  /** Does something with a broadcast, if this person may; if it isn't possible any more, says what it is by now. */
  async function steer(
    workspace: string,
    id: string,
    by: string,
    step: (one: Broadcast) => Promise<Broadcast | Problem | null>,
    isFine: (now: Broadcast) => boolean,
  ): Promise<Broadcast | Problem> {
    const before = await broadcasts.one(workspace, id);
    if (!before) return { kind: 'BROADCAST_GONE' };
    const problem = await rights.toLead(workspace, by, before.ask.by);
    if (problem) return problem;
    const done = await step(before);
    wake();
    if (done) return done;
    const now = await broadcasts.one(workspace, id);
    return now && isFine(now) ? now : { kind: 'BROADCAST_OVER' };
  }

  /** Who goes on with a broadcast that has spent its limit has to raise that first. */
  async function spentProblem({ workspace, pause, counts }: Broadcast): Promise<Problem | null> {
    const { broadcastCredits: limit, managers } = await settings.of(workspace);
    if (pause?.why !== 'limit' || limit === null || counts.millionths < toMillionths(limit)) return null;
    const admins = await parts.people.admins(workspace);
    return { kind: 'BROADCAST_SPENT', limit, spent: ofMillionths(counts.millionths), managers, admins };
  }

  /** A held key holds this broadcast too: whoever manages releases it by going on. */
  async function heldProblem(workspace: string, by: string): Promise<Problem | null> {
    const key = await keys.linked(workspace);
    if (!key) return { kind: 'NO_KEY', admin: (await roleNow(parts, workspace, by)) === 'admin' };
    const { held } = await history.waiting(workspace, key.fingerprint);
    const problem = held && (await leaderProblem(parts, workspace, by));
    if (held && problem?.kind === 'MANAGERS_ONLY') return { ...problem, kind: 'BROADCAST_HELD', code: held };
    if (held && !problem) await keys.tryAgain(workspace, by);
    return problem;
  }

  return {
    pause: (workspace, id, by) =>
      steer(
        workspace,
        id,
        by,
        () => broadcasts.pause(workspace, id, 'person', doing(by)),
        ({ state }) => state === 'paused',
      ),

    resume: (workspace, id, by) =>
      steer(
        workspace,
        id,
        by,
        async one => {
          if (one.state !== 'paused') return null;
          const problem = (await spentProblem(one)) ?? (await heldProblem(workspace, by));
          if (problem) return problem;
          const { broadcastCredits: creditLimit } = await settings.of(workspace);
          return broadcasts.resume(workspace, id, { ...doing(by), creditLimit });
        },
        ({ state }) => state === 'running',
      ),

    async cancel(workspace, id, by) {
      const isCancelled = ({ endedBy }: Broadcast): boolean => endedBy !== null;
      const step = async () => (await broadcasts.cancel(workspace, id, doing(by)))?.broadcast ?? null;
      const done = await steer(workspace, id, by, step, isCancelled);
      return 'kind' in done ? done : { broadcast: done, went: figuresOf(done).went };
    },
  };
}
