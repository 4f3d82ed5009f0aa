import type { Clock } from '../kit/clock.ts';
import type { Problem } from '../kit/problem.ts';
import type { Schedules } from '../schedules/store/store.ts';
import { type PermissionFacts, senderProblem } from '../texts/permissions.ts';
import { leaderProblem } from '../workspace/roles.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import type { Audit } from '../workspace/store.ts';
import { APPROVAL_MS } from './broadcast.ts';
import type { Estimate, MakeReview } from './estimate.ts';
import { failure } from './problem.ts';
import type { Broadcast, Doing } from './store/model.ts';
import type { Broadcasts } from './store/store.ts';

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
