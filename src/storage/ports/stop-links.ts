import type { LocalNumber } from '../../domain/number.ts';

/** How many a workspace may have: twice as many as contacts. Beyond that, those that end first are removed. */
export const MAX_STOP_LINKS = 100_000;
/** A link that is used again is only extended if it would end this soon, so that it is rarely written. */
export const STOP_LINK_RENEWED_MS = 30 * 24 * 3_600_000;

/** The person a link in a text is for. */
export type StopLink = { workspace: string; number: LocalNumber };

/** Links in texts that let their readers stop getting texts. Only their hashes are known here. */
export type KeptStopLinks = {
  /** From now on, and until about then, these links are for these numbers. Pass few at a time: it is one step. */
  keep(
    workspace: string,
    links: readonly { hash: string; number: LocalNumber }[],
    until: number,
    now: number,
  ): Promise<void>;
  /** The person a link is for; null: nobody, or it has ended. */
  find(hash: string, now: number): Promise<StopLink | null>;
};
