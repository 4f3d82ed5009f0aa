import { payloadOf } from './payload.ts';

/** A person in a workspace: the one that has the app, which needn't be their own. */
export type Who = { workspace: string; userId: string };

/** Who opened a modal, and where to tell them if it can't be opened. */
export type Opener = { workspace: string; userId: string; triggerId: string; responseUrl: string | null };

/**
 * Who did something, from any payload that has a person behind it.
 *
 * @throws Error if it names no workspace or no person
 */
export function whoOf(body: unknown): Who {
  const { workspace, userId } = payloadOf(body);
  if (workspace === '' || userId === '') throw new Error('A payload does not say who sent it');
  return { workspace, userId };
}
