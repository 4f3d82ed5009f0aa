import type { Permission } from '../../../kit/slack/listener.ts';
import { reader } from '../../../texts/permissions.ts';
import { manager } from '../../../workspace/slack/permissions.ts';
import { isForResponders } from '../../mutes.ts';
import { responderProblem } from '../../permissions.ts';
import type { Mute } from '../../policy/incidents/state.ts';
import { type AlertsPost, responder } from '../notices.ts';
import type { MuteDraft } from './fields.ts';

/* Managers mute anything, for any time. Responders mute the groups of their incidents, for some hours. */

/** Permission to open the form, from a post or from the list (null). */
export const muter: Permission<AlertsPost | null> = (services, user, subject) =>
  subject === null ? manager(services, user, null) : responder(services, user, subject);

/** Permission to save a draft: managers any, responders one for the groups of their post that lasts some hours. */
export const draftMuter: Permission<{ subject: AlertsPost | null; draft: MuteDraft }> = (
  services,
  user,
  { subject, draft: { what: scope, time } },
) => {
  const isForResponder = subject !== null && scope.kind === 'groups' && time.hours !== null;
  return muter(services, user, isForResponder ? subject : null);
};

/**
 * True if a mute is shown with a button that ends it. If responders may end the mute, all users see the button, and `muteEnder` decides
 * about the press.
 *
 * @param mayAll true if the user is a manager
 */
export const mayEnd = (mute: Mute, userId: string, mayAll: boolean): boolean =>
  mayAll || isForResponders(mute) || isBy(mute, userId);

const isBy = ({ by }: Mute, userId: string): boolean => by.kind === 'person' && by.userId === userId;

/** Permission to end a mute: for its maker, and for users who could make it. If it has ended, the handler says so. */
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
