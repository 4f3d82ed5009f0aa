import type { PastCost } from '../kit/credits.ts';
import type { Problem } from '../kit/problem.ts';
import type { BroadcastAsk } from '../texts/ask-many.ts';
import { isInBangla } from '../texts/in-bangla.ts';
import type { Limits } from '../texts/limits.ts';
import { limitsIn } from '../texts/sending/decide.ts';
import type { Hours } from '../workspace/promotional-hours.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import type { BroadcastSize } from './broadcast.ts';
import { broadcastProblem, needsApproval } from './limits.ts';

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
