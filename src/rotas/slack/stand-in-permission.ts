import type { Problem } from '../../kit/problem.ts';
import type { Permission } from '../../kit/slack/listener.ts';
import type { Services, UserRef } from '../../kit/slack/services.ts';
import { reader } from '../../texts/permissions.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import { memberOf, type Rota } from '../rota.ts';

/** The stand-ins of a rota that a user may change, or why they may change none. */
type StandInPermission = 'all' | 'own' | Problem;

/**
 * Admins and managers may change all. Teammates in the rota may only give away their own time or take over another's.
 */
export async function standInPermission(
  services: Services,
  { workspace, userId }: UserRef,
  rota: Rota | null,
): Promise<StandInPermission> {
  const problem = await manager(services, { workspace, userId }, null);
  if (problem?.kind !== 'MANAGERS_ONLY') return problem ?? 'all';
  // Whoever became a guest stays in the rota, but may no longer see who is on call.
  return rota && memberOf(rota, userId)
    ? ((await reader(services, { workspace, userId }, null)) ?? 'own')
    : problem;
}

/** Whoever may change some stand-ins of the rota with this id. */
export const standInChanger: Permission<string> = async (services, user, id) => {
  const right = await standInPermission(services, user, await services.rotas.one(user.workspace, id));
  return typeof right === 'string' ? null : right;
};
