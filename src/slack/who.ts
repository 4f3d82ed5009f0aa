import { payloadOf } from './payload.ts';

/** A person in a workspace: the one that has the app, which need not be their own. */
export type Who = { workspace: string; userId: string };

/**
 * Who did something, by any payload that a person stands behind.
 *
 * @throws Error when it names no workspace or no person
 */
export function whoOf(body: unknown): Who {
  const { workspace, userId } = payloadOf(body);
  if (workspace === '' || userId === '') throw new Error('A payload does not say who sent it');
  return { workspace, userId };
}
