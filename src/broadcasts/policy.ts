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

/** What the workspace's rules say of a broadcast. */
export type Judgement = {
  /** Why it can't be started as it is: it is larger or more expensive than admins allow. */
  problem: Problem | null;
  /** Somebody else has to approve it. */
  needsApproval: boolean;
  /** When its texts may go; null: at any time. */
  hours: Hours | null;
  /** How much may go in a day; null: any amount. */
  limits: Limits | null;
  /** The regulator wants it to be in Bangla, and it isn't. */
  shouldBeInBangla: boolean;
};

/**
 * @param one.lately how many texts its author began shortly before, which count with it for approval
 * @param past what parts cost so far; null: nobody knows yet
 */
export type BroadcastPolicy = (
  workspace: string,
  one: { request: BroadcastRequest; size: BroadcastSize; lately: number },
  past: Price | null,
) => Promise<Judgement>;

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

/** What admins allow a broadcast to be: how many people it may text, and what it may cost; null: any amount. */
type BroadcastLimits = { texts: number; credits: Credits | null };

/** From how many people on somebody else has to approve it, and the channel where they are asked. */
type ApprovalRule = { above: number; channel: string };

/**
 * Why a broadcast can't be started as it is: too large, too expensive, or nobody knows what it would cost although that is
 * limited; null: it can.
 *
 * @param past what parts cost so far; null: nobody knows yet
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

/** Whether somebody else has to approve a broadcast to so many people. Null: nobody ever has to. */
export function needsApproval(rule: ApprovalRule | null, size: { texts: number }): boolean {
  return rule !== null && size.texts > rule.above;
}

/** When promotional texts go. Both are asked each time: admins may change the hours, and somebody may set the clock. */
export type PromotionalHours = {
  /** When a broadcast's texts may go; null: at any time. */
  hoursOf(one: Pick<Broadcast, 'workspace' | 'request'>): Promise<Hours | null>;
  /**
   * Until when (a time of day) a promotional text may go. Null: not now, and its broadcast pauses; a problem: not now, and it
   * is one that somebody sent again by itself.
   */
  closesAt(text: Pick<Text, 'workspace' | 'intentId'>): Promise<number | Problem | null>;
};

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
      const wall = clock.wall();
      const { open, until } = promotionalAt(hours, wall);
      if (open) return until;
      if (!(await broadcasts.one(workspace, intentId))) return { kind: 'OUT_OF_HOURS', ...hours };
      await broadcasts.pause(workspace, intentId, 'hours', { by: null, now: clock.now(), wall, until });
      return null;
    },
  };
}
