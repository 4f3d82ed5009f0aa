import type { Clock } from '../kit/clock.ts';
import { ofMillionths, toMillionths } from '../kit/credits.ts';
import type { Problem } from '../kit/problem.ts';
import type { History } from '../texts/store/history.ts';
import type { LinkedKeys } from '../workspace/linked-keys.ts';
import { leaderProblem, roleNow } from '../workspace/roles.ts';
import { failure } from './problem.ts';
import type { Broadcast } from './store/model.ts';
import type { Broadcasts } from './store/store.ts';

/** A press of a button: the user, and the time on the time line. */
type ControlPress = { by: string; at: number };

export type BroadcastControls = {
  pause(workspace: string, id: string, press: ControlPress): Promise<Broadcast | Problem>;
  resume(workspace: string, id: string, press: ControlPress): Promise<Broadcast | Problem>;
  cancel(workspace: string, id: string, press: ControlPress): Promise<Broadcast | Problem>;
};

/**
 * Pauses, resumes and cancels broadcasts. The caller checks permission (`authorProblem`). Repeating a completed
 * action is no problem, because a press may arrive twice and two people may press. Of Pause and Resume, the later
 * press wins.
 */
export function createControls(
  deps: Parameters<typeof roleNow>[0] & {
    broadcasts: Pick<Broadcasts, 'one' | 'pause' | 'resume' | 'cancel'>;
    keys: Pick<LinkedKeys, 'linked' | 'tryAgain'>;
    history: Pick<History, 'waiting'>;
    clock: Clock;
    /** Called when texts may be sent that couldn't before, or a report is due. */
    wake: () => void;
  },
): BroadcastControls {
  const { broadcasts, keys, history, settings, clock, wake } = deps;

  const doing = ({ by, at }: ControlPress) => ({ by, now: at });

  /**
   * Changes a broadcast. If its state doesn't allow the change, returns the current broadcast, or a problem if that
   * doesn't have the wanted state.
   */
  async function change(
    workspace: string,
    id: string,
    { at }: ControlPress,
    step: (broadcast: Broadcast) => Promise<Broadcast | Problem | null>,
    isFine: (now: Broadcast) => boolean,
  ): Promise<Broadcast | Problem> {
    const before = await broadcasts.one(workspace, id);
    if (!before) return failure('BROADCAST_GONE');
    const done = await step(before);
    wake();
    if (done) return done;
    const now = await broadcasts.one(workspace, id);
    const isChangedSince = now !== null && now.endedAt === null && now.changedAt > at;
    return now && (isFine(now) || isChangedSince) ? now : failure('BROADCAST_OVER');
  }

  /** A broadcast that used up its limit resumes only after the limit is raised. */
  async function spentProblem({ workspace, pause, counts }: Broadcast): Promise<Problem | null> {
    const { broadcastCredits: limit, managers } = await settings.of(workspace);
    if (pause?.why !== 'limit' || limit === null || counts.millionths < toMillionths(limit)) return null;
    const admins = await deps.people.admins(workspace);
    const spent = ofMillionths(counts.millionths);
    return failure('BROADCAST_SPENT', { limit, spent, managers, admins });
  }

  /** A held key stops this broadcast, too. A manager who resumes it also releases the key. */
  async function heldProblem(workspace: string, by: string): Promise<Problem | null> {
    const key = await keys.linked(workspace);
    if (!key) return { kind: 'NO_KEY', admin: (await roleNow(deps, workspace, by)) === 'admin' };
    const { held } = await history.waiting(workspace, key.fingerprint);
    const problem = held && (await leaderProblem(deps, workspace, by));
    if (held && problem?.kind === 'MANAGERS_ONLY') {
      const { admins, managers } = problem;
      return failure('BROADCAST_HELD', { code: held, admins, managers });
    }
    if (held && !problem) await keys.tryAgain(workspace, by);
    return problem;
  }

  return {
    pause: (workspace, id, press) =>
      change(
        workspace,
        id,
        press,
        () => broadcasts.pause(workspace, id, 'person', doing(press)),
        ({ state }) => state === 'paused',
      ),

    resume: (workspace, id, press) =>
      change(
        workspace,
        id,
        press,
        async broadcast => {
          if (broadcast.state !== 'paused' || broadcast.changedAt > press.at) return null;
          const problem = (await spentProblem(broadcast)) ?? (await heldProblem(workspace, press.by));
          if (problem) return problem;
          const { broadcastCredits: creditLimit } = await settings.of(workspace);
          const { startsAt } = broadcast;
          const until = startsAt !== null && startsAt > clock.wall() ? startsAt : null;
          return broadcasts.resume(workspace, id, { ...doing(press), creditLimit, until });
        },
        ({ state, pause }) => state === 'running' || pause?.why === 'early',
      ),

    cancel: (workspace, id, press) =>
      change(
        workspace,
        id,
        press,
        () => broadcasts.cancel(workspace, id, { by: press.by, now: clock.now() }),
        ({ endedBy }) => endedBy !== null,
      ),
  };
}
