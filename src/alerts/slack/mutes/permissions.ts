import type { Permission } from '../../../kit/slack/listener.ts';
import { reader } from '../../../texts/permissions.ts';
import { manager } from '../../../workspace/slack/permissions.ts';
import { isForResponders } from '../../mutes.ts';
import { responderProblem } from '../../permissions.ts';
import type { Mute } from '../../policy/incidents/state.ts';
import { type AlertsPost, responder } from '../notices.ts';
import type { MuteDraft } from './fields.ts';

/* Managers mute anything, for any time. Responders mute the groups of their incidents, for some hours. */

/** May open the form, from a post or without one (null). */
export const muter: Permission<AlertsPost | null> = (services, user, subject) =>
  subject === null ? manager(services, user, null) : responder(services, user, subject);

/** May save this draft. */
export const draftMuter: Permission<{ subject: AlertsPost | null; draft: MuteDraft }> = (
  services,
  user,
  { subject, draft: { what: scope, time } },
) => {
  const isForResponder = subject !== null && scope.kind === 'groups' && time.hours !== null;
  return muter(services, user, isForResponder ? subject : null);
};

/** @param mayAll the user is a manager; otherwise they may respond to all incidents that the mute covers */
export const mayEnd = (mute: Mute, userId: string, mayAll: boolean): boolean =>
  mayAll || isForResponders(mute) || isBy(mute, userId);

const isBy = ({ by }: Mute, userId: string): boolean => by.kind === 'person' && by.userId === userId;

/** May end a mute: its maker, and users who could make it. A missing mute is reported by the press itself. */
export const muteEnder: Permission<string> = async (services, user, id) => {
  const { workspace, userId } = user;
  const { mutes, firing } = await services.mutes.look(workspace);
  const mute = mutes.find(current => current.id === id);
  if (!mute) return reader(services, user, null);
  if (isBy(mute, userId)) return null;
  const { hook, groups } = mute;
  if (hook === null || !groups || !isForResponders(mute)) return manager(services, user, null);
  const muted = firing.filter(({ incident }) => incident.hook === hook && groups.includes(incident.group));
  const incidents = [...new Set(muted.map(({ incident }) => incident.id))];
  return responderProblem(services, { workspace, userId, hook, which: { incidents, upTo: null } });
};
