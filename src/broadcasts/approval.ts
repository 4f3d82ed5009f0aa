import type { Clock } from '../kit/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../kit/day.ts';
import type { Problem } from '../kit/problem.ts';
import { type PermissionFacts, senderProblem } from '../texts/permissions.ts';
import type { Audit } from '../workspace/audit-log.ts';
import { leaderProblem } from '../workspace/roles.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import { APPROVAL_MS } from './broadcast.ts';
import type { Estimate, MakeReview } from './estimate.ts';
import { failure } from './problem.ts';
import { decideBy } from './store/drafts.ts';
import type { Broadcast } from './store/model.ts';
import type { Broadcasts } from './store/store.ts';

/**
 * The decision of a second person: an admin or a manager other than the author. The first decision holds; the same person's
 * repeated decision, such as a press that Slack delivers twice, changes nothing.
 */
export type Deciding = {
  /**
   * Starts the broadcast. Problems: it was already decided, its author may no longer send, or it no longer keeps to
   * the limits.
   */
  approve(workspace: string, id: string, by: string): Promise<Broadcast | Problem>;
  /** Drops the broadcast. `reason`: null if the approver gave none. */
  reject(workspace: string, id: string, by: string, reason: string | null): Promise<Broadcast | Problem>;
};

export type Approving = Deciding & {
  /** The author confirms: starts the broadcast, or asks for approval. Null if the broadcast can no longer start. */
  begin(reviewed: Pick<Estimate, 'broadcast' | 'needsApproval'>, by: string): Promise<Broadcast | null>;
};

/** However late a run is asked about, there is so long for the decision. */
const MIN_DECISION_MS = HOUR_MS;

/**
 * How long there is for a decision: a day, or for a schedule's run until it is missed.
 *
 * @param startsAt the run's time of day; null if it isn't a run
 * @param lateMs a run that is later than this is missed
 */
export const decisionMs = (startsAt: number | null, lateMs: number, wall: number): number =>
  startsAt === null ? APPROVAL_MS : Math.max(startsAt + lateMs - wall, MIN_DECISION_MS);

export function createApproving(deps: {
  broadcasts: Pick<Broadcasts, 'one' | 'askApproval' | 'start' | 'drop'>;
  review: MakeReview;
  permissionFacts: PermissionFacts;
  settings: Pick<SettingsOf, 'of'>;
  audit: Pick<Audit, 'record'>;
  clock: Clock;
  /** Called when rows may become texts, or a report is due. */
  wake: () => void;
}): Approving {
  const { broadcasts, review, permissionFacts, settings, audit, clock, wake } = deps;
  const doing = (by: string) => ({ by, now: clock.now() });
  /** The time of a run that has yet to come; null if the broadcast begins at once. */
  const aheadOf = ({ startsAt }: Broadcast): number | null =>
    startsAt !== null && startsAt > clock.wall() ? startsAt : null;

  /** Loads the broadcast. Drops it first if the time limit for its decision has passed. */
  async function load(workspace: string, id: string): Promise<Broadcast | null> {
    const broadcast = await broadcasts.one(workspace, id);
    if (broadcast?.state !== 'approval' || !broadcast.approval) return broadcast;
    const now = clock.now();
    if (now < decideBy(broadcast)) return broadcast;
    const dropped = await broadcasts.drop(workspace, id, 'expired', { by: null, now });
    wake();
    return dropped ?? broadcasts.one(workspace, id);
  }

  /** The broadcast if it was decided meanwhile and `isSame` accepts the decision; otherwise the problem. */
  async function decidedMeanwhile(
    { workspace, id }: Broadcast,
    isSame: (broadcast: Broadcast) => boolean,
  ): Promise<Broadcast | Problem> {
    const broadcast = await broadcasts.one(workspace, id);
    if (!broadcast) return failure('BROADCAST_GONE');
    return isSame(broadcast) ? broadcast : (decidedProblem(broadcast) ?? broadcast);
  }

  return {
    async begin({ broadcast, needsApproval }, by) {
      const { workspace, id, size, startsAt } = broadcast;
      const rules = await settings.of(workspace);
      const { broadcastApproval: rule, broadcastCredits: creditLimit } = rules;
      if (needsApproval && rule)
        return broadcasts.askApproval(workspace, id, {
          ...doing(by),
          channel: rule.channel,
          forMs: decisionMs(startsAt, rules.lateMinutes * MINUTE_MS, clock.wall()),
        });
      const started = await broadcasts.start(workspace, id, {
        ...doing(by),
        creditLimit,
        until: aheadOf(broadcast),
      });
      const entry = { people: size.texts, at: clock.wall(), by };
      if (started) await audit.record(workspace, { what: 'broadcast_started', ...entry });
      return started;
    },

    async approve(workspace, id, by) {
      const broadcast = await load(workspace, id);
      if (!broadcast) return failure('BROADCAST_GONE');
      const isSame = ({ approval, state }: Broadcast) => approval?.by === by && state !== 'dropped';
      if (broadcast.state !== 'approval') return decidedMeanwhile(broadcast, isSame);
      const { by: author, channel } = broadcast.request;
      // The author may have left or lost the permission to send.
      const lost = await senderProblem(permissionFacts, workspace, author, channel);
      if (lost) return lost.kind === 'SLACK_AWAY' ? lost : failure('BROADCAST_AUTHOR_LOST', { author });
      const problem = (await review(workspace, id))?.problem;
      if (problem) return problem;
      const { broadcastCredits } = await settings.of(workspace);
      const started = await broadcasts.start(workspace, id, {
        ...doing(by),
        creditLimit: broadcastCredits,
        until: aheadOf(broadcast),
      });
      if (!started) return decidedMeanwhile(broadcast, isSame);
      wake();
      const { request, size } = broadcast;
      const entry = { people: size.texts, author: request.by, at: clock.wall(), by };
      await audit.record(workspace, { what: 'broadcast_approved', ...entry });
      return started;
    },

    async reject(workspace, id, by, reason) {
      const broadcast = await load(workspace, id);
      if (!broadcast) return failure('BROADCAST_GONE');
      const isSame = ({ dropped, endedBy }: Broadcast) => dropped === 'rejected' && endedBy === by;
      if (broadcast.state !== 'approval') return decidedMeanwhile(broadcast, isSame);
      const dropped = await broadcasts.drop(workspace, id, 'rejected', { ...doing(by), reason });
      if (!dropped) return decidedMeanwhile(broadcast, isSame);
      wake();
      const { request, size } = broadcast;
      const entry = { people: size.texts, author: request.by, at: clock.wall(), by };
      await audit.record(workspace, { what: 'broadcast_rejected', ...entry });
      return dropped;
    },
  };
}

/** Why this person may not decide about the broadcast; null if they may. */
export async function deciderProblem(
  permissionFacts: PermissionFacts,
  broadcast: Broadcast | null,
  by: string,
): Promise<Problem | null> {
  if (!broadcast?.approval) return failure('BROADCAST_GONE');
  if (broadcast.request.by === by) return failure('BROADCAST_IS_YOURS');
  return leaderProblem(permissionFacts, broadcast.workspace, by);
}

/** The decision as a problem for a later decider; null if there is none yet. */
function decidedProblem({ state, dropped, endedBy, approval }: Broadcast): Problem | null {
  if (state === 'approval') return null;
  if (state !== 'dropped') return failure('BROADCAST_DECIDED', { as: 'approved', by: approval?.by ?? null });
  const as = dropped === 'rejected' || dropped === 'expired' ? dropped : 'dropped';
  return failure('BROADCAST_DECIDED', { as, by: endedBy });
}
