import type { Clock } from '../kit/clock.ts';
import { type Credits, expectedCost, isLess, type Price } from '../kit/credits.ts';
import type { Hours } from '../kit/day.ts';
import type { Problem } from '../kit/problem.ts';
import type { Limits } from '../texts/limits.ts';
import { isInBangla } from '../texts/parse/placeholders.ts';
import { limitsIn } from '../texts/sending/send-policy.ts';
import type { Text } from '../texts/text.ts';
import { promotionalAt } from '../workspace/promotional-hours.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import type { BroadcastRequest, BroadcastSize } from './broadcast.ts';
import { failure } from './problem.ts';
import type { Broadcast } from './store/model.ts';
import type { Broadcasts } from './store/store.ts';

/** The result of the workspace's rules for a broadcast. */
export type PolicyResult = {
  /** Why the broadcast can't start: it is larger or more expensive than admins allow. Null if it can. */
  problem: Problem | null;
  /** A second person has to approve the broadcast. */
  needsApproval: boolean;
  /** When its texts may go; null if at any time. */
  hours: Hours | null;
  /** Limits for the day; null if there are none. */
  limits: Limits | null;
  /** The regulator requires Bangla, but the message isn't in Bangla. */
  shouldBeInBangla: boolean;
};

/**
 * @param broadcast.lately texts of the author's broadcasts shortly before, which count with it for approval
 * @param past the price of the last texts; null if unknown
 */
export type BroadcastPolicy = (
  workspace: string,
  broadcast: { request: BroadcastRequest; size: BroadcastSize; lately: number },
  past: Price | null,
) => Promise<PolicyResult>;

export function createBroadcastPolicy({ settings }: { settings: Pick<SettingsOf, 'of'> }): BroadcastPolicy {
  return async (workspace, { request, size, lately }, past) => {
    const rules = await settings.of(workspace);
    const { broadcastTexts, broadcastCredits, broadcastApproval, promotionalHours } = rules;
    const isPromotional = request.kind === 'promotional';
    return {
      problem: broadcastProblem({ texts: broadcastTexts, credits: broadcastCredits }, size, past),
      needsApproval: needsApproval(broadcastApproval, { texts: size.texts + lately }),
      hours: isPromotional ? promotionalHours : null,
      limits: limitsIn(rules, rules.personCap),
      shouldBeInBangla: isPromotional && !isInBangla(request.message, request.isTemplate),
    };
  };
}

/** The admins' limits for a broadcast: people, and cost (null if unlimited). */
type BroadcastLimits = { texts: number; credits: Credits | null };

/** A broadcast to more people than `above` needs a second person's approval, which the app asks for in this channel. */
type ApprovalRule = { above: number; channel: string };

/**
 * Why a broadcast can't start: it is too large or too expensive, or admins limit its cost, which is unknown. Null if
 * it can.
 *
 * @param past the price of the last texts; null if unknown
 */
export function broadcastProblem(
  limits: BroadcastLimits,
  size: { texts: number; parts: number },
  past: Price | null,
): Problem | null {
  if (size.texts > limits.texts)
    return failure('BROADCAST_TOO_LARGE', { texts: size.texts, limit: limits.texts });
  if (limits.credits === null) return null;
  if (past === null) return failure('BROADCAST_UNJUDGED', { cap: limits.credits });
  const cost = expectedCost(past, size.parts);
  return isLess(limits.credits, cost)
    ? failure('BROADCAST_TOO_EXPENSIVE', { cost, cap: limits.credits })
    : null;
}

/** Returns true if a broadcast to this many people needs a second person's approval. `rule`: null if none ever does. */
export function needsApproval(rule: ApprovalRule | null, size: { texts: number }): boolean {
  return rule !== null && size.texts > rule.above;
}

/**
 * Decides when promotional texts may go. Called for each text, because admins may change the hours, and an operator
 * may set the clock.
 */
export type PromotionalHours = {
  /** When a broadcast's texts may go; null if at any time. */
  hoursOf(broadcast: Pick<Broadcast, 'workspace' | 'request'>): Promise<Hours | null>;
  /**
   * The time of day until which a promotional text may go. Outside the hours: null, and its broadcast is paused; a
   * problem if the text belongs to no broadcast, because a user resent it.
   */
  closesAt(text: Pick<Text, 'workspace' | 'intentId'>): Promise<number | Problem | null>;
};

/** Pauses a broadcast outside the hours until they begin. Null if it can't be paused. */
export const pauseForHours = (
  { broadcasts, clock }: { broadcasts: Pick<Broadcasts, 'pause'>; clock: Clock },
  { workspace, id }: Pick<Broadcast, 'workspace' | 'id'>,
  until: number,
): Promise<Broadcast | null> =>
  broadcasts.pause(workspace, id, 'hours', { by: null, now: clock.now(), until });

export function createPromotionalHours(deps: {
  broadcasts: Pick<Broadcasts, 'one' | 'pause'>;
  settings: Pick<SettingsOf, 'of'>;
  clock: Clock;
}): PromotionalHours {
  const { broadcasts, settings, clock } = deps;
  const hoursIn = async (workspace: string) => (await settings.of(workspace)).promotionalHours;
  return {
    hoursOf: async ({ workspace, request }) => (request.kind === 'promotional' ? hoursIn(workspace) : null),

    async closesAt({ workspace, intentId }) {
      const hours = await hoursIn(workspace);
      const { open, until } = promotionalAt(hours, clock.wall());
      if (open) return until;
      if (!(await broadcasts.one(workspace, intentId))) return { kind: 'OUT_OF_HOURS', ...hours };
      await pauseForHours(deps, { workspace, id: intentId }, until);
      return null;
    },
  };
}
