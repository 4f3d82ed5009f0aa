import type { Right } from '../../kit/slack/surface.ts';
import { adminProblem, managerProblem } from './roles.ts';

/* The rights that several surfaces share. */

/** What is only about themselves, such as their language. */
export const anybody: Right = async () => null;

/** Slack decides who may make a workflow with the app's steps, and run it; it names nobody. */
export const workflows = async (): Promise<null> => null;

/** Workspace admins and owners. */
export const admin: Right = (services, { workspace, userId }) => adminProblem(services, workspace, userId);

/** Admins, and the managers they chose. */
export const manager: Right = (services, { workspace, userId }) =>
  managerProblem(services, workspace, userId);
