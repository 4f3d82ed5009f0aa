import type { Problem } from '../../domain/problem.ts';
import { roleNow } from '../../workspaces/role-now.ts';
import type { Services } from '../services.ts';
import type { Who } from '../who.ts';

/** Null if this person may see a broadcast's rows right now. */
export async function rowsProblem(
  { broadcasts }: Pick<Services, 'broadcasts'>,
  { workspace, userId }: Who,
  id: string,
): Promise<Problem | null> {
  const one = await broadcasts.one(workspace, id);
  return one ? broadcasts.leadProblem(workspace, userId, one) : { kind: 'BROADCAST_GONE' };
}

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
