import type { BroadcastAsk, BroadcastSize } from '../domain/broadcast.ts';
import { broadcastProblem, needsApproval } from '../domain/broadcast-limits.ts';
import type { PastCost } from '../domain/credits.ts';
import { isInBangla } from '../domain/in-bangla.ts';
import type { Limits } from '../domain/limits.ts';
import type { Problem } from '../domain/problem.ts';
import type { Hours } from '../domain/promotional-hours.ts';
import { limitsIn } from '../sending/policy.ts';
import type { SettingsOf } from '../workspaces/settings.ts';

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
export type Judge = (
  workspace: string,
  one: { ask: BroadcastAsk; size: BroadcastSize; lately: number },
  past: PastCost | null,
) => Promise<Judgement>;

export function createJudge({ settings }: { settings: Pick<SettingsOf, 'of'> }): Judge {
  return async (workspace, { ask, size, lately }, past) => {
    const rules = await settings.of(workspace);
    const { broadcastTexts, broadcastCredits, broadcastApproval, promotionalHours } = rules;
    const isPromotional = ask.kind === 'promotional';
    return {
      problem: broadcastProblem({ texts: broadcastTexts, credits: broadcastCredits }, size, past),
      needsApproval: needsApproval(broadcastApproval, { texts: size.texts + lately }),
      hours: isPromotional ? promotionalHours : null,
      limits: limitsIn(rules, 'broadcast'),
      shouldBeInBangla: isPromotional && !isInBangla(ask.message, ask.isTemplate),
    };
  };
}
