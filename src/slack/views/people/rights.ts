import type { Problem } from '../../../domain/problem.ts';
import { judgeReader } from '../../../sending/policy.ts';
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

/** What somebody may do with a workspace's people, whom they may see. */
export type PeopleRights = { mayChange: boolean };

export async function rightsOf(services: Services, workspace: string, userId: string): Promise<PeopleRights> {
  return { mayChange: (await managerProblem(services, workspace, userId)) === null };
}
