import type { LocalNumber } from '../../domain/number.ts';

/** How many a workspace may have: twice as many as contacts. Beyond that, those that end first are removed. */
export const MAX_TEXT_LINKS = 100_000;
/** A link that is used again is only extended if it would end this soon, so that it is rarely written. */
export const TEXT_LINK_RENEWED_MS = 30 * 24 * 3_600_000;

/**
 * The person a link in a text is for. `intent`: they may take the incidents that its text told them of; null: they may stop
 * getting texts.
 */
export type TextLink = { workspace: string; number: LocalNumber; intent: string | null };

/** Links in texts. Only their hashes are known here. */
export type KeptTextLinks = {
  /** From now on, and until about then, these links are for these numbers. Pass few at a time: it is one step. */
  keep(
    about: Omit<TextLink, 'number'>,
    links: readonly { hash: string; number: LocalNumber }[],
    until: number,
    now: number,
  ): Promise<void>;
  /** What a link is for; null: nothing, or it has ended. */
  find(hash: string, now: number): Promise<TextLink | null>;
};
