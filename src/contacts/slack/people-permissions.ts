import type { Problem } from '../../kit/problem.ts';
import type { Permission } from '../../kit/slack/listener.ts';
import type { Services } from '../../kit/slack/services.ts';
import { senderProblem } from '../../texts/permissions.ts';
import { manager } from '../../workspace/slack/permissions.ts';

/** A user's rights over the workspace's people. Users who may change people may also add people. */
export type PeopleRights = { mayChange: boolean; mayAdd: boolean };

export async function rightsOf(services: Services, workspace: string, userId: string): Promise<PeopleRights> {
  const mayChange = (await manager(services, { workspace, userId }, null)) === null;
  return { mayChange, mayAdd: mayChange || (await adderProblem(services, workspace, userId)) === null };
}

/**
 * Why a user may not add people; null if they may. Managers may, and if a setting allows it, all users who may send.
 */
async function adderProblem(services: Services, workspace: string, userId: string): Promise<Problem | null> {
  const [problem, rules] = await Promise.all([
    manager(services, { workspace, userId }, null),
    services.settings.of(workspace),
  ]);
  if (!problem || !rules.everyoneAdds) return problem;
  // The rule about channels limits commands typed in a channel, not the app's buttons.
  return senderProblem(services, workspace, userId, null);
}

export const adder: Permission = (services, { workspace, userId }) =>
  adderProblem(services, workspace, userId);
