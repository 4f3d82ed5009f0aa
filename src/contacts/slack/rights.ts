import type { Problem } from '../../kit/problem.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Right } from '../../kit/slack/surface.ts';
import { judgeSender } from '../../texts/sending/decide.ts';
import { managerProblem } from '../../workspace/slack/roles.ts';

/** What somebody who may see a workspace's people may do with them: anybody who may change them may also add some. */
export type PeopleRights = { mayChange: boolean; mayAdd: boolean };

export async function rightsOf(services: Services, workspace: string, userId: string): Promise<PeopleRights> {
  const mayChange = (await managerProblem(services, workspace, userId)) === null;
  return { mayChange, mayAdd: mayChange || (await adderProblem(services, workspace, userId)) === null };
}

/** Null if somebody may add people right now: managers, and, if a setting says so, everybody who may send. */
async function adderProblem(services: Services, workspace: string, userId: string): Promise<Problem | null> {
  const [problem, rules] = await Promise.all([
    managerProblem(services, workspace, userId),
    services.settings.of(workspace),
  ]);
  if (!problem || !rules.everyoneAdds) return problem;
  const asked = await services.people.facts(workspace, userId);
  const nowhere = { responseUrl: null, channel: '', userId, threadTs: null, threadLink: null };
  // Judged like one of the app's own buttons: the rule about channels is for people who type in one.
  const adding = { actor: userId, source: 'again', replyTo: nowhere } as const;
  const judged = await judgeSender(adding, asked, rules, id => services.userGroups.members(workspace, id));
  return judged?.kind === 'silent' ? { kind: 'SLACK_AWAY' } : judged;
}

/** Whoever may add people. */
export const adder: Right = (services, { workspace, userId }) => adderProblem(services, workspace, userId);
