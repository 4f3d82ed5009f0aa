import type { LinkRecord } from '../tables/link.ts';

export { LINK_PURPOSES } from '../tables/link.ts';

export type PageLink = LinkRecord;

/** Links to our pages that a person got in Slack. Each works only for the browser that opened it first. */
export type PageLinks = {
  make(link: Omit<PageLink, 'browser'>, now: number): Promise<void>;
  /** The link; null: there is none, or its time is over. Changes nothing. */
  look(id: string, now: number): Promise<PageLink | null>;
  /**
   * Gives the link to a browser, which has it until `endsAt`; null: there is none, its time is over, or another browser
   * has it.
   */
  open(id: string, browser: string, endsAt: number, now: number): Promise<PageLink | null>;
};
