import { createRights } from '../broadcasts/rights.ts';
import type { PageLink } from '../storage/workspace/page-links.ts';
import { adderProblem, readerProblem } from './contacts/rights.ts';
import { leniently, type Right } from './judging.ts';
import { adminProblem, managerProblem } from './roles.ts';

/* The rights that several surfaces share. */

/** What is only about themselves, such as their language. */
export const anybody: Right = async () => null;

/** What becomes a text that is judged like any other when it is planned: that waits for Slack, and says so. */
export const judgedWhenPlanned: Right = async () => null;

/** Slack decides who may make a workflow with the app's steps, and run it; it names nobody. */
export const workflows = async (): Promise<null> => null;

/** Workspace admins and owners. */
export const admin: Right = (services, { workspace, userId }) => adminProblem(services, workspace, userId);

/** Admins, and the managers they chose. */
export const manager: Right = (services, { workspace, userId }) =>
  managerProblem(services, workspace, userId);

/** Everybody whom the workspace's rules let see what it has. */
export const reader: Right = (services, { workspace, userId }) => readerProblem(services, workspace, userId);

/** Whoever may add people. */
export const adder: Right = (services, { workspace, userId }) => adderProblem(services, workspace, userId);

/** Whoever may send from this channel; null: by a button of the app's, wherever that is. */
export const sender: Right<string | null> = (services, { workspace, userId }, channel) =>
  createRights(leniently(services)).toMake(workspace, userId, channel);

/** Whoever leads a broadcast: its author, if they may still send; managers and admins. */
export const broadcastLead: Right<string> = async (services, { workspace, userId }, id) => {
  const one = await services.broadcasts.one(workspace, id);
  if (!one) return { kind: 'BROADCAST_GONE' };
  return createRights(leniently(services)).toLead(workspace, userId, one.ask.by);
};

/** A broadcast that hasn't begun is its author's alone, if they may still send. */
export const draftAuthor: Right<string> = async (services, { workspace, userId }, id) => {
  const one = await services.broadcasts.one(workspace, id);
  if (!one) return { kind: 'BROADCAST_GONE' };
  if (one.ask.by !== userId) return { kind: 'NOT_YOURS' };
  return createRights(leniently(services)).toMake(workspace, userId, one.ask.channel);
};

/**
 * Whoever may change something that is to be sent later: its author, if they may still send; managers and admins. That it is gone
 * is said where they pressed.
 */
export const scheduleLead: Right<string> = async (services, { workspace, userId }, id) => {
  const one = await services.schedules.one(workspace, id);
  const rights = createRights(leniently(services));
  return one && rights.toLead(workspace, userId, one.by === userId ? userId : '');
};

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

/** The pages that a link leads to, each time they are asked for. */
export const PAGE_RIGHTS: Record<PageLink['purpose'], Right<PageLink>> = {
  import: manager,
  export: manager,
  broadcast: (services, who, { broadcast }) => broadcastLead(services, who, broadcast ?? ''),
};
