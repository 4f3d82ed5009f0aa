import type { Problem } from '../../kit/problem.ts';
import type { Permission } from '../../kit/slack/listener.ts';
import type { Services } from '../../kit/slack/services.ts';
import { senderProblem } from '../../texts/permissions.ts';
import { manager } from '../../workspace/slack/permissions.ts';

/** A user's rights over the workspace's people. Who may change them may also add some. */
export type PeopleRights = { mayChange: boolean; mayAdd: boolean };

export async function rightsOf(services: Services, workspace: string, userId: string): Promise<PeopleRights> {
  const mayChange = (await manager(services, { workspace, userId }, null)) === null;
  return { mayChange, mayAdd: mayChange || (await adderProblem(services, workspace, userId)) === null };
}

/** Null if a user may add people: managers, and, if a setting allows it, everybody who may send. */
async function adderProblem(services: Services, workspace: string, userId: string): Promise<Problem | null> {
  const [problem, rules] = await Promise.all([
    manager(services, { workspace, userId }, null),
    services.settings.of(workspace),
  ]);
  if (!problem || !rules.everyoneAdds) return problem;
  // The rule about channels is for people who type in one, not for the app's buttons.
  return senderProblem(services, workspace, userId, null);
}

export const adder: Permission = (services, { workspace, userId }) =>
  adderProblem(services, workspace, userId);
