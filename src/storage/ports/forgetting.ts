import type { Forgotten } from '../../domain/forgotten.ts';

/** Somebody who is being forgotten, on behalf of whom, and what has been done so far. */
export type ForgettingJob = Forgotten & {
  id: string;
  workspace: string;
  by: string;
  /** When it was asked for, as a time of day. */
  wall: number;
  groups: number;
  texts: number;
  cancelled: number;
  /** Hooks that texted them, by name. */
  hooks: string[];
};

/**
 * - `settings`: the caller removes them from documents, then calls `settingsDone`
 * - `tell`: everything else is done, and nothing of them is kept any more; the caller says so, then calls `told`
 * - `worked`: there is more to do
 * - `waits`: nothing is to be done before `until`; null: there is nothing to do
 */
export type ForgettingStep =
  | { kind: 'settings' | 'tell'; job: ForgettingJob }
  | { kind: 'worked' }
  | { kind: 'waits'; until: number | null };

/**
 * Removes what is kept of people who are forgotten: their number and the words of all texts to them. Counts and costs stay. Begun by
 * `Contacts.update` in the same step that removes the contact; each further step is bounded, and what is left survives the process.
 */
export type Forgetting = {
  /** Does the next bit of what is due. `settings` and `tell` are handed out again after a minute. */
  step(now: number): Promise<ForgettingStep>;
  settingsDone(id: string, did: { hooks: string[] }, now: number): Promise<void>;
  told(id: string): Promise<void>;
};
