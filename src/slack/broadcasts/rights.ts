import { roleNow } from '../../workspaces/role-now.ts';
import type { Services } from '../services.ts';

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
