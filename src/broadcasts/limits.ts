import { type Credits, expectedCost, isLess, type PastCost } from '../kit/credits.ts';
import { dayOf, timeOn } from '../kit/day.ts';
import type { Problem } from '../kit/problem.ts';
import { WIDEST_HOURS } from '../workspace/promotional-hours.ts';
import { failure } from './problem.ts';

/** What admins allow a broadcast to be: how many people it may text, and what it may cost; null: any amount. */
export type BroadcastLimits = { texts: number; credits: Credits | null };

/** From how many people on somebody else has to approve it, and the channel where they are asked. */
export type ApprovalRule = { above: number; channel: string };

/** When a broadcast for which a day has no more room goes on by itself: not at midnight, when people sleep. */
export const nextMorning = (wall: number): number => timeOn(dayOf(wall) + 1, WIDEST_HOURS.from);

/**
 * Why a broadcast can't be started as it is: too large, too expensive, or nobody knows what it would cost although that is
 * limited; null: it can.
 *
 * @param past what parts cost so far; null: nobody knows yet
 */
export function broadcastProblem(
  limits: BroadcastLimits,
  size: { texts: number; parts: number },
  past: PastCost | null,
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
