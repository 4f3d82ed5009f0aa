import type { Clock } from '../kit/clock.ts';
import { ofMillionths, toMillionths } from '../kit/credits.ts';
import type { Problem } from '../kit/problem.ts';
import type { Schedules } from '../schedules/store/store.ts';
import { type PermissionFacts, senderProblem } from '../texts/permissions.ts';
import type { History } from '../texts/store/history.ts';
import type { Audit } from '../workspace/audit-log.ts';
import type { LinkedKeys } from '../workspace/linked-keys.ts';
import { leaderProblem, roleNow } from '../workspace/roles.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import { APPROVAL_MS } from './broadcast.ts';
import type { Estimate, MakeReview } from './estimate.ts';
import { failure } from './problem.ts';
import type { Broadcast, Doing } from './store/model.ts';
import type { Broadcasts } from './store/store.ts';

/** Who pressed, and when (on the time line). */
type Steered = { by: string; at: number };

export type BroadcastControls = {
  pause(workspace: string, id: string, steered: Steered): Promise<Broadcast | Problem>;
  resume(workspace: string, id: string, steered: Steered): Promise<Broadcast | Problem>;
  cancel(workspace: string, id: string, steered: Steered): Promise<Broadcast | Problem>;
};

/**
 * Pausing, going on, and cancelling, for whoever may: that is judged before (`authorProblem`). What was already done is no problem: a
 * press may come twice, and two people may press. Of pausing and going on, what was pressed last holds.
 */
export function createControls(
  deps: Parameters<typeof roleNow>[0] & {
    broadcasts: Pick<Broadcasts, 'one' | 'pause' | 'resume' | 'cancel'>;
    keys: Pick<LinkedKeys, 'linked' | 'tryAgain'>;
    history: Pick<History, 'waiting'>;
    clock: Clock;
    /** Called when texts may be sent that couldn't before, or Slack has something to be told. */
    wake: () => void;
  },
): BroadcastControls {
  const { broadcasts, keys, history, settings, clock, wake } = deps;

  const doing = ({ by, at }: Steered) => ({ by, now: at, wall: clock.wall(at) });

  /** Does something with a broadcast; if it isn't possible any more, says what it is by now. */
  async function steer(
    workspace: string,
    id: string,
    { at }: Steered,
    step: (one: Broadcast) => Promise<Broadcast | Problem | null>,
    isFine: (now: Broadcast) => boolean,
  ): Promise<Broadcast | Problem> {
    const before = await broadcasts.one(workspace, id);
    if (!before) return failure('BROADCAST_GONE');
    const done = await step(before);
    wake();
    if (done) return done;
    const now = await broadcasts.one(workspace, id);
    const isSteeredSince = now !== null && now.endedAt === null && now.changedAt > at;
    return now && (isFine(now) || isSteeredSince) ? now : failure('BROADCAST_OVER');
  }

  /** Who goes on with a broadcast that has spent its limit has to raise that first. */
  async function spentProblem({ workspace, pause, counts }: Broadcast): Promise<Problem | null> {
    const { broadcastCredits: limit, managers } = await settings.of(workspace);
    if (pause?.why !== 'limit' || limit === null || counts.millionths < toMillionths(limit)) return null;
    const admins = await deps.people.admins(workspace);
    const spent = ofMillionths(counts.millionths);
    return failure('BROADCAST_SPENT', { limit, spent, managers, admins });
  }

  /** A held key holds this broadcast too: whoever manages releases it by going on. */
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
    pause: (workspace, id, steered) =>
      steer(
        workspace,
        id,
        steered,
        () => broadcasts.pause(workspace, id, 'person', doing(steered)),
        ({ state }) => state === 'paused',
      ),

    resume: (workspace, id, steered) =>
      steer(
        workspace,
        id,
        steered,
        async one => {
          if (one.state !== 'paused' || one.changedAt > steered.at) return null;
          const problem = (await spentProblem(one)) ?? (await heldProblem(workspace, steered.by));
          if (problem) return problem;
          const { broadcastCredits: creditLimit } = await settings.of(workspace);
          return broadcasts.resume(workspace, id, { ...doing(steered), creditLimit });
        },
        ({ state }) => state === 'running',
      ),

    cancel: (workspace, id, { by, at }) =>
      steer(
        workspace,
        id,
        { by, at },
        () => broadcasts.cancel(workspace, id, { by, now: clock.now(), wall: clock.wall() }),
        ({ endedBy }) => endedBy !== null,
      ),
  };
}

/**
 * A second person decides about a broadcast: an admin or a manager who isn't its author. The first decision holds; whoever
 * decides the same twice, as by a press that Slack delivers twice, decides once.
 */
export type Deciding = {
  /** It starts, for whoever may decide. Problems: it was decided already, or limits have changed since. */
  approve(workspace: string, id: string, by: string): Promise<Broadcast | Problem>;
  /** It comes to nothing. `reason` null: they gave none. */
  reject(workspace: string, id: string, by: string, reason: string | null): Promise<Broadcast | Problem>;
};

export type Approving = Deciding & {
  /** Its author says yes: it starts, or somebody is asked to approve it. Null: it was no longer possible. */
  begin(reviewed: Pick<Estimate, 'broadcast' | 'needsApproval'>, by: string): Promise<Broadcast | null>;
};

