import type { Right } from '../../kit/slack/surface.ts';
import { reader } from '../../texts/slack/rights.ts';
import { manager } from '../../workspace/slack/rights.ts';

/** A template of one's own, or the workspace's for whoever manages it. `own`: it becomes theirs. */
export const ownedBy: Right<{ owner: string | null } | 'own'> = async (services, who, its) => {
  if (its !== 'own' && its.owner === null) return manager(services, who, null);
  return its === 'own' || its.owner === who.userId ? reader(services, who, null) : { kind: 'NOT_YOURS' };
};

/** The same by its id. One that is gone, or somebody else's, isn't found there. */
export const templateOwner: Right<string> = async (services, who, id) => {
  const template = await services.templates.usable(who.workspace, who.userId, id);
  return ownedBy(services, who, template ?? 'own');
};
