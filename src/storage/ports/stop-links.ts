import type { LocalNumber } from '../../domain/number.ts';

/** As many as a workspace may have: twice as many as contacts. Of more, those that end first go. */
export const MAX_STOP_LINKS = 100_000;
/** A link that is used again works longer only from so long before its end, so that it is rarely written. */
export const STOP_LINK_RENEWED_MS = 30 * 24 * 3_600_000;

/** For whom a link in a text stands. */
export type StopLink = { workspace: string; number: LocalNumber };

/** Links in texts by which somebody is texted no more. Only their hashes are known here. */
export type KeptStopLinks = {
  /** From now on these links stand for these numbers, until about then. Few at a time: it is one step. */
  keep(
    workspace: string,
    links: readonly { hash: string; number: LocalNumber }[],
    until: number,
    now: number,
  ): Promise<void>;
  /** For whom a link stands; null: for nobody, or it has ended. */
  find(hash: string, now: number): Promise<StopLink | null>;
};
