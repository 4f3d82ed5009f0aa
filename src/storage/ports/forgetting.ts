import type { Forgotten } from '../../domain/forgotten.ts';
import type { LocalNumber } from '../../domain/number.ts';

/** Somebody who is being forgotten, on whose request, and what has been done so far. */
export type ForgettingJob = Forgotten & {
  id: string;
  workspace: string;
  by: string;
  /** When it was asked for, as a time of day. */
  wall: number;
  groups: number;
  texts: number;
  cancelled: number;
  /** Hooks that texted them and rotas that they were in, by name. */
  hooks: string[];
};

/** How what inboxes keep can be read: only those who write it know. */
export type InboxContents = {
  /** As JSON; as it is if it can't be read. */
  unpack(stored: string): string;
  pack(json: string): string;
  /** What is said in a workspace's alerts (their state as JSON) that nobody but this number was told. */
  toldOnly(json: string, number: LocalNumber): string[];
};

/**
 * - `settings`: the caller removes them from documents, then calls `settingsDone`
 * - `tell`: everything else is done, and nothing about them is stored any more; the caller says so, then calls `told`
 * - `worked`: there is more to do
 * - `waits`: nothing to do before `until`; null: nothing to do at all
 */
export type ForgettingStep =
  | { kind: 'settings' | 'tell'; job: ForgettingJob }
  | { kind: 'worked' }
  | { kind: 'waits'; until: number | null };

/**
 * Removes what is stored about people who are forgotten: their number and the words of all texts to them. Counts and
 * costs stay. `Contacts.update` starts it in the same step that removes the contact and cancels what waits for them; each further
 * step is bounded, and what is left to do survives the process.
 */
export type Forgetting = {
  /**
   * Does the next piece of what is due. `settings` and `tell` are handed out again after a minute, and at once if the process they
   * were handed out to is gone.
   */
  step(now: number, contents?: InboxContents): Promise<ForgettingStep>;
  settingsDone(id: string, did: { hooks: string[] }, now: number): Promise<void>;
  told(id: string): Promise<void>;
};