export function createApproving(deps: {
  broadcasts: Pick<Broadcasts, 'one' | 'askApproval' | 'start' | 'drop'>;
  review: MakeReview;
  permissionFacts: PermissionFacts;
  settings: Pick<SettingsOf, 'of'>;
  audit: Pick<Audit, 'record'>;
  clock: Clock;
  /** A run of a schedule was approved, and with it the schedule as it is. */
  approved: Schedules['approved'];
  /** Called when rows may become texts, or Slack has something to be told. */
  wake: () => void;
}): Approving {
  const { broadcasts, review, permissionFacts, settings, audit, clock, approved, wake } = deps;
  const doing = (by: string): Doing & { by: string } => ({ by, now: clock.now(), wall: clock.wall() });

  /** The broadcast; dropped, if nobody decided in time and this is the first to notice. */
  async function found(workspace: string, id: string): Promise<Broadcast | null> {
    const one = await broadcasts.one(workspace, id);
    if (one?.state !== 'approval' || !one.approval) return one;
    const now = clock.now();
    if (now < one.approval.askedAt + APPROVAL_MS) return one;
    const dropped = await broadcasts.drop(workspace, id, 'expired', { by: null, now, wall: clock.wall() });
    wake();
    return dropped ?? broadcasts.one(workspace, id);
  }

  /** What somebody else decided meanwhile. */
  async function afterAll(
    { workspace, id }: Broadcast,
    isSame: (one: Broadcast) => boolean,
  ): Promise<Broadcast | Problem> {
    const one = await broadcasts.one(workspace, id);
    if (!one) return failure('BROADCAST_GONE');
    return isSame(one) ? one : (decidedProblem(one) ?? one);
  }

  return {
    async begin({ broadcast: { workspace, id, size }, needsApproval }, by) {
      const { broadcastApproval: rule, broadcastCredits: creditLimit } = await settings.of(workspace);
      if (needsApproval && rule)
        return broadcasts.askApproval(workspace, id, { ...doing(by), channel: rule.channel });
      const started = await broadcasts.start(workspace, id, { ...doing(by), creditLimit });
      const said = { people: size.texts, at: clock.wall(), by };
      if (started) await audit.record(workspace, { what: 'broadcast_started', ...said });
      return started;
    },

    async approve(workspace, id, by) {
      const one = await found(workspace, id);
      if (!one) return failure('BROADCAST_GONE');
      const isSame = ({ approval, state }: Broadcast) => approval?.by === by && state !== 'dropped';
      if (one.state !== 'approval') return afterAll(one, isSame);
      const { by: author, channel } = one.request;
      // Its author may have left since, or may not send any more.
      const lost = await senderProblem(permissionFacts, workspace, author, channel);
      if (lost) return lost.kind === 'SLACK_AWAY' ? lost : failure('BROADCAST_AUTHOR_LOST', { author });
      const problem = (await review(workspace, id))?.problem;
      if (problem) return problem;
      const { broadcastCredits } = await settings.of(workspace);
      const started = await broadcasts.start(workspace, id, {
        ...doing(by),
        creditLimit: broadcastCredits,
      });
      if (!started) return afterAll(one, isSame);
      wake();
      const { request, size, schedule } = one;
      const said = { people: size.texts, author: request.by, at: clock.wall(), by };
      await audit.record(workspace, { what: 'broadcast_approved', ...said });
      if (schedule !== null) await approved(workspace, schedule, request, by, size.texts);
      return started;
    },

    async reject(workspace, id, by, reason) {
      const one = await found(workspace, id);
      if (!one) return failure('BROADCAST_GONE');
      const isSame = ({ dropped, endedBy }: Broadcast) => dropped === 'rejected' && endedBy === by;
      if (one.state !== 'approval') return afterAll(one, isSame);
      const dropped = await broadcasts.drop(workspace, id, 'rejected', { ...doing(by), reason });
      if (!dropped) return afterAll(one, isSame);
      wake();
      const { request, size } = one;
      const said = { people: size.texts, author: request.by, at: clock.wall(), by };
      await audit.record(workspace, { what: 'broadcast_rejected', ...said });
      return dropped;
    },
  };
}

/** Why it isn't this person's to decide about; null: it is. */
export async function deciderProblem(
  permissionFacts: PermissionFacts,
  one: Broadcast | null,
  by: string,
): Promise<Problem | null> {
  if (!one?.approval) return failure('BROADCAST_GONE');
  if (one.request.by === by) return failure('BROADCAST_IS_YOURS');
  return leaderProblem(permissionFacts, one.workspace, by);
}

/** What was decided about it; null: nothing yet. */
function decidedProblem({ state, dropped, endedBy, approval }: Broadcast): Problem | null {
  if (state === 'approval') return null;
  if (state !== 'dropped') return failure('BROADCAST_DECIDED', { as: 'approved', by: approval?.by ?? null });
  const as = dropped === 'author' ? 'dropped' : (dropped ?? 'dropped');
  return failure('BROADCAST_DECIDED', { as, by: endedBy });
}
