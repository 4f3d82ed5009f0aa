import type { Problem } from '../../kit/problem.ts';
import type { Permission } from '../../kit/slack/listener.ts';
import type { Services } from '../../kit/slack/services.ts';
import { senderProblem } from '../../texts/permissions.ts';
import { manager } from '../../workspace/slack/permissions.ts';

/** What somebody who may see a workspace's people may do with them: anybody who may change them may also add some. */
export type PeopleRights = { mayChange: boolean; mayAdd: boolean };

export async function rightsOf(services: Services, workspace: string, userId: string): Promise<PeopleRights> {
  const mayChange = (await manager(services, { workspace, userId }, null)) === null;
  return { mayChange, mayAdd: mayChange || (await adderProblem(services, workspace, userId)) === null };
}

/** Null if somebody may add people right now: managers, and, if a setting says so, everybody who may send. */
async function adderProblem(services: Services, workspace: string, userId: string): Promise<Problem | null> {
  const [problem, rules] = await Promise.all([
    manager(services, { workspace, userId }, null),
    services.settings.of(workspace),
  ]);
  if (!problem || !rules.everyoneAdds) return problem;
  // Like by one of the app's own buttons: the rule about channels is for people who type in one.
  return senderProblem(services, workspace, userId, null);
}

/** Whoever may add people. */
export const adder: Permission = (services, { workspace, userId }) =>
  adderProblem(services, workspace, userId);
