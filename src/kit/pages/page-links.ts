import { z } from 'zod';
import { removeListed, type Store, type Table, type Tx } from '../store/store.ts';

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

const linkSchema = z.object({
  /** SHA-256 of the token in its address; the token itself is stored nowhere. */
  id: z.string(),
  workspace: z.string(),
  /** The person it was made for. */
  userId: z.string(),
  /** What the page is for. */
  purpose: z.string(),
  /** What it is about, such as a group, by its id; null: nothing in particular. */
  about: z.string().nullable(),
  /** SHA-256 of the token of the browser that opened it; null: none has. */
  browser: z.string().nullable(),
  endsAt: z.int(),
});
export type LinkRecord = Readonly<z.infer<typeof linkSchema>>;

export const LINK_LISTS = {
  ends: 'links.ends',
  of: (workspace: string): string => `links.of ${workspace}`,
};

export const LINKS: Table<LinkRecord> = {
  name: 'link',
  schema: linkSchema,
  places: ({ workspace, endsAt }) => [
    { list: LINK_LISTS.ends, score: endsAt },
    { list: LINK_LISTS.of(workspace), score: endsAt },
  ],
};

/** How many expired links are removed whenever a new one is made. */
const REMOVED = 20;

export function createLinks(store: Store): PageLinks {
  function valid(tx: Tx, id: string, now: number): PageLink | null {
    const link = tx.get(LINKS, id);
    return link && link.endsAt > now ? link : null;
  }

  return {
    make: (link, now) =>
      store.change(tx => {
        removeListed(tx, LINKS, { list: LINK_LISTS.ends, to: now }, REMOVED);
        tx.insert(LINKS, { ...link, browser: null });
      }),

    look: (id, now) => store.read(tx => valid(tx, id, now)),

    open: (id, browser, endsAt, now) =>
      store.change(tx => {
        const link = valid(tx, id, now);
        if (!link || (link.browser !== null && link.browser !== browser)) return null;
        if (link.browser === browser) return link;
        const opened = { ...link, browser, endsAt };
        tx.put(LINKS, opened);
        return opened;
      }),
  };
}
