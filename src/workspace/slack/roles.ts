import type { Problem } from '../../kit/problem.ts';
import type { Services } from '../../kit/slack/services.ts';
import { leaderProblem, roleNow } from '../role-now.ts';

/** Null if the person is an admin right now: for keys. */
export async function adminProblem(
  services: Pick<Services, 'people' | 'settings'>,
  workspace: string,
  userId: string,
): Promise<Problem | null> {
  const role = await roleNow(services, workspace, userId);
  if (typeof role === 'object') return role;
  return role === 'admin' ? null : { kind: 'ADMINS_ONLY', admins: await services.people.admins(workspace) };
}

/** Null if the person may manage the workspace right now: admins, and the managers they chose. */
export function managerProblem(
  services: Pick<Services, 'people' | 'settings'>,
  workspace: string,
  userId: string,
): Promise<Problem | null> {
  return leaderProblem(services, workspace, userId);
}
