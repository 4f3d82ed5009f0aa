import type { Permission } from '../../kit/slack/listener.ts';
import { authorProblem, senderProblem, stopperProblem } from '../../texts/permissions.ts';
import { withLiveOrStaleFacts } from '../../workspace/slack/permissions.ts';
import { failure, namingAuthor } from '../problem.ts';

const judgedBy =
  (problemOf: typeof authorProblem): Permission<string> =>
  async (services, { workspace, userId }, id) => {
    const broadcast = await services.broadcasts.one(workspace, id);
    if (!broadcast) return failure('BROADCAST_GONE');
    const author = broadcast.request.by;
    return namingAuthor(await problemOf(withLiveOrStaleFacts(services), workspace, userId, author), author);
  };

/** People who control a broadcast: its author, if they may still send, managers and admins. */
export const broadcastLead = judgedBy(authorProblem);
/** People who may pause and cancel it. */
export const broadcastStopper = judgedBy(stopperProblem);

/** Only the author, if they may still send, may use a broadcast before it starts. */
export const draftAuthor: Permission<string> = async (services, { workspace, userId }, id) => {
  const broadcast = await services.broadcasts.one(workspace, id);
  if (!broadcast) return failure('BROADCAST_GONE');
  if (broadcast.request.by !== userId) return { kind: 'NOT_YOURS' };
  return senderProblem(withLiveOrStaleFacts(services), workspace, userId, broadcast.request.channel);
};

/** The author may discard it even while Slack doesn't say whether they may still send. */
export const draftStopper: Permission<string> = async (services, user, id) => {
  const problem = await draftAuthor(services, user, id);
  return problem?.kind === 'SLACK_AWAY' ? null : problem;
};
