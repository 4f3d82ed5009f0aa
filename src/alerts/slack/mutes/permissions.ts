import type { Permission } from '../../../kit/slack/listener.ts';
import { reader } from '../../../texts/permissions.ts';
import { manager } from '../../../workspace/slack/permissions.ts';
import { isForResponders } from '../../mutes.ts';
import { responderProblem } from '../../permissions.ts';
import type { Mute } from '../../policy/incidents/state.ts';
import { type AlertsPost, responder } from '../notices.ts';
import type { MuteDraft } from './fields.ts';

/* Whoever may change hooks may mute whatever they like; whoever may respond to incidents, these for some hours. */

/** Whoever may open the form, about a post or about nothing in particular (null). */
export const muter: Permission<AlertsPost | null> = (services, who, subject) =>
  subject === null ? manager(services, who, null) : responder(services, who, subject);

/** Whoever may mute what is filled in. */
export const mutesThat: Permission<{ subject: AlertsPost | null; draft: MuteDraft }> = (
  services,
  who,
  { subject, draft: { what, time } },
) => {
  const isSmall = subject !== null && what.kind === 'groups' && time.hours !== null;
  return muter(services, who, isSmall ? subject : null);
};

/** The same for whoever may respond to all incidents. @param mayAll whether they may change hooks */
export const mayEnd = (mute: Mute, userId: string, mayAll: boolean): boolean =>
  mayAll || isForResponders(mute) || isBy(mute, userId);

const isBy = ({ by }: Mute, userId: string): boolean => by.kind === 'person' && by.userId === userId;

/** Whoever may end a mute: who made it, and who may mute that much. That there is none is said where they pressed. */
export const muteEnder: Permission<string> = async (services, who, id) => {
  const { workspace, userId } = who;
  const { mutes, firing } = await services.mutes.look(workspace);
  const mute = mutes.find(one => one.id === id);
  if (!mute) return reader(services, who, null);
  if (isBy(mute, userId)) return null;
  const { hook, groups } = mute;
  if (hook === null || !groups || !isForResponders(mute)) return manager(services, who, null);
  const its = firing.filter(({ incident }) => incident.hook === hook && groups.includes(incident.group));
  const incidents = [...new Set(its.map(({ incident }) => incident.id))];
  return responderProblem(services, { workspace, userId, hook, which: { incidents, upTo: null } });
};
