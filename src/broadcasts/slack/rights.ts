import type { Services } from '../../kit/slack/services.ts';
import type { Right } from '../../kit/slack/surface.ts';
import { authorProblem, senderProblem, stopperProblem } from '../../texts/rights.ts';
import { roleNow } from '../../workspace/roles.ts';
import { leniently } from '../../workspace/slack/rights.ts';
import { failure, namingAuthor } from '../problem.ts';

/** Whether this person sees numbers only in part: if settings say so, all but those who manage. */
export async function seesMasked(
  services: Pick<Services, 'people' | 'settings'>,
  workspace: string,
  userId: string,
): Promise<boolean> {
  const { maskNumbers } = await services.settings.of(workspace);
  if (!maskNumbers) return false;
  const role = await roleNow(services, workspace, userId);
  return role !== 'admin' && role !== 'manager';
}

const judgedBy =
  (problemOf: typeof authorProblem): Right<string> =>
  async (services, { workspace, userId }, id) => {
    const one = await services.broadcasts.one(workspace, id);
    if (!one) return failure('BROADCAST_GONE');
    const author = one.ask.by;
    return namingAuthor(await problemOf(leniently(services), workspace, userId, author), author);
  };

/** Whoever leads a broadcast: its author, if they may still send; managers and admins. */
export const broadcastLead = judgedBy(authorProblem);
/** Whoever may pause it and cancel it. */
export const broadcastStopper = judgedBy(stopperProblem);

/** A broadcast that hasn't begun is its author's alone, if they may still send. */
export const draftAuthor: Right<string> = async (services, { workspace, userId }, id) => {
  const one = await services.broadcasts.one(workspace, id);
  if (!one) return failure('BROADCAST_GONE');
  if (one.ask.by !== userId) return { kind: 'NOT_YOURS' };
  return senderProblem(leniently(services), workspace, userId, one.ask.channel);
};

/** Its author may discard it also while Slack doesn't say whether they may still send. */
export const draftStopper: Right<string> = async (services, who, id) => {
  const problem = await draftAuthor(services, who, id);
  return problem?.kind === 'SLACK_AWAY' ? null : problem;
};
