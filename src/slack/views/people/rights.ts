import type { Problem } from '../../../domain/problem.ts';
import { judgeReader, judgeSender } from '../../../sending/policy.ts';
import type { Services } from '../../services.ts';
import { managerProblem } from '../modals.ts';

/** Null when somebody may see a workspace's people: everyone whom its rules let see what it has. */
export async function readerProblem(
  services: Services,
  workspace: string,
  userId: string,
): Promise<Problem | null> {
  const [asked, rules] = await Promise.all([
    services.people.facts(workspace, userId),
    services.settings.of(workspace),
  ]);
  return judgeReader(asked, rules);
}

/** What somebody may do with a workspace's people, whom they may see: who may change them may add some too. */
export type PeopleRights = { mayChange: boolean; mayAdd: boolean };

export async function rightsOf(services: Services, workspace: string, userId: string): Promise<PeopleRights> {
  const mayChange = (await managerProblem(services, workspace, userId)) === null;
  return { mayChange, mayAdd: mayChange || (await adderProblem(services, workspace, userId)) === null };
}

/** Null when somebody may add people at this moment: managers, and, if a setting says so, everyone who may send. */
export async function adderProblem(
  services: Services,
  workspace: string,
  userId: string,
): Promise<Problem | null> {
  const [problem, rules] = await Promise.all([
    managerProblem(services, workspace, userId),
    services.settings.of(workspace),
  ]);
  if (!problem || !rules.everyoneAdds) return problem;
  const asked = await services.people.facts(workspace, userId);
  const nowhere = { responseUrl: null, channel: '', userId, threadTs: null, threadLink: null };
  // As one of the app's own buttons would be judged: the rule about channels is for who types in one.
  const adding = { actor: userId, source: 'again', replyTo: nowhere } as const;
  const judged = await judgeSender(adding, asked, rules, id => services.userGroups.members(workspace, id));
  return judged?.kind === 'silent' ? { kind: 'SLACK_AWAY' } : judged;
}
